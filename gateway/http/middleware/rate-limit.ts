/**
 * Rate limits of a tenant, per minute and per month, in the standard headers (draft-ietf-httpapi-ratelimit-headers).
 *
 * The reference service counts requests. A gateway reserves them in blocks, so that most requests wait for no other process.
 */

import { callerOf } from '#proto/caller';
import type { Client } from '#proto/services';
import type { AccessDefinition } from '#proto/types/svc/access/v1/Access';
import type { Reservation__Output } from '#proto/types/svc/access/v1/Reservation';
import type { ClientCall, CostClass } from '#services/rpc/method-table';
import type { Principal } from '../../contract/entitlement.js';
import { HttpFailure } from '../../contract/errors.js';
import type { Operation } from '../../contract/operation.js';
import { type HttpCall, principalOf } from '../call.js';

/** True for the cost classes whose thread time is counted. */
const COMPUTES: Readonly<Record<CostClass, boolean>> = { quick: false, store: false, batch: true, calibration: true, simulation: true };

/**
 * Takes one request out of the tenant's limits, or refuses it. RateLimit-Policy names every quota of the tenant. RateLimit states the remaining
 * requests of the minute, or the quota of the month or of compute seconds where that is used up. The run that uses the last compute second is not
 * cut short: the next one is refused.
 */
export const rateLimit =
  (spend: Spend) =>
  async (call: HttpCall, { costClass }: Pick<Operation, 'costClass'>): Promise<void> => {
    const { correlationId, headers } = call;
    const principal = principalOf(call);
    const { monthlyQuota, computeSecondsQuota } = principal;
    const { allowed, limit, remaining, resetSeconds, quotaResetSeconds, computeUsedMs, monthResetSeconds } = await spend(
      principal,
      correlationId,
    );
    headers['RateLimit-Policy'] =
      `"minute";q=${limit};w=60` +
      (monthlyQuota === undefined ? '' : `, "month";q=${monthlyQuota}`) +
      (computeSecondsQuota === undefined ? '' : `, "compute-seconds";q=${computeSecondsQuota}`);
    if (!allowed && quotaResetSeconds !== undefined) {
      headers.RateLimit = `"month";r=0;t=${quotaResetSeconds}`;
      throw new HttpFailure('SVC-LIMIT-002', `the monthly quota of ${monthlyQuota} requests is used up`, [], {
        'Retry-After': String(quotaResetSeconds),
      });
    }
    headers.RateLimit = `"minute";r=${remaining};t=${resetSeconds}`;
    if (!allowed) {
      throw new HttpFailure('SVC-LIMIT-001', `more than ${limit} requests in this minute`, [], { 'Retry-After': String(resetSeconds) });
    }
    if (computeSecondsQuota !== undefined && COMPUTES[costClass] && computeUsedMs >= computeSecondsQuota * 1000) {
      headers.RateLimit = `"compute-seconds";r=0;t=${monthResetSeconds}`;
      throw new HttpFailure(
        'SVC-LIMIT-002',
        `the monthly quota of ${computeSecondsQuota} compute seconds is used up; operations that compute no longer than a few milliseconds are still served`,
        [],
        { 'Retry-After': String(monthResetSeconds) },
      );
    }
  };

/** Largest block, as a fraction of the limit per minute. Requests that one gateway has reserved cannot be granted by another. */
const MAX_BLOCK_SHARE = 0.01;
/** Milliseconds: a block that is used up sooner is followed by one of twice its size; one that lasts ten times longer, by one of half. */
const FAST_USE_MS = 50;
/** Milliseconds after which a key reserves a block of its own, so that the time of its last use is known to the minute. */
const KEY_USE_MS = 60_000;
/** Largest number of keys of a tenant in memory. Above it all are dropped, and each then reserves a block of its own again. */
const MAX_KEYS = 1_000;
/** Largest number of tenants in memory. The oldest is dropped first, and with it at most one block. */
const MAX_TENANTS = 10_000;

interface Allowance {
  readonly allowed: boolean;
  /** Requests per minute. */
  readonly limit: number;
  /** Requests left in this minute. */
  readonly remaining: number;
  /** Seconds until the minute ends. */
  readonly resetSeconds: number;
  /** Seconds until the month ends; present where the monthly quota is used up. */
  readonly quotaResetSeconds?: number;
  /** Thread time that the tenant's runs have used this month, milliseconds, as of the last reservation; 0 where there is no quota. */
  readonly computeUsedMs: number;
  /** Seconds until the month ends, as of the last reservation. */
  readonly monthResetSeconds: number;
}

