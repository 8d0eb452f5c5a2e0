/** How often this tenant may: its minute and its month, told in the standard headers (RFC draft ratelimit-headers). */
import type { RequestHandler } from 'express';
import { HttpFailure } from '../errors.js';
import type { Spend } from '../request-lease.js';
import { stateOf } from './correlate.js';

export const rateLimit =
  (spend: Spend): RequestHandler =>
  async (_request, response, next) => {
    const { principal, correlationId, headers } = stateOf(response);
    const { allowed, limit, remaining, resetSeconds, quotaResetSeconds } = await spend(principal!, correlationId);
    headers['RateLimit-Policy'] = `"minute";q=${limit};w=60`;
    headers.RateLimit = `"minute";r=${remaining};t=${resetSeconds}`;
    if (!allowed && quotaResetSeconds !== undefined) {
      throw new HttpFailure('SVC-LIMIT-002', `the monthly quota of ${principal!.monthlyQuota} requests is used up`, [], {
        'Retry-After': String(quotaResetSeconds),
      });
    }
    if (!allowed) {
      throw new HttpFailure('SVC-LIMIT-001', `more than ${limit} requests in this minute`, [], { 'Retry-After': String(resetSeconds) });
    }
    next();
  };
