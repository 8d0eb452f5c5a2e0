import { z } from 'zod';
import { resource, stored } from './resource.js';

/** Whose documents the tenants themselves are. */
export const PLATFORM = 'platform';

export const tiers = ['free', 'pro', 'business', 'enterprise'] as const;

const tenant = z.object({
  ...stored,
  name: z.string(),
  tier: z.enum(tiers),
  /** Its own limits, where they differ from its tier's; 0: its tier's. */
  requestsPerMinute: z.int().min(0).default(0),
  monthlyQuota: z.int().min(0).default(0),
  disabled: z.boolean().default(false),
});

export type Tenant = z.infer<typeof tenant>;

export const tenants = resource<Tenant>({ collection: 'tenants', idPrefix: 'ten', schema: tenant, indexes: [] });
