/** ChangeTools on a store of the test, and callers of every kind. */
import { status } from '@grpc/grpc-js';
import { expect } from 'chai';
import { v7 as uuid } from 'uuid';
import { type Caller, callerOf, UNKNOWN_IDENTITY } from '#proto/caller';
import { CallFailure } from '#proto/failure';
import { createTenant } from '#services/reference/access/tenants';
import { acceptInvitation, createUser } from '#services/reference/access/users';
import { auditLog, type ChangeTools } from '#services/reference/evidence/audit';
import { noSigner } from '#services/reference/evidence/signing';
import { scopesOf } from '#services/resources/role';
import type { Tenant } from '#services/resources/tenant';
import type { User } from '#services/resources/user';
import type { Store } from '#services/store/port';

const NOW = Date.UTC(2026, 2, 4, 12);
export const DAY_MS = 86_400_000;
export const PASSWORD = 'correct horse battery staple';

/** ChangeTools with a clock that the test sets. */
export interface TestAdministration extends ChangeTools {
  readonly clock: { now: number };
}

export function administration(store: Store): TestAdministration {
  const clock = { now: NOW };
  return { store, audit: auditLog(store, noSigner), now: () => clock.now, clock };
}

const call = (identity: Partial<Caller>): Caller =>
  callerOf({ ...UNKNOWN_IDENTITY, tier: 'enterprise', ...identity }, uuid(), '', identity.address ?? '192.0.2.1');

/** Somebody who is not signed in. Each has an address of its own, unless one is given. */
let addresses = 0;
export const anybody = (address = `198.51.100.${(addresses++ % 250) + 1}`): Caller => call({ address });

export const platformAdmin = call({ tenantId: 'ten_operator', keyId: 'key_operator', scopes: ['admin'], roles: ['platform_admin'] });

/** A key of a tenant with these scopes. */
export const keyOf = (tenantId: string, ...scopes: string[]): Caller => call({ tenantId, keyId: 'key_a', scopes });

/** A signed-in user. */
export const sessionOf = ({ tenantId, id, roles }: User, sessionId = 'ses_a'): Caller =>
  call({ tenantId, userId: id, roles, scopes: scopesOf(roles), sessionId });

export const newTenant = (tools: ChangeTools, tier = 'business'): Promise<Tenant> =>
  createTenant(tools, platformAdmin, { name: 'A tenant', tier }, '');

/** A user who has not chosen a password yet. */
export const newUser = async (
  tools: ChangeTools,
  tenantId: string,
  roles: readonly string[],
  email = `${uuid()}@example.com`,
): Promise<User> => (await createUser(tools, platformAdmin, tenantId, { email, roles })).user;

/** A user who has chosen PASSWORD, which takes a second on a busy machine. */
export async function newUserWithPassword(tools: ChangeTools, tenantId: string, roles: readonly string[]): Promise<User> {
  const email = `${uuid()}@example.com`;
  const { token } = await createUser(tools, platformAdmin, tenantId, { email, roles });
  return acceptInvitation(tools, anybody(), { tenantId, email, token, password: PASSWORD });
}

/** Expects a refusal that says why. */
export async function isRefused(promise: Promise<unknown>, reason = /./): Promise<void> {
  const error = await promise.then(
    () => undefined,
    (failure: unknown) => failure,
  );
  expect(error, String(error)).to.be.instanceOf(CallFailure);
  const { code, message } = error as CallFailure;
  expect(code).to.equal(status.PERMISSION_DENIED);
  expect(message).to.match(reason);
}
