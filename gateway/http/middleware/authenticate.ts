/** Authentication: the key of `X-API-Key`, found by its public prefix and compared in constant time. */
import { hash, timingSafeEqual } from 'node:crypto';
import type { Socket } from 'node:net';
import { status } from '@grpc/grpc-js';
import { callerOf, UNKNOWN_IDENTITY } from '#proto/caller';
import { CallFailure } from '#proto/failure';
import type { Client } from '#proto/services';
import type { AccessDefinition } from '#proto/types/svc/access/v1/Access';
import type { KeyRecord__Output } from '#proto/types/svc/access/v1/KeyRecord';
import type { ClientCall } from '#services/rpc/client-call';
import { HttpFailure } from '../../contract/errors.js';
import { limitsOf, type Principal } from '../../contract/principal.js';
import { addressOf, type HttpCall } from '../call.js';
import { failureWindow } from '../failure-window.js';

const KEY = /^svc_(?:live|test)_[0-9A-Za-z]{32}$/;
/** `svc_live_` and the first eight characters of the secret: enough to find a key, too little to guess it. */
const PREFIX_LENGTH = 17;
/** How long a key that was looked up is trusted. A revoked key stops working within this time. */
const CACHE_MS = 5_000;
/** Keys in memory; the oldest is dropped first. */
const MAX_CACHED_KEYS = 10_000;
/** Failed attempts per address and minute; further ones are told to wait. The right key is never kept out: failures are counted after the check. */
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
export function authenticate(access: Client<AccessDefinition, ClientCall>, trustedProxies: number): (call: HttpCall) => Promise<void> {
  const cache = new Map<string, CachedKey>();
  /** Prefixes that no key has, apart from the keys, so that guesses drive no key out. */
  const misses = new Map<string, CachedKey>();
  const fetching = new Map<string, Promise<CachedKey>>();
  /**
   * The key that a connection has proved, as long as its cache entry is current. Hashing the same key again at each request
   * would show nothing new, and comparing it with itself tells its holder nothing. Dropped with the connection.
   */
  const proofs = new WeakMap<Socket, { readonly key: string; readonly entry: CachedKey }>();
  const failures = failureWindow(MAX_FAILURES_PER_MINUTE);

  async function fetchKey(prefix: string, correlationId: string): Promise<CachedKey> {
    const record = await access.findKey({ prefix }, { caller: callerOf(UNKNOWN_IDENTITY, correlationId) }).catch((error: unknown) => {
      if (error instanceof CallFailure && error.code === status.NOT_FOUND) return undefined;
      throw error;
    });
    const entry = { ...(record && { known: { record, principal: principalOf(record) } }), fetchedAt: performance.now() };
    cache.delete(prefix);
    const kept = record === undefined ? misses : cache;
    kept.set(prefix, entry);
    const [oldest] = kept.keys();
    if (kept.size > MAX_CACHED_KEYS && oldest !== undefined) kept.delete(oldest);
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

  return async (call) => {
    const { request } = call;
    const key = request.headers['x-api-key'];
    if (typeof key !== 'string') throw new HttpFailure('SVC-AUTH-001', 'the X-API-Key header is missing');

    const refuse = (failure: HttpFailure): never => {
      const wait = failures.count(addressOf(request, trustedProxies));
      if (wait === undefined) throw failure;
      throw new HttpFailure('SVC-LIMIT-001', 'too many refused keys from this address', [], { 'Retry-After': String(wait) });
    };
    if (!KEY.test(key))
      return refuse(new HttpFailure('SVC-AUTH-002', 'the key is malformed: svc_live_ or svc_test_ and 32 letters and digits'));

    const prefix = key.slice(0, PREFIX_LENGTH);
    const cached = cache.get(prefix) ?? misses.get(prefix);
    const current = cached !== undefined && performance.now() - cached.fetchedAt < CACHE_MS ? cached : undefined;
    const proof = proofs.get(request.socket);
    const proved = current !== undefined && proof?.entry === current && proof.key === key ? current.known : undefined;
    const presented = proved === undefined ? hash('sha256', key, 'buffer') : proved.record.hash;
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
    if (known.record.userDisabled) return refuse(new HttpFailure('SVC-AUTH-003', 'the user to whom this key belongs is disabled or gone'));
    call.principal = known.principal;
  };
}

function principalOf(record: KeyRecord__Output): Principal {
  const { keyId, userId, tenantId, roles, scopes, statuses, environment } = record;
  const { monthlyQuota, ...limits } = limitsOf(record);
  // The requests of test keys are not billed.
  const billed = environment === 'test' || monthlyQuota === undefined ? {} : { monthlyQuota };
  return { keyId, userId, tenantId, roles, scopes, statuses, ...limits, ...billed };
}
