import { z } from 'zod';
import { resource, stored } from './resource.js';

/** A piece of a receipt that is too large for one document; its id is the run's UUID, a dot and its bytes' SHA-256. */
const receiptPart = z.object(stored);

export type ReceiptPart = z.infer<typeof receiptPart>;

export const receiptParts = resource<ReceiptPart>({ collection: 'receipt_parts', idPrefix: '', schema: receiptPart, indexes: [] });
