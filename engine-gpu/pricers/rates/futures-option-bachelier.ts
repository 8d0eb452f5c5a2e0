import { bachelier } from '../../formula/bachelier.js';
import { discount } from '../../market/curve.js';
import { curveOf } from '../../market/curve-input.js';
import { normalForwardMarket } from '../../market/futures.js';
import { strictNormalOption } from '../../product/option/exotic.js';
import { signOf } from '../../product/option/vanilla.js';
import { pricer } from '../definition/pricer.js';

/** European option on a forward or futures price that may be negative, Bachelier (1900). */
export const futuresOptionBachelier = pricer({
  id: 'futures_option_bachelier',
  version: 1,
  status: 'production-candidate',
  summary: 'European option on a forward or futures price, normal, closed form',
  needs: [],
  instrument: strictNormalOption,
  market: normalForwardMarket,
  price: ({ instrument: { strike, time, optionType }, market, valuationDate }) => {
    const value = bachelier(market.forward, strike, market.normalVolatility * Math.sqrt(time), signOf(optionType));
    return { price: discount(curveOf(market, valuationDate), time) * value };
  },
});
