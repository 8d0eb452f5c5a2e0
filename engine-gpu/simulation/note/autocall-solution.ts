/** The term of an autocallable note that gives it a target price. */
import type { Backend } from '../../backend/backend.js';
import { invalid } from '../../base/failure.js';
import { itpRoot, nearestBracket } from '../../math/root.js';
import { resolveAutocall, withLifecycle } from '../../product/contract/resolve.js';
import { SOLVABLE, type StructuredSolveRequest, type StructuredSolveResponse } from '../../product/note/structured.js';
import { type MonteCarloResult, priceContract, type RunLimits } from '../run/monte-carlo.js';
import { perUnit, splitCostLimit, timesNotional } from './autocall-price.js';

export type StructuredSolution = MonteCarloResult & Omit<StructuredSolveResponse, keyof MonteCarloResult>;

/** Terms closer than this are equal in single precision, in which barriers and coupons enter the kernel. */
const TERM_TOLERANCE = 1e-9;
/** Rounding of a mean of payments in single precision, as a fraction of the notional. */
const SOLVED_PRICE_TOLERANCE = 1e-8;
/** Numbers of equal intervals into which the range is divided, one after another, until the price crosses the target within an interval. */
const INTERVAL_COUNTS = [1, 2, 4, 8, 16];
/** Largest number of prices of a search: 2 bounds, the start, 15 interval ends, and 31 bisections of [0, 2] to the tolerance plus one. */
const MAX_PRICES = 50;

/**
 * The term at which the note has the target price, on the lattice points of `autocallPrice`.
 *
 * On fixed points the price is a step function of a barrier, one step per path. For a barrier the solution is the step that contains the
 * target.
 *
 * @throws EngineFailure `invalid` if the price does not cross the target within the range of the term; the message states the price at both ends
 */
export async function autocallSolution(
  { product: { notional, ...terms }, market: input, solveFor, targetPrice, pricer }: StructuredSolveRequest,
  today: string,
  limits: RunLimits,
  backend: Backend,
): Promise<StructuredSolution> {
  const { lower, upper } = SOLVABLE[solveFor];
  const { couponRate = 0, couponBarrier = 0, protectionBarrier = 0 } = terms;
  const spec = { ...terms, couponRate, couponBarrier, protectionBarrier };
  // The past may have decided another thing under another term, so the note is resolved for each value.
  const resolvedAt = (value: number) => resolveAutocall({ ...spec, [solveFor]: value }, input, today, '/product');
  const settings = splitCostLimit({ ...perUnit(pricer, notional), ...limits }, MAX_PRICES);
  const results = new Map<number, MonteCarloResult>();
  const resultAt = async (value: number): Promise<MonteCarloResult> => {
    const { contract, market } = resolvedAt(value);
    const result = results.get(value) ?? (await priceContract(contract, market, settings, backend));
    results.set(value, result);
    return result;
  };
  const excess = async (value: number): Promise<number> => (await resultAt(value)).price - targetPrice / notional;
  const bracket = await nearestBracket(excess, [lower, upper], INTERVAL_COUNTS, terms[solveFor]);
  if (bracket === undefined) {
    const priceText = async (value: number): Promise<string> => `${notional * (await resultAt(value)).price} at ${solveFor} = ${value}`;
    throw invalid(
      '/targetPrice',
      `must be a price that some ${solveFor} gives; got ${targetPrice}, but the price is ${await priceText(lower)} and ${await priceText(upper)}`,
    );
  }
  const { x: solvedValue } = await itpRoot(excess, ...bracket, TERM_TOLERANCE, SOLVED_PRICE_TOLERANCE);
  const solution = timesNotional(await resultAt(solvedValue), notional);
  return { solveFor, solvedValue, iterations: results.size, ...withLifecycle(solution, resolvedAt(solvedValue)) };
}
