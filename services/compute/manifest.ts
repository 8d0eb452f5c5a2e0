/** The manifest of a result: which pricer made it, in which version and status, from market data of which day. */
import { type CapabilityStatus, findIdentity, fingerprint, type Manifest, manifestFor } from '#engine';
import type { Identity } from '#proto/caller';
import type { CallContext } from '#proto/services';
import { RUNTIME } from './runtime.js';

/** The status of a pricer for a tenant. @returns undefined where the tenant's approvals do not override the default of its present version */
export function statusInForce({ statuses }: Identity, pricerId: string): CapabilityStatus | undefined {
  const override = statuses.find((each) => each.pricerId === pricerId);
  const pricer = override && findIdentity(pricerId);
  if (override === undefined || pricer === undefined) return undefined;
  return override.fingerprint === fingerprint(pricerId, pricer.version) ? (override.status as CapabilityStatus) : undefined;
}

type CallManifest = Manifest & { readonly warnings: string[]; readonly runtime: string };

/**
 * @param pricerId       as the engine returned it with the result
 * @param marketDataAsOf ISO date
 * @param adapter        of WebGPU, where that simulated
 */
export function manifestOf(pricerId: string, { caller }: CallContext, marketDataAsOf: string, adapter?: string): CallManifest {
  const status = statusInForce(caller, pricerId);
  const manifest = manifestFor({ pricerId, runId: caller.correlationId, marketDataAsOf, ...(status && { status }) });
  return {
    ...manifest,
    runtime: adapter === undefined ? RUNTIME : `${RUNTIME} webgpu (${adapter})`,
    warnings: [...(manifest.warnings ?? [])],
  };
}
