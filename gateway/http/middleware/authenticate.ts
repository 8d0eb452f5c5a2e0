/**
 * Authenticates a caller by an API key or by a session, and checks that the caller may run the operation.
 *
 * The key of `X-API-Key` is found by its public prefix and compared in constant time. A session stands for a signed-in user in place of a key: its
 * token is in a cookie that scripts cannot read, and a request that changes something must repeat in X-CSRF-Token what the response to the
 * sign-in contained, which a page of another site cannot know.
 */

import { hash, timingSafeEqual } from 'node:crypto';
import type { Socket } from 'node:net';
import { status } from '@grpc/grpc-js';
import { callerOf, UNKNOWN_IDENTITY } from '#proto/caller';
import { CallFailure } from '#proto/failure';
import type { Client } from '#proto/services';
import type { AccessDefinition } from '#proto/types/svc/access/v1/Access';
import type { KeyRecord__Output } from '#proto/types/svc/access/v1/KeyRecord';
import { mayOnlyRead } from '#services/resources/role';
import type { ClientCall } from '#services/rpc/method-table';
import { networkOf } from '#services/runtime/network';
import { limitsOf, minimumTier, type Principal, satisfies, tierAllows } from '../../contract/entitlement.js';
import { HttpFailure } from '../../contract/errors.js';
import type { Dependencies, Operation } from '../../contract/operation.js';
import { addressOf, type HttpCall, principalOf } from '../call.js';

const KEY = /^svc_(?:live|test)_[0-9A-Za-z]{32}$/;
/** `svc_live_` and the first eight characters of the secret: enough to find a key, too little to guess it. */
const PREFIX_LENGTH = 17;
/** Milliseconds for which a key that was looked up is trusted. A revoked key stops working within this time. */
const CACHE_MS = 5_000;
/** Keys in memory; the oldest is dropped first. */
const MAX_CACHED_KEYS = 10_000;
/**
 * Largest number of failed attempts per address and minute; further ones are told to wait. The right key is never kept out: failures are counted
 * after the check.
 */
const MAX_FAILURES_PER_MINUTE = 60;

/** A key that exists, and the principal for which it stands. */
interface IdentifiedKey {
  readonly record: KeyRecord__Output;
  readonly principal: Principal;
}

interface CachedKey {
  /** Absent: no key has this prefix. */
  readonly identified?: IdentifiedKey;
  /** performance.now() */
  readonly fetchedAt: number;
}

/** Compared in place of the hash of a key that does not exist. */
const NO_HASH = Buffer.alloc(32);

/** Sets the principal of a call, and the id of its key. */
export function authenticate(access: Client<AccessDefinition, ClientCall>, trustedProxies: number): (call: HttpCall) => Promise<void> {
  const cache = new Map<string, CachedKey>();
  /** Prefixes that no key has. They are stored apart from the keys, so that guesses drive no key out. */
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
    const entry = { ...(record && { identified: { record, principal: principalOfKey(record) } }), fetchedAt: performance.now() };
    cache.delete(prefix);
    const entries = record === undefined ? misses : cache;
    entries.set(prefix, entry);
    const [oldest] = entries.keys();
    if (entries.size > MAX_CACHED_KEYS && oldest !== undefined) entries.delete(oldest);
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
    const proved = current !== undefined && proof?.entry === current && proof.key === key ? current.identified : undefined;
    const presented = proved === undefined ? hash('sha256', key, 'buffer') : proved.record.hash;
    const entry = current ?? (await lookUp(prefix, call.correlationId));
    const { identified } = entry;
    // An unknown prefix takes the same comparison, so that its refusal takes the same time.
    const matches = timingSafeEqual(presented, identified?.record.hash ?? NO_HASH);
    if (!matches || identified === undefined) return refuse(new HttpFailure('SVC-AUTH-002', 'the key is not known'));
    if (proved === undefined) proofs.set(request.socket, { key, entry });

    call.keyId = identified.record.keyId;
    const { revokedAtMs, expiresAtMs, tenantDisabled } = identified.record;
    const now = Date.now();
    if (revokedAtMs > 0 && revokedAtMs <= now) return refuse(new HttpFailure('SVC-AUTH-003', 'the key is revoked'));
    if (expiresAtMs > 0 && expiresAtMs <= now) return refuse(new HttpFailure('SVC-AUTH-003', 'the key has expired'));
    if (tenantDisabled) return refuse(new HttpFailure('SVC-AUTH-003', 'the tenant of this key is disabled'));
    if (identified.record.userDisabled)
      return refuse(new HttpFailure('SVC-AUTH-003', 'the user to whom this key belongs is disabled or gone'));
    call.principal = identified.principal;
  };
}

