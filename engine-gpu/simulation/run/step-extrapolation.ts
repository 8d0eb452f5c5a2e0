/**
 * A price without the leading term of its steps' bias. Where P(n) = P + c n^(−p) + …,
 *
 *   E(n) = P(n) + (P(n) − P(n/2))/(2^p − 1)
 *
 * All runs are of the same shifts, and combined shift by shift, so the standard error knows how far they move together. What is left of
 * the bias cannot be seen in E(n) alone: E(n/2), which a run of n/4 steps gives, stands beside it, and how far off it is is stated.
 *
 * @see Talay and Tubaro (1990), Expansion of the global error for numerical schemes solving stochastic differential equations
 */
import type { Backend } from '../../backend/backend.js';
import type { Market } from '../../market/market.js';
import type { Contract } from '../../product/contract/contract.js';
import { modelOf } from '../process/index.js';
import { withPolicy } from './choice-regression.js';
import {
  compose,
  type Estimate,
  estimate,
  type MonteCarloResult,
  type MonteCarloSettings,
  mean,
  policyFor,
  resultOf,
  standardErrorOf,
} from './monte-carlo.js';
import { biased, planFor } from './plan.js';

/** Of the finest run's steps, what each run takes; and the work of all in runs of the finest. */
const RUNS = { fractions: [1, 2, 4], work: 1.75 };
/** Paths with which a run begins that has a standard error to meet. */
const FIRST_PATHS = 4096;
const DEFAULT_PATHS = 65_536;

/**
 * What a contract is worth under models whose paths have a bias; where none has, its order is taken as 1.
 *
 * @param settings  numSteps are the finest run's: four times what the models need at least, and a multiple of four
 */
export async function priceExtrapolated(
  contract: Contract,
  market: Market,
  settings: MonteCarloSettings,
  backend: Backend,
): Promise<MonteCarloResult> {
  const { numPaths = DEFAULT_PATHS, targetStandardError, costLimit, progress, ...rest } = settings;
  const order = Math.min(1, ...market.assets.map((asset) => modelOf(asset).biasOrder ?? 1));
  const least = planFor(contract, market, 1).equalSteps;
  const finest = 4 * Math.max(least, Math.ceil(planFor(contract, market, settings.numSteps).equalSteps / 4));
  const share = costLimit === undefined ? {} : { costLimit: costLimit / RUNS.work };
  const programs = RUNS.fractions.map((fraction) =>
    compose(contract, market, { ...rest, numPaths, ...share, numSteps: finest / fraction }),
  );
  const policies = await Promise.all(programs.map((program) => policyFor(program, { ...rest, numPaths }, backend)));
  let paths = targetStandardError === undefined ? numPaths : Math.min(FIRST_PATHS, numPaths);
  for (;;) {
    const estimates: Estimate[] = [];
    for (const [i, program] of programs.entries()) {
      const told = i === 0 && progress ? { progress } : {};
      estimates.push(await estimate(withPolicy(program, policies[i]), { ...rest, ...told, numPaths: paths }, backend));
    }
    const [fine, half, quarter] = estimates.map(({ means }) => means) as [Float64Array, Float64Array, Float64Array];
    const means = limit(fine, half, order);
    if (targetStandardError === undefined || paths >= numPaths || standardErrorOf(means) <= targetStandardError) {
      const fallbacks = [...new Map(estimates.flatMap(({ fallbacks }) => fallbacks).map((one) => [JSON.stringify(one), one])).values()];
      const result = resultOf(programs[0], { ...estimates[0], means, fallbacks }, settings);
      const steps = programs.map((program) => program.steps);
      const asItStands = biased(market, result.numSteps);
      const others = result.warnings.filter((warning) => !asItStands.includes(warning));
      return { ...result, warnings: [...others, said(steps, order, fine, means, limit(half, quarter, order))] };
    }
    paths = Math.min(2 * paths, numPaths);
  }
}

const limit = (fine: Float64Array, coarse: Float64Array, order: number): Float64Array =>
  fine.map((value, shift) => value + (value - coarse[shift]) / (2 ** order - 1));

function said(steps: readonly number[], order: number, fine: Float64Array, means: Float64Array, fromHalf: Float64Array): string {
  const apart = means.map((value, shift) => value - fromHalf[shift]);
  const figure = (value: number) => value.toPrecision(2);
  return (
    `the bias of ${steps[0]} time steps is taken out by runs of ${steps[1]} and ${steps[2]}, as one of order ${figure(order)}: ` +
    `it was about ${figure(mean(fine) - mean(means))}, and what is left should be less than ${figure(Math.abs(mean(apart)))}, ` +
    `by which half as many steps miss this price (itself uncertain by ${figure(standardErrorOf(apart))})`
  );
}
