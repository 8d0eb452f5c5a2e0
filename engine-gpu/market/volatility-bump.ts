/** The volatility bump of vega, for a constant volatility and for each model. */
import { type Cases, fold } from '../base/fold.js';
import type { Asset, EquityModel } from './market.js';
import { raisedBy } from './term-volatility.js';

/** The variance whose square root is larger by `by`. */
const raised = (variance: number, by: number): number => (Math.sqrt(variance) + by) ** 2;

const MODELS: Cases<EquityModel, 'type', EquityModel, [by: number]> = {
  /** √v₀ and √θ. */
  heston: (model, _, by) => ({ ...model, v0: raised(model.v0, by), theta: raised(model.theta, by) }),
  /** Every quoted volatility. */
  local_vol: (model, _, by) => ({ ...model, volatilities: model.volatilities.map((row) => row.map((volatility) => volatility + by)) }),
  /** Every implied volatility. */
  term_volatility: (model, _, by) => ({ ...model, ...raisedBy(model, by) }),
  /** √ξ₀. */
  rough_bergomi: (model, _, by) => ({ ...model, xi0: raised(model.xi0, by) }),
  /** √v₀ and √θ. */
  rough_heston: (model, _, by) => ({ ...model, v0: raised(model.v0, by), theta: raised(model.theta, by) }),
};

const bumpModel = fold('type', MODELS);

/** The asset with its volatility, in whatever form its model states it, raised by `by`. */
export const bumpVolatility = (asset: Asset, by: number): Asset =>
  asset.model === undefined ? { ...asset, volatility: asset.volatility + by } : { ...asset, model: bumpModel(asset.model, by) };
