/**
 * The bytes of request bodies, and of large answers, that the gateway holds at once. What arrives beyond them is refused as busy, so that no mix of requests
 * uses more memory than the process has.
 */
import client from 'prom-client';
import type { Registry } from '#services/runtime/metrics';
import { HttpFailure } from '../contract/errors.js';

/** Bodies up to this size have a budget of their own, so that large ones never keep small ones out. */
const SMALL_BYTES = 64 * 1024;
/** The part of the budget that is kept for small bodies. */
const SMALL_SHARE = 0.125;
/** The part of what is left for large bodies that one tenant may hold. */
const TENANT_SHARE = 0.6;

/** What one request holds. */
export interface BodyAccount {
  /** @throws HttpFailure SVC-SYS-002 where the budget is used up */
  take(bytes: number): void;
  /** Counts what is there already, such as an answer: others are refused meanwhile. */
  add(bytes: number): void;
  /** Gives back everything that it holds. */
  release(): void;
}

export interface BodyBudget {
  /** @param tenantId empty where no key is needed */
  open(tenantId: string): BodyAccount;
}

/** @param bytes in all, for bodies of every size */
export function bodyBudget(bytes: number, registry: Registry): BodyBudget {
  const limits = { small: bytes * SMALL_SHARE, large: bytes * (1 - SMALL_SHARE) };
  const used = { small: 0, large: 0 };
  const byTenant = new Map<string, number>();
  new client.Gauge({
    name: 'svc_http_body_bytes',
    help: 'Bytes of the request bodies and large answers that are held now.',
    registers: [registry],
    collect() {
      this.set(used.small + used.large);
    },
  });

  function take(size: 'small' | 'large', count: number, tenantId: string, refuse: boolean): void {
    const ofTenant = (byTenant.get(tenantId) ?? 0) + count;
    if (refuse && (used[size] + count > limits[size] || (size === 'large' && ofTenant > limits.large * TENANT_SHARE)))
      throw new HttpFailure('SVC-SYS-002', 'too many bytes of requests and answers are being served', [], { 'Retry-After': '1' });
    used[size] += count;
    if (size === 'large') byTenant.set(tenantId, ofTenant);
  }
  function give(size: 'small' | 'large', count: number, tenantId: string): void {
    used[size] -= count;
    if (size === 'small') return;
    const left = (byTenant.get(tenantId) ?? 0) - count;
    if (left > 0) byTenant.set(tenantId, left);
    else byTenant.delete(tenantId);
  }

  return {
    open: (tenantId) => {
      let held = 0;
      const size = () => (held > SMALL_BYTES ? 'large' : 'small');
      const hold = (count: number, refuse: boolean) => {
        if (held <= SMALL_BYTES && held + count > SMALL_BYTES) {
          take('large', held + count, tenantId, refuse);
          give('small', held, tenantId);
        } else take(size(), count, tenantId, refuse);
        held += count;
      };
      return {
        take: (count) => hold(count, true),
        add: (count) => hold(count, false),
        release: () => {
          give(size(), held, tenantId);
          held = 0;
        },
      };
    },
  };
}
