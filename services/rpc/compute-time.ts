/**
 * Thread time that runs have taken, on its way from the service that computed to the process that asked: a trailer of unary calls. What a
 * run took whose caller has gone is told with the next answer to its tenant.
 */
import type { Metadata } from '@grpc/grpc-js';

/** The trailer that carries whole milliseconds. */
const ENTRY = 'svc-compute-ms';
/** Tenants whose time is not told yet; of the tenant that has waited longest it is forgotten first. */
const MAX_TENANTS = 10_000;

export interface ComputeTime {
  add(tenantId: string, ms: number): void;
  /** Puts the tenant's time that is not told yet into the trailer. */
  tell(tenantId: string, trailer: Metadata): void;
}

export function openComputeTime(): ComputeTime {
  const owed = new Map<string, number>();
  return {
    add: (tenantId, ms) => {
      owed.set(tenantId, (owed.get(tenantId) ?? 0) + ms);
      const [oldest] = owed.keys();
      if (owed.size > MAX_TENANTS && oldest !== undefined) owed.delete(oldest);
    },
    tell: (tenantId, trailer) => {
      const ms = Math.floor(owed.get(tenantId) ?? 0);
      if (ms < 1) return;
      owed.set(tenantId, (owed.get(tenantId) ?? 0) - ms);
      trailer.set(ENTRY, String(ms));
    },
  };
}

/** @returns milliseconds; 0 where none are told */
export function computeTimeIn(trailer: Metadata): number {
  const ms = Number(trailer.get(ENTRY)[0] ?? 0);
  return Number.isSafeInteger(ms) && ms > 0 ? ms : 0;
}
