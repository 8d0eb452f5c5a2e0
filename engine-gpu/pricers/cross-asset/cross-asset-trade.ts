import { crossAssetMarket } from '../../market/cross-asset-input.js';
import { trade } from '../../product/trade/trade.js';
import { resolveNettingSet } from '../../risk/xva/netting-set.js';
import { valuesToday } from '../../simulation/exposure/plan/exposure-plan.js';
import { pricer } from '../definition/pricer.js';

/**
 * A trade of a netting set, in the currency of the market's first curve. Exposure and valuation adjustments revalue each trade by the same
 * closed forms on every path, and have the manifest of this pricer.
 */
export const crossAssetTrade = pricer({
  id: 'cross_asset_trade',
  version: 12,
  status: 'production-candidate',
  summary:
    'Swap, European or Bermudan swaption, exchange of currencies or share, joint Gaussian rates with lognormal exchange rates and shares, closed form',
  needs: [],
  prices: ['trade'],
  evidence: ['xva'],
  instrument: trade,
  market: crossAssetMarket,
  price: ({ instrument, market, valuationDate }) => {
    const { model, trades } = resolveNettingSet([instrument], { market: { ...market, valuationDate } }, () => '/instrument');
    const [price] = valuesToday(model, trades, [[0]]);
    return { price: price! };
  },
});
