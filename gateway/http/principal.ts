/** Who was authenticated, and how often they may call. */
import type { Identity } from '#proto/caller';
import type { Tier } from '../entitlement.js';

/** The identity behind a request, and the limits of its tenant. */
export interface Principal extends Identity {
  readonly tier: Tier;
  readonly requestsPerMinute: number;
  /** Absent: unlimited. */
  readonly monthlyQuota?: number;
  /** Seconds of thread time per month. Absent: unlimited. */
  readonly computeSecondsQuota?: number;
}
