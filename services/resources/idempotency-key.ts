import { z } from 'zod';
import { resource, stored } from './resource.js';

/**
 * One use of an idempotency key: which request holds it, and where that request's answer is. Its id is the SHA-256 of the
 * key, hexadecimal, because a key may hold any characters.
 */
const idempotencyKey = z.object({
  ...stored,
  /** SHA-256 of the operation and its whole request, hexadecimal. */
  fingerprint: z.string(),
  state: z.enum(['in_flight', 'completed', 'released']),
  /** UUID of the run that holds the claim. */
  claimId: z.string(),
  /** Unix milliseconds; an unfinished claim ends here. */
  leaseEndsAt: z.int(),
  /** Unix milliseconds; from here on the key is as one that was never used. */
  expiresAt: z.int(),
  encoding: z.enum(['plain', 'deflate']),
  /** Ids of the documents that hold the answer, in order; empty while there is none. */
  parts: z.array(z.string()),
});

export type IdempotencyKey = z.infer<typeof idempotencyKey>;

export const idempotencyKeys = resource<IdempotencyKey>({
  collection: 'idempotency_keys',
  idPrefix: '',
  schema: idempotencyKey,
  indexes: [],
});

/** A piece of the answer under an idempotency key; its id is the UUID of the run that gave it, a dot and its bytes' SHA-256. */
const idempotentAnswer = z.object(stored);

export type IdempotentAnswer = z.infer<typeof idempotentAnswer>;

export const idempotentAnswers = resource<IdempotentAnswer>({
  collection: 'idempotent_answers',
  idPrefix: '',
  schema: idempotentAnswer,
  indexes: [],
});
