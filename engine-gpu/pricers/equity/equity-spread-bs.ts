import { refusal } from '../../base/faults.js';
import { MAX_SPREAD_DEVIATION, spreadOption } from '../../formula/two-assets.js';
import { curveOf } from '../../market/curve-input.js';
import { twoAssetMarket, twoAssetsAt } from '../../market/equity.js';
import { spreadOption as instrument } from '../../product/option/exotic.js';
import { signOf } from '../../product/option/vanilla.js';
import { pricer } from '../definition/pricer.js';

/** Option on the difference of two lognormal assets, by one numerical integration, accurate to rounding (not Kirk's approximation). */
export const equitySpreadBs = pricer({
  id: 'equity_spread_bs',
  version: 2,
  status: 'production-candidate',
  summary: 'Spread option on two lognormal assets, adaptive quadrature',
  needs: [],
  instrument,
  market: twoAssetMarket,
  price: ({ instrument: { strike, time, optionType }, market, valuationDate }) => {
    const maxVolatility = MAX_SPREAD_DEVIATION / Math.sqrt(time);
    const faults = (['asset1', 'asset2'] as const)
      .filter((name) => market[name].volatility > maxVolatility)
      .map((name) => ({
        pointer: `/market/${name}/volatility`,
        reason: `must be at most ${maxVolatility}, ${MAX_SPREAD_DEVIATION} standard deviations to expiry; got ${market[name].volatility}`,
      }));
    if (faults.length > 0) throw refusal(faults);
    return { price: spreadOption(twoAssetsAt(market, curveOf(market, valuationDate), time), strike, signOf(optionType)) };
  },
});
