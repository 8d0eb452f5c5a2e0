/**
 * The Chebyshev series of an exponential,
 *
 *   e^(zt) = I₀(z) + 2 Σ Iₙ(z) Tₙ(t),   |t| ≤ 1
 *
 * with Iₙ the modified Bessel functions of the first kind, which fall faster than |z/2|ⁿ/n!.
 *
 * @see Abramowitz and Stegun (1964), 9.6.34; the ratios Iₙ/Iₙ₋₁ by the continued fraction 9.1.73 at imaginary argument
 */

/** The backward recurrence of the ratios starts this many terms after the last requested one, so that its starting error has died out. */
const EXTRA_TERMS = 20;

/**
 * The coefficients I₀(z), 2I₁(z), …, 2I_{count−1}(z).
 *
 * @param z      |z| ≤ 20
 * @param count  number of coefficients, ≥ 1
 * @returns relative error about 1e-15 of e^|z|
 */
export function exponentialSeries(z: number, count: number): Float64Array {
  const ratios = new Float64Array(count + EXTRA_TERMS + 1);
  for (let n = count + EXTRA_TERMS - 1; n > 0; n--) ratios[n] = z / (2 * n + z * ratios[n + 1]);
  const coefficients = new Float64Array(count);
  let [product, sum] = [1, 0];
  // The sum is normalised at t = 1 (t = −1 for z < 0), where all terms are positive and nothing cancels.
  for (let n = 1; n < count + EXTRA_TERMS; n++) {
    product *= ratios[n];
    sum += 2 * Math.abs(product);
  }
  const first = Math.exp(Math.abs(z)) / (1 + sum);
  product = first;
  coefficients[0] = first;
  for (let n = 1; n < count; n++) {
    product *= ratios[n];
    coefficients[n] = 2 * product;
  }
  return coefficients;
}
