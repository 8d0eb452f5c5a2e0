import { z } from 'zod';
import { resource } from './resource.js';

/** The use of the service by a tenant in one month. The id is the month in UTC, such as 2026-03. */
export const usages = resource({
  collection: 'usage',
  idPrefix: '',
  schema: z.strictObject({
    requests: z.int().min(0).default(0),
    /** Thread time of its runs, milliseconds. */
    computeMs: z.int().min(0).optional(),
  }),
  access: 'services',
});

/** The use of the service by a tenant on one day, for its administrators to read. The id is the day in UTC, such as 2026-03-04. */
export const usageDays = resource({
  collection: 'usage_days',
  idPrefix: '',
  schema: z.strictObject({
    requests: z.int().min(0).default(0),
    /** Thread time of its runs, milliseconds. */
    computeMs: z.int().min(0).default(0),
    receipts: z.int().min(0).default(0),
  }),
  filters: { from: { field: 'id', match: 'atLeast' }, to: { field: 'id', match: 'atMost' } },
  access: 'services',
});

/** Requests of one day by operation and key. The id is the day, the operation and the id of the key or user, joined by colons. */
export const usageParts = resource({
  collection: 'usage_parts',
  idPrefix: '',
  schema: z.strictObject({ requests: z.int().min(0).default(0) }),
  filters: { from: { field: 'id', match: 'atLeast' }, before: { field: 'id', match: 'below' } },
  access: 'services',
});
