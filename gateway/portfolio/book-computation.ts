/** Computations of measures of option books. */
import { requireInTime } from '../batch/batch.js';
import { computation, type ServiceMethod } from '../contract/computation.js';
import type { Computation, Dependencies, OperationCall } from '../contract/operation.js';

/** Room for 100 000 positions with every digit. */
export const BOOK_BODY_LIMIT = 32 * 1024 * 1024;

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
 * The computation of a measure of option positions.
 *
 * @param solutions number of solutions by finite differences per position with dividends in cash
 * @throws HttpFailure SVC-REQ-001 where these take more than the deadline
 */
export function bookComputation<Data extends object>(
  method: ServiceMethod,
  body: { readonly positions?: readonly object[] | undefined },
  call: OperationCall,
  dependencies: Dependencies,
  solutions: number,
): Computation<Data> {
  requireInTime(body.positions ?? [], { deadlineMs: dependencies.deadlines.simulation, solutions }, 'positions');
  return computation(method, body, call, dependencies);
}
