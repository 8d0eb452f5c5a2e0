/** Powers of two, binary exponents and the bits of doubles: exact on every machine. */

const [MIN_EXPONENT, MAX_EXPONENT] = [-1_074, 1_023];
/** 2^n stands at n + EXPONENT_OFFSET. */
export const EXPONENT_OFFSET = -MIN_EXPONENT;

const POWERS = new Float64Array(MAX_EXPONENT - MIN_EXPONENT + 1);
POWERS[EXPONENT_OFFSET] = 1;
for (let n = 1; n <= MAX_EXPONENT; n++) POWERS[EXPONENT_OFFSET + n] = 2 * POWERS[EXPONENT_OFFSET + n - 1]!;
for (let n = -1; n >= MIN_EXPONENT; n--) POWERS[EXPONENT_OFFSET + n] = POWERS[EXPONENT_OFFSET + n + 1]! / 2;

/** 2^n of a whole n: 0 below the smallest subnormal number and ∞ above the largest number. */
export function powerOfTwo(n: number): number {
  if (n >= MIN_EXPONENT && n <= MAX_EXPONENT) return POWERS[EXPONENT_OFFSET + n]!;
  return n > 0 ? Number.POSITIVE_INFINITY : n < 0 ? 0 : Number.NaN;
}

/**
 * The table of powers of two, 2^n at n + EXPONENT_OFFSET for −1074 ≤ n ≤ 1023. A file that reads it in a loop keeps it in a constant of its
 * own, whose address V8 then compiles into the code.
 */
export const powersOfTwo = (): Float64Array => POWERS;

/** A double and the same eight bytes as two integers; `high` is the index of the word that has sign and exponent. */
export function bitsOfDouble(): { readonly double: Float64Array; readonly words: Int32Array; readonly high: 0 | 1 } {
  const double = new Float64Array(1);
  const words = new Int32Array(double.buffer);
  double[0] = -1;
  const high = words[1] === 0 ? 0 : 1;
  return { double, words, high };
}

const { double, words, high } = bitsOfDouble();
/** Smallest number with all its digits, 2⁻¹⁰²². */
export const MIN_NORMAL = POWERS[EXPONENT_OFFSET - 1_022]!;
/** Bits of the mantissa in the upper word, above which the exponent stands. */
const UPPER_MANTISSA_BITS = 20;
/** Exponent by which a subnormal number becomes a normal one. */
const SUBNORMAL_SHIFT = 54;

/** ⌊log₂ x⌋, exact: −∞ at 0, ∞ at ∞, NaN below 0. */
export function floorLog2(x: number): number {
  if (!(x > 0)) return x === 0 ? Number.NEGATIVE_INFINITY : Number.NaN;
  if (x === Number.POSITIVE_INFINITY) return x;
  if (x < MIN_NORMAL) return floorLog2(x * POWERS[EXPONENT_OFFSET + SUBNORMAL_SHIFT]!) - SUBNORMAL_SHIFT;
  double[0] = x;
  return (words[high]! >> UPPER_MANTISSA_BITS) - MAX_EXPONENT;
}

/** ⌈log₂ x⌉, exact: −∞ at 0, ∞ at ∞, NaN below 0. */
export function ceilLog2(x: number): number {
  const floor = floorLog2(x);
  return powerOfTwo(floor) < x ? floor + 1 : floor;
}

/** 2²⁷ + 1: splits a double into halves of 26 bits whose products are exact (Veltkamp). */
const VELTKAMP_SPLITTER = 134217729;

/** The upper 26 bits of x, |x| < 1e300; the rest of x has 26 bits too. */
export function upperHalf(x: number): number {
  const shifted = VELTKAMP_SPLITTER * x;
  return shifted - (shifted - x);
}

/** x·y less the rounded `product`, exact where nothing overflows or underflows (Dekker 1971). */
export function productError(x: number, y: number, product: number): number {
  const xUpper = upperHalf(x);
  const xLower = x - xUpper;
  const yUpper = upperHalf(y);
  const yLower = y - yUpper;
  return xUpper * yUpper - product + xUpper * yLower + xLower * yUpper + xLower * yLower;
}
