/**
 * Sessions of users whom the identity provider of the installation has identified. The gateway speaks with the provider
 * (gateway/admin/identity-provider.ts); what is decided here is who the person is for the service.
 */
import { parse } from '#engine/schemas';
import type { Caller } from '#proto/caller';
import { PLATFORM, tenants } from '../../resources/tenant.js';
import { providerSignIn, type User } from '../../resources/user.js';
import { refused } from '../base/authority.js';
import type { ChangeTools } from '../evidence/audit.js';
import { type Begun, beginSession, endSessionsOf, findUser } from './sessions.js';
import { asUser, changeUser, endKeysOf } from './users.js';

/**
 * The first time, the user is found by the e-mail address, and from then on must be the same person at the provider: addresses are given to
 * others in time. Nobody is made a user by signing in.
 *
 * Nobody else has seen the credentials of the provider: a password or an invitation that others have seen ends, with all that they may have
 * opened with it, and they no longer count as the same person where an approval needs two.
 *
 * @throws CallFailure PERMISSION_DENIED
 */
export async function signInByProvider(tools: ChangeTools, caller: Caller, body: unknown): Promise<Begun> {
  const { tenantId, email, issuer, subject } = parse(providerSignIn, body);
  const { store } = tools;
  const [user, tenant] = await Promise.all([findUser(store, tenantId, email), store.get(tenants, PLATFORM, tenantId)]);
  if (user === undefined || tenant === undefined || user.disabled || tenant.disabled)
    throw refused(`the tenant has no user with the address ${email}, or it is disabled`);
  if (user.provider !== undefined && (user.provider.issuer !== issuer || user.provider.subject !== subject))
    throw refused(`the address ${email} belongs to another person at the identity provider now: an administrator creates the user anew`);
  return beginSession(tools, caller, await settled(tools, asUser(caller, user), user, { issuer, subject }), { byProvider: true });
}

/** The user with the identity at the provider, and without what others have seen. */
async function settled(tools: ChangeTools, caller: Caller, user: User, provider: NonNullable<User['provider']>): Promise<User> {
  const { invitation, passwordHash, secondFactor, ...rest } = user;
  const wasSeen = (user.credentialsSeenBy ?? []).length > 0;
  if (user.provider !== undefined && invitation === undefined && !wasSeen) return user;
  // A second factor may be the app of whoever signed in with the password.
  const ofUserAlone = wasSeen ? {} : { ...(passwordHash !== undefined && { passwordHash }), ...(secondFactor && { secondFactor }) };
  const changed = await changeUser(tools, caller, 'user.sign_in_at_provider', user, {
    ...{ ...rest, ...ofUserAlone },
    ...{ provider, credentialsSeenBy: [] },
  });
  if (wasSeen) {
    await endSessionsOf(tools.store, changed);
    await endKeysOf(tools, changed);
  }
  return changed;
}
