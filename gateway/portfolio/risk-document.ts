/** Requests and replies of the risk service: JSON that it reads and writes with the schemas of the engine. */
import type { ComputeReply__Output } from '#proto/types/svc/compute/v1/ComputeReply';
import type { ComputeRequest } from '#proto/types/svc/compute/v1/ComputeRequest';
import { requireInTime } from '../batch/batch.js';
import { received } from '../contract/manifest.js';
import type { Dependencies, OperationCall, Outcome } from '../contract/operation.js';

/** What revalues the positions of an option book. */
export const BOOK_PRICERS = ['equity_vanilla_bs', 'equity_dividends_fd'];

/** Room for 100 000 positions with every digit. */
export const BOOK_BODY_LIMIT = 32 * 1024 * 1024;

export const riskRequest = (body: object, { today, fresh }: OperationCall): ComputeRequest => ({
  bodyJson: JSON.stringify(body),
  today,
  ...(fresh && { fresh }),
});

/** Solutions of finite differences that a range of spots takes, whose grids are half as large again as those of one spot. */
const SOLUTIONS_PER_RANGE = 1.5;
/**
 * Ranges that the spots of scenarios are in: nearly all in one, which reaches 3.5 standard deviations of the option on both sides. Scenarios that
 * move the spot by far more than the option's own deviation, hours before expiry say, take up to a solution each: the deadline ends those.
 */
const RANGES = 2;

/** Solutions per position with dividends in cash for a revaluation, today's included. @param moves of volatility, rate and time that differ */
export const revaluations = (moves: number): number => SOLUTIONS_PER_RANGE * RANGES * (1 + moves);

/**
 * As `riskRequest`, for a measure of option positions.
 *
 * @param solutions of finite differences per position with dividends in cash
 * @throws HttpFailure SVC-REQ-001 where these take more than the deadline
 */
export function bookRequest(
  body: { readonly positions?: readonly object[] | undefined },
  call: OperationCall,
  { deadlines }: Pick<Dependencies, 'deadlines'>,
  solutions: number,
): ComputeRequest {
  requireInTime(body.positions ?? [], { deadlineMs: deadlines.simulation, solutions }, 'positions');
  return riskRequest(body, call);
}

export const riskOutcome = <Data extends object>({ resultJson, manifest }: ComputeReply__Output): Outcome<Data> => ({
  data: JSON.parse(resultJson) as Data,
  ...(manifest && { manifest: received(manifest) }),
});
