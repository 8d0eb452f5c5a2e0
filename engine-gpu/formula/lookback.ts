/**
 * Continuously monitored lookback options on a lognormal asset.
 *
 *   s = σ√T,   c = (r − q)T,   p = |ln(K/S)|/s,   θ = +1 for the maximum, −1 for the minimum
 *
 * A call on the maximum (put on the minimum) whose strike the extreme has not reached yet is worth the vanilla option plus
 *
 *   S e^(−rT) s Q,   Q = [e^c Φ(d + ε) − e^(2εp) Φ(d − ε)]/(2ε),   d = θs/2 − p,   ε = θc/s.
 *
 * As the carry c vanishes, the difference cancels. With Y = Φ/φ it is
 *
 *   Q = e^c φ(d + ε) [Y(d + ε) − Y(d − ε)]/(2ε),
 *
 * and the quotient, which is even in ε, is evaluated without cancellation (black.ts), with its limit Y′(d) at r = q. A floating strike is a
 * fixed one at the extreme so far, m: S_T − min is worth the vanilla call struck at m plus the further fall of the minimum.
 *
 * @see M. B. Goldman, H. B. Sosin and M. A. Gatto (1979); A. Conze and R. Viswanathan (1991);
 *      E. G. Haug (2007), 4.15.1 and 4.15.2
 */

import type { Price, Rate, Volatility, Years } from '../base/units.js';
import { exp, expm1 } from '../math/elementary/exp.js';
import { squareOf } from '../math/elementary/pow.js';
import { INVERSE_SQRT_TWO_PI, normalCdf } from '../math/normal.js';
import { MAX_D1_FOR_DIFFERENCE, millsDifference } from './black.js';
import { blackScholes, logForwardMoneyness } from './black-scholes.js';
import { MIN_STD_DEV, weightedCdf } from './reflection.js';

export interface LookbackTerms {
  readonly spot: Price;
  /** The maximum (or minimum) so far, whichever the option pays on; at least (at most) the spot; price units. */
  readonly extreme: Price;
  readonly rate: Rate;
  readonly volatility: Volatility;
  readonly time: Years;
  readonly dividend: Rate;
  readonly sign: 1 | -1;
}

/** +1 for the maximum, −1 for the minimum. */
type Extreme = 1 | -1;

/** |ε|·max(1, d) below which the Taylor series of black.ts is accurate to an ulp also for d > 0.85: the next term is under (εd)¹⁶/17!. */
const MAX_EPSILON_FOR_TAYLOR = 0.2;
/** Smallest d at which 1 − Φ(d) is below an ulp. */
const MIN_D_FOR_UNIT_CDF = 8.5;
/** Replaces smaller |ε|: the quotient there equals its limit at ε = 0 to the last digit. */
const MIN_EPSILON = 1e-30;

/**
 * Lookback option with a fixed strike, which pays max(max S − K, 0) for a call and max(K − min S, 0) for a put.
 *
 * @returns price units; relative error about 1e-14, besides the rounding of the logarithms of the terms. T = 0 and σ = 0 give the exact
 *          limits
 */
export function lookbackFixed(terms: LookbackTerms, strike: Price): Price {
  const { extreme, rate, time, sign } = terms;
  const lockedIn = Math.max(sign * (extreme - strike), 0);
  const reachable = sign > 0 ? Math.max(strike, extreme) : Math.min(strike, extreme);
  return lockedIn * exp(-rate * time) + vanilla(terms, reachable) + furtherMove(terms, reachable, sign);
}

/** Lookback option with a floating strike, which pays S_T − min S for a call and max S − S_T for a put; accuracy as above. */
export const lookbackFloating = (terms: LookbackTerms): Price =>
  vanilla(terms, terms.extreme) + furtherMove(terms, terms.extreme, terms.sign > 0 ? -1 : 1);

const vanilla = ({ spot, rate, volatility, time, dividend, sign }: LookbackTerms, strike: Price): Price =>
  blackScholes(spot, strike, rate, volatility, time, dividend, sign);

/** Value of an option on the extreme less that of the vanilla option on S_T: S e^(−rT) s Q. */
function furtherMove({ spot, rate, volatility, time, dividend }: LookbackTerms, strike: Price, theta: Extreme): Price {
  const s = volatility * Math.sqrt(time);
  if (s < MIN_STD_DEV) return 0;
  const p = Math.abs(logForwardMoneyness(spot, strike, 0, 0, 0)) / s;
  const carry = (rate - dividend) * time;
  return spot * exp(-rate * time) * s * quotient(p, 0.5 * theta * s - p, (theta * carry) / s, carry);
}

/** Q. */
function quotient(p: number, d: number, epsilon: number, carry: number): number {
  const t = Math.max(Math.abs(epsilon), MIN_EPSILON);
  const exponent = carry - 0.5 * squareOf(d + epsilon);
  const small = t * Math.max(1, d) < MAX_EPSILON_FOR_TAYLOR;
  if ((d <= 0 && d + t <= MAX_D1_FOR_DIFFERENCE) || (small && d < MIN_D_FOR_UNIT_CDF))
    return (INVERSE_SQRT_TWO_PI * exp(exponent) * millsDifference(d, t)) / (2 * t);
  if (small) return exp(2 * epsilon * p) * (epsilon === 0 ? d : expm1(2 * epsilon * d) / (2 * epsilon));
  return (exp(carry) * normalCdf(d + epsilon) - weightedCdf(2 * epsilon * p, d - epsilon, exponent)) / (2 * epsilon);
}
