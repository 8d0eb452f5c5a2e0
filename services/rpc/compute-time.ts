/**
 * Thread time travels from the computing service to the calling process, in a trailer of unary calls and in the replies of the exchange. The time
 * of a run whose caller has gone travels with the next answer to its tenant.
 */
import type { Metadata } from '@grpc/grpc-js';

/** The name of the trailer, in whole milliseconds. */
const ENTRY = 'svc-compute-ms';
/** Maximum number of tenants with time that is not sent yet; the time of the tenant that has waited longest is dropped first. */
const MAX_WAITING_TENANTS = 10_000;

export interface ComputeTime {
  add(tenantId: string, ms: number): void;
  /** Takes the tenant's time that is not sent yet, in whole milliseconds. */
  take(tenantId: string): number;
  /** Moves it into the trailer. */
  tell(tenantId: string, trailer: Metadata): void;
}

export function openComputeTime(): ComputeTime {
  const owed = new Map<string, number>();
  const take = (tenantId: string): number => {
    const ms = Math.floor(owed.get(tenantId) ?? 0);
    if (ms >= 1) owed.set(tenantId, (owed.get(tenantId) ?? 0) - ms);
    return ms;
  };
  return {
    add: (tenantId, ms) => {
      owed.set(tenantId, (owed.get(tenantId) ?? 0) + ms);
      const [oldest] = owed.keys();
      if (owed.size > MAX_WAITING_TENANTS && oldest !== undefined) owed.delete(oldest);
    },
    take,
    tell: (tenantId, trailer) => {
      const ms = take(tenantId);
      if (ms >= 1) trailer.set(ENTRY, String(ms));
    },
  };
}

/** @returns milliseconds; 0 where the trailer has none */
export function computeTimeIn(trailer: Metadata): number {
  const ms = Number(trailer.get(ENTRY)[0] ?? 0);
  return Number.isSafeInteger(ms) && ms > 0 ? ms : 0;
}
