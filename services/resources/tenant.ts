import { z } from 'zod';
import { type DocumentOf, resource } from './resource.js';
import { tiers } from './tier.js';

/** The tenant to which the tenants' own documents belong. */
export const PLATFORM = 'platform';

export const tenants = resource({
  collection: 'tenants',
  idPrefix: 'ten_',
  schema: z.strictObject({
    name: z.string(),
    tier: z.enum(tiers),
    /** The tenant's own limits where they differ from those of its tier; 0: those of its tier. */
    requestsPerMinute: z.int().min(0).default(0),
    monthlyQuota: z.int().min(0).default(0),
    /** Thread time of its runs per month, seconds; absent or 0: that of its tier. */
    computeSecondsQuota: z.int().min(0).optional(),
    disabled: z.boolean().default(false),
  }),
  access: 'services',
});

export type Tenant = DocumentOf<typeof tenants>;
