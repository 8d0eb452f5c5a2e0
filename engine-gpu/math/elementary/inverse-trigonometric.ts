/**
 * Arctangent of a quotient, and arcsine.
 *
 *   arctan(a/b) = arctan c + arctan((a − c b)/(b + c a)),   c the multiple of 1/128 nearest to a/b,   0 ≤ a ≤ b
 */
import { powerOfTwo, productError, upperHalf } from './binary.js';
import { ARCTANGENT_STEPS, arctangentTable } from './tables.js';

const TABLE = arctangentTable();
/** π and π/2 less their nearest doubles. */
const [PI_REST, HALF_PI_REST] = [1.2246467991473532e-16, 6.123233995736766e-17];
const HALF_PI = Math.PI / 2;

/** Quotient below which its arctangent is the quotient, to the last digit. */
const NEGLIGIBLE_QUOTIENT = powerOfTwo(-30);
/** First multiple of 1/128 whose arctangent is read from the table: below, the series of the quotient itself is accurate. */
const FIRST_STEP = 8;
/** Denominators between these, with quotients that are not negligible, are squared and split without overflow or underflow. */
const [MIN_DENOMINATOR_SIZE, MAX_DENOMINATOR_SIZE] = [powerOfTwo(-500), powerOfTwo(500)];
const [UP, DOWN] = [powerOfTwo(600), powerOfTwo(-600)];

/** (arctan t − t)/t³ for |t| ≤ 1/15, to 2⁻⁵⁶ of t. */
const series = (s: number): number => -1 / 3 + s * (1 / 5 - s * (1 / 7 - s * (1 / 9 - s * (1 / 11 - s * (1 / 13 - s * (1 / 15))))));

/** The rest of the last result of `arctangent`. */
const rest = new Float64Array(1);

/** arctan(a/b) for 0 ≤ a ≤ b, b > 0, as the sum of two doubles, of which the first is returned. */
function arctangent(a: number, b: number): number {
  const quotient = a / b;
  rest[0] = 0;
  if (quotient < NEGLIGIBLE_QUOTIENT) return quotient;
  if (b > MAX_DENOMINATOR_SIZE) return arctangent(a * DOWN, b * DOWN);
  if (b < MIN_DENOMINATOR_SIZE) return arctangent(a * UP, b * UP);
  const step = Math.round(quotient * ARCTANGENT_STEPS);
  if (step < FIRST_STEP) {
    const product = quotient * b;
    const s = quotient * quotient;
    rest[0] = (a - product - productError(quotient, b, product)) / b + quotient * s * series(s);
    return quotient;
  }
  const c = step / ARCTANGENT_STEPS;
  const upper = upperHalf(b);
  const t = (a - c * upper - c * (b - upper)) / (b + c * a);
  const s = t * t;
  rest[0] = t + (TABLE[2 * step + 1]! + t * s * (-1 / 3 + s * (1 / 5 - s * (1 / 7))));
  return TABLE[2 * step]!;
}

/**
 * The angle of the point (x, y) with the x axis, y ≥ 0, not both 0.
 *
 * @param correction added to it before it is rounded
 */
function angle(y: number, x: number, correction: number): number {
  const width = Math.abs(x);
  if (y <= width) {
    const part = arctangent(y, width);
    if (x >= 0) return part + (rest[0]! + correction);
    const sum = Math.PI - part;
    return sum + (Math.PI - sum - part + (PI_REST - rest[0]! + correction));
  }
  const part = arctangent(width, y);
  if (x >= 0) {
    const sum = HALF_PI - part;
    return sum + (HALF_PI - sum - part + (HALF_PI_REST - rest[0]! + correction));
  }
  const sum = HALF_PI + part;
  return sum + (HALF_PI - sum + part + (HALF_PI_REST + rest[0]! + correction));
}

/** The angle of the point (x, y), between −π and π, with the special cases of ECMAScript; at most 0.8 ulp from the exact value. */
export function atan2(y: number, x: number): number {
  const height = Math.abs(y);
  if (!(height > 0 && height <= Number.MAX_VALUE && x >= -Number.MAX_VALUE && x <= Number.MAX_VALUE)) return angleAtLimit(y, x);
  const value = angle(height, x, 0);
  return y < 0 ? -value : value;
}

/** The angle where y is 0, or a coordinate is infinite or NaN: that of the point on a square, whose corners stand for two infinite coordinates. */
function angleAtLimit(y: number, x: number): number {
  const height = Math.abs(y);
  const width = Math.abs(x);
  if (!(height >= 0 && width >= 0)) return Number.NaN;
  const isLeft = x < 0 || Object.is(x, -0);
  const rise = height === Number.POSITIVE_INFINITY ? 1 : 0;
  const run = width === Number.POSITIVE_INFINITY || rise === 0 ? 1 : 0;
  const value = angle(rise, isLeft ? -run : run, 0);
  return y < 0 || Object.is(y, -0) ? -value : value;
}

/** arcsin x, NaN beyond ±1; at most 0.8 ulp from the exact value. It is the angle of the point (√(1 − x²), x). */
export function asin(x: number): number {
  const size = Math.abs(x);
  if (!(size < 1)) return size === 1 ? x * HALF_PI : Number.NaN;
  if (size < NEGLIGIBLE_QUOTIENT) return x;
  const product = size * size;
  const difference = 1 - product;
  const low = 1 - difference - product - productError(size, size, product);
  const square = difference + low;
  const root = Math.sqrt(square);
  const rootSquare = root * root;
  const rootError = (square - rootSquare - productError(root, root, rootSquare) + (difference - square + low)) / (2 * root);
  // dθ = −x d√(1 − x²)
  const value = angle(size, root, -size * rootError);
  return x < 0 ? -value : value;
}
