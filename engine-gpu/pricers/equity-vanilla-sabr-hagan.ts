import { invalid } from '../failure.js';
import { black } from '../formula/black-76.js';
import { sabrVolatility } from '../formula/sabr.js';
import { discount, forwardPrice } from '../product/curve.js';
import { equityMarket } from '../product/equity-market.js';
import { sabrParams } from '../product/params.js';
import { curveOf } from '../product/resolve-rates.js';
import { europeanOption, signOf } from '../product/vanilla.js';
import { pricer } from './pricer.js';

/**
 * European option at the lognormal volatility that Hagan's expansion of SABR gives its strike on the forward.
 *
 * The expansion is good to the order of (ν²T)²: at ν²T = 2 it is 0.03 of volatility off at half and one and a half of the
 * forward (Le Floc'h and Kennedy 2014). Where it gives no volatility above zero it is refused.
 */
export const equityVanillaSabrHagan = pricer({
  id: 'equity_vanilla_sabr_hagan',
  version: 1,
  status: 'ga-validated',
  summary: 'European option, SABR, Hagan’s lognormal expansion (2002, 2.17)',
  needs: [],
  evidence: ['sabr'],
  instrument: europeanOption,
  market: equityMarket,
  params: sabrParams,
  price: ({ instrument, market, params, valuationDate }) => {
    const { strike, time, optionType } = instrument;
    const curve = curveOf(market, valuationDate);
    const forward = forwardPrice(curve, market, time);
    const impliedVolatility = sabrVolatility(forward, strike, time, params);
    if (!(impliedVolatility > 0 && impliedVolatility < Number.POSITIVE_INFINITY))
      throw invalid(
        '/params',
        `must lie where Hagan's expansion gives a volatility above 0; at strike ${strike} on a forward of ${forward} it gives ${impliedVolatility}`,
      );
    const undiscounted = black(forward, strike, impliedVolatility * Math.sqrt(time), signOf(optionType));
    return { price: discount(curve, time) * undiscounted, impliedVolatility };
  },
});
