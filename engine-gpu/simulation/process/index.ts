/** The list of asset models that kernels can simulate. */
import { type Cases, fold } from '../../base/fold.js';
import type { Asset, EquityModel } from '../../market/market.js';
import { gbm } from './gbm.js';
import { heston } from './heston.js';
import { localVolatility } from './local-volatility.js';
import type { AssetModel } from './process.js';
import { roughBergomi } from './rough-bergomi.js';
import { roughHeston } from './rough-heston.js';
import { termVolatility } from './term-volatility.js';

const MODELS: Cases<EquityModel, 'type', AssetModel> = {
  heston,
  local_vol: localVolatility,
  rough_bergomi: roughBergomi,
  rough_heston: roughHeston,
  term_volatility: termVolatility,
};

const modelFor = fold('type', MODELS);

/** Models by asset: they are requested repeatedly for one market, and some are built from hundreds of quotes. */
const cache = new WeakMap<Asset, AssetModel>();

/** The model of an asset; one with a constant volatility follows geometric Brownian motion. */
export function modelOf(asset: Asset): AssetModel {
  const model = cache.get(asset) ?? (asset.model === undefined ? gbm(asset.volatility) : modelFor(asset.model));
  cache.set(asset, model);
  return model;
}
