/** The status of a pricer that is in force for a caller. */
import { type CapabilityStatus, findPricer, fingerprint } from '#engine';
import type { Identity } from '#proto/caller';

/** @returns undefined where the tenant's approvals do not override the default of the pricer in its present version */
export function statusInForce({ statuses }: Identity, pricerId: string): CapabilityStatus | undefined {
  const override = statuses.find((each) => each.pricerId === pricerId);
  const pricer = override && findPricer(pricerId);
  if (override === undefined || pricer === undefined) return undefined;
  return override.fingerprint === fingerprint(pricerId, pricer.version) ? (override.status as CapabilityStatus) : undefined;
}
