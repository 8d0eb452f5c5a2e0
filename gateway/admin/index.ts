/** The operations of administration, /admin/v1: a list of its own, with a document of its own (openapi/admin.yaml). */
import type { Operation } from '../contract/operation.js';
import { audit } from './audit.js';
import type { IdentityProvider } from './identity-provider.js';
import { keys } from './keys.js';
import { providerOperations } from './provider-sign-in.js';
import { secondFactor } from './second-factor.js';
import { sessionOperations } from './session.js';
import { system } from './system.js';
import { tenants } from './tenants.js';
import { usage } from './usage.js';
import { users } from './users.js';
import { work } from './work.js';

interface AdminOptions {
  /** True where browsers reach the service by TLS. */
  readonly secureCookies: boolean;
  /** Absent: people sign in with passwords alone. */
  readonly provider?: IdentityProvider | undefined;
}

export const adminOperations = ({ secureCookies, provider }: AdminOptions): readonly Operation[] => [
  ...sessionOperations(secureCookies),
  ...secondFactor,
  ...providerOperations(secureCookies, provider),
  ...tenants,
  ...keys,
  ...users,
  ...usage,
  ...audit,
  ...system,
  ...work,
];
