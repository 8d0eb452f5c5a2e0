/**
 * Takes requests out of a tenant's limits in small blocks, so that the limits hold across gateways without one call to the
 * store per request. A block is about what the tenant used in the last tenth of a second: a quiet tenant takes one request at
 * a time and wastes none, a busy one takes a few hundred.
 *
 * A block says whose key took it, and the reference service notes from this when a key was last used. A key therefore takes a block of its
 * own once a minute, whatever is left of the one before.
 */
import { callerOf } from '#proto/caller';
import type { Client } from '#proto/services';
import type { AccessDefinition } from '#proto/types/svc/access/v1/Access';
import type { Reservation__Output } from '#proto/types/svc/access/v1/Reservation';
import type { ClientCall } from '#services/rpc/client-call';
import type { Principal } from '../contract/principal.js';

/** Largest block, as a share of the limit per minute. What one gateway holds, another cannot grant. */
const MAX_BLOCK_SHARE = 0.01;
/** A block used up sooner than this is followed by one of twice its size; one that lasts ten times longer, by one of half. */
const FAST_USE_MS = 50;
/** A key takes a block of its own at least this often: when it was last used is shown to the minute. */
const KEY_USE_MS = 60_000;
/** Keys of a tenant in memory. All are dropped where there are more, and each then takes a block of its own again. */
const MAX_KEYS = 1_000;
/** Tenants in memory. The oldest is dropped first, and with it at most one block. */
const MAX_TENANTS = 10_000;

export interface Allowance {
  readonly allowed: boolean;
  /** Requests per minute. */
  readonly limit: number;
  /** Requests left in this minute. */
  readonly remaining: number;
  /** Until the minute ends. */
  readonly resetSeconds: number;
  /** Present where the monthly quota is used up: until the month ends. */
  readonly quotaResetSeconds?: number;
  /** Thread time that the tenant's runs have used this month, as the last reservation told; 0 where there is no quota. */
  readonly computeUsedMs: number;
  /** Until the month ends, as the last reservation told. */
  readonly monthResetSeconds: number;
}

interface Lease {
  /** Requests of the block that are not used yet. */
  unused: number;
  blockSize: number;
  /** performance.now() when the block was taken. */
  takenAt: number;
  windowEndsAt: number;
  /** Requests left in the minute beside those of the block. */
  remaining: number;
  computeUsedMs: number;
  monthResetSeconds: number;
  /** By key: performance.now() when it last took a block. */
  readonly takenBy: Map<string, number>;
  /** The call that takes the next block; one at a time. */
  taking: Promise<Reservation__Output> | undefined;
}

/** What was granted in a window that has ended does not count in the next. */
const isLeft = ({ unused, windowEndsAt }: Lease, now: number): boolean => unused > 0 && now < windowEndsAt;

/** Takes one request out of the limits of the principal's tenant. */
export type Spend = (principal: Principal, correlationId: string) => Promise<Allowance>;

export function leaseRequests(access: Client<AccessDefinition, ClientCall>): Spend {
  const leases = new Map<string, Lease>();

  async function take(lease: Lease, principal: Principal, correlationId: string): Promise<Reservation__Output> {
    const heldMs = performance.now() - lease.takenAt;
    const { keyId, tenantId, requestsPerMinute, monthlyQuota = 0, computeSecondsQuota = 0 } = principal;
    const maxBlock = Math.max(1, Math.floor(requestsPerMinute * MAX_BLOCK_SHARE));
    if (heldMs < FAST_USE_MS) lease.blockSize = Math.min(lease.blockSize * 2, maxBlock);
    else if (heldMs > 10 * FAST_USE_MS) lease.blockSize = Math.max(1, lease.blockSize >> 1);
    // Where requests are left, the block is for the key's own request alone: what one gateway holds stays within its share.
    const count = isLeft(lease, performance.now()) ? 1 : Math.min(lease.blockSize, maxBlock);
    const reservation = await access.reserveRequests(
      { tenantId, keyId, count, requestsPerMinute, monthlyQuota, computeSecondsQuota },
      { caller: callerOf(principal, correlationId) },
    );
    lease.takenAt = performance.now();
    if (lease.takenBy.size >= MAX_KEYS) lease.takenBy.clear();
    lease.takenBy.set(keyId, lease.takenAt);
    lease.unused = reservation.granted + (isLeft(lease, lease.takenAt) ? lease.unused : 0);
    lease.remaining = reservation.remaining;
    lease.computeUsedMs = reservation.computeUsedMs;
    lease.monthResetSeconds = reservation.quotaResetS;
    lease.windowEndsAt = lease.takenAt + reservation.resetMs;
    return reservation;
  }

  function leaseOf(tenantId: string): Lease {
    const known = leases.get(tenantId);
    if (known !== undefined) return known;
    const none = { unused: 0, remaining: 0, computeUsedMs: 0, monthResetSeconds: 0 };
    const lease = {
      ...none,
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
      if (isLeft(lease, now) && now - (lease.takenBy.get(principal.keyId) ?? Number.NEGATIVE_INFINITY) < KEY_USE_MS) {
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
