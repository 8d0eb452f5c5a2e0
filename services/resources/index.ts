/** Every stored resource. The stores make their collections, tables and indexes from this list when they open. */
import { counterparties } from './counterparty.js';
import { idempotencyKeys, idempotentAnswers } from './idempotency-key.js';
import { keys } from './key.js';
import { quotes } from './quote.js';
import { receipts } from './receipt.js';
import { receiptParts } from './receipt-part.js';
import type { AnyResource } from './resource.js';
import { tenants } from './tenant.js';
import { usages } from './usage.js';

/** @throws Error where two resources have one collection or one id prefix, or one refers to a collection that is not in the list */
export function distinct(list: readonly AnyResource[]): readonly AnyResource[] {
  for (const property of ['collection', 'idPrefix'] as const) {
    const seen = new Set<string>();
    for (const { [property]: value } of list) {
      if (value !== '' && seen.has(value)) throw new Error(`two stored resources have the ${property} ${value}`);
      seen.add(value);
    }
  }
  for (const { collection, references } of list)
    for (const { field, to } of references)
      if (!list.some((each) => each.collection === to)) throw new Error(`${field} of ${collection} refers to ${to}, which is no resource`);
  return list;
}

export const resources = distinct([
  tenants,
  keys,
  usages,
  receipts,
  receiptParts,
  idempotencyKeys,
  idempotentAnswers,
  counterparties,
  quotes,
]);
