import type { Tier } from './tier.js';

/** The purposes for which a key may be used (interface specification, 5.6). */
export const scopes = ['price', 'calibrate', 'portfolio', 'xva', 'jobs', 'governance', 'validate', 'admin'] as const;

export type Scope = (typeof scopes)[number];

/** The lowest tier whose tenants may use each scope (interface specification, 5.8). */
export const MINIMUM_TIER: Readonly<Record<Scope, Tier>> = {
  price: 'free',
  calibrate: 'free',
  portfolio: 'free',
  xva: 'free',
  jobs: 'free',
  governance: 'business',
  validate: 'business',
  admin: 'free',
};
