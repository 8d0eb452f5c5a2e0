/**
 * The use of the service by tenants. Each request is counted against the rate limit and the monthly quota of its tenant before it is served;
 * these counts are exact. The counts per day, for administrators to read, may lose a last moment.
 */

import type { RateLimiterRes } from 'rate-limiter-flexible';
import type { Caller } from '#proto/caller';
import { receipts } from '../../resources/receipt.js';
import type { AnyResource } from '../../resources/resource.js';
import { ownerOf, PLATFORM, type Tenant, tenants } from '../../resources/tenant.js';
import { STORED_BYTES } from '../../resources/tier.js';
import { usageDays, usageParts, usages } from '../../resources/usage.js';
import { StoreFailure } from '../../store/failure.js';
import { conditionsOf, type Store } from '../../store/port.js';
import { governedTenant } from '../base/authority.js';
import { each } from '../base/each.js';
import type { ChangeTools } from '../evidence/audit.js';

/** The day in UTC, such as 2026-03-04. */
const dayOf = (now: number): string => new Date(now).toISOString().slice(0, 'yyyy-mm-dd'.length);

/** The month in UTC, such as 2026-03. */
const monthOf = (now: number): string => new Date(now).toISOString().slice(0, 'yyyy-mm'.length);

interface ReservationRequest {
  readonly tenantId: string;
  /** Requests to reserve, at least 1. */
  readonly count: number;
  /** Limit per minute, at least 1. */
  readonly requestsPerMinute: number;
  /** Limit per month; 0 for none. */
  readonly monthlyQuota: number;
  /** Limit of thread time per month, seconds; 0 for none. */
  readonly computeSecondsQuota?: number;
}

interface ReservationOutcome {
  /** Requests that may be served, 0 to `count`. */
  granted: number;
  /** Requests left in this minute. */
  remaining: number;
  /** Milliseconds until the minute's window ends. */
  resetMs: number;
  /** True where the monthly quota refused some of the requests. */
  quotaExhausted: boolean;
  /** Requests left in this month; 0 where there is no quota. */
  quotaRemaining: number;
  /** Seconds until the month ends. */
  quotaResetS: number;
  /** Thread time used in this month; 0 where there is no quota. */
  computeUsedMs: number;
}

/**
 * Reserves up to `count` requests of the minute, and of the month as many as the minute granted.
 *
 * Both counters are incremented atomically and return the new value, so that concurrent callers, at whichever process, are never
 * granted more than the limit together. Where an increment by n takes the counter to c, those within the limit are granted:
 *
 *   granted = min(n, max(0, limit − (c − n)))
 *
 * What was refused stays in the counter of the minute, which makes no difference before its window ends; it is taken off the counter
 * of the month.
 */
export async function reserve(
  store: Store,
  { tenantId, count, requestsPerMinute, monthlyQuota, computeSecondsQuota = 0 }: ReservationRequest,
  now: number,
): Promise<ReservationOutcome> {
  for (const [name, value] of Object.entries({ count, requestsPerMinute })) {
    if (!(value >= 1)) throw new StoreFailure('invalid', `${name} must be at least 1; got ${value}`);
  }
  const minute = await takeFromMinute(store, tenantId, count);
  const fromMinute = grant(count, minute.consumedPoints, requestsPerMinute);
  const month = await takeFromMonth(store, tenantId, fromMinute, monthlyQuota, now);
  const computeUsedMs = computeSecondsQuota === 0 ? 0 : await computeTimeUsed(store, tenantId, now);
  return {
    granted: month.granted,
    remaining: Math.max(0, requestsPerMinute - minute.consumedPoints),
    resetMs: minute.msBeforeNext,
    quotaExhausted: month.granted < fromMinute,
    quotaRemaining: month.remaining,
    quotaResetS: Math.ceil((startOfNextMonth(now) - now) / 1000),
    computeUsedMs,
  };
}

/** Thread time that a tenant has used this month, milliseconds. */
export const computeTimeUsed = async (store: Store, tenantId: string, now: number): Promise<number> =>
  (await store.get(usages, tenantId, monthOf(now)))?.computeMs ?? 0;

