import { z } from 'zod';
import { type DocumentOf, resource } from './resource.js';

/** BLAKE3, hexadecimal. */
const hash = z.string().regex(/^[0-9a-f]{64}$/);

/** A signature of a hash; both fields are empty where no key was configured. */
const signature = {
  /** Id of the key that signed. */
  keyId: z.string().default(''),
  /** Ed25519, base64. */
  signature: z.string().default(''),
};

/**
 * Blocks of the chain of a tenant's receipts (services/reference/evidence/receipt-chain.ts). The id is the block's number in twelve digits,
 * so that only one of several processes can write the block that follows another. The bytes hold one entry per receipt.
 */
export const receiptBlocks = resource({
  collection: 'receipt_blocks',
  idPrefix: '',
  schema: z.strictObject({
    /** Hash of the block before; empty for the first. */
    previous: hash.or(z.literal('')),
    hash,
    ...signature,
  }),
  filters: {
    number: { field: 'id', match: 'atLeast' },
    sealedFrom: { field: 'createdAt', match: 'atLeast' },
    sealedBefore: { field: 'createdAt', match: 'below' },
  },
  access: 'services',
});

export type ReceiptBlock = DocumentOf<typeof receiptBlocks>;

/** How far retention has removed the receipts of a tenant's chain: one document per tenant, CHECKPOINT. */
export const receiptCheckpoints = resource({
  collection: 'receipt_checkpoints',
  idPrefix: '',
  schema: z.strictObject({
    /** Number, hash and time of the last block whose receipts have been removed. */
    block: z.int().min(1),
    hash,
    sealedAt: z.int(),
    ...signature,
  }),
  access: 'services',
});

export const CHECKPOINT = 'receipts';
