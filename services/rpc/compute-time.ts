/**
 * The thread time of runs travels from the computing service to the calling process in a trailer of unary calls. The time of a run whose
 * caller has gone travels with the next answer to its tenant.
 */
import type { Metadata } from '@grpc/grpc-js';

/** The name of the trailer, in whole milliseconds. */
const ENTRY = 'svc-compute-ms';
/** Maximum number of tenants with time that is not sent yet; the time of the tenant that has waited longest is dropped first. */
const MAX_WAITING_TENANTS = 10_000;

export interface ComputeTime {
  add(tenantId: string, ms: number): void;
  /** Moves the tenant's time that is not sent yet into the trailer. */
  tell(tenantId: string, trailer: Metadata): void;
}

export function openComputeTime(): ComputeTime {
  const owed = new Map<string, number>();
  return {
    add: (tenantId, ms) => {
      owed.set(tenantId, (owed.get(tenantId) ?? 0) + ms);
      const [oldest] = owed.keys();
      if (owed.size > MAX_WAITING_TENANTS && oldest !== undefined) owed.delete(oldest);
    },
    tell: (tenantId, trailer) => {
      const ms = Math.floor(owed.get(tenantId) ?? 0);
      if (ms < 1) return;
      owed.set(tenantId, (owed.get(tenantId) ?? 0) - ms);
      trailer.set(ENTRY, String(ms));
    },
  };
}

/** @returns milliseconds; 0 where the trailer has none */
export function computeTimeIn(trailer: Metadata): number {
  const ms = Number(trailer.get(ENTRY)[0] ?? 0);
  return Number.isSafeInteger(ms) && ms > 0 ? ms : 0;
}
