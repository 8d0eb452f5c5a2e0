/** How often a tenant may call: per minute and per month, stated in the standard headers (draft-ietf-httpapi-ratelimit-headers). */

import type { CostClass } from '#services/rpc/method-table';
import { HttpFailure } from '../../contract/errors.js';
import type { Operation } from '../../contract/operation.js';
import { type HttpCall, principalOf } from '../call.js';
import type { Spend } from '../request-lease.js';

/** Whether operations of a cost class take thread time that is counted. */
const COMPUTES: Readonly<Record<CostClass, boolean>> = { quick: false, store: false, batch: true, calibration: true, simulation: true };

/**
 * RateLimit-Policy names every quota of the tenant. RateLimit says what is left of the minute, or of the month or of its compute seconds where
 * those are what is used up. The run that uses the last compute second is not cut short: the next one is refused.
 */
export const rateLimit =
  (spend: Spend) =>
  async (call: HttpCall, { costClass }: Pick<Operation, 'costClass'>): Promise<void> => {
    const { correlationId, headers } = call;
    const principal = principalOf(call);
    const { monthlyQuota, computeSecondsQuota } = principal;
    const { allowed, limit, remaining, resetSeconds, quotaResetSeconds, computeUsedMs, monthResetSeconds } = await spend(
      principal,
      correlationId,
    );
    headers['RateLimit-Policy'] =
      `"minute";q=${limit};w=60` +
      (monthlyQuota === undefined ? '' : `, "month";q=${monthlyQuota}`) +
      (computeSecondsQuota === undefined ? '' : `, "compute-seconds";q=${computeSecondsQuota}`);
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
    if (computeSecondsQuota !== undefined && COMPUTES[costClass] && computeUsedMs >= computeSecondsQuota * 1000) {
      headers.RateLimit = `"compute-seconds";r=0;t=${monthResetSeconds}`;
      throw new HttpFailure(
        'SVC-LIMIT-002',
        `the monthly quota of ${computeSecondsQuota} compute seconds is used up; operations that compute no longer than a few milliseconds are still served`,
        [],
        { 'Retry-After': String(monthResetSeconds) },
      );
    }
  };
