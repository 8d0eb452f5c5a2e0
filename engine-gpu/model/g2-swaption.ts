/**
 * European swaption under G2++: the option to exchange a bond of payments c_i at T_i for a unit payment at expiry.
 *
 *   receiver = E[E[(Σ c_i P(T, T_i) − 1)⁺ | Z]],   P(T, T_i) = F_i e^(−across_i Z − across_i²/2) e^(−along_i W − along_i²/2)
 *
 * Given Z the bond's value decreases in W and equals 1 at one w*(Z), so the inner expectation is a sum of normal distribution functions.
 * Brigo and Mercurio condition on x. Conditioning on the direction in which the swap's bond does not move (model/g2.ts) makes w* almost
 * constant, so that the outer integral needs 33 points.
 *
 * @see D. Brigo, F. Mercurio (2006), Interest Rate Models, theorem 4.2.3
 */

import { EngineFailure } from '../base/failure.js';
import type { Price, Years } from '../base/units.js';
import { exp } from '../math/elementary/exp.js';
import { log } from '../math/elementary/log.js';
import { normalCdf } from '../math/normal.js';
import { normalExpectation } from '../math/quadrature.js';
import { newtonRoot } from '../math/root.js';
import { bondFactors, type G2Parameters } from './g2.js';

/** Absolute difference of the last two trapezoidal sums, per unit of notional; the error left is far smaller. */
const EXPECTATION_TOLERANCE = 1e-10;
/** Last Newton step of w*, in standard deviations. The price is stationary in w*: an error of 1e-7 costs 1e-14. */
const ROOT_TOLERANCE = 1e-7;

/**
 * @param expiry    T ≥ 0, years
 * @param times     T_i > T, years, increasing
 * @param forwards  c_i F_i: forward values for T of the payments on a notional of 1; the last is above 0
 * @param sign      +1 payer, −1 receiver
 * @param maxEvaluations  of the bond's value. At the volatilities of rates the integral takes about 150; parameters that belong to no rate
 *                  bring a kink near, and take up to a hundred times as many
 * @returns forward value at T per unit of notional, to be discounted from T; absolute error under 1e-10
 * @throws EngineFailure `pricing` where the integral needs more evaluations, or does not converge
 */
export function swaptionG2(
  parameters: G2Parameters,
  expiry: Years,
  times: readonly Years[],
  forwards: readonly Price[],
  sign: 1 | -1,
  maxEvaluations = Number.POSITIVE_INFINITY,
): Price {
  const { along, across } = bondFactors(parameters, expiry, times, forwards);
  const count = times.length;
  const amounts = new Float64Array(count);
  const shapes = along.map((loading) => -0.5 * loading * loading);
  /** w*; the search for the next Z starts from that of the last. */
  let root = 0;
  let evaluations = 0;
  const countEvaluation = (): void => {
    evaluations++;
    if (evaluations > maxEvaluations)
      throw new EngineFailure('pricing', `the price of a swaption under G2++ needs more than ${maxEvaluations} evaluations of its bond`);
  };

  /** A Newton step on ln(received/paid), the amounts of either sign at w, which is nearly straight in w. */
  const step = (w: number): number => {
    countEvaluation();
    let [received, receivedSlope, paid, paidSlope] = [0, 0, 1, 0];
    for (let i = 0; i < count; i++) {
      const loading = along[i]!;
      const value = amounts[i]! * exp(shapes[i]! - loading * w);
      if (value > 0) {
        received += value;
        receivedSlope += loading * value;
      } else {
        paid -= value;
        paidSlope -= loading * value;
      }
    }
    return log(received / paid) / (receivedSlope / received - paidSlope / paid);
  };

  const certain = along.every((loading) => loading === 0);
  return normalExpectation((z) => {
    countEvaluation();
    let bond = 0;
    for (let i = 0; i < count; i++) {
      const loading = across[i]!;
      amounts[i] = forwards[i]! * exp(-loading * (z + 0.5 * loading));
      bond += amounts[i]!;
    }
    if (certain) return Math.max(sign * (1 - bond), 0);
    root = newtonRoot(step, root, () => ROOT_TOLERANCE);
    let value = normalCdf(sign * -root);
    for (let i = 0; i < count; i++) value -= amounts[i]! * normalCdf(-sign * (root + along[i]!));
    return sign * value;
  }, EXPECTATION_TOLERANCE);
}
