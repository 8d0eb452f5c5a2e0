/** Whether a key may use an operation: first its scopes, then the tier of its tenant (interface specification, 5.8). */
import type { RequestHandler } from 'express';
import { minimumTier, satisfies, tierAllows } from '../../entitlement.js';
import type { Operation } from '../../operation.js';
import { HttpFailure } from '../errors.js';
import { principalOf } from './correlate.js';

export const entitle =
  ({ scope }: Operation): RequestHandler =>
  (_request, response, next) => {
    const { scopes, tier } = principalOf(response);
    if (!satisfies(scopes, scope)) throw new HttpFailure('SVC-AUTH-004', `the key lacks the scope ${scope}`);
    if (!tierAllows(tier, scope)) {
      throw new HttpFailure('SVC-AUTH-005', `the scope ${scope} needs the ${minimumTier(scope)} tier; the key’s tenant has ${tier}`);
    }
    next();
  };
