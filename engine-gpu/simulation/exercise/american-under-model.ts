/**
 * American options on an asset under a model of its own.
 *
 * Under Heston the price is that of finite differences (method/heston-finite-differences.ts), which are within 0.1 % where a regression on a
 * few thousand paths is not. A simulation checks them: it exercises and hedges by their values, which gives a lower and an upper bound of the
 * true value whatever the error of those values (heston-bounds.ts).
 *
 * Under the other models the policy is found by regression, and the price is the value of that policy: a lower bound. The upper bound comes
 * from the same paths, so a gap that is too large to rely on the price is always known, and a warning states it.
 */
import type { Backend, Fallback } from '../../backend/backend.js';
import type { Price, Years } from '../../base/units.js';
import { discount, forwardPrice } from '../../market/curve.js';
import type { EquityModel } from '../../market/market.js';
import {
  type ExerciseSlice,
  finiteDifferencesWarnings,
  type HeldValues,
  type HestonFiniteDifferences,
  type HestonOption,
  hestonFiniteDifferences,
} from '../../method/heston-finite-differences.js';
import { roughHestonStrip } from '../../method/rough-heston-strip.js';
import type { AmericanPriceResponse } from '../../product/option/american.js';
import { layoutFor } from '../../random/lattice.js';
import { type Estimate, estimate, type MonteCarloSettings, mean, priceContract, standardErrorOf } from '../run/monte-carlo.js';
import type { Exercisable } from './gbm-kernels.js';
import { type HestonBounds, hestonBounds } from './heston-bounds.js';
import { depthAt, hedgedProgram, NEVER } from './model-kernels.js';
import { type FittedHedges, fitHedged } from './model-policy.js';

/** A price with what it rests on. */
export interface AmericanEstimate {
  readonly method: AmericanPriceResponse['method'];
  readonly price: Price;
  /** Standard error of a simulated price, estimated error of finite differences. */
  readonly error: Price;
  readonly delta: number;
  readonly european: Price;
  readonly exerciseBoundary: AmericanPriceResponse['exerciseBoundary'];
  /** The simulation of the policy, by shift; undefined where finite differences are not checked. */
  readonly lower: Pick<Estimate, 'means' | 'numPaths' | 'backend'> | undefined;
  /** The upper bound by shift, where it was computed. */
  readonly upper: Pick<Estimate, 'means'> | undefined;
  readonly fallbacks: readonly Fallback[];
  readonly warnings: readonly string[];
}

/** Settings of the price, and of what varies little from path to path. */
export interface AmericanRuns {
  readonly price: MonteCarloSettings;
  readonly few: MonteCarloSettings;
  readonly upperBound: boolean;
  /** Bump of ln S for delta. */
  readonly bump: number;
}

type Heston = Extract<EquityModel, { type: 'heston' }>;

/** The price under the asset's model. */
export function priceUnderModel(option: Exercisable, seed: number, runs: AmericanRuns, backend: Backend): Promise<AmericanEstimate> {
  const { model } = option.market.assets[0];
  return model?.type === 'heston' ? byFiniteDifferences(option, model, seed, runs) : byRegression(option, seed, runs, backend);
}

/** Maximum number of exercise dates of the finite differences. More change a price by less than 1e-4 of itself. */
const MAX_GRID_DATES = 512;
/**
 * Number of paths that check finite differences where the request names none, without and with an upper bound, and the largest number. They
 * take 0.1 s per 256 paths; the standard error of 1024 is 0.02 % to 0.1 % of the price, less than what the finite differences state.
 */
const CHECK_PATHS = { lower: 256, both: 1024, most: 4096 };

