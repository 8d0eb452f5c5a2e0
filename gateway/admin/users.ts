import { z } from 'zod';
import type { Document__Output } from '#proto/types/svc/common/v1/Document';
import { roles } from '#services/resources/role';
import { userPatch, userRequest } from '#services/resources/user';
import { operation } from '../contract/operation.js';
import { pageQuery, pageResponse } from '../contract/page.js';
import { etagHeader, ifMatch, requiredVersion } from '../resource/crud.js';
import { ADMIN_BODY_LIMIT, pageView, sessionParams, tenantParams, timeOf, userParams, viewOf, viewShape } from './views.js';

const shared = { tag: 'Users', scope: 'admin', costClass: 'store', bodyLimit: ADMIN_BODY_LIMIT } as const;

const TIMES = ['lastSignInAt', 'invitationEndsAt'];

const userShape = {
  ...viewShape,
  email: z.string(),
  name: z.string().optional(),
  roles: z.array(z.enum(roles)),
  status: z.enum(['invited', 'active', 'disabled']).meta({ description: 'invited: has not chosen a password yet' }),
  invitationEndsAt: timeOf('Until then a password can be chosen with the token of the invitation'),
  secondFactor: z.boolean().meta({ description: 'True: the user signs in with a code beside the password' }),
  lastSignInAt: timeOf('Absent: not yet'),
  credentialsSeenBy: z.array(z.string()).optional().meta({
    description:
      'Users and keys that were shown a token with which the user chose a password: each counts as the same person as the user where an approval needs two. Absent or empty: nobody was',
  }),
};
export const user = z.object(userShape).meta({ id: 'User' });
/** A stored user as callers see it. */
export const userOf = (document: Document__Output | null): never => viewOf(document, TIMES);
const invitedUser = z
  .object({
    ...userShape,
    invitationToken: z.string().optional().meta({
      description:
        'With it the user chooses a password (acceptInvitation). Shown this once, to a caller who from then on counts as the same person as the user where an approval needs two. Absent where the installation sends it to the user (INVITATION_WEBHOOK_URL). Only its hash is stored',
    }),
  })
  .meta({ id: 'InvitedUser' });

/** The token of an invitation; empty where it was sent to the user. */
const invitationOf = (token: string) => (token === '' ? {} : { invitationToken: token });

const session = z
  .object({
    ...viewShape,
    userId: z.string(),
    expiresAt: z.iso.datetime().meta({ description: 'The session ends then, or after half an hour without use' }),
    lastSeenAt: timeOf('To the minute; absent: not used since the sign-in'),
    address: z.string().meta({ description: 'Network address from which the user signed in' }),
    byProvider: z.literal(true).optional().meta({ description: 'True: at the identity provider; absent: with a password' }),
  })
  .meta({ id: 'Session' });
const SESSION_TIMES = ['expiresAt', 'lastSeenAt'];

