/** Rate limit and monthly quota of a tenant: each request is counted against both before it is served. */
import type { RateLimiterRes } from 'rate-limiter-flexible';
import { usages } from '../../resources/usage.js';
import { StoreFailure } from '../../store/failure.js';
import type { Store } from '../../store/port.js';
import { monthOf } from './months.js';

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

const grant = (wanted: number, counter: number, limit: number): number => Math.min(wanted, Math.max(0, limit - (counter - wanted)));

const MINUTE_MS = 60_000;

/**
 * `penalty` increments without a decision: the library's decision knows one limit, and limits differ between tenants. A window that ends
 * later than a minute from now began before the clock was set back, and gives way to a new one.
 */
async function takeFromMinute(store: Store, tenantId: string, count: number): Promise<RateLimiterRes> {
  try {
    const taken = await store.minute.penalty(tenantId, count);
    if (taken.msBeforeNext <= MINUTE_MS) return taken;
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
