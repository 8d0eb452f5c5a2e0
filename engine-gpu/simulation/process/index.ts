/** The list of asset models that kernels can simulate. */
import { type Cases, fold } from '../../base/fold.js';
import type { Asset, EquityModel } from '../../market/market.js';
import { composite, quanto } from './foreign.js';
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
  const model = cache.get(asset) ?? inMarket(asset);
  cache.set(asset, model);
  return model;
}

/** The model under the measure of the market's currency. A known volatility has the adjustment in its growth, and in its composite volatility. */
function inMarket(asset: Asset): AssetModel {
  const { model } = asset;
  if (model === undefined) return gbm(asset.volatility);
  const process = modelFor(model);
  if (model.type === 'term_volatility') return process;
  if (asset.composite !== undefined) return composite(process, asset.composite);
  return asset.quanto === undefined ? process : quanto(process, asset.quanto);
}
