/** Sessions of people, for scenarios. */
import { expectSuccess } from '../support/envelope.js';
import { post } from '../support/http.js';
import type { Caller } from '../support/jobs.js';
import { PASSWORD } from '../support/pages.js';

/** Invites a user of the first tenant, accepts for them and signs in. @returns the cookie of the session */
export async function signIn(caller: Caller, email: string): Promise<string> {
  const tenantId = 'ten_first';
  const user = expectSuccess(await post(caller, `/admin/v1/tenants/${tenantId}/users`, { email, roles: ['viewer'] }), 201);
  const acceptance = { tenantId, email, token: user.invitationToken, password: PASSWORD };
  expectSuccess(await post(caller, '/admin/v1/invitations/accept', acceptance));
  const signedIn = await post(caller, '/admin/v1/session', { tenantId, email, password: PASSWORD });
  expectSuccess(signedIn, 201);
  return signedIn.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ');
}
