/** The run manifest: the code that produced a number, and how far the number may be relied upon (interface specification, 2.3). */
import { hash } from 'blake3-wasm';
import type { CapabilityStatus, Need } from '../base/pricer-identity.js';
import { findIdentity } from './registry.js';
import { SOURCE_HASHES } from './source-hashes.js';

/** Version of the engine, which is that of the package. */
export const ENGINE_VERSION = '0.1.0';

export interface Manifest {
  readonly engineVersion: string;
  /** UUID; the correlation id of the call. */
  readonly runId: string;
  readonly pricerId: string;
  readonly pricerVersion: number;
  /** `fp:v1:blake3:` followed by 64 hexadecimal digits. */
  readonly pricerFingerprint: string;
  /** SHA-256 of the code that the pricer reaches, hexadecimal; absent where it is not registered, and where `tsc` alone has built the code. Receipts keep it. */
  readonly pricerSources?: string;
  readonly capabilityStatus: CapabilityStatus;
  /** ISO date. */
  readonly marketDataAsOf: string;
  /** Absent if there are none. */
  readonly warnings?: readonly string[];
}

export interface Run {
  readonly pricerId: string;
  readonly runId: string;
  readonly marketDataAsOf: string;
  /** The pricer's status in force, where approvals override the registry's default. */
  readonly status?: CapabilityStatus;
  /** Market data that this deployment has connected. */
  readonly connected?: readonly Need[];
  /** Warnings of the run itself, after those about the pricer. */
  readonly warnings?: readonly string[];
}

/** Statuses whose numbers are meant for production; the others carry a warning. */
const FOR_PRODUCTION: readonly CapabilityStatus[] = ['production-candidate', 'ga-validated'];

/** Identity of a pricer that is not registered. */
const UNREGISTERED = { version: 0, status: 'experimental', needs: [] } as const;

/** The manifest of one run. */
export function manifestFor({ pricerId, runId, marketDataAsOf, status: inForce, connected = [], warnings: ofRun = [] }: Run): Manifest {
  const registered = findIdentity(pricerId);
  const { version, status, needs } = registered ?? UNREGISTERED;
  const capabilityStatus = inForce ?? status;
  const warnings = [
    ...(registered ? [] : [`pricer ${pricerId} is not registered`]),
    ...(FOR_PRODUCTION.includes(capabilityStatus)
      ? []
      : [`capability status of ${pricerId} is ${capabilityStatus}, which is not for production`]),
    ...needs
      .filter((need) => !connected.includes(need))
      .map((need) => `${pricerId} needs a ${need}, and this deployment has none connected`),
    ...ofRun,
  ];
  return {
    engineVersion: ENGINE_VERSION,
    runId,
    pricerId,
    pricerVersion: version,
    pricerFingerprint: registered ? registeredFingerprint(pricerId, version) : fingerprint(pricerId, version),
    ...(pricerId in SOURCE_HASHES && { pricerSources: SOURCE_HASHES[pricerId] }),
    capabilityStatus,
    marketDataAsOf,
    ...(warnings.length > 0 && { warnings }),
  };
}

/**
 * BLAKE3 over the canonical text `{"id":…,"version":…}` (JSON without spaces, id first), so that any process in any language can
 * recompute it.
 */
export const fingerprint = (id: string, version: number): string => `fp:v1:blake3:${hash(JSON.stringify({ id, version })).toString('hex')}`;

/** Fingerprints of registered pricers, computed once. Ids that callers make up are not kept, so that the map stays small. */
const fingerprints = new Map<string, string>();
function registeredFingerprint(id: string, version: number): string {
  const cached = fingerprints.get(id) ?? fingerprint(id, version);
  fingerprints.set(id, cached);
  return cached;
}
