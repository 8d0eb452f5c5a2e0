/** The tiers of tenants (interface specification, 8), lowest first. */
export const tiers = ['free', 'pro', 'business', 'enterprise'] as const;

export type Tier = (typeof tiers)[number];

const GIB = 2 ** 30;

/** Bytes that a tenant may store (services/store/ledger.ts), unless it has a quota of its own. */
export const STORED_BYTES: Readonly<Record<Tier, number>> = { free: GIB, pro: 20 * GIB, business: 200 * GIB, enterprise: 2_000 * GIB };
