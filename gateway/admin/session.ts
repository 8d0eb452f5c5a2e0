/** Signing in and out. */

import { hash } from 'node:crypto';
import { status } from '@grpc/grpc-js';
import { z } from 'zod';
import { CallFailure } from '#proto/failure';
import { roles } from '#services/resources/role';
import { scopes } from '#services/resources/scope';
import { invitationAcceptance, passwordChange, signInRequest } from '#services/resources/user';
import { HttpFailure } from '../contract/errors.js';
import { type Dependencies, type OperationCall, operation } from '../contract/operation.js';
import { DEVICE_COOKIES, deviceTokenOf, SESSION_COOKIES, sessionTokenOf } from '../http/middleware/authenticate.js';
import { COOKIE_SECONDS, cookieFor } from './cookies.js';
import { user, userOf } from './users.js';
import { ADMIN_BODY_LIMIT } from './views.js';

const shared = { tag: 'Session', costClass: 'store', bodyLimit: ADMIN_BODY_LIMIT } as const;

/** Seconds for which the service knows a device again. */
const DEVICE_SECONDS = 180 * 86_400;
/** The window in which attempts are counted. */
const ATTEMPTS_WINDOW_S = 60;

const ownSession = z
  .object({
    sessionId: z.string(),
    userId: z.string(),
    tenantId: z.string(),
    email: z.string(),
    name: z.string().optional(),
    roles: z.array(z.enum(roles)),
    scopes: z.array(z.enum(scopes)).meta({ description: 'What the roles grant; admin satisfies every other' }),
    secondFactor: z.enum(['on', 'off', 'required']).meta({
      description: 'required: the tenant asks for one, and the session may do nothing but turn it on (startSecondFactor)',
    }),
    expiresAt: z.iso.datetime(),
    csrfToken: z.string().meta({ description: 'Every request of the session that is no GET repeats it in the header X-CSRF-Token' }),
  })
  .meta({ id: 'OwnSession', description: 'The session of the request, and its user' });

/** A refusal of whoever is not known yet: the same answer whatever is wrong. */
async function unlessRefused<Reply>(reply: Promise<Reply>): Promise<Reply> {
  try {
    return await reply;
  } catch (error) {
    if (error instanceof CallFailure && error.code === status.PERMISSION_DENIED)
      throw new HttpFailure('SVC-AUTH-002', error.message, error.faults);
    throw error instanceof CallFailure ? tooMany(error) : error;
  }
}

export const tooMany = (error: CallFailure): Error =>
  error.code === status.RESOURCE_EXHAUSTED
    ? new HttpFailure('SVC-LIMIT-001', error.message, [], { 'Retry-After': String(ATTEMPTS_WINDOW_S) })
    : error;

