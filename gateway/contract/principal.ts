/** Who was authenticated, and how often they may call. */
import type { Identity } from '#proto/caller';
import { TIER_LIMITS, type Tier } from './entitlement.js';

/** The identity behind a request, and the limits of its tenant. */
export interface Principal extends Identity {
  readonly tier: Tier;
  readonly requestsPerMinute: number;
  /** Absent: unlimited. */
  readonly monthlyQuota?: number;
  /** Seconds of thread time per month. Absent: unlimited. */
  readonly computeSecondsQuota?: number;
}

/** What the reference service says of the limits of a tenant; 0: that of its tier. */
interface OwnLimits {
  readonly tier: string;
  readonly requestsPerMinute: number;
  readonly monthlyQuota: number;
  readonly computeSecondsQuota: number;
}

/** The limits in force: the tenant's own, otherwise those of its tier. */
export function limitsOf(own: OwnLimits): Pick<Principal, 'tier' | 'requestsPerMinute' | 'monthlyQuota' | 'computeSecondsQuota'> {
  const tier = own.tier as Tier;
  const limits = TIER_LIMITS[tier];
  const monthlyQuota = own.monthlyQuota || limits.monthlyQuota;
  const computeSecondsQuota = own.computeSecondsQuota || limits.computeSecondsQuota;
  return {
    tier,
    requestsPerMinute: own.requestsPerMinute || limits.requestsPerMinute,
    ...(monthlyQuota && { monthlyQuota }),
    ...(computeSecondsQuota && { computeSecondsQuota }),
  };
}
