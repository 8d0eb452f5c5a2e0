/**
 * Takes requests out of a tenant's limits in small blocks, so that the limits hold across gateways without one call to the
 * store per request. A block is about what the tenant used in the last tenth of a second: a quiet tenant takes one request at
 * a time and wastes none, a busy one takes a few hundred.
 */
import { callerOf } from '#proto/caller';
import type { Client } from '#proto/services';
import type { ReferenceDefinition } from '#proto/types/svc/reference/v1/Reference';
import type { Reservation__Output } from '#proto/types/svc/reference/v1/Reservation';
import type { ClientCall } from '#services/rpc/client-call';
import type { Principal } from './principal.js';

/** Largest block, as a share of the limit per minute. What one gateway holds, another cannot grant. */
const MAX_BLOCK_SHARE = 0.01;
/** A block used up sooner than this is followed by one of twice its size; one that lasts ten times longer, by one of half. */
const FAST_USE_MS = 50;
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
  /** The call that takes the next block; one at a time. */
  taking: Promise<Reservation__Output> | undefined;
}

/** Takes one request out of the limits of the principal's tenant. */
export type Spend = (principal: Principal, correlationId: string) => Promise<Allowance>;

export function leaseRequests(reference: Client<ReferenceDefinition, ClientCall>): Spend {
  const leases = new Map<string, Lease>();

  async function take(lease: Lease, principal: Principal, correlationId: string): Promise<Reservation__Output> {
    const heldMs = performance.now() - lease.takenAt;
    const { keyId, tenantId, requestsPerMinute, monthlyQuota = 0, computeSecondsQuota = 0 } = principal;
    const maxBlock = Math.max(1, Math.floor(requestsPerMinute * MAX_BLOCK_SHARE));
    if (heldMs < FAST_USE_MS) lease.blockSize = Math.min(lease.blockSize * 2, maxBlock);
    else if (heldMs > 10 * FAST_USE_MS) lease.blockSize = Math.max(1, lease.blockSize >> 1);
    const reservation = await reference.reserveRequests(
      { tenantId, keyId, count: Math.min(lease.blockSize, maxBlock), requestsPerMinute, monthlyQuota, computeSecondsQuota },
      { caller: callerOf(principal, correlationId) },
    );
    lease.takenAt = performance.now();
    lease.unused = reservation.granted;
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
    const lease = { ...none, blockSize: 1, takenAt: Number.NEGATIVE_INFINITY, windowEndsAt: 0, taking: undefined };
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
      // What was granted in a window that has ended does not count in the next.
      if (lease.unused > 0 && now < lease.windowEndsAt) {
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
      if (reservation.granted > 0) continue;
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
