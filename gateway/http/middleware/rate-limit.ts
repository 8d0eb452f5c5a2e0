/** How often a tenant may call: per minute and per month, stated in the standard headers (draft-ietf-httpapi-ratelimit-headers). */
import { type HttpCall, principalOf } from '../call.js';
import { HttpFailure } from '../errors.js';
import type { Spend } from '../request-lease.js';

/**
 * RateLimit-Policy names every quota of the tenant. RateLimit says what is left of the minute, or of the month where that is
 * what is used up.
 */
export const rateLimit =
  (spend: Spend) =>
  async (call: HttpCall): Promise<void> => {
    const { correlationId, headers } = call;
    const principal = principalOf(call);
    const { monthlyQuota } = principal;
    const { allowed, limit, remaining, resetSeconds, quotaResetSeconds } = await spend(principal, correlationId);
    headers['RateLimit-Policy'] = `"minute";q=${limit};w=60${monthlyQuota === undefined ? '' : `, "month";q=${monthlyQuota}`}`;
    if (!allowed && quotaResetSeconds !== undefined) {
      headers.RateLimit = `"month";r=0;t=${quotaResetSeconds}`;
      throw new HttpFailure('SVC-LIMIT-002', `the monthly quota of ${monthlyQuota} requests is used up`, [], {
        'Retry-After': String(quotaResetSeconds),
      });
    }
    headers.RateLimit = `"minute";r=${remaining};t=${resetSeconds}`;
    if (!allowed) {
      throw new HttpFailure('SVC-LIMIT-001', `more than ${limit} requests in this minute`, [], { 'Retry-After': String(resetSeconds) });
    }
  };
