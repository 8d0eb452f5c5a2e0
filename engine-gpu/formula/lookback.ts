/**
 * Options on the highest or lowest price of a lognormal asset, watched at every moment.
 *
 *   s = σ√T,   c = (r − q)T,   p = |ln(K/S)|/s,   θ = +1 of the maximum, −1 of the minimum
 *
 * A call on the maximum (put on the minimum) with a strike that the extreme has yet to reach is worth the vanilla option and
 *
 *   S e^(−rT) s Q,   Q = [e^c Φ(d + ε) − e^(2εp) Φ(d − ε)]/(2ε),   d = θs/2 − p,   ε = θc/s.
 *
 * As the carry vanishes both sides of the difference meet. With Y = Φ/φ it is
 *
 *   Q = e^c φ(d + ε) [Y(d + ε) − Y(d − ε)]/(2ε),
 *
 * and the quotient, even in ε, is summed without cancellation (black.ts) to its limit Y′(d) at r = q. A floating strike is a
 * fixed one at the extreme so far, m: S_T − min is worth the vanilla call at m and what the minimum may still fall.
 *
 * @see M. B. Goldman, H. B. Sosin and M. A. Gatto (1979); A. Conze and R. Viswanathan (1991);
 *      E. G. Haug (2007), 4.15.1 and 4.15.2
 */

import type { Price, Rate, Volatility, Years } from '../base/units.js';
import { INVERSE_SQRT_TWO_PI, normalCdf } from '../math/normal.js';
import { millsDifference } from './black.js';
import { blackScholes, logForwardMoneyness } from './black-scholes.js';
import { NO_SPREAD, weightedCdf } from './reflection.js';

export interface LookbackTerms {
  readonly spot: Price;
  /** The extreme so far, of the kind that the option looks back to; at least (for a minimum: at most) the spot. */
  readonly extreme: Price;
  readonly rate: Rate;
  readonly volatility: Volatility;
  readonly time: Years;
  readonly dividend: Rate;
  readonly sign: 1 | -1;
}

/** Which extreme a fixed strike is held against: a call the maximum, a put the minimum. */
type Extreme = 1 | -1;

/** d up to which the quotient is a difference of Y, as black.ts has it; beyond 0.85 Y itself grows like e^(d²/2). */
const LEFT_OF_CENTRE = 0.85;
/** |ε|·max(1, d) under which its Taylor series holds to an ulp also right of the centre: the next term is under (εd)¹⁶/17!. */
const SMALL_CARRY = 0.2;
/** From here on 1 − Φ(d) is under an ulp. */
const CERTAIN = 8.5;
/** Where ε is 0 the quotient's limit is reached at any ε this small. */
const NO_CARRY = 1e-30;

/**
 * max(max S − K, 0) for a call, max(K − min S, 0) for a put.
 *
 * @returns price units; relative error some 1e-14, as far as the terms' logarithms have their digits. T = 0 and σ = 0
 *          give the exact limits
 */
export function lookbackFixed(terms: LookbackTerms, strike: Price): Price {
  const { extreme, rate, time, sign } = terms;
  const locked = Math.max(sign * (extreme - strike), 0);
  const reachable = sign > 0 ? Math.max(strike, extreme) : Math.min(strike, extreme);
  return locked * Math.exp(-rate * time) + vanilla(terms, reachable) + furtherMove(terms, reachable, sign);
}

/** S_T − min S for a call, max S − S_T for a put; otherwise as with a fixed strike. */
export const lookbackFloating = (terms: LookbackTerms): Price =>
  vanilla(terms, terms.extreme) + furtherMove(terms, terms.extreme, terms.sign > 0 ? -1 : 1);

const vanilla = ({ spot, rate, volatility, time, dividend, sign }: LookbackTerms, strike: Price): Price =>
  blackScholes(spot, strike, rate, volatility, time, dividend, sign);

/** What an option on the extreme is worth beyond the one on S_T. */
function furtherMove({ spot, rate, volatility, time, dividend }: LookbackTerms, strike: Price, theta: Extreme): Price {
  const s = volatility * Math.sqrt(time);
  if (s < NO_SPREAD) return 0;
  const p = Math.abs(logForwardMoneyness(spot, strike, 0, 0, 0)) / s;
  const carry = (rate - dividend) * time;
  return spot * Math.exp(-rate * time) * s * quotient(p, 0.5 * theta * s - p, (theta * carry) / s, carry);
}

/** Q. */
function quotient(p: number, d: number, epsilon: number, carry: number): number {
  const t = Math.max(Math.abs(epsilon), NO_CARRY);
  const exponent = carry - 0.5 * (d + epsilon) ** 2;
  const small = t * Math.max(1, d) < SMALL_CARRY;
  if ((d <= 0 && d + t <= LEFT_OF_CENTRE) || (small && d < CERTAIN))
    return (INVERSE_SQRT_TWO_PI * Math.exp(exponent) * millsDifference(d, t)) / (2 * t);
  if (small) return Math.exp(2 * epsilon * p) * (epsilon === 0 ? d : Math.expm1(2 * epsilon * d) / (2 * epsilon));
  return (Math.exp(carry) * normalCdf(d + epsilon) - weightedCdf(2 * epsilon * p, d - epsilon, exponent)) / (2 * epsilon);
}
