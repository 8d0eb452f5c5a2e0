import { type Fault, invalid } from '../../base/failure.js';
import { refusal } from '../../base/faults.js';
import { black } from '../../formula/black-76.js';
import { sabrVolatility } from '../../formula/sabr.js';
import { discount, forwardPrice } from '../../market/curve.js';
import { curveOf } from '../../market/curve-input.js';
import { signedEquityMarket } from '../../market/equity.js';
import { sabrParams } from '../../market/model-parameters.js';
import { normalOption } from '../../product/option/exotic.js';
import { signOf } from '../../product/option/vanilla.js';
import { pricer } from '../definition/pricer.js';

/**
 * European option priced with the lognormal volatility that Hagan's expansion of SABR gives for its strike.
 *
 * The error of the expansion is of the order (ν²T)²: at ν²T = 2 the volatility is off by 0.03 at strikes of half and one and a half times
 * the forward (Le Floc'h and Kennedy 2014). Parameters for which the expansion gives no volatility above zero are refused.
 *
 * With a shift s the model is that of F + s with the strike K + s, so that forward and strike may go down to −s. Without a shift both must
 * be above 0.
 */
export const equityVanillaSabrHagan = pricer({
  id: 'equity_vanilla_sabr_hagan',
  version: 2,
  status: 'ga-validated',
  summary: 'European option, SABR, Hagan’s lognormal expansion (2002, 2.17), shifted for rates below 0 where asked',
  needs: [],
  instrument: normalOption,
  market: signedEquityMarket,
  params: sabrParams,
  price: ({ instrument, market, params: { shift = 0, ...params }, valuationDate }) => {
    const { strike, time, optionType } = instrument;
    const curve = curveOf(market, valuationDate);
    const forward = forwardPrice(curve, market, time);
    requireAbove(0 - shift, forward, market.spot, strike);
    const impliedVolatility = sabrVolatility(forward + shift, strike + shift, time, params);
    if (!(impliedVolatility > 0 && impliedVolatility < Number.POSITIVE_INFINITY))
      throw invalid(
        '/params',
        `must be parameters for which Hagan's expansion gives a volatility above 0; at strike ${strike} on a forward of ${forward} it gives ${impliedVolatility}`,
      );
    const undiscounted = black(forward + shift, strike + shift, impliedVolatility * Math.sqrt(time), signOf(optionType));
    return { price: discount(curve, time) * undiscounted, impliedVolatility };
  },
});

function requireAbove(bound: number, forward: number, spot: number, strike: number): void {
  const faults: Fault[] = [];
  if (!(strike > bound)) faults.push({ pointer: '/instrument/strike', reason: `must be above ${bound}; got ${strike}` });
  if (!(forward > bound))
    faults.push({ pointer: '/market/spot', reason: `must give a forward above ${bound}; got ${spot}, whose forward is ${forward}` });
  if (faults.length > 0) throw refusal(faults);
}
