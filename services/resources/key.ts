import { z } from 'zod';
import { type DocumentOf, resource } from './resource.js';
import { ADMIN_ROLES, roles } from './role.js';
import { scopes } from './scope.js';
import { text } from './text.js';

/** The text of a key, which only its holder knows. */
export const RAW_KEY = /^svc_(live|test)_[0-9A-Za-z]{32}$/;

/** API keys. The secret itself is not stored. */
export const keys = resource({
  collection: 'keys',
  idPrefix: 'key_',
  schema: z.strictObject({
    name: z.string(),
    /** svc_live_ or svc_test_ and the first eight characters of the secret: what listings show and look-ups use. */
    prefix: z.string(),
    /** SHA-256 of the whole key, hexadecimal. The secret has 190 bits, so a fast hash is as good as a slow one. */
    hash: z.string(),
    scopes: z.array(z.enum(scopes)),
    environment: z.enum(['live', 'test']),
    /** Administrators' roles that the key has beside its scopes; of a user's key, as long as the user has them. */
    roles: z.array(z.enum(roles)).default([]),
    /** The user to whom the key belongs; absent: to the tenant. */
    userId: z.string().optional(),
    /** The key that took its place when it was rotated. */
    replacedBy: z.string().optional(),
    /** Unix milliseconds; absent: never. */
    expiresAt: z.int().optional(),
    revokedAt: z.int().optional(),
    lastUsedAt: z.int().optional(),
  }),
  unique: [{ fields: ['prefix'], within: 'everywhere' }],
  filters: { userId: 'equals' },
  access: 'services',
});

export type Key = DocumentOf<typeof keys>;

const distinct = <Item>(list: readonly Item[]): boolean => new Set(list).size === list.length;

/** The request body that creates a key. */
export const keyRequest = z
  .strictObject({
    name: text(200),
    scopes: z.array(z.enum(scopes)).max(scopes.length).refine(distinct, 'must not contain a scope twice'),
    environment: z.enum(['live', 'test']).default('live').meta({
      description:
        'Shown in the key: svc_live_ or svc_test_. The test keys of a tenant share data of their own, see nothing of what is live, and their requests count for no monthly quota. They do not administer',
    }),
    expiresInDays: z.int().min(1).max(3_650).optional().meta({ description: 'Days until the key expires; by default it does not' }),
    roles: z
      .array(z.enum(ADMIN_ROLES))
      .max(ADMIN_ROLES.length)
      .refine(distinct, 'must not contain a role twice')
      .default([])
      .meta({ description: 'Roles of administrators that the key has beside its scopes; nobody grants one that they do not have' }),
    owner: z
      .enum(['tenant', 'me'])
      .optional()
      .meta({ description: 'To whom the key belongs: by default the tenant, where a user is no administrator the user alone' }),
  })
  .meta({ id: 'KeyRequest', description: 'A new API key' });

/** Longest time for which a key and the one that takes its place are both accepted, hours. */
const MAX_OVERLAP_HOURS = 720;

export const keyRotation = z
  .strictObject({
    overlapHours: z
      .number()
      .min(0)
      .max(MAX_OVERLAP_HOURS)
      .default(24)
      .meta({ description: 'Hours for which the former key is still accepted; 0: it is refused at once' }),
  })
  .meta({ id: 'KeyRotation', description: 'How a key is replaced by a new one' });
