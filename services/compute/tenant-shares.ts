/** How the tenants of a process share its compute threads, by their tier. */
import { type Tier, tiers } from '../resources/tier.js';

export interface TenantShare {
  /** A tenant gets thread time, and begins runs, in proportion to this while others wait. */
  readonly weight: number;
  /** Share of the common places that one tenant may occupy. */
  readonly ownShare: number;
  /** Share of the reserved places that tenants of this tier and of lower ones may occupy together. */
  readonly reservedShare: number;
}

const SHARES: Readonly<Record<Tier, TenantShare>> = {
  free: { weight: 1, ownShare: 0.5, reservedShare: 0 },
  pro: { weight: 2, ownShare: 0.5, reservedShare: 0.25 },
  business: { weight: 4, ownShare: 0.75, reservedShare: 0.5 },
  enterprise: { weight: 8, ownShare: 1, reservedShare: 1 },
};

/** @param tier  as the caller carries it; an unknown one counts as the lowest */
export const shareOf = (tier: string): TenantShare => SHARES[tiers.find((each) => each === tier) ?? 'free'];