/** Adds thread time of runs that have ended to what the tenant has used this month. */
export async function addComputeTime(store: Store, tenantId: string, ms: number, now: number): Promise<void> {
  if (tenantId === '') throw new StoreFailure('invalid', 'the tenant is not named');
  await store.add(usages, tenantId, monthOf(now), 'computeMs', ms);
}

/** Bytes that a tenant may store; Infinity for what belongs to no tenant. */
export async function storedBytesQuota(store: Store, tenantId: string): Promise<number> {
  const tenant = await store.get(tenants, PLATFORM, ownerOf(tenantId));
  return tenant === undefined ? Number.POSITIVE_INFINITY : tenant.storedBytesQuota || STORED_BYTES[tenant.tier];
}

const grant = (requested: number, counter: number, limit: number): number =>
  Math.min(requested, Math.max(0, limit - (counter - requested)));

const MINUTE_MS = 60_000;

/**
 * `penalty` increments without a decision: the library's decision knows one limit, and limits differ between tenants. A window that ends
 * later than a minute from now began before the clock was set back, and gives way to a new one.
 */
async function takeFromMinute(store: Store, tenantId: string, count: number): Promise<RateLimiterRes> {
  try {
    const minuteCount = await store.minute.penalty(tenantId, count);
    if (minuteCount.msBeforeNext <= MINUTE_MS) return minuteCount;
    await store.minute.delete(tenantId);
    return await store.minute.penalty(tenantId, count);
  } catch (error) {
    throw new StoreFailure('unavailable', 'the rate limits cannot be counted', { cause: error });
  }
}

async function takeFromMonth(store: Store, tenantId: string, count: number, quota: number, now: number) {
  const month = monthOf(now);
  const used =
    count === 0 ? ((await store.get(usages, tenantId, month))?.requests ?? 0) : await store.add(usages, tenantId, month, 'requests', count);
  if (quota === 0) return { granted: count, remaining: 0 };
  const granted = grant(count, used, quota);
  if (granted < count) await store.add(usages, tenantId, month, 'requests', granted - count);
  return { granted, remaining: Math.max(0, quota - used) };
}

function startOfNextMonth(now: number): number {
  const date = new Date(now);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
}

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
  const conditions = conditionsOf(usageParts, { from: `${to}:`, before: `${to};` });
  for await (const { id, requests } of each(store, usageParts, tenantId, { sort: 'id', where: conditions })) {
    const [, operationId = '', actor = ''] = id.split(':');
    parts.push({ operationId, actor, requests });
  }
  const month = await store.get(usages, tenantId, monthOf(now()));
  const stored = [];
  for (const resource of [...list.filter(({ access }) => access === 'callers'), receipts])
    stored.push({ collection: resource.collection, documents: await store.count(resource, tenantId, COUNT_LIMIT) });
  const [storedBytes, storedBytesLimit] = await Promise.all([store.stored(tenantId), storedBytesQuota(store, tenantId)]);
  return {
    tenant,
    ...{ storedBytes, storedBytesQuota: storedBytesLimit },
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
  addReceipt(tenantId: string): void;
  addComputeMs(tenantId: string, computeMs: number): void;
  /** Counts that cannot be written stay for the next call. */
  write(): Promise<void>;
}

export function dayCounts(store: Store, now: () => number): DayCounts {
  const unwritten = { receipts: new Map<string, number>(), computeMs: new Map<string, number>() };
  const add = (tenantId: string, field: keyof typeof unwritten, amount: number): void => {
    unwritten[field].set(tenantId, (unwritten[field].get(tenantId) ?? 0) + amount);
  };
  return {
    addReceipt: (tenantId) => add(tenantId, 'receipts', 1),
    addComputeMs: (tenantId, computeMs) => add(tenantId, 'computeMs', computeMs),
    write: async () => {
      for (const field of ['receipts', 'computeMs'] as const) {
        const all = [...unwritten[field]];
        unwritten[field].clear();
        const outcomes = await Promise.allSettled(
          all.map(([tenantId, amount]) => store.add(usageDays, tenantId, dayOf(now()), field, amount)),
        );
        for (const [index, [tenantId, amount]] of all.entries()) if (outcomes[index]?.status === 'rejected') add(tenantId, field, amount);
        const failed = outcomes.find(({ status }) => status === 'rejected');
        if (failed?.status === 'rejected') throw failed.reason;
      }
    },
  };
}
