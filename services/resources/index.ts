/** Every stored resource: the adapters make what these need when they open. */
import { idempotencyKeys, idempotentAnswers } from './idempotency-key.js';
import { keys } from './key.js';
import { receipts } from './receipt.js';
import { receiptParts } from './receipt-part.js';
import type { AnyResource } from './resource.js';
import { tenants } from './tenant.js';
import { usages } from './usage.js';

/** @throws Error when two resources claim one collection or one id prefix */
export function distinct(list: readonly AnyResource[]): readonly AnyResource[] {
  for (const property of ['collection', 'idPrefix'] as const) {
    const seen = new Set<string>();
    for (const { [property]: value } of list) {
      if (value !== '' && seen.has(value)) throw new Error(`two stored resources have the ${property} ${value}`);
      seen.add(value);
    }
  }
  return list;
}

export const resources = distinct([tenants, keys, usages, receipts, receiptParts, idempotencyKeys, idempotentAnswers]);
