/** The tiers of tenants (interface specification, 8), lowest first. */
export const tiers = ['free', 'pro', 'business', 'enterprise'] as const;

export type Tier = (typeof tiers)[number];
