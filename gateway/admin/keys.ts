import { z } from 'zod';
import { keyRequest, keyRotation } from '#services/resources/key';
import { roles } from '#services/resources/role';
import { scopes } from '#services/resources/scope';
import { operation } from '../contract/operation.js';
import { pageQuery, pageResponse } from '../contract/page.js';
import { ADMIN_BODY_LIMIT, keyParams, pageView, tenantParams, timeOf, viewOf, viewShape } from './views.js';

// Users who are no administrators govern their own keys: whose key it is decides, and not a scope.
const shared = { tag: 'Keys', scope: 'any', costClass: 'store', bodyLimit: ADMIN_BODY_LIMIT } as const;

const TIMES = ['expiresAt', 'revokedAt', 'lastUsedAt'];

const keyShape = {
  ...viewShape,
  name: z.string(),
  prefix: z.string().meta({ description: 'How the key begins; the rest is known to its holder alone' }),
  scopes: z.array(z.enum(scopes)),
  roles: z.array(z.enum(roles)),
  environment: z.enum(['live', 'test']),
  state: z.enum(['active', 'expiring', 'expired', 'revoked']).meta({ description: 'expiring: accepted, and for no longer than a week' }),
  userId: z.string().optional().meta({ description: 'The user to whom it belongs; absent: to the tenant' }),
  expiresAt: timeOf('Absent: it does not expire'),
  revokedAt: timeOf('When it was revoked'),
  lastUsedAt: timeOf('To the minute; absent: not yet'),
  replacedBy: z.string().optional().meta({ description: 'Id of the key that replaces it' }),
};
const key = z.object(keyShape).meta({ id: 'Key' });
const newKey = z
  .object({ ...keyShape, key: z.string().meta({ description: 'The key itself, shown this once: only its hash is stored' }) })
  .meta({ id: 'NewKey' });

export const keys = [
  operation({
    ...shared,
    id: 'listKeys',
    method: 'GET',
    path: '/admin/v1/tenants/{tenantId}/keys',
    summary: 'List the keys of a tenant',
    description: 'Administrators see all keys of the tenant, other users their own. No answer holds the secret of a key.',
    params: tenantParams,
    query: pageQuery,
    response: pageResponse(key),
    failures: ['SVC-AUTH-004', 'SVC-RES-001'],
    handle: async ({ params, query, call }, { access }) => {
      const { limit, cursor = '' } = query;
      return { data: pageView(await access.listKeys({ ...params, limit, cursor }, call), TIMES) };
    },
  }),
  operation({
    ...shared,
    id: 'createKey',
    method: 'POST',
    path: '/admin/v1/tenants/{tenantId}/keys',
    summary: 'Create a key',
    description:
      'The answer holds the key, this once. Nobody gives a key scopes or roles that they do not have, nor scopes that the tier of the tenant lacks. A user’s own key can do no more than its user, and is refused with its user.',
    status: 201,
    holdsSecret: true,
    params: tenantParams,
    request: keyRequest,
    example: { name: 'Pricing of the equity desk', scopes: ['price', 'portfolio'], expiresInDays: 365 },
    response: newKey,
    responseHeaders: { Location: 'Path of the new key' },
    failures: ['SVC-AUTH-004', 'SVC-RES-001'],
    handle: async ({ params, body, call }, { access }) => {
      const { document, secret } = await access.createKey({ ...params, fieldsJson: JSON.stringify(body) }, call);
      const data = { ...(viewOf(document, TIMES) as z.input<typeof key>), key: secret };
      return { data, headers: { Location: `${pathOf(params.tenantId)}/${data.id}` } };
    },
  }),
  operation({
    ...shared,
    id: 'getKey',
    method: 'GET',
    path: '/admin/v1/tenants/{tenantId}/keys/{keyId}',
    summary: 'Get a key',
    params: keyParams,
    response: key,
    failures: ['SVC-AUTH-004', 'SVC-RES-001'],
    handle: async ({ params: { tenantId, keyId }, call }, { access }) => ({
      data: viewOf(await access.getKey({ tenantId, id: keyId }, call), TIMES),
    }),
  }),
  operation({
    ...shared,
    id: 'revokeKey',
    method: 'DELETE',
    path: '/admin/v1/tenants/{tenantId}/keys/{keyId}',
    summary: 'Revoke a key',
    description:
      'Every gateway refuses it within 5 s. It stays in the list, as revoked. The last key or user that administers the platform is refused with a 409.',
    params: keyParams,
    response: key,
    failures: ['SVC-AUTH-004', 'SVC-RES-001', 'SVC-RES-002'],
    handle: async ({ params: { tenantId, keyId }, call }, { access }) => ({
      data: viewOf(await access.revokeKey({ tenantId, id: keyId }, call), TIMES),
    }),
  }),
  operation({
    ...shared,
    id: 'rotateKey',
    method: 'POST',
    path: '/admin/v1/tenants/{tenantId}/keys/{keyId}/rotate',
    summary: 'Replace a key by a new one',
    description:
      'The new key has the same name, scopes, roles and end, and is shown this once. The former one is accepted until the overlap ends.',
    status: 201,
    holdsSecret: true,
    params: keyParams,
    request: keyRotation,
    example: { overlapHours: 24 },
    response: newKey,
    responseHeaders: { Location: 'Path of the new key' },
    failures: ['SVC-AUTH-004', 'SVC-RES-001', 'SVC-RES-002'],
    handle: async ({ params: { tenantId, keyId }, body, call }, { access }) => {
      const { document, secret } = await access.rotateKey({ tenantId, id: keyId, fieldsJson: JSON.stringify(body) }, call);
      const data = { ...(viewOf(document, TIMES) as z.input<typeof key>), key: secret };
      return { data, headers: { Location: `${pathOf(tenantId)}/${data.id}` } };
    },
  }),
];

const pathOf = (tenantId: string): string => `/admin/v1/tenants/${encodeURIComponent(tenantId)}/keys`;