/** The identity and the limits for which a key stands. */
function principalOfKey(record: KeyRecord__Output): Principal {
  const { keyId, userId, tenantId, roles, scopes, statuses, environment } = record;
  const { monthlyQuota, ...limits } = limitsOf(record);
  // The requests of test keys are not billed.
  const billed = environment === 'test' || monthlyQuota === undefined ? {} : { monthlyQuota };
  return { keyId, userId, tenantId, roles, scopes, statuses, ...limits, ...billed };
}

/**
 * The name of the cookie begins with __Host- where TLS is used: browsers then accept it from this host alone, and send it over TLS alone.
 */
export const SESSION_COOKIES = { plain: 'svc_session', secure: '__Host-svc_session' } as const;

/** By this cookie the service knows a device again at the next sign-in. */
export const DEVICE_COOKIES = { plain: 'svc_device', secure: '__Host-svc_device' } as const;

const cookiePattern = (name: string, value: string): RegExp => new RegExp(`(?:^|;\\s*)${name}=(${value})(?:;|$)`);
const patternsOf = ({ plain, secure }: { readonly plain: string; readonly secure: string }, value: string) => ({
  plain: cookiePattern(plain, value),
  secure: cookiePattern(secure, value),
});
const SESSION_PATTERNS = patternsOf(SESSION_COOKIES, '[A-Za-z0-9_-]{43}');
const DEVICE_PATTERNS = patternsOf(DEVICE_COOKIES, '[A-Za-z0-9_.-]{1,200}');

/**
 * The token of a request's session, or undefined where it has none.
 *
 * @param secure  whether browsers reach the service by TLS. A cookie of the plain name is then ignored: another host of the domain could have
 *   set it, and so put its visitors into a session of its choice
 */
export const sessionTokenOf = (cookies: string | undefined, secure: boolean): string | undefined =>
  cookies === undefined ? undefined : SESSION_PATTERNS[secure ? 'secure' : 'plain'].exec(cookies)?.[1];

/** The token by which the device of a sign-in is known; empty where it shows none. */
export const deviceTokenOf = (cookies: string | undefined, secure: boolean): string =>
  DEVICE_PATTERNS[secure ? 'secure' : 'plain'].exec(cookies ?? '')?.[1] ?? '';

/** Methods that change nothing, and therefore need no X-CSRF-Token. */
const SAFE_METHODS: readonly (string | undefined)[] = ['GET', 'HEAD'];

