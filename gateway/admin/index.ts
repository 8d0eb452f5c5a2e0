/** The operations of administration, /admin/v1: a list of its own, with a document of its own (openapi/admin.yaml). */
import type { Operation } from '../contract/operation.js';
import { audit } from './audit.js';
import { keys } from './keys.js';
import { sessionOperations } from './session.js';
import { system } from './system.js';
import { tenants } from './tenants.js';
import { usage } from './usage.js';
import { users } from './users.js';
import { work } from './work.js';

interface AdminOptions {
  /** True where browsers reach the service by TLS. */
  readonly secureCookies: boolean;
}

export const adminOperations = ({ secureCookies }: AdminOptions): readonly Operation[] => [
  ...sessionOperations(secureCookies),
  ...tenants,
  ...keys,
  ...users,
  ...usage,
  ...audit,
  ...system,
  ...work,
];
