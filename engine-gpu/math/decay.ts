import { expm1 } from './elementary/exp.js';

/**
 * E(a, t) = ∫₀ᵗ e^(−as) ds = (1 − e^(−at))/a, and t where a = 0: the function B of Gaussian short rates.
 *
 * @param a  speed of mean reversion, per year, of either sign
 * @param t  years
 * @returns years; relative error an ulp or two
 */
export const decayIntegral = (a: number, t: number): number => (a === 0 ? t : -expm1(-a * t) / a);
