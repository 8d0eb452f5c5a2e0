import { z } from 'zod';
import { resource, stored } from './resource.js';

/**
 * A priced run: what was asked, what was answered, and the manifest, kept as the document's bytes. Its id is the
 * run's UUID.
 */
const receipt = z.object({
  ...stored,
  operationId: z.string(),
  pricerId: z.string(),
  /** Empty: closed form. */
  backend: z.string(),
  /** Trace that the HTTP caller named; empty: none. */
  traceId: z.string().default(''),
  encoding: z.enum(['plain', 'deflate']),
  /** Ids of the receipt parts that hold the bytes, in order; empty: the receipt's own document holds them. */
  parts: z.array(z.string()).default([]),
});

export type Receipt = z.infer<typeof receipt>;

export const receipts = resource<Receipt>({
  collection: 'receipts',
  idPrefix: '',
  schema: receipt,
  indexes: [{ fields: ['operationId'] }, { fields: ['pricerId'] }],
});
