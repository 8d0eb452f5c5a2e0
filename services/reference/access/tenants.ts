/** Tenants: created and changed by administrators of the platform. */
import { parse } from '#engine/schemas';
import type { Caller } from '#proto/caller';
import { newId } from '../../resources/id.js';
import { PLATFORM, type Tenant, tenantFields, tenantPatch, tenants } from '../../resources/tenant.js';
import { StoreFailure } from '../../store/failure.js';
import { staleVersion } from '../../store/page.js';
import type { Page, PageQuery } from '../../store/port.js';
import { authorOf, isPlatformAdmin, requirePlatformAdmin, visibleTenant } from '../base/authority.js';
import { onlyFields } from '../base/document.js';
import { type ChangeTools, eventBy, replaceAudited } from '../evidence/audit.js';

/** A tenant as administrators see it. */
export const tenantView = ({ disabled, computeSecondsQuota = 0, storedBytesQuota = 0, ...tenant }: Tenant) => ({
  ...tenant,
  ...{ computeSecondsQuota, storedBytesQuota },
  status: disabled ? 'disabled' : 'active',
});

const storedFields = <Fields extends { readonly status?: 'active' | 'disabled' }>({ status, ...fields }: Fields) => ({
  ...fields,
  ...(status !== undefined && { disabled: status === 'disabled' }),
});

/** @param requestId UUID that the id is made of: the same request again gives the tenant of the first; empty for a new id */
export async function createTenant(tools: ChangeTools, caller: Caller, body: unknown, requestId: string): Promise<Tenant> {
  requirePlatformAdmin(caller);
  const fields = storedFields(parse(tenantFields, body));
  const { store, audit, now } = tools;
  const id = newId(tenants, requestId || undefined);
  const timeMs = now();
  const author = authorOf(caller);
  const tenant: Tenant = {
    ...{ disabled: false, ...fields, tenantId: PLATFORM, id, version: 1, createdAt: timeMs, updatedAt: timeMs },
    ...(author !== undefined && { createdBy: author, updatedBy: author }),
  };
  const first = await store.get(tenants, PLATFORM, id);
  if (first !== undefined) return first;
  const event = { ...eventBy(caller), action: 'tenant.create', subject: id, details: fields, after: onlyFields(tenant) };
  await audit(id, event, timeMs, { make: 'insert', resource: tenants, document: tenant });
  return tenant;
}

export async function getTenant(tools: ChangeTools, caller: Caller, tenantId: string): Promise<Tenant> {
  return visibleTenant(tools.store, caller, tenantId);
}

/** An administrator of a tenant sees that tenant alone. */
export async function listTenants(tools: ChangeTools, caller: Caller, query: PageQuery): Promise<Page<Tenant>> {
  if (isPlatformAdmin(caller)) return tools.store.page(tenants, PLATFORM, query);
  return { items: [await visibleTenant(tools.store, caller, caller.tenantId)] };
}

/** @param expectedVersion at least 1 @throws StoreFailure stale */
export async function updateTenant(
  tools: ChangeTools,
  caller: Caller,
  tenantId: string,
  expectedVersion: number,
  body: unknown,
): Promise<Tenant> {
  requirePlatformAdmin(caller);
  const tenant = await visibleTenant(tools.store, caller, tenantId);
  const change = storedFields(parse(tenantPatch, body));
  if (change.disabled && tenantId === caller.tenantId)
    throw new StoreFailure('conflict', `${tenantId} is your own tenant: disabled, it would keep you out`);
  if (tenant.version !== expectedVersion) throw staleVersion(tenantId, tenant.version, expectedVersion);
  const changed: Tenant = { ...tenant, ...change, updatedBy: authorOf(caller) };
  const contents = { before: onlyFields(tenant), after: onlyFields(changed) };
  const event = { ...eventBy(caller), tenantId, action: 'tenant.update', subject: tenantId, details: change, ...contents };
  return replaceAudited(tools, event, tenants, changed, expectedVersion);
}
