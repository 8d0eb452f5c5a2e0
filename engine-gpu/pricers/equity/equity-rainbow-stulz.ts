import { rainbowOption } from '../../formula/two-assets.js';
import { curveOf } from '../../market/curve-input.js';
import { twoAssetMarket, twoAssetsAt } from '../../market/equity.js';
import { rainbowOption as instrument } from '../../product/option/exotic.js';
import { signOf } from '../../product/option/vanilla.js';
import { pricer } from '../definition/pricer.js';

/** Option on the higher or the lower of two assets, Stulz (1982). */
export const equityRainbowStulz = pricer({
  id: 'equity_rainbow_stulz',
  version: 2,
  status: 'production-candidate',
  summary: 'Best-of or worst-of option on two lognormal assets, closed form',
  needs: [],
  instrument,
  market: twoAssetMarket,
  price: ({ instrument: { strike, time, optionType, on }, market, valuationDate }) => ({
    price: rainbowOption(twoAssetsAt(market, curveOf(market, valuationDate), time), strike, signOf(optionType), on),
  }),
});