export const users = [
  operation({
    ...shared,
    id: 'listUsers',
    method: 'GET',
    path: '/admin/v1/tenants/{tenantId}/users',
    summary: 'List the users of a tenant',
    params: tenantParams,
    query: pageQuery,
    response: pageResponse(user),
    failures: ['SVC-RES-001'],
    handle: async ({ params, query, call }, { access }) => {
      const { limit, cursor = '' } = query;
      return { data: pageView(await access.listUsers({ ...params, limit, cursor }, call), TIMES) };
    },
  }),
  operation({
    ...shared,
    id: 'createUser',
    method: 'POST',
    path: '/admin/v1/tenants/{tenantId}/users',
    summary: 'Invite a user',
    description:
      'A one-time token for the user, valid for seven days, goes to the webhook of the installation, or stands in the answer where it has none. platform_admin governs every tenant, tenant_admin this one; quant prices, calibrates and validates; risk_manager also decides on approvals; viewer reads. Nobody gives a role that they do not have.',
    status: 201,
    holdsSecret: true,
    params: tenantParams,
    request: userRequest,
    example: { email: 'risk.manager@example.com', name: 'R. Manager', roles: ['risk_manager'] },
    response: invitedUser,
    responseHeaders: { ...etagHeader, Location: 'Path of the new user' },
    failures: ['SVC-RES-001', 'SVC-RES-002'],
    handle: async ({ params, body, call }, { access }) => {
      const { document, secret } = await access.createUser({ ...params, fieldsJson: JSON.stringify(body) }, call);
      const data = { ...(userOf(document) as z.input<typeof user>), ...invitationOf(secret) };
      const location = `/admin/v1/tenants/${encodeURIComponent(params.tenantId)}/users/${data.id}`;
      return { data, headers: { ETag: `"${data.version}"`, Location: location } };
    },
  }),
  operation({
    ...shared,
    id: 'getUser',
    method: 'GET',
    path: '/admin/v1/tenants/{tenantId}/users/{userId}',
    summary: 'Get a user',
    params: userParams,
    response: user,
    responseHeaders: etagHeader,
    failures: ['SVC-RES-001'],
    handle: async ({ params: { tenantId, userId }, call }, { access }) => {
      const document = await access.getUser({ tenantId, id: userId }, call);
      return { data: userOf(document), headers: { ETag: `"${document.version}"` } };
    },
  }),
  operation({
    ...shared,
    id: 'updateUser',
    method: 'PATCH',
    path: '/admin/v1/tenants/{tenantId}/users/{userId}',
    summary: 'Change the name, roles or status of a user',
    description:
      'The fields that are given replace those of the user. A disabled user is signed out, and the user’s keys are refused. Refused with a 409 where the tenant or the platform would be left without an administrator.',
    params: userParams,
    headers: z.object({ 'if-match': ifMatch }),
    request: userPatch,
    example: { name: 'R. Manager' },
    response: user,
    responseHeaders: etagHeader,
    failures: ['SVC-RES-001', 'SVC-RES-002', 'SVC-RES-003', 'SVC-RES-004'],
    handle: async ({ params: { tenantId, userId }, headers, body, call }, { access }) => {
      const expectedVersion = requiredVersion(headers['if-match']);
      const request = { tenantId, id: userId, expectedVersion, fieldsJson: JSON.stringify(body) };
      const changed = await access.updateUser(request, call);
      return { data: userOf(changed), headers: { ETag: `"${changed.version}"` } };
    },
  }),
  operation({
    ...shared,
    id: 'removeUser',
    method: 'DELETE',
    path: '/admin/v1/tenants/{tenantId}/users/{userId}',
    summary: 'Remove a user',
    description: 'The user is signed out, and the user’s keys are revoked. Refused with a 409 for the last administrator.',
    params: userParams,
    response: z.object({ id: z.string() }),
    failures: ['SVC-RES-001', 'SVC-RES-002'],
    handle: async ({ params: { tenantId, userId }, call }, { access }) => {
      await access.removeUser({ tenantId, id: userId }, call);
      return { data: { id: userId } };
    },
  }),
  operation({
    ...shared,
    id: 'inviteUser',
    method: 'POST',
    path: '/admin/v1/tenants/{tenantId}/users/{userId}/invitation',
    summary: 'Invite a user again, or let a user choose a new password',
    description:
      'A new one-time token, sent or answered as that of createUser; a former one no longer counts. The present password holds until the token is used.',
    status: 201,
    holdsSecret: true,
    params: userParams,
    response: invitedUser,
    failures: ['SVC-RES-001', 'SVC-RES-002', 'SVC-RES-003'],
    handle: async ({ params: { tenantId, userId }, call }, { access }) => {
      const { document, secret } = await access.inviteUser({ tenantId, id: userId }, call);
      return { data: { ...(userOf(document) as z.input<typeof user>), ...invitationOf(secret) } };
    },
  }),
  operation({
    ...shared,
    id: 'removeSecondFactor',
    method: 'DELETE',
    path: '/admin/v1/tenants/{tenantId}/users/{userId}/second-factor',
    summary: 'Remove the second factor of a user who has lost it',
    description: 'The user is signed out, and signs in with the password alone. One’s own ends with a code (endSecondFactor).',
    params: userParams,
    response: user,
    failures: ['SVC-RES-001', 'SVC-RES-003'],
    handle: async ({ params: { tenantId, userId }, call }, { access }) => ({
      data: userOf(await access.removeSecondFactor({ tenantId, id: userId }, call)),
    }),
  }),
  operation({
    ...shared,
    id: 'listSessions',
    method: 'GET',
    scope: 'any',
    path: '/admin/v1/tenants/{tenantId}/users/{userId}/sessions',
    summary: 'List the open sessions of a user',
    description: 'Of one’s own, and for administrators of any user of the tenant.',
    params: userParams,
    response: z.object({ items: z.array(session) }),
    failures: ['SVC-AUTH-004', 'SVC-RES-001'],
    handle: async ({ params: { tenantId, userId }, call }, { access }) => {
      const { items } = await access.listSessions({ tenantId, id: userId }, call);
      return { data: { items: items.map((each) => viewOf(each, SESSION_TIMES)) } };
    },
  }),
  operation({
    ...shared,
    id: 'endSession',
    method: 'DELETE',
    scope: 'any',
    path: '/admin/v1/tenants/{tenantId}/users/{userId}/sessions/{sessionId}',
    summary: 'End a session of a user',
    params: sessionParams,
    response: z.object({ id: z.string() }),
    failures: ['SVC-AUTH-004', 'SVC-RES-001'],
    handle: async ({ params, call }, { access }) => {
      await access.endSession(params, call);
      return { data: { id: params.sessionId } };
    },
  }),
];
