/**
 * Requests that a tenant may still make, taken from the shared count in small blocks, so that limits hold across
 * gateways without a call a request. A block is what the tenant used in the last tenth of a second or so: a quiet
 * tenant takes one at a time and wastes none, a busy one a few hundred.
 */
import { callerOf } from '#proto/caller';
import type { Client } from '#proto/services';
import type { ReferenceDefinition } from '#proto/types/svc/reference/v1/Reference';
import type { Reservation__Output } from '#proto/types/svc/reference/v1/Reservation';
import type { ClientCall } from '#services/rpc/client-call';
import type { Principal } from './principal.js';

/** No block is larger than this share of the minute's limit: what one gateway holds, another cannot grant. */
const LARGEST_SHARE = 0.01;
/** A block that is spent sooner than this is followed by one of twice its size; one that lasts ten times longer, by half. */
const SPENT_SOON_MS = 50;
/** Tenants in memory; the oldest goes first, and with it no more than a block. */
const MAX_TENANTS = 10_000;

export interface Allowance {
  readonly allowed: boolean;
  readonly limit: number;
  /** Of the minute. */
  readonly remaining: number;
  readonly resetSeconds: number;
  /** The month is what refused, and ends in so many seconds. */
  readonly quotaResetSeconds?: number;
}

interface Lease {
  unspent: number;
  size: number;
  takenAt: number;
  windowEndsAt: number;
  /** Left in the minute beside what is unspent here. */
  remaining: number;
  taking?: Promise<Reservation__Output>;
}

export type Spend = (principal: Principal, correlationId: string) => Promise<Allowance>;

export function leaseRequests(reference: Client<ReferenceDefinition, ClientCall>): Spend {
  const leases = new Map<string, Lease>();

  function take(lease: Lease, principal: Principal, correlationId: string): Promise<Reservation__Output> {
    const now = performance.now();
    const held = now - lease.takenAt;
    const largest = Math.max(1, Math.floor(principal.requestsPerMinute * LARGEST_SHARE));
    if (held < SPENT_SOON_MS) lease.size = Math.min(lease.size * 2, largest);
    else if (held > 10 * SPENT_SOON_MS) lease.size = Math.max(1, lease.size >> 1);
    const count = Math.min(lease.size, largest);
    return reference
      .reserveRequests(
        {
          tenantId: principal.tenantId,
          keyId: principal.keyId,
          count,
          requestsPerMinute: principal.requestsPerMinute,
          monthlyQuota: principal.monthlyQuota ?? 0,
        },
        { caller: callerOf(principal, correlationId) },
      )
      .then((reservation) => {
        const taken = performance.now();
        lease.unspent = reservation.granted;
        lease.remaining = reservation.remaining;
        lease.takenAt = taken;
        lease.windowEndsAt = taken + reservation.resetMs;
        return reservation;
      })
      .finally(() => {
        lease.taking = undefined;
      });
  }

  return async (principal, correlationId) => {
    let lease = leases.get(principal.tenantId);
    if (lease === undefined) {
      lease = { unspent: 0, size: 1, takenAt: Number.NEGATIVE_INFINITY, windowEndsAt: 0, remaining: 0 };
      leases.set(principal.tenantId, lease);
      if (leases.size > MAX_TENANTS) leases.delete(leases.keys().next().value!);
    }
    for (;;) {
      const now = performance.now();
      const allowance = {
        limit: principal.requestsPerMinute,
        remaining: Math.max(0, lease.remaining + lease.unspent - 1),
        resetSeconds: Math.max(0, Math.ceil((lease.windowEndsAt - now) / 1000)),
      };
      // What was granted in a window that has ended counts for nothing in the next.
      if (lease.unspent > 0 && now < lease.windowEndsAt) {
        lease.unspent--;
        return { allowed: true, ...allowance };
      }
      lease.taking ??= take(lease, principal, correlationId);
      const reservation = await lease.taking;
      if (reservation.granted === 0) {
        return {
          allowed: false,
          limit: principal.requestsPerMinute,
          remaining: 0,
          resetSeconds: Math.max(1, Math.ceil(reservation.resetMs / 1000)),
          ...(reservation.quotaExhausted && { quotaResetSeconds: reservation.quotaResetS }),
        };
      }
    }
  };
}
