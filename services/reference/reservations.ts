/** Rate limit and monthly quota of a tenant: requests are taken out of both before they are served. */
import type { RateLimiterRes } from 'rate-limiter-flexible';
import { usages } from '../resources/usage.js';
import { StoreFailure } from '../store/failure.js';
import type { Store } from '../store/port.js';

export interface Wanted {
  readonly tenantId: string;
  /** At least 1. */
  readonly count: number;
  /** At least 1. */
  readonly requestsPerMinute: number;
  /** 0: unlimited. */
  readonly monthlyQuota: number;
}

export interface Reserved {
  /** 0 to count. */
  granted: number;
  /** Of the minute, after this. */
  remaining: number;
  /** Until the minute's window ends. */
  resetMs: number;
  /** The month is what refused some. */
  quotaExhausted: boolean;
  /** Of the month, after this; 0 where unlimited. */
  quotaRemaining: number;
  /** Until the month ends. */
  quotaResetS: number;
}

/**
 * Takes up to `count` requests out of the minute, and what the minute gives out of the month.
 *
 * Both counters are increments that return the new value, so that concurrent callers, whichever process they ask,
 * never get more than the limit between them: of the n that took the counter to c, those up to the limit are granted,
 *
 *   granted = min(n, max(0, limit − (c − n)))
 *
 * The minute's counter keeps what it refused, which changes nothing before its window ends; the month's gives it back.
 */
export async function reserve(store: Store, { tenantId, count, requestsPerMinute, monthlyQuota }: Wanted, now: number): Promise<Reserved> {
  for (const [name, value] of Object.entries({ count, requestsPerMinute })) {
    if (!(value >= 1)) throw new StoreFailure('invalid', `${name} must be at least 1; got ${value}`);
  }
  const minute = await takeFromMinute(store, tenantId, count);
  const fromMinute = grant(count, minute.consumedPoints, requestsPerMinute);
  const month = await takeFromMonth(store, tenantId, fromMinute, monthlyQuota, now);
  return {
    granted: month.granted,
    remaining: Math.max(0, requestsPerMinute - minute.consumedPoints),
    resetMs: minute.msBeforeNext,
    quotaExhausted: month.granted < fromMinute,
    quotaRemaining: month.remaining,
    quotaResetS: Math.ceil((startOfNextMonth(now) - now) / 1000),
  };
}

const grant = (wanted: number, counter: number, limit: number): number => Math.min(wanted, Math.max(0, limit - (counter - wanted)));

/** `penalty` is the library's increment without a verdict: its own verdict is for one limit, and ours differ by tenant. */
async function takeFromMinute(store: Store, tenantId: string, count: number): Promise<RateLimiterRes> {
  try {
    return await store.minute.penalty(tenantId, count);
  } catch (error) {
    throw new StoreFailure('unavailable', 'the rate limits cannot be counted', { cause: error });
  }
}

async function takeFromMonth(store: Store, tenantId: string, count: number, quota: number, now: number) {
  const month = new Date(now).toISOString().slice(0, 'yyyy-mm'.length);
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
