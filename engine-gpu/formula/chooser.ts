import type { Price, Rate, Volatility, Years } from '../base/units.js';
import { exp } from '../math/elementary/exp.js';
import { europeanValue, logForwardMoneyness } from './black-scholes.js';

/**
 * Simple chooser option: at time t the holder decides whether it becomes a call or a put with strike K and expiry T.
 *
 * By put-call parity it is worth the call plus a put that expires at t on the forward for T: a European put with total standard deviation
 * σ√t.
 *
 * @param spot        S > 0, price units
 * @param strike      K > 0, price units
 * @param rate        r, decimal, continuously compounded
 * @param volatility  σ ≥ 0, decimal; 0 gives the exact limit
 * @param time        T ≥ 0, years, expiry of the call or put
 * @param dividend    q, decimal, continuously compounded
 * @param choiceTime  t, years, 0 to T
 * @returns price units; absolute error a few ulp of the larger of S e^(−qT) and K e^(−rT)
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
  const a = spot * exp(-dividend * time);
  const b = strike * exp(-rate * time);
  const x = logForwardMoneyness(spot, strike, rate, time, dividend);
  return europeanValue(a, b, x, volatility * Math.sqrt(time), 1) + europeanValue(a, b, x, volatility * Math.sqrt(choiceTime), -1);
}
