/**
 * E(a, t) = ∫₀ᵗ e^(−as) ds = (1 − e^(−at))/a, and t where a = 0: the B(t, T) of Gaussian short rates.
 *
 * @param a  per year, of either sign
 * @param t  years
 */
export const decayIntegral = (a: number, t: number): number => (a === 0 ? t : -Math.expm1(-a * t) / a);
