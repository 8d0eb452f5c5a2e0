/** Scopes and tiers: what a key may do and how often (interface specification, 5 and 8). */
import { MINIMUM_TIER, scopes as SCOPES, type Scope } from '#services/resources/scope';
import { tiers as TIERS, type Tier } from '#services/resources/tier';

export { SCOPES, type Scope, TIERS, type Tier };

/** `any`: every valid key. `none`: no key is needed; only /health states it. */
export type RequiredScope = Scope | 'any' | 'none';

export interface TierLimits {
  readonly requestsPerMinute: number;
  /** Absent: unlimited. */
  readonly monthlyQuota?: number;
  /** Thread time of simulations, calibrations and risk computations per month, seconds. Absent: unlimited. */
  readonly computeSecondsQuota?: number;
}

/** Limits of a tenant that has none of its own. Enterprise limits are always agreed per tenant, and its ceiling here only protects the service. */
export const TIER_LIMITS: Record<Tier, TierLimits> = {
  free: { requestsPerMinute: 100, monthlyQuota: 10_000, computeSecondsQuota: 3_600 },
  pro: { requestsPerMinute: 1_000, monthlyQuota: 1_000_000, computeSecondsQuota: 100_000 },
  business: { requestsPerMinute: 5_000, monthlyQuota: 10_000_000, computeSecondsQuota: 1_000_000 },
  enterprise: { requestsPerMinute: 1_000_000 },
};

/** What each scope grants, in words. */
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

export const satisfies = (held: readonly string[], required: RequiredScope): boolean =>
  required === 'any' || required === 'none' || held.includes(required) || held.includes('admin');

export const minimumTier = (required: RequiredScope): Tier => (required === 'any' || required === 'none' ? 'free' : MINIMUM_TIER[required]);

export const tierAllows = (tier: Tier, required: RequiredScope): boolean => TIERS.indexOf(tier) >= TIERS.indexOf(minimumTier(required));
