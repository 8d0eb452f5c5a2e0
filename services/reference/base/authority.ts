/**
 * The rules of who may govern what. An administrator of the platform governs every tenant; an administrator of a tenant, which is a user
 * with that role or a key with the scope `admin`, governs that tenant; anybody else governs nothing but their own sessions and keys. Nobody
 * grants, takes over or removes rights that they do not have.
 *
 * The gateway asks for the scope `admin` before; this is what decides, for the gateway and for the terminal alike.
 */
import { status } from '@grpc/grpc-js';
import type { Caller } from '#proto/caller';
import { CallFailure } from '#proto/failure';
import { PLATFORM, type Tenant, tenants } from '../../resources/tenant.js';
import { notThere } from '../../store/page.js';
import type { Store } from '../../store/port.js';

export const isPlatformAdmin = ({ roles }: Caller): boolean => roles.includes('platform_admin');

export const isAdmin = (caller: Caller): boolean =>
  isPlatformAdmin(caller) || caller.roles.includes('tenant_admin') || caller.scopes.includes('admin');

export const refused = (reason: string): CallFailure => new CallFailure(status.PERMISSION_DENIED, reason);

/** @throws CallFailure PERMISSION_DENIED */
export function requirePlatformAdmin(caller: Caller): void {
  if (!isPlatformAdmin(caller)) throw refused('only an administrator of the platform may do this');
}

/** The tenant, where the caller may see it. @throws StoreFailure not_found, in the same words for another tenant and for none */
export async function visibleTenant(store: Store, caller: Caller, tenantId: string): Promise<Tenant> {
  if (!isPlatformAdmin(caller) && caller.tenantId !== tenantId) throw notThere(tenantId);
  const tenant = await store.get(tenants, PLATFORM, tenantId);
  if (tenant === undefined) throw notThere(tenantId);
  return tenant;
}

/** The tenant, where the caller governs it. @throws StoreFailure not_found; CallFailure PERMISSION_DENIED */
export async function governedTenant(store: Store, caller: Caller, tenantId: string): Promise<Tenant> {
  const tenant = await visibleTenant(store, caller, tenantId);
  if (!isAdmin(caller)) throw refused('only an administrator of the tenant may do this');
  return tenant;
}

/** True where the caller has the role, or one that includes it. An administrator of a tenant has all but that of the platform. */
const hasRole = (caller: Caller, role: string): boolean => isPlatformAdmin(caller) || (role !== 'platform_admin' && isAdmin(caller));

/** @throws CallFailure PERMISSION_DENIED, where the caller lacks one of the roles */
export function requireRoles(caller: Caller, roles: readonly string[]): void {
  const lacking = roles.find((role) => !hasRole(caller, role));
  if (lacking !== undefined) throw refused(`only who has the role ${lacking} may grant it, or change what has it`);
}

/** @throws CallFailure PERMISSION_DENIED, where the caller lacks one of the scopes */
export function requireScopes(caller: Caller, scopes: readonly string[]): void {
  const lacking = scopes.find((scope) => !isAdmin(caller) && !caller.scopes.includes(scope));
  if (lacking !== undefined) throw refused(`only who has the scope ${lacking} may grant it`);
}

/** Id of whoever writes: the user, otherwise the key. */
export const authorOf = ({ keyId, userId }: Caller): string | undefined => userId || keyId || undefined;
