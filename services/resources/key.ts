import { z } from 'zod';
import { resource, stored } from './resource.js';

/** What a key may be used for (interface specification, 5.6). */
export const scopes = ['price', 'calibrate', 'portfolio', 'xva', 'jobs', 'governance', 'validate', 'admin'] as const;

const key = z.object({
  ...stored,
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
});

export type Key = z.infer<typeof key>;

export const keys = resource<Key>({
  collection: 'keys',
  idPrefix: 'key',
  schema: key,
  indexes: [{ fields: ['prefix'], unique: 'everywhere' }],
});
