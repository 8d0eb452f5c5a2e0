/** The hash of a receipt, over everything that is stored of it. */
import { createHash } from 'node:crypto';
import { type Receipt, receipts } from '../../resources/receipt.js';
import { receiptParts } from '../../resources/receipt-part.js';
import type { Store } from '../../store/port.js';
import { blake3 } from './hash-chain.js';

const HASH_VERSION = 'receipt:v1';

/**
 * BLAKE3 over the JSON of the receipt's fields, a line feed, and the stored bytes. Bytes in parts are covered by the ids of the parts,
 * which hold the SHA-256 of each.
 */
export function receiptHash(receipt: Receipt, bytes: Buffer | undefined): Buffer {
  const { tenantId, id, createdAt, operationId, tag, pricerId, backend, traceId, encoding, parts } = receipt;
  const fields = JSON.stringify([HASH_VERSION, tenantId, id, createdAt, operationId, tag, pricerId, backend, traceId, encoding, parts]);
  return blake3(Buffer.concat([Buffer.from(`${fields}\n`), bytes ?? Buffer.alloc(0)]));
}

/** @returns undefined where there is no such receipt */
export async function storedHash(
  store: Store,
  tenantId: string,
  runId: string,
): Promise<{ readonly hash: Buffer; readonly parts: readonly string[] } | undefined> {
  const [receipt, bytes] = await Promise.all([store.get(receipts, tenantId, runId), store.bytes(receipts, tenantId, runId)]);
  return receipt && { hash: receiptHash(receipt, bytes), parts: receipt.parts };
}

/** True where all parts of a receipt exist, with the bytes that their ids name. */
export async function partsIntact(store: Store, tenantId: string, runId: string, parts: readonly string[]): Promise<boolean> {
  for (const part of parts) {
    const bytes = await store.bytes(receiptParts, tenantId, part);
    if (bytes === undefined || part !== `${runId}.${createHash('sha256').update(bytes).digest('hex')}`) return false;
  }
  return true;
}