interface Lease {
  /** Requests of the block that are not used yet. */
  unused: number;
  blockSize: number;
  /** performance.now() when the block was taken. */
  takenAt: number;
  windowEndsAt: number;
  /** Remaining requests of the minute besides those of the block. */
  remaining: number;
  computeUsedMs: number;
  monthResetSeconds: number;
  /** performance.now() at which each key last reserved a block. */
  readonly takenBy: Map<string, number>;
  /** The call that reserves the next block; there is one at a time. */
  taking: Promise<Reservation__Output> | undefined;
}

/** True if a request of the block may be used. A grant of a window that has ended does not count in the next. */
const hasUnused = ({ unused, windowEndsAt }: Lease, now: number): boolean => unused > 0 && now < windowEndsAt;

/** Takes one request out of the limits of the principal's tenant. */
type Spend = (principal: Principal, correlationId: string) => Promise<Allowance>;

export function leaseRequests(access: Client<AccessDefinition, ClientCall>): Spend {
  const leases = new Map<string, Lease>();

  async function take(lease: Lease, principal: Principal, correlationId: string): Promise<Reservation__Output> {
    const usedUpInMs = performance.now() - lease.takenAt;
    const { keyId, tenantId, requestsPerMinute, monthlyQuota = 0, computeSecondsQuota = 0 } = principal;
    const maxBlock = Math.max(1, Math.floor(requestsPerMinute * MAX_BLOCK_SHARE));
    if (usedUpInMs < FAST_USE_MS) lease.blockSize = Math.min(lease.blockSize * 2, maxBlock);
    else if (usedUpInMs > 10 * FAST_USE_MS) lease.blockSize = Math.max(1, lease.blockSize >> 1);
    // Where requests of the block remain, only the key's own request is reserved: the gateway stays within its share.
    const count = hasUnused(lease, performance.now()) ? 1 : Math.min(lease.blockSize, maxBlock);
    const reservation = await access.reserveRequests(
      { tenantId, keyId, count, requestsPerMinute, monthlyQuota, computeSecondsQuota },
      { caller: callerOf(principal, correlationId) },
    );
    lease.takenAt = performance.now();
    if (lease.takenBy.size >= MAX_KEYS) lease.takenBy.clear();
    lease.takenBy.set(keyId, lease.takenAt);
    lease.unused = reservation.granted + (hasUnused(lease, lease.takenAt) ? lease.unused : 0);
    lease.remaining = reservation.remaining;
    lease.computeUsedMs = reservation.computeUsedMs;
    lease.monthResetSeconds = reservation.quotaResetS;
    lease.windowEndsAt = lease.takenAt + reservation.resetMs;
    return reservation;
  }

  function leaseOf(tenantId: string): Lease {
    const current = leases.get(tenantId);
    if (current !== undefined) return current;
    const lease = {
      ...{ unused: 0, remaining: 0, computeUsedMs: 0, monthResetSeconds: 0 },
      takenBy: new Map<string, number>(),
      blockSize: 1,
      takenAt: Number.NEGATIVE_INFINITY,
      windowEndsAt: 0,
      taking: undefined,
    };
    leases.set(tenantId, lease);
    const [oldest] = leases.keys();
    if (leases.size > MAX_TENANTS && oldest !== undefined) leases.delete(oldest);
    return lease;
  }

  return async (principal, correlationId) => {
    const limit = principal.requestsPerMinute;
    const lease = leaseOf(principal.tenantId);
    for (;;) {
      const now = performance.now();
      if (hasUnused(lease, now) && now - (lease.takenBy.get(principal.keyId) ?? Number.NEGATIVE_INFINITY) < KEY_USE_MS) {
        lease.unused--;
        return {
          allowed: true,
          limit,
          remaining: Math.max(0, lease.remaining + lease.unused),
          resetSeconds: Math.max(0, Math.ceil((lease.windowEndsAt - now) / 1000)),
          computeUsedMs: lease.computeUsedMs,
          monthResetSeconds: lease.monthResetSeconds,
        };
      }
      lease.taking ??= take(lease, principal, correlationId).finally(() => {
        lease.taking = undefined;
      });
      const reservation = await lease.taking;
      if (reservation.granted > 0 || lease.unused > 0) continue;
      return {
        allowed: false,
        limit,
        remaining: 0,
        resetSeconds: Math.max(1, Math.ceil(reservation.resetMs / 1000)),
        computeUsedMs: lease.computeUsedMs,
        monthResetSeconds: lease.monthResetSeconds,
        ...(reservation.quotaExhausted && { quotaResetSeconds: reservation.quotaResetS }),
      };
    }
  };
}
