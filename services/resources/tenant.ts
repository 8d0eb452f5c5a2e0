import { z } from 'zod';
import { capabilityStatuses } from './approval.js';
import { type DocumentOf, resource } from './resource.js';
import { text } from './text.js';
import { tiers } from './tier.js';

/** The tenant to which the tenants' own documents belong. */
export const PLATFORM = 'platform';

const statusOf = (keys: string) =>
  z
    .enum(capabilityStatuses)
    .default('roadmap')
    .meta({ description: `For ${keys}; roadmap admits every pricer` });

const leastStatus = z.strictObject({ live: statusOf('live keys and users'), test: statusOf('test keys') }).meta({
  id: 'LeastStatus',
  description: 'The least status with which a pricer may price for the tenant; others are refused by name (403)',
});

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
    /** Bytes that it may store; absent or 0: those of its tier. */
    storedBytesQuota: z.int().min(0).optional(),
    /** Absent: every pricer may price. */
    leastStatus: leastStatus.optional(),
    requiresSecondFactor: z.boolean().optional(),
    disabled: z.boolean().default(false),
  }),
  access: 'services',
});

export type Tenant = DocumentOf<typeof tenants>;

/** No id that the service makes ends with it. */
const TEST_SUFFIX = '.test';

/** The tenant that has the data of a tenant's test keys. It has no document: tier, limits, keys and users are those of the other. */
export const testTenantOf = (tenantId: string): string => `${tenantId}${TEST_SUFFIX}`;

/** The tenant whose tier, limits, keys and users count for data: itself, or the one to which the test keys belong. */
export const ownerOf = (tenantId: string): string => (tenantId.endsWith(TEST_SUFFIX) ? tenantId.slice(0, -TEST_SUFFIX.length) : tenantId);

const limit = (meaning: string) =>
  z
    .int()
    .min(0)
    .max(1e12)
    .meta({ description: `${meaning}; 0: that of the tier` });

const storedBytes = z.int().min(0).max(1e15).meta({ description: 'Bytes that the tenant may store; 0: those of the tier' });

const requiresSecondFactor = z.boolean().meta({
  description: 'A user who signs in with a password and has no second factor may do nothing but turn one on',
});

/** The fields of a tenant that an administrator of the platform writes. */
export const tenantFields = z
  .strictObject({
    name: text(200),
    tier: z.enum(tiers),
    status: z.enum(['active', 'disabled']).default('active').meta({ description: 'The keys and users of a disabled tenant are refused' }),
    requestsPerMinute: z.int().min(0).max(1_000_000).default(0).meta({ description: 'Requests per minute; 0: those of the tier' }),
    monthlyQuota: limit('Requests per calendar month').default(0),
    computeSecondsQuota: limit('Thread time of its runs per calendar month, seconds').default(0),
    storedBytesQuota: storedBytes.default(0),
    leastStatus: leastStatus.optional(),
    requiresSecondFactor: requiresSecondFactor.default(false),
  })
  .meta({ id: 'TenantFields', description: 'A tenant: a customer of the platform, whose data nobody else sees' });

/** A JSON merge patch: fields that are left out stay. */
export const tenantPatch = z
  .strictObject({
    name: text(200),
    tier: z.enum(tiers),
    status: z.enum(['active', 'disabled']),
    requestsPerMinute: z.int().min(0).max(1_000_000),
    monthlyQuota: limit('Requests per calendar month'),
    computeSecondsQuota: limit('Thread time of its runs per calendar month, seconds'),
    storedBytesQuota: storedBytes,
    leastStatus,
    requiresSecondFactor,
  })
  .partial()
  .meta({ id: 'TenantPatch', description: 'The fields to change; the others stay' });