/** @param secure whether browsers reach the service by TLS: the cookie is then sent by TLS alone */
export function sessionOperations(secure: boolean) {
  const transport = secure ? 'secure' : 'plain';
  const cookie = (token: string, seconds: number, name: string = SESSION_COOKIES[transport]): string =>
    cookieFor({ name, token, seconds, secure, sameSite: 'Strict' });

  return [
    operation({
      ...shared,
      id: 'signIn',
      method: 'POST',
      path: '/admin/v1/session',
      scope: 'none',
      summary: 'Sign in',
      description:
        'Sets the session’s cookie (HttpOnly, SameSite=Strict, and Secure where the service is reached by TLS). The answer and its time are the same for an unknown user and for a wrong password. After six failures in a minute for one user from one network, or after one where thirty failed from anywhere, further attempts from there wait. Where the user has a second factor, a sign-in without `code` is refused with the pointer /code. A second cookie lets the service know the device again, whose attempts then count apart from those of others. Sessions that are open are not touched.',
      status: 201,
      holdsSecret: true,
      headers: z.object({ cookie: z.string().optional().meta({ description: 'The cookie of the device, where it has one' }) }),
      request: signInRequest,
      example: { tenantId: 'ten_first', email: 'risk.manager@example.com', password: 'correct horse battery staple' },
      response: ownSession,
      responseHeaders: { 'Set-Cookie': 'The cookies of the session and of the device' },
      failures: ['SVC-AUTH-002', 'SVC-LIMIT-001'],
      handle: async ({ headers, body, call }, { access }) => {
        const deviceToken = deviceTokenOf(headers.cookie, secure);
        const { secret, device } = await unlessRefused(access.signIn({ fieldsJson: JSON.stringify(body), device: deviceToken }, call));
        const cookies = [cookie(secret, COOKIE_SECONDS), cookie(device, DEVICE_SECONDS, DEVICE_COOKIES[transport])];
        return { data: await read(access, secret, call), headers: { 'Set-Cookie': cookies } };
      },
    }),
    operation({
      ...shared,
      id: 'getOwnSession',
      method: 'GET',
      path: '/admin/v1/session',
      scope: 'any',
      summary: 'Get the session of this request',
      headers: z.object({ cookie: z.string().optional().meta({ description: 'The cookie of the session' }) }),
      response: ownSession,
      failures: ['SVC-RES-001'],
      handle: async ({ headers, caller, call }, { access }) => {
        const token = sessionTokenOf(headers.cookie, secure);
        if (!caller.sessionId || token === undefined) throw noSession();
        return { data: await read(access, token, call) };
      },
    }),
    operation({
      ...shared,
      id: 'endOwnSession',
      method: 'DELETE',
      path: '/admin/v1/session',
      scope: 'any',
      summary: 'Sign out',
      response: z.object({ id: z.string() }),
      responseHeaders: { 'Set-Cookie': 'Makes the browser forget the cookie' },
      failures: ['SVC-RES-001'],
      handle: async ({ caller: { tenantId, userId, sessionId }, call }, { access }) => {
        if (!sessionId) throw noSession();
        await access.endSession({ tenantId, userId, sessionId }, call);
        return { data: { id: sessionId }, headers: { 'Set-Cookie': cookie('', 0) } };
      },
    }),
    operation({
      ...shared,
      id: 'changePassword',
      method: 'POST',
      path: '/admin/v1/session/password',
      scope: 'any',
      summary: 'Change one’s own password',
      description: 'Ends the user’s other sessions.',
      holdsSecret: true,
      request: passwordChange,
      example: { currentPassword: 'correct horse battery staple', newPassword: 'a longer and better one' },
      response: user,
      failures: ['SVC-AUTH-004', 'SVC-RES-003'],
      handle: async ({ body, call }, { access }) => {
        const changed = await access.changePassword({ fieldsJson: JSON.stringify(body) }, call).catch((error: unknown) => {
          throw error instanceof CallFailure ? tooMany(error) : error;
        });
        return { data: userOf(changed) };
      },
    }),
    operation({
      ...shared,
      id: 'acceptInvitation',
      method: 'POST',
      path: '/admin/v1/invitations/accept',
      scope: 'none',
      summary: 'Choose a password with the token of an invitation',
      description: 'The token is used up. The user then signs in; sessions that the user had are ended.',
      holdsSecret: true,
      request: invitationAcceptance,
      example: {
        ...{ tenantId: 'ten_first', email: 'risk.manager@example.com' },
        ...{ token: 'the token of the invitation', password: 'correct horse battery staple' },
      },
      response: user,
      failures: ['SVC-AUTH-002', 'SVC-LIMIT-001', 'SVC-RES-003'],
      handle: async ({ body, call }, { access }) => {
        const changed = await unlessRefused(access.acceptInvitation({ fieldsJson: JSON.stringify(body) }, call));
        return { data: userOf(changed) };
      },
    }),
  ];
}

const noSession = (): HttpFailure => new HttpFailure('SVC-RES-001', 'the request has no session: it came with a key');

async function read(access: Dependencies['access'], token: string, call: OperationCall) {
  const session = await access.findSession({ hash: hash('sha256', token, 'buffer') }, call);
  const { sessionId, userId, tenantId, email, name, csrfToken, expiresAtMs } = session;
  return {
    ...{ sessionId, userId, tenantId, email, csrfToken },
    ...(name && { name }),
    // The reference service has read them with the schemas of user and scope.
    roles: session.roles as never,
    scopes: session.scopes as never,
    secondFactor: session.secondFactor as 'on',
    expiresAt: new Date(expiresAtMs).toISOString(),
  };
}
