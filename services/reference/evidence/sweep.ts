/**
 * Removes what nothing refers to any more: parts of receipts that were never written or are removed, and idempotency keys that have
 * expired.
 */
import { idempotencyKeys, idempotentAnswers } from '../../resources/idempotency-key.js';
import { receiptParts, receipts } from '../../resources/receipt.js';
import type { Document } from '../../resources/resource.js';
import { StoreFailure } from '../../store/failure.js';
import { conditionsOf, type Store } from '../../store/port.js';
import { each, everyTenant } from '../base/each.js';
import { KEY_LIFETIME_MS } from './idempotency.js';

const HOUR_MS = 3_600_000;
/**
 * A part this old either has its receipt or never will: the first part of a result is written while the rest is computed, for a day at
 * most.
 */
const MIN_AGE_MS = 48 * HOUR_MS;
export const SWEEP_INTERVAL_MS = HOUR_MS;

/** Several processes may sweep one store at the same time. @returns how many parts were removed */
export async function sweepParts(store: Store, now: number): Promise<number> {
  let removed = 0;
  for await (const { id: tenantId } of everyTenant(store)) {
    const conditions = conditionsOf(receiptParts, { createdBefore: now - MIN_AGE_MS });
    for await (const { id } of each(store, receiptParts, tenantId, { where: conditions })) {
      const receipt = await store.get(receipts, tenantId, id.slice(0, id.indexOf('.')));
      if (receipt?.parts.includes(id)) continue;
      if (await store.remove(receiptParts, tenantId, id)) removed++;
    }
  }
  return removed;
}

/** A key that has just expired may still be being read. */
const KEY_MARGIN_MS = HOUR_MS;

/**
 * Removes expired idempotency keys and their answers. A key that is claimed again in between stays: the record is removed
 * only in the version that was read.
 *
 * @returns how many keys were removed
 */
export async function sweepIdempotencyKeys(store: Store, now: number): Promise<number> {
  const end = now - KEY_MARGIN_MS;
  const createdBefore = end - KEY_LIFETIME_MS;
  let removed = 0;
  for await (const { id: tenantId } of everyTenant(store)) {
    for await (const key of each(store, idempotencyKeys, tenantId, { where: conditionsOf(idempotencyKeys, { createdBefore }) })) {
      // A record keeps its time of creation when its key is claimed again after it expired.
      if (key.expiresAt <= end && (await removeUnchanged(store, tenantId, key))) removed++;
    }
    // An answer is written after its key is claimed, so that an answer of this age belongs to a key that has expired.
    const conditions = conditionsOf(idempotentAnswers, { createdBefore });
    for await (const { id } of each(store, idempotentAnswers, tenantId, { where: conditions }))
      await store.remove(idempotentAnswers, tenantId, id);
  }
  return removed;
}

async function removeUnchanged(store: Store, tenantId: string, { id, version }: Document<object>): Promise<boolean> {
  try {
    return await store.remove(idempotencyKeys, tenantId, id, version);
  } catch (error) {
    if (error instanceof StoreFailure && error.kind === 'stale') return false;
    throw error;
  }
}
