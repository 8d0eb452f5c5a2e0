import { z } from 'zod';
import { type DocumentOf, resource } from './resource.js';
import { scopes } from './scope.js';

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
    /** Unix milliseconds; absent: never. */
    expiresAt: z.int().optional(),
    revokedAt: z.int().optional(),
    lastUsedAt: z.int().optional(),
  }),
  unique: [{ fields: ['prefix'], within: 'everywhere' }],
  access: 'services',
});

export type Key = DocumentOf<typeof keys>;
