import { simpleChooser } from '../../formula/chooser.js';
import { zeroRate } from '../../market/curve.js';
import { curveOf } from '../../market/curve-input.js';
import { blackScholesMarket } from '../../market/equity.js';
import { chooserOption } from '../../product/option/exotic.js';
import { pricer } from '../definition/pricer.js';

/** Simple chooser option of Rubinstein (1991): the call and the put have the same strike and expiry. */
export const equityChooserBs = pricer({
  id: 'equity_chooser_bs',
  version: 1,
  status: 'production-candidate',
  summary: 'Simple chooser option, Black-Scholes-Merton, closed form',
  needs: [],
  instrument: chooserOption,
  market: blackScholesMarket,
  price: ({ instrument: { strike, time, choiceTime }, market, valuationDate }) => {
    const rate = zeroRate(curveOf(market, valuationDate), time);
    return { price: simpleChooser(market.spot, strike, rate, market.volatility, time, market.dividend, choiceTime) };
  },
});
