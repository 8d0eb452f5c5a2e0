/** Scopes and tiers: what a caller may do, and how often (interface specification, 5 and 8). */
import type { Identity } from '#proto/caller';
import { MINIMUM_TIER, scopes as SCOPES, type Scope } from '#services/resources/scope';
import { tiers as TIERS, type Tier } from '#services/resources/tier';

export { SCOPES, TIERS };

/** The scope that an operation requires. `any` admits every valid key; `none` needs no key, and only /health states it. */
export type RequiredScope = Scope | 'any' | 'none';

interface TierLimits {
  readonly requestsPerMinute: number;
  /** Requests per month. Absent where unlimited. */
  readonly monthlyQuota?: number;
  /** Thread time of simulations, calibrations and risk computations per month, seconds. Absent where unlimited. */
  readonly computeSecondsQuota?: number;
}

/** Limits of a tenant that has none of its tenant. Enterprise limits are always agreed per tenant, and its ceiling here only protects the service. */
export const TIER_LIMITS: Record<Tier, TierLimits> = {
  free: { requestsPerMinute: 100, monthlyQuota: 10_000, computeSecondsQuota: 3_600 },
  pro: { requestsPerMinute: 1_000, monthlyQuota: 1_000_000, computeSecondsQuota: 100_000 },
  business: { requestsPerMinute: 5_000, monthlyQuota: 10_000_000, computeSecondsQuota: 1_000_000 },
  enterprise: { requestsPerMinute: 1_000_000 },
};

/** The operations that each scope grants, in words. */
export const SCOPE_CATALOGUE: Record<Scope, { readonly grants: string }> = {
  price: { grants: 'prices, Greeks and implied volatilities, contracts, products and market data' },
  calibrate: { grants: 'calibration of models and curves' },
  portfolio: { grants: 'portfolios, trades, risk and hedging' },
  xva: { grants: 'valuation adjustments and counterparties' },
  jobs: { grants: 'asynchronous work and its artifacts' },
  governance: { grants: 'capabilities, the pricer registry, run receipts and provenance' },
  validate: { grants: 'validation runs and reports' },
  admin: { grants: 'tenants and keys; satisfies every other scope' },
};

export const satisfies = (scopes: readonly string[], required: RequiredScope): boolean =>
  required === 'any' || required === 'none' || scopes.includes(required) || scopes.includes('admin');

export const minimumTier = (required: RequiredScope): Tier => (required === 'any' || required === 'none' ? 'free' : MINIMUM_TIER[required]);

export const tierAllows = (tier: Tier, required: RequiredScope): boolean => TIERS.indexOf(tier) >= TIERS.indexOf(minimumTier(required));

/** The identity behind a request, and the limits of its tenant. */
export interface Principal extends Identity {
  readonly tier: Tier;
  readonly requestsPerMinute: number;
  /** Requests per month. Absent where unlimited. */
  readonly monthlyQuota?: number;
  /** Thread time per month, seconds. Absent where unlimited. */
  readonly computeSecondsQuota?: number;
  /** True for a user who must turn on a second factor before anything else. */
  readonly lacksSecondFactor?: boolean;
}

/** The limits of a tenant as the reference service states them; 0 stands for that of the tier. */
interface TenantLimits {
  readonly tier: string;
  readonly requestsPerMinute: number;
  readonly monthlyQuota: number;
  readonly computeSecondsQuota: number;
}

/** The limits in force: the tenant's own, otherwise those of its tier. */
export function limitsOf(tenant: TenantLimits): Pick<Principal, 'tier' | 'requestsPerMinute' | 'monthlyQuota' | 'computeSecondsQuota'> {
  const tier = tenant.tier as Tier;
  const limits = TIER_LIMITS[tier];
  const monthlyQuota = tenant.monthlyQuota || limits.monthlyQuota;
  const computeSecondsQuota = tenant.computeSecondsQuota || limits.computeSecondsQuota;
  return {
    tier,
    requestsPerMinute: tenant.requestsPerMinute || limits.requestsPerMinute,
    ...(monthlyQuota && { monthlyQuota }),
    ...(computeSecondsQuota && { computeSecondsQuota }),
  };
}
