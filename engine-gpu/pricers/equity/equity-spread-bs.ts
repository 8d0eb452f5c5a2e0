import { invalid } from '../../base/failure.js';
import { MAX_SPREAD_DEVIATION, spreadOption } from '../../formula/two-assets.js';
import { curveOf } from '../../market/curve-input.js';
import { twoAssetMarket, twoAssetsAt } from '../../market/equity.js';
import { spreadOption as instrument } from '../../product/option/exotic.js';
import { signOf } from '../../product/option/vanilla.js';
import { pricer } from '../definition/pricer.js';

/** Option on the difference of two lognormal assets, by one numerical integration, accurate to rounding (not Kirk's approximation). */
export const equitySpreadBs = pricer({
  id: 'equity_spread_bs',
  version: 1,
  status: 'production-candidate',
  summary: 'Spread option on two lognormal assets, adaptive quadrature',
  needs: [],
  evidence: ['two_assets'],
  instrument,
  market: twoAssetMarket,
  price: ({ instrument: { strike, time, optionType }, market, valuationDate }) => {
    for (const name of ['asset1', 'asset2'] as const) {
      const { volatility } = market[name];
      const largest = MAX_SPREAD_DEVIATION / Math.sqrt(time);
      if (volatility > largest)
        throw invalid(
          `/market/${name}/volatility`,
          `must be at most ${largest}, ${MAX_SPREAD_DEVIATION} standard deviations to expiry; got ${volatility}`,
        );
    }
    return { price: spreadOption(twoAssetsAt(market, curveOf(market, valuationDate), time), strike, signOf(optionType)) };
  },
});
