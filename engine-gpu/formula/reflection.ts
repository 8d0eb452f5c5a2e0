/** Shared parts of the formulas for extremes of a Brownian motion, which come from its reflection at a level. */
import { exp } from '../math/elementary/exp.js';
import { INVERSE_SQRT_TWO_PI, millsRatio, normalCdf } from '../math/normal.js';

/** Total standard deviation below which a price equals that of the deterministic path to the last digit. */
export const MIN_STD_DEV = 1e-100;

/** Below this z Φ(z) is computed as φ(z) times the Mills ratio. */
const MILLS_RATIO_Z = -1;

/**
 * e^w Φ(z) where the product is a probability, although e^w may overflow and Φ(z) underflow.
 *
 * @param w         logarithm of the weight
 * @param z         argument of the distribution function
 * @param exponent  w − z²/2, which the caller can compute without the cancellation of the difference
 * @returns relative error a few ulp besides that of `exponent`
 */
export const weightedCdf = (w: number, z: number, exponent: number): number =>
  z < MILLS_RATIO_Z ? INVERSE_SQRT_TWO_PI * exp(exponent) * millsRatio(z) : exp(w) * normalCdf(z);
