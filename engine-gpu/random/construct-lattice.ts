/**
 * Component-by-component construction of a rank-1 lattice whose generating vector serves every power of two up to the largest.
 *
 * Point k of the rule of N = 2^m points is ({k z₁/N}, {k z₂/N}, …). With ω(x) = x² − x + 1/6 (Bernoulli's B₂, the shift-averaged
 * kernel of the unanchored Sobolev space), the squared worst-case error of order 2, i.e. over pairs of coordinates, is
 *
 *   e²_m(z) = Σ_{i<j} γ_i γ_j S_m(z_i, z_j),   S_m(a, b) = 1/N Σ_k ω({ka/N}) ω({kb/N}) ≥ 0,   γ_j = j^(−1/2)
 *
 * Each component is the value that minimises the largest ratio, over the levels m, of e²_m to its minimum at that level. Components are odd,
 * so z = ±5^a modulo 2^m and S_m(a, b) depends on the difference of the exponents only: one autocorrelation of ω per level, by FFT, gives all
 * of them, and a component costs O(N).
 *
 * @see Nuyens and Cools (2006), Fast component-by-component construction of rank-1 lattice rules with a non-prime number of points
 * @see Cools, Kuo and Nuyens (2006), Constructing embedded lattice rules for multivariate integration, section 4
 * @see Sloan, Wang and Woźniakowski (2004), Finite-order weights imply tractability of multivariate integration
 */
import { powerOfTwo } from '../math/elementary/binary.js';
import { squareOf } from '../math/elementary/pow.js';
import { fft } from '../math/fft.js';

/** log₂ of the smallest number of points in the criterion; rules of fewer points are too coarse to distinguish components. */
const MIN_CRITERION_LEVEL = 8;

const omega = (x: number): number => x * x - x + 1 / 6;
/** Σ ω² over the points k = 0, N/2, N/4 and 3N/4, which are 0, 1/2 and ±1/4 in every coordinate whatever the odd components. */
const FIXED_POINTS_SUM = squareOf(omega(0)) + squareOf(omega(1 / 2)) + 2 * squareOf(omega(1 / 4));

/** The powers 5^a modulo 2^m, a < 2^(m−2). With their negatives they are every odd residue once. */
function powersOfFive(m: number): Float64Array {
  const modulus = powerOfTwo(m);
  const powers = new Float64Array(modulus / 4);
  let power = 1;
  for (let a = 0; a < powers.length; a++) {
    powers[a] = power;
    power = (power * 5) % modulus;
  }
  return powers;
}

/** Σ_b ω(5^b/2^m) ω(5^(a+b)/2^m) for every a. */
function autocorrelation(m: number): Float64Array {
  const modulus = powerOfTwo(m);
  const re = powersOfFive(m).map((power) => omega(power / modulus));
  const im = new Float64Array(re.length);
  fft(re, im);
  for (let k = 0; k < re.length; k++) {
    re[k] = squareOf(re[k]!) + squareOf(im[k]!);
    im[k] = 0;
  }
  fft(re, im, true);
  return re.map((sum) => sum / re.length);
}

/**
 * The generating vector.
 *
 * @param dimensions  number of components
 * @param lastLevel   log₂ of the largest number of points, 8 to 24
 * @returns odd numbers below 2^(lastLevel−1). The vector for fewer dimensions is its beginning
 */
export function constructLattice(dimensions: number, lastLevel: number): number[] {
  const levels = Array.from({ length: lastLevel - 2 }, (_, i) => ({ m: i + 3, correlations: autocorrelation(i + 3) }));
  // Per level, by exponent a: Σ_j γ_j 2 Σ_b ω(5^(b+a_j)/2^m) ω(5^(b+a)/2^m), the sum over the points with odd k.
  const sums = levels.map(({ correlations }) => new Float64Array(correlations.length));
  const powers = powersOfFive(lastLevel);
  const errors = new Float64Array(levels.length);
  const vector: number[] = [];
  let fixed = 0;
  for (let j = 1; j <= dimensions; j++) {
    const weight = 1 / Math.sqrt(j);
    const exponent = j === 1 ? 0 : bestExponent(levels, sums, fixed, errors, weight);
    let error = fixed;
    levels.forEach(({ m, correlations }, level) => {
      const sum = sums[level]!;
      const mask = sum.length - 1;
      error += sum[exponent & mask]!;
      errors[level] = errors[level]! + (weight * error) / powerOfTwo(m);
      for (let a = 0; a <= mask; a++) sum[a] = sum[a]! + 2 * weight * correlations[(a - exponent) & mask]!;
    });
    fixed += weight * FIXED_POINTS_SUM;
    const component = powers[exponent]!;
    vector.push(Math.min(component, powerOfTwo(lastLevel) - component));
  }
  return vector;
}

/** The exponent with the smallest largest ratio over the levels; the first one of equals. */
function bestExponent(
  levels: readonly { readonly m: number }[],
  sums: readonly Float64Array[],
  fixed: number,
  errors: Float64Array,
  weight: number,
): number {
  const candidates = sums[sums.length - 1]!.length;
  const upTo = new Float64Array(candidates).fill(fixed);
  const worst = new Float64Array(candidates);
  levels.forEach(({ m }, level) => {
    const sum = sums[level]!;
    const mask = sum.length - 1;
    for (let a = 0; a < candidates; a++) upTo[a] = upTo[a]! + sum[a & mask]!;
    if (m < MIN_CRITERION_LEVEL) return;
    let least = Number.POSITIVE_INFINITY;
    for (let a = 0; a < candidates; a++) least = Math.min(least, upTo[a]!);
    const floor = errors[level]! + (weight * least) / powerOfTwo(m);
    for (let a = 0; a < candidates; a++) worst[a] = Math.max(worst[a]!, (errors[level]! + (weight * upTo[a]!) / powerOfTwo(m)) / floor);
  });
  let winner = 0;
  for (let a = 1; a < candidates; a++) if (worst[a]! < worst[winner]!) winner = a;
  return winner;
}
