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
import { pricer } from '../pricer.js';

/**
 * European option at the lognormal volatility that Hagan's expansion of SABR gives its strike on the forward.
 *
 * The expansion is good to the order of (ν²T)²: at ν²T = 2 it is 0.03 of volatility off at half and one and a half of the
 * forward (Le Floc'h and Kennedy 2014). Where it gives no volatility above zero it is refused.
 *
 * With a shift s the model is that of F + s, so that forward and strike may lie down to −s: volatility and price are
 * those of the strike K + s on it. Without one both lie above 0.
 */
export const equityVanillaSabrHagan = pricer({
  id: 'equity_vanilla_sabr_hagan',
  version: 1,
  status: 'ga-validated',
  summary: 'European option, SABR, Hagan’s lognormal expansion (2002, 2.17), shifted for rates below 0 where asked',
  needs: [],
  evidence: ['sabr'],
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
        `must lie where Hagan's expansion gives a volatility above 0; at strike ${strike} on a forward of ${forward} it gives ${impliedVolatility}`,
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