async function byFiniteDifferences(
  option: Exercisable,
  model: Heston,
  seed: number,
  { price: settings, upperBound }: AmericanRuns,
): Promise<AmericanEstimate> {
  const { times } = option;
  const every = Math.ceil(times.length / MAX_GRID_DATES);
  const exercise = times.filter((_, date) => (times.length - 1 - date) % every === 0);
  const bermudan = { ...option, parameters: model, exercise };
  const solved = await hestonFiniteDifferences(bermudan, { signal: settings.signal, keepValues: true });
  const bounds = solved.held && (await checkedBy(bermudan, solved.held, seed, settings, upperBound));
  const better = bounds && betterThan(solved, bounds);
  return {
    method: 'finite_differences',
    price: better?.price ?? solved.price,
    error: better?.error ?? solved.error,
    delta: solved.delta,
    european: solved.europeanPrice,
    exerciseBoundary: boundaryAtMeanVariance(bermudan, solved.slices, times),
    lower: bounds && { means: bounds.lower, numPaths: bounds.numPaths, backend: 'cpu' },
    upper: bounds && { means: bounds.upper },
    fallbacks: [],
    warnings: [...(better ? [better.warning] : finiteDifferencesWarnings(solved)), ...(bounds === undefined ? [UNCHECKED] : [])],
  };
}

/** Number of standard errors by which a price must be outside its simulated bounds to be refuted by them. */
const SIGNIFICANT = 4;
/** Bias of the bounds' time steps, as a fraction of the price: at most 4e-3 was significant in some 400 random options, |ρ| ≤ 1, σ ≤ 5, T ≤ 20. */
const STEP_BIAS = 5e-3;

/**
 * The middle of the bounds, where they refute the finite differences or are more accurate. It happens where |ρ| = 1 and the volatility of
 * variance is large: the equation then has no diffusion across one direction, which a grid in x and v cannot follow.
 */
function betterThan({ price, error }: HestonFiniteDifferences, { lower, upper }: HestonBounds) {
  const [low, high] = [mean(lower), mean(upper)];
  const noise = Math.max(standardErrorOf(lower), standardErrorOf(upper));
  const middle = (low + high) / 2;
  const width = (high - low) / 2 + noise;
  const allowed = error + SIGNIFICANT * noise + STEP_BIAS * price;
  const refuted = low - price > allowed || price - high > allowed;
  if (!refuted && error <= width + STEP_BIAS * middle) return undefined;
  return {
    price: middle,
    error: width,
    warning: `the price is the middle of its simulated lower and upper bounds: finite differences give ${price.toPrecision(6)} with an error of ${error.toPrecision(2)}`,
  };
}

const UNCHECKED = 'no simulation checks the finite differences: their grid is too large to keep';

/** The simulated bounds: with a target standard error, on twice as many paths until it is met. */
async function checkedBy(
  option: HestonOption,
  held: HeldValues,
  seed: number,
  { numPaths, targetStandardError = Number.POSITIVE_INFINITY, signal }: MonteCarloSettings,
  upperBound: boolean,
): Promise<HestonBounds & { readonly numPaths: number }> {
  const usual = upperBound ? CHECK_PATHS.both : CHECK_PATHS.lower;
  const most = Math.min(numPaths ?? (targetStandardError < Number.POSITIVE_INFINITY ? CHECK_PATHS.most : usual), CHECK_PATHS.most);
  for (let paths = Math.min(targetStandardError < Number.POSITIVE_INFINITY ? usual : most, most); ; paths *= 2) {
    const layout = layoutFor(paths);
    const bounds = await hestonBounds(option, held, layout, seed, signal);
    if (2 * paths > most || standardErrorOf(bounds.lower) <= targetStandardError)
      return { ...bounds, numPaths: layout.shifts * 2 ** layout.log2Points };
  }
}

