/**
 * American options on an asset under a model of its own.
 *
 * Under Heston the price is that of finite differences (method/heston-finite-differences.ts), which are within 0.1 % where a regression on a
 * few thousand paths is not. The simulation checks them: it exercises at their boundary, hedges with regressed holdings, and so gives a lower
 * bound, and an upper bound by duality, that use nothing else of their result.
 *
 * Under the other models the policy is found by regression, and the price is the value of that policy: a lower bound. The upper bound comes
 * from the same paths, so a gap that is too large to rely on the price is always known, and a warning states it.
 */
import type { Backend, Fallback } from '../../backend/backend.js';
import type { Price } from '../../base/units.js';
import { discount, forwardPrice } from '../../market/curve.js';
import type { EquityModel } from '../../market/market.js';
import { type ExerciseSlice, finiteDifferencesWarnings, hestonFiniteDifferences } from '../../method/heston-finite-differences.js';
import { roughHestonStrip } from '../../method/rough-heston-strip.js';
import type { AmericanPriceResponse } from '../../product/option/american.js';
import { type Estimate, estimate, type MonteCarloSettings, mean, priceContract, standardErrorOf } from '../run/monte-carlo.js';
import type { Exercisable } from './gbm-kernels.js';
import { type Boundary, depthAt, hedgedProgram, NEVER } from './model-kernels.js';
import { type FittedHedges, fitHedged, type GivenBoundaries } from './model-policy.js';

/** A price with what it rests on. */
export interface AmericanEstimate {
  readonly method: AmericanPriceResponse['method'];
  readonly price: Price;
  /** Standard error of a simulated price, estimated error of finite differences. */
  readonly error: Price;
  readonly delta: number;
  readonly european: Price;
  readonly exerciseBoundary: AmericanPriceResponse['exerciseBoundary'];
  /** The simulation of the policy, by shift. */
  readonly lower: Pick<Estimate, 'means' | 'numPaths' | 'backend'>;
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
  return model?.type === 'heston' ? byFiniteDifferences(option, model, seed, runs, backend) : byRegression(option, seed, runs, backend);
}

/** Maximum number of exercise dates of the finite differences. More change a price by less than 1e-4 of itself. */
const MAX_GRID_DATES = 512;

async function byFiniteDifferences(
  option: Exercisable,
  model: Heston,
  seed: number,
  { price: settings }: AmericanRuns,
  backend: Backend,
): Promise<AmericanEstimate> {
  const { times } = option;
  const every = Math.ceil(times.length / MAX_GRID_DATES);
  const gridDates = times.map((_, date) => date).filter((date) => (times.length - 1 - date) % every === 0);
  const exercise = gridDates.map((date) => times[date]);
  const solved = await hestonFiniteDifferences({ ...option, parameters: model, exercise }, settings.signal);
  const level = Math.max(model.v0, model.theta);
  const slices = solved.slices.map((slice) => boundaryOf(slice, level));
  // A date between two of the grid takes the region of the later one.
  const boundaries = times.slice(0, -1).map(
    (_, date) =>
      slices[
        Math.min(
          gridDates.findIndex((one) => one >= date),
          slices.length - 1,
        )
      ],
  );
  const given: GivenBoundaries = { knots: KNOTS, boundaries };
  const policy = await fitHedged(option, seed, settings, backend, given);
  const lower = await estimate(hedgedProgram(option, policy), settings, backend);
  return {
    method: 'finite_differences',
    price: solved.price,
    error: solved.error,
    delta: solved.delta,
    european: solved.europeanPrice,
    exerciseBoundary: boundaryAtMean(option, policy),
    lower,
    upper: { means: lower.others[0] },
    fallbacks: [...policy.fallbacks, ...lower.fallbacks],
    warnings: finiteDifferencesWarnings(solved),
  };
}

/** Knots in s = v/max(v₀, θ) at which the boundary of finite differences is given to the simulation. */
const KNOTS = [0, 0.1, 0.25, 0.5, 0.75, 1, 1.5, 2, 3, 4.5, 7, 12];

/** The exercise region of a date at the knots; undefined where there is none. */
function boundaryOf({ variances, near, far }: ExerciseSlice, level: number): Boundary | undefined {
  const at = (depths: Float64Array) =>
    KNOTS.map((knot) => {
      const variance = knot * level;
      const found = variances.findIndex((v) => v >= variance);
      const next = found === -1 ? variances.length - 1 : Math.max(found, 1);
      const share = Math.min(1, (variance - variances[next - 1]) / (variances[next] - variances[next - 1]));
      const [a, b] = [depths[next - 1], depths[next]];
      const depth = Number.isFinite(a) && Number.isFinite(b) ? a + share * (b - a) : share < 0.5 ? a : b;
      return Math.min(depth, NEVER);
    });
  const depths = at(near);
  return depths.every((depth) => depth === NEVER) ? undefined : { near: depths, far: at(far) };
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
