import { z } from 'zod';
import { tenantFields, tenantPatch } from '#services/resources/tenant';
import { tiers } from '#services/resources/tier';
import { operation } from '../contract/operation.js';
import { pageQuery, pageResponse } from '../contract/page.js';
import { etagHeader, ifMatch, requiredVersion } from '../resource/crud.js';
import { ADMIN_BODY_LIMIT, pageView, tenantParams, viewOf, viewShape } from './views.js';

const shared = { tag: 'Tenants', scope: 'admin', costClass: 'store', bodyLimit: ADMIN_BODY_LIMIT } as const;

const tenant = z
  .object({
    ...viewShape,
    name: z.string(),
    tier: z.enum(tiers),
    status: z.enum(['active', 'disabled']),
    requestsPerMinute: z.int().meta({ description: 'The tenant’s own limit; 0: that of its tier' }),
    monthlyQuota: z.int(),
    computeSecondsQuota: z.int(),
  })
  .meta({ id: 'Tenant' });

export const tenants = [
  operation({
    ...shared,
    id: 'listTenants',
    method: 'GET',
    path: '/admin/v1/tenants',
    summary: 'List tenants',
    description: 'An administrator of the platform sees every tenant, an administrator of a tenant that one.',
    query: pageQuery,
    response: pageResponse(tenant),
    handle: async ({ query, call }, { access }) => {
      const { limit, cursor = '' } = query;
      return { data: pageView(await access.listTenants({ limit, cursor }, call)) };
    },
  }),
  operation({
    ...shared,
    id: 'createTenant',
    method: 'POST',
    path: '/admin/v1/tenants',
    summary: 'Create a tenant',
    description: 'For administrators of the platform.',
    status: 201,
    request: tenantFields,
    example: { name: 'Example Bank', tier: 'business' },
    response: tenant,
    responseHeaders: { ...etagHeader, Location: 'Path of the new tenant' },
    handle: async ({ body, call }, { access }) => {
      const created = await access.createTenant({ fieldsJson: JSON.stringify(body), requestId: call.requestId }, call);
      return { data: viewOf(created), headers: { ETag: `"${created.version}"`, Location: `/admin/v1/tenants/${created.id}` } };
    },
  }),
  operation({
    ...shared,
    id: 'getTenant',
    method: 'GET',
    path: '/admin/v1/tenants/{tenantId}',
    summary: 'Get a tenant',
    params: tenantParams,
    response: tenant,
    responseHeaders: etagHeader,
    failures: ['SVC-RES-001'],
    handle: async ({ params, call }, { access }) => {
      const document = await access.getTenant(params, call);
      return { data: viewOf(document), headers: { ETag: `"${document.version}"` } };
    },
  }),
  operation({
    ...shared,
    id: 'updateTenant',
    method: 'PATCH',
    path: '/admin/v1/tenants/{tenantId}',
    summary: 'Change the name, tier, limits or status of a tenant',
    description:
      'For administrators of the platform. The fields that are given replace those of the tenant. Every gateway holds the change within 5 s; the keys and sessions of a disabled tenant are then refused.',
    params: tenantParams,
    headers: z.object({ 'if-match': ifMatch }),
    request: tenantPatch,
    example: { tier: 'enterprise' },
    response: tenant,
    responseHeaders: etagHeader,
    failures: ['SVC-RES-001', 'SVC-RES-002', 'SVC-RES-003', 'SVC-RES-004'],
    handle: async ({ params, headers, body, call }, { access }) => {
      const expectedVersion = requiredVersion(headers['if-match']);
      const changed = await access.updateTenant({ ...params, expectedVersion, fieldsJson: JSON.stringify(body) }, call);
      return { data: viewOf(changed), headers: { ETag: `"${changed.version}"` } };
    },
  }),
];
