/** Whether a key may use an operation: first its scopes, then the tier of its tenant (interface specification, 5.8). */
import { minimumTier, satisfies, tierAllows } from '../../entitlement.js';
import type { Operation } from '../../operation.js';
import { type HttpCall, principalOf } from '../call.js';
import { HttpFailure } from '../errors.js';

/** @throws HttpFailure SVC-AUTH-004 or SVC-AUTH-005 */
export function entitle(call: HttpCall, { scope }: Operation): void {
  const { scopes, tier } = principalOf(call);
  if (!satisfies(scopes, scope)) throw new HttpFailure('SVC-AUTH-004', `the key lacks the scope ${scope}`);
  if (!tierAllows(tier, scope)) {
    throw new HttpFailure('SVC-AUTH-005', `the scope ${scope} needs the ${minimumTier(scope)} tier; the key’s tenant has ${tier}`);
  }
}
