import { z } from 'zod';
import { type DocumentOf, resource } from './resource.js';

/** Signed-in users. The token itself, which the browser holds in a cookie, is not stored. */
export const sessions = resource({
  collection: 'sessions',
  idPrefix: 'ses_',
  schema: z.strictObject({
    userId: z.string(),
    /** SHA-256 of the token, hexadecimal. The token has 256 random bits, so a fast hash is as good as a slow one. */
    hash: z.string(),
    /** The token that a request which changes something must repeat in X-CSRF-Token: a page of another site cannot read it. */
    csrfToken: z.string(),
    /** Unix milliseconds: the session ends here even if it is used. */
    expiresAt: z.int(),
    /** Unix milliseconds, to the minute; absent: not used since it was created. */
    lastSeenAt: z.int().optional(),
    /** Network address from which the user signed in. */
    address: z.string(),
    /** The user signed in at the identity provider of the installation; absent: with a password. */
    byProvider: z.literal(true).optional(),
  }),
  unique: [{ fields: ['hash'], within: 'everywhere' }],
  filters: { userId: 'equals', createdBefore: { field: 'createdAt', match: 'below' } },
  access: 'services',
});

export type Session = DocumentOf<typeof sessions>;
