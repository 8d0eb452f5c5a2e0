/** American options on an asset that follows a model: what `american.ts` asks of a simulation, by hedged paths. */
import type { Backend, Fallback } from '../../backend/backend.js';
import type { Price } from '../../base/units.js';
import type { AmericanPriceResponse } from '../../product/option/american.js';
import { type Estimate, estimate, type MonteCarloSettings, mean, priceContract } from '../run/monte-carlo.js';
import { depthAt, hedgedProgram, type ModelledOption } from './hedged-kernels.js';
import { fitHedged } from './hedged-policy.js';

/** What a simulation says of an option. */
export interface Simulated {
  readonly price: Price;
  readonly delta: number;
  readonly european: Price;
  readonly exerciseBoundary: AmericanPriceResponse['exerciseBoundary'];
  /** The runs of the price and, where it is asked for, of the bound from above, by what they say of each shift. */
  readonly lower: Pick<Estimate, 'means' | 'numPaths' | 'backend'>;
  readonly upper: Pick<Estimate, 'means'> | undefined;
  readonly fallbacks: readonly Fallback[];
}

/**
 * @param settings  of the price
 * @param few       of delta and the bound from above
 * @param bump      of ln S, for delta
 */
export async function simulateUnderModel(
  option: ModelledOption,
  seed: number,
  settings: MonteCarloSettings,
  few: MonteCarloSettings & { readonly upperBound: boolean },
  bump: number,
  backend: Backend,
): Promise<Simulated> {
  const { market, strike, sign, times } = option;
  const asset = market.assets[0];
  const { today, dates, states, fallbacks } = await fitHedged(option, seed, settings, backend);
  const lower = await estimate(hedgedProgram(option, today, dates), settings, backend);
  const upper = few.upperBound ? await estimate(hedgedProgram(option, today, dates), few, backend) : undefined;
  const from = async (spot: Price): Promise<Estimate> =>
    estimate(hedgedProgram({ ...option, market: { ...market, assets: [{ ...asset, spot }] } }, today, dates), few, backend);
  const [up, down] = [await from(asset.spot * Math.exp(bump)), await from(asset.spot * Math.exp(-bump))];
  const european = await priceContract({ type: 'vanilla', asset: 0, strike, time: times.at(-1)!, sign }, market, settings, backend);
  return {
    price: mean(lower.means),
    delta: (mean(up.means) - mean(down.means)) / (2 * asset.spot * Math.sinh(bump)),
    european: european.price,
    exerciseBoundary: dates.flatMap(({ boundary }, i) =>
      boundary === undefined ? [] : [{ time: times[i], spot: strike * Math.exp(sign * depthAt(boundary, states[i])) }],
    ),
    lower,
    upper: upper && { means: upper.others[0] },
    fallbacks: [...fallbacks, ...[lower, upper, up, down, european].flatMap((run) => run?.fallbacks ?? [])],
  };
}
