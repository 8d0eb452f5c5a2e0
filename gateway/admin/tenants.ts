import { z } from 'zod';
import type { Document__Output } from '#proto/types/svc/common/v1/Document';
import { capabilityStatuses } from '#services/resources/approval';
import { tenantFields, tenantPatch } from '#services/resources/tenant';
import { STORED_BYTES, tiers } from '#services/resources/tier';
import { limitsOf } from '../contract/entitlement.js';
import { operation } from '../contract/operation.js';
import { pageQuery, pageResponse } from '../contract/page.js';
import { etagHeader, ifMatch, requiredVersion } from '../resource/crud.js';
import { ADMIN_BODY_LIMIT, tenantParams, viewOf, viewShape } from './views.js';

const shared = { tag: 'Tenants', scope: 'admin', costClass: 'store', bodyLimit: ADMIN_BODY_LIMIT } as const;

const tenant = z
  .object({
    ...viewShape,
    name: z.string(),
    tier: z.enum(tiers),
    status: z.enum(['active', 'disabled']),
    requestsPerMinute: z.int().meta({ description: 'The limit in force, as the two that follow' }),
    monthlyQuota: z.int().optional().meta({ description: 'Requests per calendar month; absent where unlimited' }),
    computeSecondsQuota: z.int().optional().meta({ description: 'Seconds per calendar month; absent where unlimited' }),
    storedBytesQuota: z.int().meta({ description: 'Bytes that the tenant may store' }),
    leastStatus: z
      .object({ live: z.enum(capabilityStatuses), test: z.enum(capabilityStatuses) })
      .optional()
      .meta({
        description: 'The least status with which a pricer may price for the tenant; absent: every pricer may',
      }),
    requiresSecondFactor: z.boolean().optional().meta({ description: 'True: users who sign in with a password must have a second factor' }),
    ownLimits: z
      .object({ requestsPerMinute: z.int(), monthlyQuota: z.int(), computeSecondsQuota: z.int(), storedBytesQuota: z.int() })
      .partial()
      .optional()
      .meta({ description: 'Those of the limits that are the tenant’s own and not its tier’s; absent where none is' }),
  })
  .meta({ id: 'Tenant' });

/** A tenant with the limits in force, which the reference service stores as 0 where they are those of the tier. */
function tenantView(document: Document__Output): z.input<typeof tenant> {
  const { requestsPerMinute, monthlyQuota, computeSecondsQuota, storedBytesQuota, ...view } = viewOf(document) as StoredTenant;
  const stored = { requestsPerMinute, monthlyQuota, computeSecondsQuota, storedBytesQuota };
  const ownLimits = Object.fromEntries(Object.entries(stored).filter(([, limit]) => limit !== 0));
  const limits = { ...limitsOf({ tier: view.tier, ...stored }), storedBytesQuota: storedBytesQuota || STORED_BYTES[view.tier] };
  return { ...view, ...limits, ...(Object.keys(ownLimits).length > 0 && { ownLimits }) };
}

type StoredTenant = Omit<z.input<typeof tenant>, 'ownLimits'> &
  Record<'requestsPerMinute' | 'monthlyQuota' | 'computeSecondsQuota' | 'storedBytesQuota', number>;

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
      const { items, nextCursor } = await access.listTenants({ limit, cursor }, call);
      return { data: { items: items.map(tenantView), ...(nextCursor && { nextCursor }) } };
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
      return { data: tenantView(created), headers: { ETag: `"${created.version}"`, Location: `/admin/v1/tenants/${created.id}` } };
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
      return { data: tenantView(document), headers: { ETag: `"${document.version}"` } };
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
      return { data: tenantView(changed), headers: { ETag: `"${changed.version}"` } };
    },
  }),
];
