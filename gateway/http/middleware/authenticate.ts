/** Authentication: the key of `X-API-Key`, found by its public prefix and compared in constant time. */
import { hash, timingSafeEqual } from 'node:crypto';
import type { Socket } from 'node:net';
import { status } from '@grpc/grpc-js';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { callerOf, UNKNOWN_IDENTITY } from '#proto/caller';
import { CallFailure } from '#proto/failure';
import type { Client } from '#proto/services';
import type { KeyRecord__Output } from '#proto/types/svc/reference/v1/KeyRecord';
import type { ReferenceDefinition } from '#proto/types/svc/reference/v1/Reference';
import type { ClientCall } from '#services/rpc/client-call';
import { TIER_LIMITS, type Tier } from '../../entitlement.js';
import { addressOf, type HttpCall } from '../call.js';
import { HttpFailure } from '../errors.js';
import type { Principal } from '../principal.js';

const KEY = /^svc_(?:live|test)_[0-9A-Za-z]{32}$/;
/** `svc_live_` and the first eight characters of the secret: enough to find a key, too little to guess it. */
const PREFIX_LENGTH = 17;
/** How long a key that was looked up is trusted. A revoked key stops working within this time. */
const CACHE_MS = 5_000;
/** Keys in memory; the oldest is dropped first. */
const MAX_CACHED_KEYS = 10_000;
/** Failed attempts per address and minute; further ones are refused without a look-up. */
const MAX_FAILURES_PER_MINUTE = 60;

/** A key that exists, and whom it stands for. */
interface KnownKey {
  readonly record: KeyRecord__Output;
  readonly principal: Principal;
}

interface CachedKey {
  /** Absent: no key has this prefix. */
  readonly known?: KnownKey;
  /** performance.now() */
  readonly fetchedAt: number;
}

/** Compared in place of the hash of a key that does not exist. */
const NO_HASH = Buffer.alloc(32);

/** Sets the principal of a call, and the id of its key. */
export function authenticate(
  reference: Client<ReferenceDefinition, ClientCall>,
  trustedProxies: number,
): (call: HttpCall) => Promise<void> {
  const cache = new Map<string, CachedKey>();
  const fetching = new Map<string, Promise<CachedKey>>();
  /**
   * The key that a connection has proved, as long as its cache entry is current. Hashing the same key again at each request
   * would show nothing new, and comparing it with itself tells its holder nothing. Dropped with the connection.
   */
  const proofs = new WeakMap<Socket, { readonly key: string; readonly entry: CachedKey }>();
  const failures = new RateLimiterMemory({ points: MAX_FAILURES_PER_MINUTE, duration: 60 });

  async function fetchKey(prefix: string, correlationId: string): Promise<CachedKey> {
    const record = await reference.findKey({ prefix }, { caller: callerOf(UNKNOWN_IDENTITY, correlationId) }).catch((error: unknown) => {
      if (error instanceof CallFailure && error.code === status.NOT_FOUND) return undefined;
      throw error;
    });
    const entry = { ...(record && { known: { record, principal: principalOf(record) } }), fetchedAt: performance.now() };
    cache.delete(prefix);
    cache.set(prefix, entry);
    const [oldest] = cache.keys();
    if (cache.size > MAX_CACHED_KEYS && oldest !== undefined) cache.delete(oldest);
    return entry;
  }

  /** One look-up per prefix at a time, however many requests wait for it. */
  function lookUp(prefix: string, correlationId: string): Promise<CachedKey> {
    let running = fetching.get(prefix);
    if (running === undefined) {
      running = fetchKey(prefix, correlationId).finally(() => fetching.delete(prefix));
      fetching.set(prefix, running);
    }
    return running;
  }

  async function refuseBlocked(address: string): Promise<void> {
    const failed = await failures.get(address);
    if (failed === null || failed.consumedPoints < MAX_FAILURES_PER_MINUTE) return;
    throw new HttpFailure('SVC-LIMIT-001', 'too many refused keys from this address', [], {
      'Retry-After': String(Math.ceil(failed.msBeforeNext / 1000)),
    });
  }

  return async (call) => {
    const { request } = call;
    const key = request.headers['x-api-key'];
    if (typeof key !== 'string') throw new HttpFailure('SVC-AUTH-001', 'the X-API-Key header is missing');

    const refuse = async (failure: HttpFailure): Promise<never> => {
      await failures.consume(addressOf(request, trustedProxies)).catch(() => undefined);
      throw failure;
    };
    if (!KEY.test(key))
      return refuse(new HttpFailure('SVC-AUTH-002', 'the key is malformed: svc_live_ or svc_test_ and 32 letters and digits'));

    const prefix = key.slice(0, PREFIX_LENGTH);
    const cached = cache.get(prefix);
    const current = cached !== undefined && performance.now() - cached.fetchedAt < CACHE_MS ? cached : undefined;
    const proof = proofs.get(request.socket);
    const proved = current !== undefined && proof?.entry === current && proof.key === key ? current.known : undefined;
    const presented = proved === undefined ? hash('sha256', key, 'buffer') : proved.record.hash;
    // Checked before the store is asked on behalf of somebody who guesses. A key that was known is never held up by what others
    // guess from its address.
    if (current === undefined && !isKeyOf(cached, presented)) await refuseBlocked(addressOf(request, trustedProxies));
    const entry = current ?? (await lookUp(prefix, call.correlationId));
    const { known } = entry;
    // An unknown prefix takes the same comparison, so that its refusal takes the same time.
    const matches = timingSafeEqual(presented, known?.record.hash ?? NO_HASH);
    if (!matches || known === undefined) return refuse(new HttpFailure('SVC-AUTH-002', 'the key is not known'));
    if (proved === undefined) proofs.set(request.socket, { key, entry });

    call.keyId = known.record.keyId;
    const { revokedAtMs, expiresAtMs, tenantDisabled } = known.record;
    const now = Date.now();
    if (revokedAtMs > 0 && revokedAtMs <= now) return refuse(new HttpFailure('SVC-AUTH-003', 'the key is revoked'));
    if (expiresAtMs > 0 && expiresAtMs <= now) return refuse(new HttpFailure('SVC-AUTH-003', 'the key has expired'));
    if (tenantDisabled) return refuse(new HttpFailure('SVC-AUTH-003', 'the tenant of this key is disabled'));
    call.principal = known.principal;
  };
}

/** Only a signed-in user has roles. */
const NO_ROLES: readonly string[] = [];

const isKeyOf = (cached: CachedKey | undefined, presented: Buffer): boolean =>
  cached?.known !== undefined && timingSafeEqual(presented, cached.known.record.hash);

function principalOf(record: KeyRecord__Output): Principal {
  const tier = record.tier as Tier;
  const limits = TIER_LIMITS[tier];
  return {
    keyId: record.keyId,
    userId: '',
    tenantId: record.tenantId,
    roles: NO_ROLES,
    scopes: record.scopes,
    statuses: record.statuses,
    tier,
    requestsPerMinute: record.requestsPerMinute || limits.requestsPerMinute,
    ...((record.monthlyQuota || limits.monthlyQuota) && { monthlyQuota: record.monthlyQuota || limits.monthlyQuota }),
  };
}
