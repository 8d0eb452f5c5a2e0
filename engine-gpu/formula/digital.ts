import type { Price, Rate, Volatility, Years } from '../base/units.js';
import { exp } from '../math/elementary/exp.js';
import { normalCdf } from '../math/normal.js';
import { logForwardMoneyness } from './black-scholes.js';

export interface DigitalTerms {
  readonly spot: Price;
  readonly strike: Price;
  readonly rate: Rate;
  readonly volatility: Volatility;
  readonly time: Years;
  readonly dividend: Rate;
  /** +1 pays above the strike, −1 below it. */
  readonly sign: 1 | -1;
}

/** Φ(θd), d = x/s ± s/2, by `half` = ±½. At s = 0 it is 0 or 1, and ½ where the forward is at the strike, which is the limit as T → 0. */
const exerciseProbability = ({ spot, strike, rate, volatility, time, dividend, sign }: DigitalTerms, half: 0.5 | -0.5): number => {
  const x = logForwardMoneyness(spot, strike, rate, time, dividend);
  const s = volatility * Math.sqrt(time);
  return normalCdf(x === 0 ? sign * half * s : sign * (x / s + half * s));
};

/**
 * Cash-or-nothing option: one unit of cash at expiry if S_T is above (call) or below (put) the strike.
 *
 *   e^(−rT) Φ(θd₂),   d₂ = x/s − s/2,   x = ln(S/K) + (r − q)T,   s = σ√T
 *
 * @returns present value per unit of cash; relative error about (1 + d₂²) ulp, besides the rounding of x
 * @see E. G. Haug (2007), 4.19.2 (Reiner and Rubinstein 1991)
 */
export const cashOrNothing = (terms: DigitalTerms): number => exp(-terms.rate * terms.time) * exerciseProbability(terms, -0.5);

/**
 * Asset-or-nothing option: one share at expiry if S_T is above (call) or below (put) the strike.
 *
 *   S e^(−qT) Φ(θd₁),   d₁ = d₂ + s
 *
 * @returns price units; relative error about (1 + d₁²) ulp
 * @see E. G. Haug (2007), 4.19.3 (Cox and Rubinstein 1985)
 */
export const assetOrNothing = (terms: DigitalTerms): Price =>
  terms.spot * exp(-terms.dividend * terms.time) * exerciseProbability(terms, 0.5);
