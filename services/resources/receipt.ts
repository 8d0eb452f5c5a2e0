import { z } from 'zod';
import { type DocumentOf, resource } from './resource.js';

/**
 * Priced runs: request, result and manifest, stored as the document's bytes. The id is the run's UUID.
 */
export const receipts = resource({
  collection: 'receipts',
  idPrefix: '',
  schema: z.strictObject({
    operationId: z.string(),
    /** Tag of the operation. */
    tag: z.string(),
    pricerId: z.string(),
    /** Backend that simulated the paths; empty for a closed form. */
    backend: z.string(),
    /** Trace that the HTTP caller named; empty: none. */
    traceId: z.string(),
    /** Compression of the bytes; of parts, each by itself: brotli. */
    encoding: z.enum(['plain', 'deflate', 'brotli']),
    /** Ids of the receipt parts that hold the bytes, in order; empty where the receipt's own document holds them. */
    parts: z.array(z.string()),
  }),
  filters: {
    operationId: 'equals',
    pricerId: 'equals',
    tag: 'equals',
    createdFrom: { field: 'createdAt', match: 'atLeast' },
    createdBefore: { field: 'createdAt', match: 'below' },
  },
  access: 'services',
});

export type Receipt = DocumentOf<typeof receipts>;
