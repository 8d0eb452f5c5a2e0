/**
 * Sessions: a signed-in user in place of a key. The token is in a cookie that scripts cannot read; a request that changes something must repeat in
 * X-CSRF-Token what the answer to the sign-in gave, which a page of another site cannot know.
 */
import { hash, timingSafeEqual } from 'node:crypto';
import { status } from '@grpc/grpc-js';
import { callerOf, UNKNOWN_IDENTITY } from '#proto/caller';
import { CallFailure } from '#proto/failure';
import { HttpFailure } from '../../contract/errors.js';
import type { Dependencies } from '../../contract/operation.js';
import { limitsOf } from '../../contract/principal.js';
import { addressOf, type HttpCall } from '../call.js';
import { failureWindow } from '../failure-window.js';

/** With TLS the name begins with __Host-: browsers then take the cookie from this host alone, and send it over TLS alone. */
export const SESSION_COOKIES = { plain: 'svc_session', secure: '__Host-svc_session' } as const;

const cookieCalled = (name: string): RegExp => new RegExp(`(?:^|;\\s*)${name}=([A-Za-z0-9_-]{43})(?:;|$)`);
const COOKIES = { plain: cookieCalled(SESSION_COOKIES.plain), secure: cookieCalled(SESSION_COOKIES.secure) };

/**
 * The token of a request's session; undefined: it has none.
 *
 * @param secure whether browsers reach the service by TLS. A cookie of the plain name is then none of ours: another host of the domain could have
 *   set it, and so put its visitors into a session of its choice
 */
export const sessionTokenOf = (cookies: string | undefined, secure: boolean): string | undefined =>
  cookies === undefined ? undefined : COOKIES[secure ? 'secure' : 'plain'].exec(cookies)?.[1];

const MAX_FAILURES_PER_MINUTE = 60;
const READING: readonly (string | undefined)[] = ['GET', 'HEAD'];

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
    const found = await access
      .findSession({ hash: hash('sha256', token, 'buffer') }, { caller: callerOf(UNKNOWN_IDENTITY, correlationId) })
      .catch((error: unknown) => {
        if (error instanceof CallFailure && error.code === status.NOT_FOUND) return undefined;
        throw error;
      });
    if (found === undefined) {
      const wait = failures.count(addressOf(request, trustedProxies));
      if (wait === undefined) throw new HttpFailure('SVC-AUTH-003', 'the session has ended: sign in again');
      throw new HttpFailure('SVC-LIMIT-001', 'too many refused sessions from this address', [], { 'Retry-After': String(wait) });
    }
    if (!READING.includes(request.method) && !isSame(request.headers['x-csrf-token'], found.csrfToken))
      throw new HttpFailure('SVC-AUTH-004', 'X-CSRF-Token is not the csrfToken of the session');
    const { sessionId, userId, tenantId, roles, scopes, statuses } = found;
    call.principal = { keyId: '', userId, tenantId, roles, scopes, statuses, sessionId, ...limitsOf(found) };
  };
}

/** Hashed first, so that the comparison takes the same time whatever was sent. */
const isSame = (given: unknown, expected: string): boolean =>
  typeof given === 'string' && timingSafeEqual(hash('sha256', given, 'buffer'), hash('sha256', expected, 'buffer'));
