/** The roles of users. A role grants scopes; the two administrators' roles also govern tenants, keys and users. */
import type { Scope } from './scope.js';

export const roles = ['platform_admin', 'tenant_admin', 'quant', 'risk_manager', 'viewer'] as const;

type Role = (typeof roles)[number];

/** Roles that govern others: `platform_admin` every tenant, `tenant_admin` the user's own. */
export const ADMIN_ROLES = ['platform_admin', 'tenant_admin'] as const satisfies readonly Role[];

const READ_ONLY: readonly Role[] = ['viewer'];

/** The scopes that each role grants. `admin` satisfies every other. */
const SCOPES_OF_ROLE: Readonly<Record<Role, readonly Scope[]>> = {
  platform_admin: ['admin'],
  tenant_admin: ['admin'],
  quant: ['price', 'calibrate', 'portfolio', 'xva', 'jobs', 'validate'],
  risk_manager: ['price', 'portfolio', 'xva', 'jobs', 'governance', 'validate'],
  viewer: ['price', 'portfolio', 'xva', 'jobs', 'governance', 'validate'],
};

/** The scopes of a user with these roles; roles that this version does not know grant nothing. */
export const scopesOf = (userRoles: readonly string[]): Scope[] => [
  ...new Set(userRoles.flatMap((role) => (isRole(role) ? SCOPES_OF_ROLE[role] : []))),
];

/** True where these roles allow only reading: a viewer, unless another role grants more. Keys of a tenant have no roles. */
export const mayOnlyRead = (userRoles: readonly string[]): boolean =>
  userRoles.length > 0 && userRoles.every((role) => isRole(role) && READ_ONLY.includes(role));

export const isAdminRole = (role: string): boolean => (ADMIN_ROLES as readonly string[]).includes(role);

const isRole = (role: string): role is Role => (roles as readonly string[]).includes(role);
