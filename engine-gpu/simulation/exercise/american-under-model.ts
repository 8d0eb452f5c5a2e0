/**
 * American options on an asset under a model of its own, by regression: the price is the value of a fitted policy, a lower bound. The upper bound
 * comes from the same paths, so a gap that is too large to rely on the price is always known, and a warning states it.
 */
import type { Backend, Fallback } from '../../backend/backend.js';
import type { Price } from '../../base/units.js';
import { discount, forwardPrice } from '../../market/curve.js';
import { exp } from '../../math/elementary/exp.js';
import { sinh } from '../../math/elementary/hyperbolic.js';
import { hestonStrip } from '../../method/heston-strip.js';
import { roughHestonStrip } from '../../method/rough-heston-strip.js';
import type { AmericanPriceResponse } from '../../product/option/american.js';
import { type Estimate, estimate, type MonteCarloSettings, mean, priceContract, standardErrorOf } from '../run/monte-carlo.js';
import type { AmericanEstimate, AmericanRuns } from './american-estimate.js';
import type { Exercisable } from './gbm-kernels.js';
import { depthAt, hedgedProgram, NEVER } from './model-kernels.js';
import { type FittedHedges, fitHedged } from './model-policy.js';

/** The price under the asset's model, by least-squares Monte Carlo on hedged paths. */
export async function priceUnderModel(
  option: Exercisable,
  seed: number,
  { price: settings, few, bump }: AmericanRuns,
  backend: Backend,
): Promise<AmericanEstimate> {
  const { market } = option;
  const asset = market.assets[0]!;
  const policy = await fitHedged(option, seed, settings, backend);
  const lower = await estimate(hedgedProgram(option, policy), settings, backend);
  const from = (spot: Price): Promise<Estimate> =>
    estimate(hedgedProgram({ ...option, market: { ...market, assets: [{ ...asset, spot }] } }, policy), few, backend);
  const [up, down] = [await from(asset.spot * exp(bump)), await from(asset.spot * exp(-bump))];
  const european = await europeanUnderModel(option, settings, backend);
  return {
    method: 'least_squares_monte_carlo',
    price: mean(lower.means),
    standardError: standardErrorOf(lower.means),
    delta: (mean(up.means) - mean(down.means)) / (2 * asset.spot * sinh(bump)),
    european: european.price,
    exerciseBoundary: boundaryAtMean(option, policy),
    lower,
    upper: { means: lower.others[0]! },
    fallbacks: [...policy.fallbacks, ...[lower, up, down].flatMap((run) => run.fallbacks), ...european.fallbacks],
    warnings: [],
  };
}

/** The European option: by the transform under Heston, and under rough Heston where it is resolved, otherwise simulated. */
async function europeanUnderModel(
  { market, strike, sign, time }: Exercisable,
  settings: MonteCarloSettings,
  backend: Backend,
): Promise<{ readonly price: Price; readonly fallbacks: readonly Fallback[] }> {
  const asset = market.assets[0]!;
  const { model } = asset;
  if (model?.type === 'heston' || model?.type === 'rough_heston') {
    const forward = forwardPrice(market.curve, asset, time);
    const [undiscounted] =
      model.type === 'heston' ? hestonStrip(model, forward, [strike], time, sign) : roughHestonStrip(model, forward, [strike], time, sign);
    if (!Number.isNaN(undiscounted)) return { price: discount(market.curve, time) * undiscounted!, fallbacks: [] };
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
    const [near, far] = [boundary.near, boundary.far].map((depths) => depthAt(knots, depths, states[i]!));
    if (near! >= NEVER) return [];
    const spotAt = (depth: number) => strike * exp(sign * Math.max(depth, 0));
    return [{ time: times[i]!, spot: spotAt(near!), ...(far! < NEVER && { farSpot: spotAt(far!) }) }];
  });
}
