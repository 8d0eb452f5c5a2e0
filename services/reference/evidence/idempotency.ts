/** Idempotency keys: of all requests that carry one key, exactly one is run, and the others get its answer. */
import { createHash } from 'node:crypto';
import { type IdempotencyKey, idempotencyKeys, idempotentAnswers } from '../../resources/idempotency-key.js';
import { StoreFailure } from '../../store/failure.js';
import type { Store } from '../../store/port.js';
import { decode, encode, readParts, writeParts } from '../base/content.js';

/** How long a key gives its first answer again. */
export const KEY_LIFETIME_MS = 24 * 3_600_000;

export interface ClaimRequest {
  readonly key: string;
  /** SHA-256 of the operation and its whole request. */
  readonly fingerprint: Buffer;
  /** UUID of the run that claims. */
  readonly claimId: string;
  /** Longer than the run may take. */
  readonly leaseMs: number;
}

export type Claim =
  /** The caller runs the request, and completes or releases the claim. */
  | { readonly outcome: 'claimed'; readonly requestId: string }
  /** The same request is running. */
  | { readonly outcome: 'in_flight' }
  /** The key belongs to another request. */
  | { readonly outcome: 'other_request' }
  | { readonly outcome: 'completed'; readonly answer: Buffer };

const idOf = (key: string): string => createHash('sha256').update(key).digest('hex');

/**
 * Claims the key, or says who has it. Of claims that arrive together, at whichever process on this store, one wins: it either
 * inserts the record or replaces the version that it has read.
 *
 * A claim may be sent again, so that a lost reply does no harm.
 */
export async function claimKey(store: Store, tenantId: string, request: ClaimRequest, now: number): Promise<Claim> {
  const record: IdempotencyKey = {
    tenantId,
    id: idOf(request.key),
    version: 1,
    createdAt: now,
    updatedAt: now,
    fingerprint: request.fingerprint.toString('hex'),
    requestId: request.claimId,
    state: 'in_flight',
    claimId: request.claimId,
    leaseEndsAt: now + request.leaseMs,
    expiresAt: now + KEY_LIFETIME_MS,
    encoding: 'plain',
    parts: [],
  };
  for (;;) {
    const stored = await store.get(idempotencyKeys, tenantId, record.id);
    try {
      if (stored === undefined) {
        await store.insert(idempotencyKeys, record);
        return { outcome: 'claimed', requestId: record.requestId };
      }
      if (!isFree(stored, record, now)) return await claimOf(store, stored, record);
      const sameRequest = stored.expiresAt > now && stored.fingerprint === record.fingerprint;
      const requestId = sameRequest ? stored.requestId : record.requestId;
      await store.replace(idempotencyKeys, { ...record, requestId }, stored.version);
      return { outcome: 'claimed', requestId };
    } catch (error) {
      // Another claim came in between, or the record was swept: look again.
      if (!(error instanceof StoreFailure && ['conflict', 'stale', 'not_found'].includes(error.kind))) throw error;
    }
  }
}

/** True where a new claim may take the record over. An unfinished run may have had an effect, so only its own request may be run again. */
function isFree(stored: IdempotencyKey, requested: IdempotencyKey, now: number): boolean {
  if (stored.state === 'released' || stored.expiresAt <= now) return true;
  return stored.state === 'in_flight' && stored.leaseEndsAt <= now && stored.fingerprint === requested.fingerprint;
}

async function claimOf(store: Store, stored: IdempotencyKey, requested: IdempotencyKey): Promise<Claim> {
  if (stored.fingerprint !== requested.fingerprint) return { outcome: 'other_request' };
  if (stored.state === 'completed') return { outcome: 'completed', answer: await readAnswer(store, stored) };
  return stored.claimId === requested.claimId ? { outcome: 'claimed', requestId: stored.requestId } : { outcome: 'in_flight' };
}

async function readAnswer(store: Store, { tenantId, parts, encoding }: IdempotencyKey): Promise<Buffer> {
  return decode(await readParts(store, idempotentAnswers, tenantId, parts), encoding);
}

/**
 * Stores the answer; durable when it returns. May be sent again.
 *
 * @throws StoreFailure conflict, when the claim is no longer this run's because its lease has ended
 */
export async function completeKey(
  store: Store,
  tenantId: string,
  { key, claimId, answer }: { readonly key: string; readonly claimId: string; readonly answer: Buffer },
  now: number,
): Promise<void> {
  const { bytes, encoding } = await encode(answer);
  for (;;) {
    const stored = await store.get(idempotencyKeys, tenantId, idOf(key));
    if (stored?.claimId !== claimId || stored.state === 'released')
      throw new StoreFailure('conflict', 'the claim of this idempotency key has ended, and another run may have taken it over');
    if (stored.state === 'completed') return;
    // The parts come first: the record is what makes them visible.
    const parts = await writeParts(store, idempotentAnswers, { tenantId, ownerId: claimId, now }, bytes);
    if (await replaced(store, { ...stored, state: 'completed', encoding, parts })) return;
  }
}

/** Gives the claim up, so that the key can be used again at once. Does nothing where the claim is no longer this run's. */
export async function releaseKey(
  store: Store,
  tenantId: string,
  { key, claimId }: { readonly key: string; readonly claimId: string },
): Promise<void> {
  for (;;) {
    const stored = await store.get(idempotencyKeys, tenantId, idOf(key));
    if (stored?.claimId !== claimId || stored.state !== 'in_flight') return;
    if (await replaced(store, { ...stored, state: 'released' })) return;
  }
}

/** @returns whether the record was still the version that was read */
async function replaced(store: Store, record: IdempotencyKey): Promise<boolean> {
  try {
    await store.replace(idempotencyKeys, record, record.version);
    return true;
  } catch (error) {
    if (error instanceof StoreFailure && (error.kind === 'stale' || error.kind === 'not_found')) return false;
    throw error;
  }
}
