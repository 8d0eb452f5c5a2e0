import { MIN_NORMAL } from './elementary/binary.js';
import { exp, expm1 } from './elementary/exp.js';

/**
 * E(a, t) = ∫₀ᵗ e^(−as) ds = (1 − e^(−at))/a, and t where a t is 0 or loses digits: the function B of Gaussian short rates.
 *
 * @param a  speed of mean reversion, per year, of either sign
 * @param t  years
 * @returns years; relative error an ulp or two
 */
export const decayIntegral = (a: number, t: number): number => (Math.abs(a * t) < MIN_NORMAL ? t : -expm1(-a * t) / a);

/** Largest |at| of the series below; of its terms the first that is left out is 1e-11 of the sum there. */
const SERIES_REACH = 0.02;

/**
 * ∂E(a, t)/∂a = −∫₀ᵗ s e^(−as) ds = (t e^(−at) − E(a, t))/a; near a = 0, where these terms cancel, its series in at.
 *
 * @returns years²; relative error 1e-11
 */
export function decayIntegralSlope(a: number, t: number): number {
  const z = a * t;
  if (Math.abs(z) < SERIES_REACH) return -t * t * (1 / 2 - z * (1 / 3 - z * (1 / 8 - z * (1 / 30 - z / 144))));
  return (t * exp(-z) - decayIntegral(a, t)) / a;
}
