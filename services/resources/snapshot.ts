import { z } from 'zod';
import { type DocumentOf, resource } from './resource.js';
import { text } from './text.js';

const ids = z.array(z.string());

/** Markets frozen by value. The values are kept apart, so that lists stay short. */
export const snapshots = resource({
  collection: 'snapshots',
  idPrefix: 'snp_',
  schema: z.strictObject({
    name: text(200),
    asOf: z.union([z.iso.date(), z.iso.datetime()]).meta({ description: 'Date, or time in UTC, as of which the market was frozen' }),
    contentHash: z.string().meta({ description: '`blake3:` and 64 hexadecimal digits: hash of the values' }),
    curveIds: ids,
    surfaceIds: ids,
    rateVolatilitiesIds: ids.default([]),
    correlationIds: ids,
    quoteCount: z.int(),
  }),
  filters: { name: 'prefix', asOf: 'equals' },
  sorts: ['name', 'asOf'],
  searchable: ['name'],
  access: 'callers',
  api: {
    tag: 'Market Data',
    path: '/api/v1/market-data/snapshots',
    operations: ['list', 'delete'],
    singles: ['snapshot_contents'],
    scope: 'price',
    singular: 'Snapshot',
    plural: 'Snapshots',
    example: { name: 'Close', asOf: '2026-03-02', symbols: [] },
  },
});
export type Snapshot = DocumentOf<typeof snapshots>;

/** The values of a snapshot, under its id. */
export const snapshotContents = resource({
  collection: 'snapshot_contents',
  idPrefix: '',
  schema: z.strictObject({
    snapshotId: z.string(),
    /** JSON of everything in it, as look-ups give it. */
    content: z.string(),
  }),
  naturalId: ({ snapshotId }) => snapshotId,
  access: 'callers',
});

/** The snapshots that a receipt names: while it is kept, so are they. */
export const snapshotUses = resource({
  collection: 'snapshot_uses',
  idPrefix: '',
  schema: z.strictObject({ runId: z.string(), snapshotId: z.string() }),
  references: [
    { field: 'runId', to: 'receipts', owned: true },
    { field: 'snapshotId', to: 'snapshots' },
  ],
  access: 'services',
});
