import { z } from 'zod';
import { type Resource, resource } from './resource.js';

/** One part of a receipt that is too large for one document. The id is the run's UUID, a dot and the SHA-256 of the part's bytes. */
export const receiptParts: Resource = resource({
  collection: 'receipt_parts',
  idPrefix: '',
  schema: z.strictObject({}),
  filters: { createdBefore: { field: 'createdAt', match: 'below' } },
  access: 'services',
});
