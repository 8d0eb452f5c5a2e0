/**
 * Options on bonds under the Hull-White one-factor short rate, dr = (θ(t) − a r) dt + σ dW, fitted to a curve.
 *
 * At expiry T, under the T-forward measure, with F_i = P(0, T_i)/P(0, T) and Z standard normal:
 *
 *   P(T, T_i) = F_i exp(−B_i v Z − B_i² v²/2),   B_i = (1 − e^(−a(T_i − T)))/a,   v² = σ² (1 − e^(−2aT))/(2a)
 *
 * so an option on one payment has Black's formula with total standard deviation B_i v. An option on a bond of positive payments is a sum of
 * options on the payments, each struck at what the payment is worth in the state in which the bond is worth its strike (Jamshidian's
 * decomposition).
 *
 * @see J. Hull, A. White (1990), Pricing interest-rate-derivative securities; F. Jamshidian (1989), An exact bond option formula
 */

import type { Price, Years } from '../base/units.js';
import { decayIntegral } from '../math/decay.js';
import { exp } from '../math/elementary/exp.js';
import { log } from '../math/elementary/log.js';
import { squareOf } from '../math/elementary/pow.js';
import { newtonRoot } from '../math/root.js';
import { black } from './black-76.js';

interface HullWhiteParameters {
  /** a, per year, of either sign; 0 is the Ho-Lee model */
  readonly meanReversion: number;
  /** σ ≥ 0, absolute, per √year */
  readonly volatility: number;
}

interface ForwardPayment {
  readonly time: Years;
  /** c_i F_i, the forward value of the payment for the option's expiry, > 0 */
  readonly forward: Price;
}

/** Last Newton step of the state, relative to max(1, |u|). The price is stationary in the state: an error e in it costs e² of the price. */
const STATE_TOLERANCE = 1e-10;
/** Largest exponent at which payments are summed as they are; beyond it they are summed in units of the largest. */
const MAX_EXPONENT = 600;

/**
 * Value, forward to expiry, of the option to buy (+1) or sell (−1) the payments for the strike.
 *
 * @param expiry    T ≥ 0, years; 0 gives the intrinsic value
 * @param payments  after T
 * @param strike    K > 0, price units
 * @returns price units, to be discounted from T; absolute error about 1e-14 of the larger of bond and strike
 */
export function bondOptionHullWhite(
  { meanReversion, volatility }: HullWhiteParameters,
  expiry: Years,
  payments: readonly ForwardPayment[],
  strike: Price,
  sign: 1 | -1,
): Price {
  const deviation = volatility * Math.sqrt(decayIntegral(2 * meanReversion, expiry));
  const loadings = payments.map(({ time }) => decayIntegral(meanReversion, time - expiry));
  const state = stateAtStrike(payments, loadings, deviation, strike);
  return payments.reduce((sum, { forward }, i) => {
    const total = loadings[i]! * deviation;
    return sum + black(forward, forward * exp(-loadings[i]! * state - 0.5 * total * total), total, sign);
  }, 0);
}

/**
 * The state u with Σ c_i F_i e^(−B_i u − B_i² v²/2) = K. The logarithm of the sum is convex and decreasing, so that Newton's method on it
 * converges from any start: after one step it is on the side from which it cannot overshoot.
 */
function stateAtStrike(payments: readonly ForwardPayment[], loadings: readonly number[], deviation: number, strike: Price): number {
  const step = (state: number): number => {
    const exponents = loadings.map((loading) => -loading * state - 0.5 * squareOf(loading * deviation));
    const largest = Math.max(...exponents);
    const shift = Math.abs(largest) > MAX_EXPONENT ? largest : 0;
    let value = 0;
    let slope = 0;
    payments.forEach(({ forward }, j) => {
      const paid = forward * exp(exponents[j]! - shift);
      value += paid;
      slope += loadings[j]! * paid;
    });
    return ((log(value / strike) + shift) * value) / slope;
  };
  return newtonRoot(step, 0, (state) => STATE_TOLERANCE * Math.max(1, Math.abs(state)));
}
