/** Who calls: the key of `X-API-Key`, found by its prefix and compared in constant time. */
import { hash, timingSafeEqual } from 'node:crypto';
import type { Socket } from 'node:net';
import { status } from '@grpc/grpc-js';
import type { RequestHandler } from 'express';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { callerOf, UNKNOWN_IDENTITY } from '#proto/caller';
import { CallFailure } from '#proto/failure';
import type { Client } from '#proto/services';
import type { KeyRecord__Output } from '#proto/types/svc/reference/v1/KeyRecord';
import type { ReferenceDefinition } from '#proto/types/svc/reference/v1/Reference';
import type { ClientCall } from '#services/rpc/client-call';
import { TIER_LIMITS, type Tier } from '../../entitlement.js';
import { HttpFailure } from '../errors.js';
import type { Principal } from '../principal.js';
import { stateOf } from './correlate.js';

const KEY = /^svc_(?:live|test)_[0-9A-Za-z]{32}$/;
/** `svc_live_` and the first eight characters of the secret: enough to find a key, nothing to guess it by. */
const PREFIX_LENGTH = 17;
/** A revoked key stops working within this time. */
const FRESH_MS = 5_000;
/** Keys in memory; the oldest goes first. */
const MAX_KEYS = 10_000;
/** Failed attempts of one address a minute, before they are refused without a look. */
const MAX_FAILURES_PER_MINUTE = 60;

interface CachedKey {
  readonly record: KeyRecord__Output | undefined;
  readonly principal: Principal | undefined;
  readonly fetchedAt: number;
}

export function authenticate(reference: Client<ReferenceDefinition, ClientCall>): RequestHandler {
  const cache = new Map<string, CachedKey>();
  const fetching = new Map<string, Promise<CachedKey>>();
  /**
   * The key that a connection has proved, while its record is fresh: hashing it again at each request would show nothing
   * new, and comparing it with itself tells its holder nothing. Gone with the connection.
   */
  const proofs = new WeakMap<Socket, { readonly key: string; readonly entry: CachedKey }>();
  const failures = new RateLimiterMemory({ points: MAX_FAILURES_PER_MINUTE, duration: 60 });

  async function fetchKey(prefix: string, correlationId: string): Promise<CachedKey> {
    const found = await reference.findKey({ prefix }, { caller: callerOf(UNKNOWN_IDENTITY, correlationId) }).catch((error: unknown) => {
      if (error instanceof CallFailure && error.code === status.NOT_FOUND) return undefined;
      throw error;
    });
    const entry = { record: found, principal: found && principalOf(found), fetchedAt: performance.now() };
    cache.delete(prefix);
    cache.set(prefix, entry);
    if (cache.size > MAX_KEYS) cache.delete(cache.keys().next().value!);
    return entry;
  }

  /** One look-up a prefix at a time, however many calls wait for it. */
  function lookUp(prefix: string, correlationId: string): Promise<CachedKey> {
    let running = fetching.get(prefix);
    if (running === undefined) {
      running = fetchKey(prefix, correlationId).finally(() => fetching.delete(prefix));
      fetching.set(prefix, running);
    }
    return running;
  }

  async function notBlocked(address: string): Promise<void> {
    const failed = await failures.get(address);
    if (failed === null || failed.consumedPoints < MAX_FAILURES_PER_MINUTE) return;
    throw new HttpFailure('SVC-LIMIT-001', 'too many refused keys from this address', [], {
      'Retry-After': String(Math.ceil(failed.msBeforeNext / 1000)),
    });
  }

  return async (request, response, next) => {
    const state = stateOf(response);
    const key = request.headers['x-api-key'];
    if (typeof key !== 'string') throw new HttpFailure('SVC-AUTH-001', 'the X-API-Key header is missing');

    const refuse = async (failure: HttpFailure): Promise<never> => {
      await failures.consume(request.ip ?? '').catch(() => undefined);
      throw failure;
    };
    if (!KEY.test(key))
      return refuse(new HttpFailure('SVC-AUTH-002', 'the key is malformed: svc_live_ or svc_test_ and 32 letters and digits'));

    const prefix = key.slice(0, PREFIX_LENGTH);
    const cached = cache.get(prefix);
    const fresh = cached !== undefined && performance.now() - cached.fetchedAt < FRESH_MS;
    const proof = proofs.get(request.socket);
    const proven = fresh && proof?.entry === cached && proof.key === key;
    const presented = proven ? cached.record!.hash : hash('sha256', key, 'buffer');
    // Before the store is asked on behalf of somebody who guesses; a known key is never held up by its neighbours' guesses.
    if (!fresh && !isKeyOf(cached, presented)) await notBlocked(request.ip ?? '');
    const entry = fresh ? cached : await lookUp(prefix, state.correlationId);
    const { record, principal } = entry;
    // An unknown prefix takes the same comparison, so that its answer takes the same time.
    const matches = timingSafeEqual(presented, record?.hash ?? Buffer.alloc(32));
    if (!matches || record === undefined || principal === undefined) return refuse(new HttpFailure('SVC-AUTH-002', 'the key is not known'));
    if (!proven) proofs.set(request.socket, { key, entry });

    const now = Date.now();
    if (record.revokedAtMs > 0 && record.revokedAtMs <= now) return refuse(new HttpFailure('SVC-AUTH-003', 'the key is revoked'));
    if (record.expiresAtMs > 0 && record.expiresAtMs <= now) return refuse(new HttpFailure('SVC-AUTH-003', 'the key has expired'));
    if (record.tenantDisabled) return refuse(new HttpFailure('SVC-AUTH-003', 'the tenant of this key is disabled'));
    state.principal = principal;
    next();
  };
}

/** Only a signed-in user has roles. */
const NO_ROLES: readonly string[] = [];

const isKeyOf = (known: CachedKey | undefined, presented: Buffer): boolean =>
  known?.record !== undefined && timingSafeEqual(presented, known.record.hash);

function principalOf(record: KeyRecord__Output): Principal {
  const tier = record.tier as Tier;
  const limits = TIER_LIMITS[tier];
  return {
    keyId: record.keyId,
    userId: '',
    tenantId: record.tenantId,
    roles: NO_ROLES,
    scopes: record.scopes,
    tier,
    requestsPerMinute: record.requestsPerMinute || limits.requestsPerMinute,
    ...((record.monthlyQuota || limits.monthlyQuota) && { monthlyQuota: record.monthlyQuota || limits.monthlyQuota }),
  };
}
