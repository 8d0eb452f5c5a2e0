/** Cube roots and lengths of vectors. */
import { bitsOfDouble, floorLog2, MIN_NORMAL, powerOfTwo, productError } from './binary.js';

const { double, words, high: HIGH } = bitsOfDouble();

/** 2⁵⁴ and its cube root. */
const [SUBNORMAL_FACTOR, SUBNORMAL_ROOT] = [18014398509481984, 262144];
/** Added to a third of the upper word, gives the upper word of a cube root to 5 bits. */
const CUBE_ROOT_OFFSET = 715094163;
const [P0, P1, P2, P3, P4] = [1.87595182427177, -1.8849797954337717, 1.6214297201053545, -0.758397934778766, 0.14599619288661245] as const;
/** 2³⁰ + 1: splits off the upper 23 bits. */
const SPLITTER_TO_23_BITS = 1073741825;

/**
 * ∛x; at most 0.67 ulp from the exact value.
 *
 * @see FreeBSD, msun/src/s_cbrt.c: a third of the exponent, a polynomial to 23 bits, and one step of Halley's iteration
 */
export function cbrt(x: number): number {
  if (!(Math.abs(x) <= Number.MAX_VALUE) || x === 0) return x;
  const size = Math.abs(x);
  if (size < MIN_NORMAL) return cbrt(x * SUBNORMAL_FACTOR) / SUBNORMAL_ROOT;
  double[0] = size;
  words[HIGH] = Math.floor(words[HIGH]! / 3) + CUBE_ROOT_OFFSET;
  words[1 - HIGH] = 0;
  const first = double[0];
  const ratio = first * first * (first / size);
  const second = first * (P0 + ratio * (P1 + ratio * P2) + ratio * ratio * ratio * (P3 + ratio * P4));
  const shifted = second * SPLITTER_TO_23_BITS;
  const root = shifted - (shifted - second);
  const quotient = size / (root * root);
  const value = root + (root * (quotient - root)) / (root + root + quotient);
  return x < 0 ? -value : value;
}

/** √(sum + low) for |low| below an ulp of the sum. */
function rootOfSum(sum: number, low: number): number {
  const root = Math.sqrt(sum);
  const square = root * root;
  return root + (sum - square - productError(root, root, square) + low) / (2 * root);
}

/** Legs between these are squared and split without overflow or underflow. */
const [MIN_LEG, MAX_LEG] = [powerOfTwo(-440), powerOfTwo(500)];
/** The shorter leg in units of the longer one that does not count. */
const NEGLIGIBLE_LEG = powerOfTwo(-54);
const [LONG_DOWN, LONG_UP] = [powerOfTwo(-600), powerOfTwo(600)];

/** √(x² + y²) without overflow; at most 0.52 ulp from the exact value. ∞ if either is infinite. */
export function hypot(x: number, y: number): number {
  const one = Math.abs(x);
  const other = Math.abs(y);
  if (one === Number.POSITIVE_INFINITY || other === Number.POSITIVE_INFINITY) return Number.POSITIVE_INFINITY;
  const longer = one > other ? one : other;
  const shorter = one > other ? other : one;
  if (shorter <= longer * NEGLIGIBLE_LEG) return longer + shorter;
  if (longer > MAX_LEG) return hypot(longer * LONG_DOWN, shorter * LONG_DOWN) * LONG_UP;
  if (longer < MIN_LEG) return hypot(longer * LONG_UP, shorter * LONG_UP) * LONG_DOWN;
  const longerSquare = longer * longer;
  const shorterSquare = shorter * shorter;
  const sum = longerSquare + shorterSquare;
  const errors = productError(longer, longer, longerSquare) + productError(shorter, shorter, shorterSquare);
  return rootOfSum(sum, longerSquare - sum + shorterSquare + errors);
}

/** The length √(Σ x²) of a vector, 0 if it is empty; less than an ulp from the exact value. */
export function euclideanNorm(vector: Iterable<number>): number {
  const sizes = Array.from(vector, Math.abs);
  const largest = sizes.reduce((one, other) => Math.max(one, other), 0);
  if (!(largest > 0 && largest <= Number.MAX_VALUE)) return largest;
  const exponent = floorLog2(largest);
  // In two steps, because 2^−exponent may overflow.
  const [half, rest] = [powerOfTwo(-Math.trunc(exponent / 2)), powerOfTwo(Math.trunc(exponent / 2) - exponent)];
  let [sum, low] = [0, 0];
  for (const size of sizes) {
    const scaled = size * half * rest;
    const square = scaled * scaled;
    const next = sum + square;
    const back = next - sum;
    low += sum - (next - back) + (square - back) + productError(scaled, scaled, square);
    sum = next;
  }
  return rootOfSum(sum, low) / half / rest;
}
