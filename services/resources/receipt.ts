import { z } from 'zod';
import { type DocumentOf, type Resource, resource } from './resource.js';

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

/**
 * How a receipt holds its texts: request, result, manifest and inputs, in this order, with a character between them that valid JSON cannot
 * contain unescaped; JSON text sequences (RFC 7464) rely on that too. Compressed where they are large.
 */
export const TEXT_SEPARATOR = '\x1e';
export const TEXT_COUNT = 4;

/** Largest part, compressed, that one message carries. */
export const MAX_PART_BYTES = 4 * 2 ** 20;

/** The format of a receipt as a file (gateway/run/receipt-file.ts), which its signature signs too. */
export const RECEIPT_FORMAT = 'derivatives-receipt:1';

/** One part of a receipt that is too large for one document. The id is the run's UUID, a dot and the SHA-256 of the part's bytes. */
export const receiptParts: Resource = resource({
  collection: 'receipt_parts',
  idPrefix: '',
  schema: z.strictObject({}),
  filters: { createdBefore: { field: 'createdAt', match: 'below' } },
  access: 'services',
});

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
