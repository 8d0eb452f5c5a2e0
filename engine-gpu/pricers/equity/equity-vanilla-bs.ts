import { zeroRate } from '../../market/curve.js';
import { curveOf } from '../../market/curve-input.js';
import { blackScholesMarket } from '../../market/equity.js';
import { priceVanilla } from '../../method/vanilla-option.js';
import { europeanOption } from '../../product/option/vanilla.js';
import { pricer } from '../definition/pricer.js';

/** European option under Black and Scholes (1973) with Merton's (1973) dividend yield, in closed form. */
export const equityVanillaBs = pricer({
  id: 'equity_vanilla_bs',
  version: 3,
  status: 'ga-validated',
  summary: 'European option, Black-Scholes-Merton, closed form',
  needs: [],
  prices: ['vanilla', 'implied_volatility'],
  instrument: europeanOption,
  market: blackScholesMarket,
  price: ({ instrument, market, valuationDate }) => ({
    price: priceVanilla({
      spot: market.spot,
      strike: instrument.strike,
      rate: zeroRate(curveOf(market, valuationDate), instrument.time),
      volatility: market.volatility,
      time: instrument.time,
      dividend: market.dividend,
      put: instrument.optionType === 'put',
    }),
  }),
});
