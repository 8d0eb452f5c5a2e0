/**
 * Bermudan options under Heston: finite differences (method/heston-exercise-dates.ts) with a simulation that checks them. The simulation
 * exercises and hedges by the values of the grid, which gives a lower and an upper bound of the true value whatever the error of those values
 * (heston-bounds.ts). Finite differences are within 0.1 % of the value, where a regression on a few thousand paths is not.
 */
import type { HestonParameters } from '../../market/model-parameters.js';
import { powerOfTwo } from '../../math/elementary/binary.js';
import { hestonOnDates } from '../../method/heston-exercise-dates.js';
import {
  finiteDifferencesWarnings,
  type HeldValues,
  type HestonFiniteDifferences,
  type HestonOption,
} from '../../method/heston-finite-differences.js';
import { layoutFor } from '../../random/lattice.js';
import { type MonteCarloSettings, mean, standardErrorOf } from '../run/monte-carlo.js';
import type { AmericanEstimate, AmericanRuns } from './american-estimate.js';
import type { Exercisable } from './gbm-kernels.js';
import { type HestonBounds, hestonBounds } from './heston-bounds.js';

/**
 * Number of paths that check finite differences where the request names none, without and with an upper bound, and the largest number. They
 * take 0.1 s per 256 paths; the standard error of 1024 is 0.02 % to 0.1 % of the price, less than what the finite differences state.
 */
const CHECK_PATHS = { lower: 256, both: 1024, most: 4096 };

const UNCHECKED = 'no simulation checks the finite differences: their grid is too large to keep';

/** The price by finite differences, or the middle of its simulated bounds where those refute it. */
export async function checkedDifferences(
  { market, times, ...terms }: Exercisable,
  parameters: HestonParameters,
  seed: number,
  { price: settings, upperBound }: AmericanRuns,
): Promise<AmericanEstimate> {
  const { option, solved, exerciseBoundary } = await hestonOnDates({ ...terms, parameters }, times, settings.signal);
  const bounds = solved.held && (await simulatedBounds(option, solved.held, seed, settings, upperBound));
  const better = bounds && betterThan(solved, bounds);
  return {
    method: better ? 'primal_dual_monte_carlo' : 'finite_differences',
    price: better?.price ?? solved.price,
    standardError: better?.standardError ?? 0,
    errorBound: better?.errorBound ?? solved.errorBound,
    delta: solved.delta,
    european: solved.europeanPrice,
    exerciseBoundary: [...exerciseBoundary],
    lower: bounds && { means: bounds.lower, numPaths: bounds.numPaths, backend: 'cpu' },
    upper: bounds && { means: bounds.upper },
    fallbacks: [],
    warnings: [...(better ? [better.warning] : finiteDifferencesWarnings(solved)), ...(bounds === undefined ? [UNCHECKED] : [])],
  };
}

/** Number of standard errors by which a price must be outside its simulated bounds to be refuted by them. */
const REFUTING_STANDARD_ERRORS = 4;
/** Bias of the bounds' time steps, as a fraction of the price: at most 4e-3 was significant in some 400 random options, |ρ| ≤ 1, σ ≤ 5, T ≤ 20. */
const STEP_BIAS = 5e-3;

/**
 * The middle of the bounds, where they refute the finite differences or are more accurate. It happens where |ρ| = 1 and the volatility of
 * variance is large: the equation then has no diffusion across one direction, which a grid in x and v cannot follow.
 */
function betterThan({ price, errorBound }: HestonFiniteDifferences, { lower, upper }: HestonBounds) {
  const [low, high] = [mean(lower), mean(upper)];
  const standardError = Math.max(standardErrorOf(lower), standardErrorOf(upper));
  const [middle, halfWidth] = [(low + high) / 2, (high - low) / 2];
  const allowed = errorBound + REFUTING_STANDARD_ERRORS * standardError + STEP_BIAS * price;
  const refuted = low - price > allowed || price - high > allowed;
  if (!refuted && errorBound <= halfWidth + standardError + STEP_BIAS * middle) return undefined;
  return {
    price: middle,
    standardError,
    errorBound: Math.max(halfWidth, 0),
    warning: `the price is the middle of its simulated lower and upper bounds: finite differences give ${price.toPrecision(6)} with an error of ${errorBound.toPrecision(2)}`,
  };
}

/** The simulated bounds: with a target standard error, on twice as many paths until it is met. */
async function simulatedBounds(
  option: HestonOption,
  values: HeldValues,
  seed: number,
  { numPaths, targetStandardError = Number.POSITIVE_INFINITY, signal }: MonteCarloSettings,
  upperBound: boolean,
): Promise<HestonBounds & { readonly numPaths: number }> {
  const usual = upperBound ? CHECK_PATHS.both : CHECK_PATHS.lower;
  const most = Math.min(numPaths ?? (targetStandardError < Number.POSITIVE_INFINITY ? CHECK_PATHS.most : usual), CHECK_PATHS.most);
  for (let paths = Math.min(targetStandardError < Number.POSITIVE_INFINITY ? usual : most, most); ; paths *= 2) {
    const layout = layoutFor(paths);
    const bounds = await hestonBounds(option, values, layout, seed, signal);
    if (2 * paths > most || standardErrorOf(bounds.lower) <= targetStandardError)
      return { ...bounds, numPaths: layout.shifts * powerOfTwo(layout.log2Points) };
  }
}
