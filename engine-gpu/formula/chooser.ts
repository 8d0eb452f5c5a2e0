import type { Price, Rate, Volatility, Years } from '../base/units.js';
import { europeanValue, logForwardMoneyness } from './black-scholes.js';

/**
 * The right to say at time t whether an option of strike K and expiry T is a call or a put.
 *
 * By put-call parity the choice is worth the call, and a put of expiry t on the forward of T: a vanilla put whose total
 * standard deviation is σ√t.
 *
 * @param spot        S > 0, price units
 * @param strike      K > 0, price units
 * @param rate        r, decimal, continuously compounded
 * @param volatility  σ ≥ 0, decimal; 0 gives the exact limit
 * @param time        T ≥ 0, years, when either option expires
 * @param dividend    q, decimal, continuously compounded
 * @param choiceTime  t, years, 0 to T
 * @returns price units; absolute error a few ulp of the larger leg
 * @see M. Rubinstein (1991), Options for the undecided, Risk 4(4); E. G. Haug (2007), 4.12.1
 */
export function simpleChooser(
  spot: Price,
  strike: Price,
  rate: Rate,
  volatility: Volatility,
  time: Years,
  dividend: Rate,
  choiceTime: Years,
): Price {
  const a = spot * Math.exp(-dividend * time);
  const b = strike * Math.exp(-rate * time);
  const x = logForwardMoneyness(spot, strike, rate, time, dividend);
  return europeanValue(a, b, x, volatility * Math.sqrt(time), 1) + europeanValue(a, b, x, volatility * Math.sqrt(choiceTime), -1);
}
