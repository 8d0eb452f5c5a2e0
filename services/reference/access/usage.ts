/**
 * The use of the service per tenant and day, for administrators to read. Other counts hold the limits (reservations.ts): these may lose a
 * last moment.
 */

import type { Caller } from '#proto/caller';
import { receipts } from '../../resources/receipt.js';
import type { AnyResource } from '../../resources/resource.js';
import { ownerOf, type Tenant } from '../../resources/tenant.js';
import { usageDays, usageParts, usages } from '../../resources/usage.js';
import { StoreFailure } from '../../store/failure.js';
import { conditionsOf, type Store } from '../../store/port.js';
import { governedTenant } from '../base/authority.js';
import { each } from '../base/each.js';
import type { ChangeTools } from '../evidence/audit.js';
import { dayOf, monthOf } from './months.js';

/** Documents of one collection are counted no further: counting reads them. */
const COUNT_LIMIT = 100_000;
const MAX_USAGE_PARTS = 500;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

interface UsagePart {
  readonly operationId: string;
  /** Id of the key or user. */
  readonly actor: string;
  readonly requests: number;
}

/** @param list the collections of which documents are counted are those that callers reach, and receipts */
export async function getUsage(
  tools: ChangeTools,
  caller: Caller,
  { tenantId, from, to }: { readonly tenantId: string; readonly from: string; readonly to: string },
  list: readonly AnyResource[],
) {
  const tenant: Tenant = await governedTenant(tools.store, caller, ownerOf(tenantId));
  if (!DAY.test(from) || !DAY.test(to)) throw new StoreFailure('invalid', `from and to must be days; got ${from} and ${to}`);
  const { store, now } = tools;
  const days = [];
  for await (const day of each(store, usageDays, tenantId, { sort: 'id', where: conditionsOf(usageDays, { from, to }) }))
    days.push({ day: day.id, requests: day.requests, computeMs: day.computeMs, receipts: day.receipts });
  const parts: UsagePart[] = [];
  const where = conditionsOf(usageParts, { from: `${to}:`, before: `${to};` });
  for await (const { id, requests } of each(store, usageParts, tenantId, { sort: 'id', where })) {
    const [, operationId = '', actor = ''] = id.split(':');
    parts.push({ operationId, actor, requests });
  }
  const month = await store.get(usages, tenantId, monthOf(now()));
  const stored = [];
  for (const resource of [...list.filter(({ access }) => access === 'callers'), receipts])
    stored.push({ collection: resource.collection, documents: await store.count(resource, tenantId, COUNT_LIMIT) });
  return {
    tenant,
    days,
    parts: parts.sort((a, b) => b.requests - a.requests).slice(0, MAX_USAGE_PARTS),
    monthRequests: month?.requests ?? 0,
    monthComputeMs: month?.computeMs ?? 0,
    stored: stored.filter(({ documents }) => documents > 0),
    countLimit: COUNT_LIMIT,
  };
}

/** Adds requests to today's. */
export async function addUsage(store: Store, tenantId: string, parts: readonly UsagePart[], now: number): Promise<void> {
  if (tenantId === '') throw new StoreFailure('invalid', 'the tenant is not named');
  const day = dayOf(now);
  const sum = parts.reduce((total, { requests }) => total + requests, 0);
  await Promise.all([
    store.add(usageDays, tenantId, day, 'requests', sum),
    ...parts.map(({ operationId, actor, requests }) =>
      store.add(usageParts, tenantId, `${day}:${operationId}:${actor}`, 'requests', requests),
    ),
  ]);
}

/** Counts of this process that are written now and then: a receipt is not one more write. */
export interface DayCounts {
  add(tenantId: string, field: 'receipts' | 'computeMs', by: number): void;
  /** Counts that cannot be written stay for the next call. */
  write(): Promise<void>;
}

export function dayCounts(store: Store, now: () => number): DayCounts {
  const unwritten = { receipts: new Map<string, number>(), computeMs: new Map<string, number>() };
  const add: DayCounts['add'] = (tenantId, field, by) => {
    unwritten[field].set(tenantId, (unwritten[field].get(tenantId) ?? 0) + by);
  };
  return {
    add,
    write: async () => {
      for (const field of ['receipts', 'computeMs'] as const) {
        const all = [...unwritten[field]];
        unwritten[field].clear();
        const outcomes = await Promise.allSettled(all.map(([tenantId, by]) => store.add(usageDays, tenantId, dayOf(now()), field, by)));
        for (const [index, [tenantId, by]] of all.entries()) if (outcomes[index]?.status === 'rejected') add(tenantId, field, by);
        const failed = outcomes.find(({ status }) => status === 'rejected');
        if (failed?.status === 'rejected') throw failed.reason;
      }
    },
  };
}
