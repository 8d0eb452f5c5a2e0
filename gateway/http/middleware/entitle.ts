/** Whether a key may use an operation: first its scopes, then the tier of its tenant (interface specification, 5.8). */

import { mayOnlyRead } from '#services/resources/role';
import { minimumTier, satisfies, tierAllows } from '../../contract/entitlement.js';
import { HttpFailure } from '../../contract/errors.js';
import type { Operation } from '../../contract/operation.js';
import { type HttpCall, principalOf } from '../call.js';

/** What a viewer may change: the own session and password. */
const OWN_SESSION: readonly string[] = ['endOwnSession', 'changePassword'];

/** @throws HttpFailure SVC-AUTH-004 or SVC-AUTH-005 */
export function entitle(call: HttpCall, { scope, method, id }: Operation): void {
  const { scopes, tier, roles } = principalOf(call);
  if (!satisfies(scopes, scope)) throw new HttpFailure('SVC-AUTH-004', `the key lacks the scope ${scope}`);
  if (method !== 'GET' && mayOnlyRead(roles) && !OWN_SESSION.includes(id)) throw new HttpFailure('SVC-AUTH-004', 'a viewer may only read');
  if (!tierAllows(tier, scope)) {
    throw new HttpFailure('SVC-AUTH-005', `the scope ${scope} needs the ${minimumTier(scope)} tier; the key’s tenant has ${tier}`);
  }
}