/** The exercise boundary at the mean of the variance on each date; a date between two of the grid takes the region of the later one. */
function boundaryAtMeanVariance(
  { parameters: { v0, kappa, theta }, strike, sign, exercise }: HestonOption & { readonly exercise: readonly Years[] },
  slices: readonly ExerciseSlice[],
  times: readonly Years[],
): AmericanPriceResponse['exerciseBoundary'] {
  let next = 0;
  return times.slice(0, -1).flatMap((time) => {
    while (exercise[next] < time) next++;
    const slice = slices[Math.min(next, slices.length - 1)];
    if (slice === undefined) return [];
    const [near, far] = depthsAt(slice, theta + (v0 - theta) * Math.exp(-kappa * time));
    if (!Number.isFinite(near)) return [];
    const spotAt = (depth: number) => strike * Math.exp(sign * Math.max(depth, 0));
    return [{ time, spot: spotAt(near), ...(Number.isFinite(far) && { farSpot: spotAt(far) }) }];
  });
}

/** The two depths of an exercise region at a variance. */
function depthsAt({ variances, near, far }: ExerciseSlice, variance: number): [number, number] {
  const found = variances.findIndex((v) => v >= variance);
  const next = found === -1 ? variances.length - 1 : Math.max(found, 1);
  const share = Math.min(1, (variance - variances[next - 1]) / (variances[next] - variances[next - 1]));
  const at = (depths: Float64Array) => {
    const [a, b] = [depths[next - 1], depths[next]];
    if (Number.isFinite(a) && Number.isFinite(b)) return a + share * (b - a);
    return share < 0.5 ? a : b;
  };
  return [at(near), at(far)];
}

async function byRegression(
  option: Exercisable,
  seed: number,
  { price: settings, few, bump }: AmericanRuns,
  backend: Backend,
): Promise<AmericanEstimate> {
  const { market } = option;
  const asset = market.assets[0];
  const policy = await fitHedged(option, seed, settings, backend);
  const lower = await estimate(hedgedProgram(option, policy), settings, backend);
  const from = (spot: Price): Promise<Estimate> =>
    estimate(hedgedProgram({ ...option, market: { ...market, assets: [{ ...asset, spot }] } }, policy), few, backend);
  const [up, down] = [await from(asset.spot * Math.exp(bump)), await from(asset.spot * Math.exp(-bump))];
  const european = await europeanUnderModel(option, settings, backend);
  return {
    method: 'least_squares_monte_carlo',
    price: mean(lower.means),
    error: standardErrorOf(lower.means),
    delta: (mean(up.means) - mean(down.means)) / (2 * asset.spot * Math.sinh(bump)),
    european: european.price,
    exerciseBoundary: boundaryAtMean(option, policy),
    lower,
    upper: { means: lower.others[0] },
    fallbacks: [...policy.fallbacks, ...[lower, up, down].flatMap((run) => run.fallbacks), ...european.fallbacks],
    warnings: [],
  };
}

/** The European option: by the transform under rough Heston, otherwise simulated. */
async function europeanUnderModel(
  { market, strike, sign, time }: Exercisable,
  settings: MonteCarloSettings,
  backend: Backend,
): Promise<{ readonly price: Price; readonly fallbacks: readonly Fallback[] }> {
  const asset = market.assets[0];
  if (asset.model?.type === 'rough_heston') {
    const [undiscounted] = roughHestonStrip(asset.model, forwardPrice(market.curve, asset, time), [strike], time, sign);
    return { price: discount(market.curve, time) * undiscounted, fallbacks: [] };
  }
  return priceContract({ type: 'vanilla', asset: 0, strike, time, sign }, market, settings, backend);
}

/** The exercise boundary at the mean of the model's state on each date. */
function boundaryAtMean(
  { strike, sign, times }: Exercisable,
  { knots, dates, states }: FittedHedges,
): AmericanPriceResponse['exerciseBoundary'] {
  return dates.flatMap(({ boundary }, i) => {
    if (boundary === undefined) return [];
    const [near, far] = [boundary.near, boundary.far].map((depths) => depthAt(knots, depths, states[i]));
    if (near >= NEVER) return [];
    const spotAt = (depth: number) => strike * Math.exp(sign * Math.max(depth, 0));
    return [{ time: times[i], spot: spotAt(near), ...(far < NEVER && { farSpot: spotAt(far) }) }];
  });
}
