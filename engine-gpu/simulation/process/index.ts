/** The models that kernels can be composed with: THE list. */
import { type Cases, fold } from '../../base/fold.js';
import type { Asset, EquityModel } from '../../market/market.js';
import { gbm } from './gbm.js';
import { heston } from './heston.js';
import { localVolatility } from './local-volatility.js';
import type { AssetModel } from './process.js';
import { roughBergomi } from './rough-bergomi.js';
import { roughHeston } from './rough-heston.js';

const MODELS: Cases<EquityModel, 'type', AssetModel> = {
  heston,
  local_vol: localVolatility,
  rough_bergomi: roughBergomi,
  rough_heston: roughHeston,
};

const modelFor = fold('type', MODELS);

/** What is asked for again and again of one market, some of it from hundreds of quotes. */
const made = new WeakMap<Asset, AssetModel>();

/** How an asset moves: a constant volatility is geometric Brownian motion. */
export function modelOf(asset: Asset): AssetModel {
  const model = made.get(asset) ?? (asset.model === undefined ? gbm(asset.volatility) : modelFor(asset.model));
  made.set(asset, model);
  return model;
}
