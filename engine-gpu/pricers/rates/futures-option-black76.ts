import { black } from '../../formula/black-76.js';
import { discount } from '../../market/curve.js';
import { curveOf } from '../../market/curve-input.js';
import { forwardMarket } from '../../market/futures.js';
import { signOf, strictEuropeanOption } from '../../product/option/vanilla.js';
import { pricer } from '../definition/pricer.js';

/** European option on a forward or futures price, Black (1976). */
export const futuresOptionBlack76 = pricer({
  id: 'futures_option_black76',
  version: 1,
  status: 'production-candidate',
  summary: 'European option on a forward or futures price, lognormal, closed form',
  needs: [],
  instrument: strictEuropeanOption,
  market: forwardMarket,
  price: ({ instrument: { strike, time, optionType }, market, valuationDate }) => {
    const value = black(market.forward, strike, market.volatility * Math.sqrt(time), signOf(optionType));
    return { price: discount(curveOf(market, valuationDate), time) * value };
  },
});
