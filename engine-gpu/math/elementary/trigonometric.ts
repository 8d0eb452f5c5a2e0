/**
 * Sine and cosine.
 *
 *   sin x = ± sin r or ± cos r,   r = x − n π/2,   |r| ≤ π/4
 *
 * @see Sun Microsystems (1993), fdlibm, k_sin.c and k_cos.c: the polynomials on |r| ≤ π/4
 */
import { floorLog2, powerOfTwo } from './binary.js';
import { inverseTangent, nearestDouble } from './tables.js';

const [S1, S2, S3, S4, S5, S6] = [
  -0.16666666666666632, 0.00833333333332249, -0.0001984126982985795, 2.7557313707070068e-6, -2.5050760253406863e-8, 1.58969099521155e-10,
] as const;
const [C1, C2, C3, C4, C5, C6] = [
  0.0416666666666666, -0.001388888888887411, 2.480158728947673e-5, -2.7557314351390663e-7, 2.087572321298175e-9, -1.1359647557788195e-11,
] as const;

/** sin(x + low) for |x| ≤ π/4. */
function sineKernel(x: number, low: number): number {
  const z = x * x;
  const cube = z * x;
  const series = S2 + z * (S3 + z * (S4 + z * (S5 + z * S6)));
  return x - (z * (0.5 * low - cube * series) - low - cube * S1);
}

/** cos(x + low) for |x| ≤ π/4. */
function cosineKernel(x: number, low: number): number {
  const z = x * x;
  const series = z * (C1 + z * (C2 + z * (C3 + z * (C4 + z * (C5 + z * C6)))));
  const half = 0.5 * z;
  const value = 1 - half;
  return value + (1 - value - half + (z * series - x * low));
}

/** Remainders above this need π/2 as a sum of two numbers only: the first of the three below, and its rest. */
const MIN_SIMPLE_REMAINDER = 1 / 128;
const HALF_PI_1_REST = 6.077100506506192e-11;
/** π/2 as a sum: three numbers of 33 bits, whose multiples are exact, and the rest. */
const [HALF_PI_1, HALF_PI_2, HALF_PI_3, HALF_PI_REST] = [
  1.5707963267341256, 6.077100506303966e-11, 2.0222662487111665e-21, 8.4784276603689e-32,
] as const;
const INVERSE_HALF_PI = 2 / Math.PI;
/** Largest n of these multiples. */
const MAX_MULTIPLE = 1_048_576;
const MAX_MODERATE = MAX_MULTIPLE * (Math.PI / 2);

/** The rest of the last result of `reduced`, and its quadrant, 0 to 3. */
const rest = new Float64Array(1);
let quadrant = 0;

/** x − n π/2 as the sum of two numbers, of which the first is returned. */
function reduced(x: number): number {
  if (!(x > -MAX_MODERATE && x < MAX_MODERATE)) return reducedLarge(x);
  const n = Math.round(x * INVERSE_HALF_PI);
  quadrant = n & 3;
  const first = x - n * HALF_PI_1;
  const product1 = n * HALF_PI_1_REST;
  const simple = first - product1;
  if (simple > MIN_SIMPLE_REMAINDER || simple < -MIN_SIMPLE_REMAINDER) {
    rest[0] = first - simple - product1;
    return simple;
  }
  const product2 = n * HALF_PI_2;
  const second = first - product2;
  const back2 = second - first;
  const error2 = first - (second - back2) - (product2 + back2);
  const product3 = n * HALF_PI_3;
  const third = second - product3;
  const back3 = third - second;
  const error3 = second - (third - back3) - (product3 + back3);
  const low = error2 + error3 - n * HALF_PI_REST;
  const value = third + low;
  rest[0] = third - value + low;
  return value;
}

/** Bits behind the point of π/2 for large x: those before the point of any double, and as many as the closest double to a multiple needs. */
const LARGE_BITS = 1_280;
/** Bits of the remainder that become doubles. */
const REMAINDER_BITS = 256;
const MANTISSA_BITS = 52;
let halfPi: bigint | undefined;

/** The same for large x, by one division of whole numbers. */
function reducedLarge(x: number): number {
  if (!(Math.abs(x) <= Number.MAX_VALUE)) return Number.NaN;
  // Machin's formula.
  halfPi ??= 8n * inverseTangent(1n, 5n, true, LARGE_BITS) - 2n * inverseTangent(1n, 239n, true, LARGE_BITS);
  const exponent = floorLog2(Math.abs(x)) - MANTISSA_BITS;
  const fixed = exponent < 0 ? BigInt(x * powerOfTwo(-exponent)) << BigInt(LARGE_BITS + exponent) : BigInt(x) << BigInt(LARGE_BITS);
  const quotient = (2n * fixed + halfPi) / (2n * halfPi);
  let n = quotient;
  let remainder = fixed - n * halfPi;
  // The division truncates towards zero.
  if (2n * remainder < -halfPi) {
    n--;
    remainder += halfPi;
  }
  quadrant = Number(n & 3n);
  const upper = remainder >> BigInt(LARGE_BITS - REMAINDER_BITS);
  const value = nearestDouble(upper, REMAINDER_BITS);
  rest[0] = nearestDouble(upper - BigInt(value * powerOfTwo(REMAINDER_BITS)), REMAINDER_BITS);
  return value;
}

/** |x| below which sin x is x. */
const NEGLIGIBLE_ARGUMENT = 1e-9;

/** sin x; at most 0.8 ulp from the exact value, for every x. */
export function sin(x: number): number {
  if (x > -NEGLIGIBLE_ARGUMENT && x < NEGLIGIBLE_ARGUMENT) return x;
  const r = reduced(x);
  const value = quadrant % 2 === 0 ? sineKernel(r, rest[0]!) : cosineKernel(r, rest[0]!);
  return quadrant < 2 ? value : -value;
}

/** cos x; at most 0.8 ulp from the exact value, for every x. */
export function cos(x: number): number {
  const r = reduced(x);
  const value = quadrant % 2 === 0 ? cosineKernel(r, rest[0]!) : sineKernel(r, rest[0]!);
  return quadrant === 1 || quadrant === 2 ? -value : value;
}

/** Writes cos x and sin x, with the bits of `cos` and `sin`, by one reduction. */
export function cosAndSin(x: number, target: Float64Array): void {
  const r = reduced(x);
  const cosine = cosineKernel(r, rest[0]!);
  const sine = sineKernel(r, rest[0]!);
  const isOdd = quadrant % 2 !== 0;
  const along = isOdd ? sine : cosine;
  const across = isOdd ? cosine : sine;
  target[0] = quadrant === 1 || quadrant === 2 ? -along : along;
  const isNegligible = x > -NEGLIGIBLE_ARGUMENT && x < NEGLIGIBLE_ARGUMENT;
  target[1] = isNegligible ? x : quadrant < 2 ? across : -across;
}