/** Sets the principal of a call with a session and without a key; every other call is left to `byKey`. */
export function authenticateSession(
  access: Dependencies['access'],
  { trustedProxies, secureCookies }: { readonly trustedProxies: number; readonly secureCookies: boolean },
  byKey: (call: HttpCall) => Promise<void>,
): (call: HttpCall) => Promise<void> {
  const failures = failureWindow(MAX_FAILURES_PER_MINUTE);
  return async (call) => {
    const { request, correlationId } = call;
    const token = request.headers['x-api-key'] === undefined ? sessionTokenOf(request.headers.cookie, secureCookies) : undefined;
    if (token === undefined) return byKey(call);
    const session = await access
      .findSession({ hash: hash('sha256', token, 'buffer') }, { caller: callerOf(UNKNOWN_IDENTITY, correlationId) })
      .catch((error: unknown) => {
        if (error instanceof CallFailure && error.code === status.NOT_FOUND) return undefined;
        throw error;
      });
    if (session === undefined) {
      const wait = failures.count(addressOf(request, trustedProxies));
      if (wait === undefined) throw new HttpFailure('SVC-AUTH-003', 'the session has ended: sign in again');
      throw new HttpFailure('SVC-LIMIT-001', 'too many refused sessions from this address', [], { 'Retry-After': String(wait) });
    }
    if (!SAFE_METHODS.includes(request.method) && !isSame(request.headers['x-csrf-token'], session.csrfToken))
      throw new HttpFailure('SVC-AUTH-004', 'X-CSRF-Token is not the csrfToken of the session');
    const { sessionId, userId, tenantId, roles, scopes, statuses } = session;
    const factor = session.secondFactor === 'required' ? { lacksSecondFactor: true } : {};
    call.principal = { keyId: '', userId, tenantId, roles, scopes, statuses, sessionId, ...limitsOf(session), ...factor };
  };
}

/** Hashed first, so that the comparison takes the same time whatever was sent. */
const isSame = (token: unknown, expected: string): boolean =>
  typeof token === 'string' && timingSafeEqual(hash('sha256', token, 'buffer'), hash('sha256', expected, 'buffer'));

const FAILURE_WINDOW_MS = 60_000;
/** Largest number of addresses in memory; the oldest window is dropped first. */
const MAX_FAILING_ADDRESSES = 10_000;

interface Window {
  count: number;
  /** performance.now() */
  readonly endsAt: number;
}

interface FailureWindow {
  /** Counts a failure. @returns seconds until the window ends, where there were more than the limit; otherwise undefined */
  count(address: string): number | undefined;
}

/** @param limit failures per address and window */
export function failureWindow(limit: number): FailureWindow {
  const windows = new Map<string, Window>();
  return {
    count: (address) => {
      const network = networkOf(address);
      const now = performance.now();
      let window = windows.get(network);
      if (window === undefined || window.endsAt <= now) {
        window = { count: 0, endsAt: now + FAILURE_WINDOW_MS };
        windows.delete(network);
        windows.set(network, window);
        const [oldest] = windows.keys();
        if (windows.size > MAX_FAILING_ADDRESSES && oldest !== undefined) windows.delete(oldest);
      }
      window.count++;
      return window.count > limit ? Math.max(1, Math.ceil((window.endsAt - now) / 1000)) : undefined;
    },
  };
}

/** Operations that a viewer may call although they change something: those of the own session, password and second factor. */
const VIEWER_OPERATIONS: readonly string[] = [
  ...['endOwnSession', 'changePassword'],
  ...['startSecondFactor', 'confirmSecondFactor', 'endSecondFactor'],
];

/** Refuses a call whose key, roles or tier do not allow the operation. @throws HttpFailure SVC-AUTH-004 or SVC-AUTH-005 */
export function entitle(call: HttpCall, { scope, method, id }: Operation): void {
  const { scopes, tier, roles, lacksSecondFactor } = principalOf(call);
  if (lacksSecondFactor && scope !== 'any')
    throw new HttpFailure('SVC-AUTH-004', 'the tenant asks for a second factor: turn one on first (startSecondFactor)');
  if (!satisfies(scopes, scope)) throw new HttpFailure('SVC-AUTH-004', `the key lacks the scope ${scope}`);
  if (method !== 'GET' && mayOnlyRead(roles) && !VIEWER_OPERATIONS.includes(id))
    throw new HttpFailure('SVC-AUTH-004', 'a viewer may only read');
  if (!tierAllows(tier, scope)) {
    throw new HttpFailure('SVC-AUTH-005', `the scope ${scope} needs the ${minimumTier(scope)} tier; the key’s tenant has ${tier}`);
  }
}
