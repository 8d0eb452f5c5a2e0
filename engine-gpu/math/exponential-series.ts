/**
 * Chebyshev's series of an exponential,
 *
 *   e^(zt) = I₀(z) + 2 Σ Iₙ(z) Tₙ(t),   |t| ≤ 1
 *
 * with the modified Bessel functions of the first kind. They fall faster than |z/2|ⁿ/n!.
 *
 * @see Abramowitz and Stegun (1964), 9.6.34; ratios by the continued fraction 9.1.73 at imaginary argument
 */

/** Ratios are begun so many terms beyond the last that is asked for: what is wrong there has died away. */
const BEYOND = 20;

/**
 * I₀(z), 2I₁(z), …, 2I_{count−1}(z).
 *
 * @param z  |z| ≤ 20
 * @returns relative error about 1e-15 of e^|z|
 */
export function exponentialSeries(z: number, count: number): Float64Array {
  const ratios = new Float64Array(count + BEYOND + 1);
  for (let n = count + BEYOND - 1; n > 0; n--) ratios[n] = z / (2 * n + z * ratios[n + 1]);
  const coefficients = new Float64Array(count);
  let [product, sum] = [1, 0];
  // At t = 1, or −1 where that is the larger: no term then takes from another.
  for (let n = 1; n < count + BEYOND; n++) {
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
