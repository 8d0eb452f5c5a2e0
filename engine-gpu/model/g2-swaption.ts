/**
 * European swaption under G2++: the option to exchange a bond of payments c_i at T_i for 1 at expiry.
 *
 *   receiver = E[E[(Σ c_i P(T, T_i) − 1)⁺ | Z]],   P(T, T_i) = F_i e^(−across_i Z − across_i²/2) e^(−along_i W − along_i²/2)
 *
 * Given Z the bond falls in W, and is worth 1 at one w*(Z): the inner expectation is a sum of normal distribution functions.
 * Brigo and Mercurio condition on x; conditioning on the direction in which the swap's bond does not move (model/g2.ts) makes
 * w* all but constant, and the outer integral one of 33 points.
 *
 * @see D. Brigo, F. Mercurio (2006), Interest Rate Models, theorem 4.2.3
 */

import type { Price, Years } from '../base/units.js';
import { normalCdf } from '../math/normal.js';
import { expectation } from '../math/quadrature.js';
import { bondFactors, type G2Parameters } from './g2.js';

/** Between the last two trapezoidal sums, per unit of notional; the error left is far smaller. */
const TOLERANCE = 1e-10;
/** The price is flat in w* where w* is right: an error of 1e-7 costs 1e-14. */
const ROOT_TOLERANCE = 1e-7;
const MAX_ITERATIONS = 60;

/**
 * @param expiry    T ≥ 0, years
 * @param times     T_i > T, years, increasing
 * @param forwards  c_i F_i: values at T, as seen now, of the payments on a notional of 1; the last is above 0
 * @param sign      +1 payer, −1 receiver
 * @returns forward value at T per unit of notional, to be discounted from T; absolute error under 1e-10
 */
export function swaptionG2(
  parameters: G2Parameters,
  expiry: Years,
  times: readonly Years[],
  forwards: readonly Price[],
  sign: 1 | -1,
): Price {
  const { along, across } = bondFactors(parameters, expiry, times, forwards);
  const count = times.length;
  const amounts = new Float64Array(count);
  const shapes = along.map((loading) => -0.5 * loading * loading);
  let root = 0;

  /** w*, by Newton's method on the ratio of what is received to what is paid, whose logarithm is nearly straight. */
  const solve = () => {
    for (let iteration = 0; iteration < MAX_ITERATIONS; iteration++) {
      let [received, receivedSlope, paid, paidSlope] = [0, 0, 1, 0];
      for (let i = 0; i < count; i++) {
        const loading = along[i];
        const value = amounts[i] * Math.exp(shapes[i] - loading * root);
        if (value > 0) {
          received += value;
          receivedSlope += loading * value;
        } else {
          paid -= value;
          paidSlope -= loading * value;
        }
      }
      const move = Math.log(received / paid) / (receivedSlope / received - paidSlope / paid);
      root += move;
      if (!(Math.abs(move) > ROOT_TOLERANCE)) break;
    }
  };

  const certain = along.every((loading) => loading === 0);
  return expectation((z) => {
    let bond = 0;
    for (let i = 0; i < count; i++) {
      const loading = across[i];
      amounts[i] = forwards[i] * Math.exp(-loading * (z + 0.5 * loading));
      bond += amounts[i];
    }
    if (certain) return Math.max(sign * (1 - bond), 0);
    solve();
    let value = normalCdf(sign * -root);
    for (let i = 0; i < count; i++) value -= amounts[i] * normalCdf(-sign * (root + along[i]));
    return sign * value;
  }, TOLERANCE);
}
