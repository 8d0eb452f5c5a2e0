import { z } from 'zod';
import { type DocumentOf, type Resource, resource } from './resource.js';

/**
 * One use of an idempotency key: which request holds it, and where that request's answer is. Its id is the SHA-256 of the
 * key, hexadecimal, because a key may hold any characters.
 */
export const idempotencyKeys = resource({
  collection: 'idempotency_keys',
  idPrefix: '',
  schema: z.strictObject({
    /** SHA-256 of the operation and its whole request, hexadecimal. */
    fingerprint: z.string(),
    state: z.enum(['in_flight', 'completed', 'released']),
    /** UUID of the first run of the request: the same for each attempt, whatever became of the ones before. */
    requestId: z.string(),
    /** UUID of the run that holds the claim. */
    claimId: z.string(),
    /** Unix milliseconds; an unfinished claim ends here. */
    leaseEndsAt: z.int(),
    /** Unix milliseconds; from here on the key is as one that was never used. */
    expiresAt: z.int(),
    encoding: z.enum(['plain', 'deflate']),
    /** Ids of the documents that hold the answer, in order; empty while there is none. */
    parts: z.array(z.string()),
  }),
  filters: { createdBefore: { field: 'createdAt', match: 'below' } },
  access: 'services',
});

export type IdempotencyKey = DocumentOf<typeof idempotencyKeys>;

/**
 * Parts of the answers under idempotency keys. The id is the UUID of the run that gave the answer, a dot and the SHA-256 of the part's
 * bytes.
 */
export const idempotentAnswers: Resource = resource({
  collection: 'idempotent_answers',
  idPrefix: '',
  schema: z.strictObject({}),
  filters: { createdBefore: { field: 'createdAt', match: 'below' } },
  access: 'services',
});
