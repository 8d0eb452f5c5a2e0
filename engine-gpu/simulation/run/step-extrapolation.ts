/**
 * Richardson extrapolation in the number of time steps: removes the leading term of the discretisation bias. Where
 * P(n) = P + c n^(−p) + …,
 *
 *   E(n) = P(n) + (P(n) − P(n/2))/(2^p − 1)
 *
 * All runs use the same shifts and are combined shift by shift, so the standard error includes their correlation. E(n) alone does not show
 * its remaining bias; E(n/2), from a further run with n/4 steps, does, and a warning states the difference.
 *
 * @see Talay and Tubaro (1990), Expansion of the global error for numerical schemes solving stochastic differential equations
 */
import type { Backend } from '../../backend/backend.js';
import type { Market } from '../../market/market.js';
import { floorLog2, powerOfTwo } from '../../math/elementary/binary.js';
import { pow } from '../../math/elementary/pow.js';
import type { Contract } from '../../product/contract/contract.js';
import { modelOf } from '../process/index.js';
import { withPolicy } from './choice-regression.js';
import {
  compose,
  DEFAULT_PATHS,
  type Estimate,
  estimate,
  type MonteCarloResult,
  type MonteCarloSettings,
  mean,
  policyFor,
  resultOf,
  standardErrorOf,
} from './monte-carlo.js';
import { biasWarnings, planFor } from './plan.js';

/** Divisors of the finest run's number of steps, and the work of all runs in units of the finest. */
const RUNS = { fractions: [1, 2, 4], work: 1.75 };
/** Number of paths with which a run begins that has a target standard error. */
const FIRST_PATHS = 4096;
/** Largest number of paths of a run with a target standard error and no cost limit. */
const MAX_PATHS = powerOfTwo(22);

const powerOfTwoUpTo = (x: number): number => powerOfTwo(floorLog2(x));

/**
 * Price of a contract under models whose time steps leave a bias; the order of the bias is 1 where no model states another.
 *
 * @param settings  `numSteps` are those of the finest run: at least four times the models' minimum, rounded up to a multiple of four
 */
export async function priceExtrapolated(
  contract: Contract,
  market: Market,
  settings: MonteCarloSettings,
  backend: Backend,
): Promise<MonteCarloResult> {
  const { numPaths: requestedPaths, targetStandardError, costLimit, progress, ...rest } = settings;
  const order = Math.min(1, ...market.assets.map((asset) => modelOf(asset).biasOrder ?? 1));
  const least = planFor(contract, market, 1).equalSteps;
  const finest = 4 * Math.max(least, Math.ceil(planFor(contract, market, settings.numSteps).equalSteps / 4));
  const { market: simulated } = planFor(contract, market, finest);
  const affordable = costLimit === undefined ? MAX_PATHS : costLimit / (RUNS.work * (finest + 1) * simulated.assets.length);
  // The number of paths is a power of two times 16, as the lattices take it.
  const numPaths =
    requestedPaths ??
    (targetStandardError === undefined ? DEFAULT_PATHS : powerOfTwoUpTo(Math.max(DEFAULT_PATHS, Math.min(MAX_PATHS, affordable))));
  const share = costLimit === undefined ? {} : { costLimit: costLimit / RUNS.work };
  const programs = RUNS.fractions.map((fraction) =>
    compose(contract, market, { ...rest, numPaths, ...share, numSteps: finest / fraction }),
  );
  const policies = await Promise.all(programs.map((program) => policyFor(program, { ...rest, numPaths }, backend)));
  let paths = targetStandardError === undefined ? numPaths : Math.min(FIRST_PATHS, numPaths);
  for (;;) {
    const estimates: Estimate[] = [];
    for (const [i, program] of programs.entries()) {
      const reporting = i === 0 && progress ? { progress } : {};
      estimates.push(await estimate(withPolicy(program, policies[i]!), { ...rest, ...reporting, numPaths: paths }, backend));
    }
    const [fine, half, quarter] = estimates.map(({ means }) => means) as [Float64Array, Float64Array, Float64Array];
    const means = extrapolate(fine, half, order);
    if (targetStandardError === undefined || paths >= numPaths || standardErrorOf(means) <= targetStandardError) {
      const fallbacks = [...new Map(estimates.flatMap(({ fallbacks }) => fallbacks).map((one) => [JSON.stringify(one), one])).values()];
      const result = resultOf(programs[0]!, { ...estimates[0]!, means, fallbacks }, settings);
      const steps = programs.map((program) => program.steps);
      const withoutExtrapolation = biasWarnings(market, result.numSteps);
      const otherWarnings = result.warnings.filter((warning) => !withoutExtrapolation.includes(warning));
      return {
        ...result,
        warnings: [...otherWarnings, extrapolationWarning(steps, order, fine, means, extrapolate(half, quarter, order))],
      };
    }
    paths = Math.min(2 * paths, numPaths);
  }
}

const extrapolate = (fine: Float64Array, coarse: Float64Array, order: number): Float64Array =>
  fine.map((value, shift) => value + (value - coarse[shift]!) / (pow(2, order) - 1));

function extrapolationWarning(
  steps: readonly number[],
  order: number,
  fine: Float64Array,
  means: Float64Array,
  fromHalf: Float64Array,
): string {
  const apart = means.map((value, shift) => value - fromHalf[shift]!);
  const figure = (value: number) => value.toPrecision(2);
  return (
    `the bias of ${steps[0]} time steps is removed by extrapolation from runs with ${steps[1]} and ${steps[2]} steps, at order ${figure(order)}: ` +
    `it was about ${figure(mean(fine) - mean(means))}, and the remaining bias should be less than ${figure(Math.abs(mean(apart)))}, ` +
    `the difference between this price and the same extrapolation from half as many steps (standard error ${figure(standardErrorOf(apart))})`
  );
}
