/** The models that kernels can be composed with: THE list. */
import { type Cases, fold } from '../product/fold.js';
import type { Asset, EquityModel } from '../product/market.js';
import { gbm } from './gbm.js';
import { heston } from './heston.js';
import { localVolatility } from './local-volatility.js';
import type { AssetModel } from './model.js';
import { roughBergomi } from './rough-bergomi.js';
import { roughHeston } from './rough-heston.js';

const MODELS: Cases<EquityModel, 'type', AssetModel> = {
  heston,
  local_vol: localVolatility,
  rough_bergomi: roughBergomi,
  rough_heston: roughHeston,
};

const modelFor = fold('type', MODELS);

/** How an asset moves: a constant volatility is geometric Brownian motion. */
export const modelOf = (asset: Asset): AssetModel => (asset.model === undefined ? gbm(asset.volatility) : modelFor(asset.model));
