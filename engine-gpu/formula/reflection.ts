/** What formulas for extremes of a Brownian motion share: probabilities of its reflection at a level. */
import { INVERSE_SQRT_TWO_PI, millsRatio, normalCdf } from '../math/normal.js';

/** A total standard deviation below this changes no digit of a price: the path is its own mean. */
export const NO_SPREAD = 1e-100;

/** From here down Φ(z) is taken as φ(z)·Φ(z)/φ(z). */
const LEFT_TAIL = -1;

/**
 * e^w Φ(z) where the product is a probability, although e^w may overflow and Φ(z) underflow.
 *
 * @param w         logarithm of the weight
 * @param exponent  w − z²/2, which the caller knows without their cancellation
 */
export const weightedCdf = (w: number, z: number, exponent: number): number =>
  z < LEFT_TAIL ? INVERSE_SQRT_TWO_PI * Math.exp(exponent) * millsRatio(z) : Math.exp(w) * normalCdf(z);
