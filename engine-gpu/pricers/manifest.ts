/** The run manifest: which code made a number, and how far it may be relied upon (interface specification, 2.3). */
import { hash } from 'blake3-wasm';
import { findPricer } from './index.js';
import type { CapabilityStatus, Need } from './pricer.js';

/** The engine's own version; that of the package. */
export const ENGINE_VERSION = '0.1.0';

export interface Manifest {
  readonly engineVersion: string;
  /** UUID; the call's correlation id. */
  readonly runId: string;
  readonly pricerId: string;
  readonly pricerVersion: number;
  /** `fp:v1:blake3:` and 64 hexadecimal digits. */
  readonly pricerFingerprint: string;
  readonly capabilityStatus: CapabilityStatus;
  /** ISO date. */
  readonly marketDataAsOf: string;
  /** Absent when there are none. */
  readonly warnings?: readonly string[];
}

export interface Run {
  readonly pricerId: string;
  readonly runId: string;
  readonly marketDataAsOf: string;
  /** What this deployment has connected. */
  readonly connected?: readonly Need[];
}

/** What is the same for every run of a pricer. */
interface Provenance {
  readonly pricerVersion: number;
  readonly pricerFingerprint: string;
  readonly capabilityStatus: CapabilityStatus;
  readonly warnings: readonly string[];
  readonly needs: readonly Need[];
}

/** Statuses whose numbers are meant for production; the others carry a warning. */
const FOR_PRODUCTION: readonly CapabilityStatus[] = ['production-candidate', 'ga-validated'];

/** What stands for a pricer that is not registered: no version, nothing vouched for. */
const UNREGISTERED = { version: 0, status: 'experimental', needs: [] } as const;

const provenances = new Map<string, Provenance>();

/** The manifest of one run. */
export function manifestFor({ pricerId, runId, marketDataAsOf, connected = [] }: Run): Manifest {
  const { pricerVersion, pricerFingerprint, capabilityStatus, warnings, needs } = provenanceOf(pricerId);
  const missing = needs.filter((need) => !connected.includes(need));
  const all = [...warnings, ...missing.map((need) => `${pricerId} needs a ${need}, and this deployment has none connected`)];
  const manifest = { engineVersion: ENGINE_VERSION, runId, pricerId, pricerVersion, pricerFingerprint, capabilityStatus, marketDataAsOf };
  return all.length > 0 ? { ...manifest, warnings: all } : manifest;
}

/**
 * BLAKE3 over the canonical text `{"id":…,"version":…}` (JSON, no spaces, id first), so that any process, in any
 * language, can recompute it.
 */
export const fingerprint = (id: string, version: number): string => `fp:v1:blake3:${hash(JSON.stringify({ id, version })).toString('hex')}`;

function provenanceOf(pricerId: string): Provenance {
  const known = provenances.get(pricerId);
  if (known) return known;
  const registered = findPricer(pricerId);
  const { version, status, needs } = registered ?? UNREGISTERED;
  const warnings = [
    ...(registered ? [] : [`pricer ${pricerId} is not registered`]),
    ...(FOR_PRODUCTION.includes(status) ? [] : [`capability status of ${pricerId} is ${status}, which is not for production`]),
  ];
  const provenance = {
    pricerVersion: version,
    pricerFingerprint: fingerprint(pricerId, version),
    capabilityStatus: status,
    warnings,
    needs,
  };
  // Only ids of the list are kept: what callers make up must not grow the map.
  if (registered) provenances.set(pricerId, provenance);
  return provenance;
}
