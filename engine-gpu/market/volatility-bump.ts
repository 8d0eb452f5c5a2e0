/** The volatility bump of vega, for a constant volatility and for each model. */
import { type Cases, fold } from '../base/fold.js';
import { squareOf } from '../math/elementary/pow.js';
import type { Asset, EquityModel } from './market.js';
import { raisedBy } from './term-volatility.js';

/** The variance whose square root is larger by `by`. */
const raised = (variance: number, shift: number): number => squareOf(Math.sqrt(variance) + shift);

const MODELS: Cases<EquityModel, 'type', EquityModel, [by: number]> = {
  /** √v₀ and √θ. */
  heston: (model, _, shift) => ({ ...model, v0: raised(model.v0, shift), theta: raised(model.theta, shift) }),
  /** Every quoted volatility. */
  local_vol: (model, _, shift) => ({
    ...model,
    volatilities: model.volatilities.map((row) => row.map((volatility) => volatility + shift)),
  }),
  /** Every implied volatility. */
  term_volatility: (model, _, shift) => ({ ...model, ...raisedBy(model, shift) }),
  /** √ξ₀. */
  rough_bergomi: (model, _, shift) => ({ ...model, xi0: raised(model.xi0, shift) }),
  /** √v₀ and √θ. */
  rough_heston: (model, _, shift) => ({ ...model, v0: raised(model.v0, shift), theta: raised(model.theta, shift) }),
};

const bumpModel = fold('type', MODELS);

/** The asset with its volatility, in whatever form its model states it, raised by `by`. */
export const bumpVolatility = (asset: Asset, shift: number): Asset =>
  asset.model === undefined ? { ...asset, volatility: asset.volatility + shift } : { ...asset, model: bumpModel(asset.model, shift) };
