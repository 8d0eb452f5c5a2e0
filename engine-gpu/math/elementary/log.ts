/**
 * Natural logarithms.
 *
 *   ln x = k ln 2 + ln c + ln(1 + r),   x = 2^k z,   r = z/c − 1,   |r| ≤ 1/256
 *
 * c is the centre of a cell of a table; in the cell around 1 it is 1, so that no digits cancel near x = 1. 1/c has few bits, so that z/c − 1
 * is known as the sum of two doubles.
 *
 * @see P. T. P. Tang (1990), Table-driven implementation of the logarithm function in IEEE floating-point arithmetic
 */
import { bitsOfDouble, EXPONENT_OFFSET, powersOfTwo, upperHalf } from './binary.js';
import { CELL_ROUNDING, FIRST_CELL_WORD, LN2_IN_TWO, LOG_CELLS, LOG_COLUMNS, LOG_SERIES, LOG_TABLE } from './tables.js';

// V8 compiles a constant of this file into the code, but loads one that another file exports or imports.
const [OFFSET, FIRST_WORD, ROUNDING] = [EXPONENT_OFFSET, FIRST_CELL_WORD, CELL_ROUNDING];
const POWERS = powersOfTwo();
const TABLE = LOG_TABLE;
const [LN2_HIGH, LN2_LOW] = LN2_IN_TWO;
const { double, words, high: HIGH } = bitsOfDouble();

/** Cells are 2¹³ apart in the upper word, each with four numbers, and factors of two 2²⁰. */
const [CELL_SHIFT, FACTOR_SHIFT] = [11, 20];
const CELL_MASK = LOG_COLUMNS * (LOG_CELLS - 1);
const MIN_NORMAL = 2.2250738585072014e-308;
/** 2⁵⁴ and its exponent: a subnormal number times it is normal. */
const [SUBNORMAL_FACTOR, SUBNORMAL_EXPONENT] = [18014398509481984, 54];

const [A3, A4, A5, A6, A7, A8] = LOG_SERIES;

/** ln x; at most 0.52 ulp from the exact value. −∞ at 0, NaN below. */
export function log(x: number): number {
  if (!(x >= MIN_NORMAL && x <= Number.MAX_VALUE)) return x > 0 && x < MIN_NORMAL ? logInTwo(x) : logAtLimit(x);
  double[0] = x;
  const offset = words[HIGH]! - FIRST_WORD;
  const cell = (offset >> CELL_SHIFT) & CELL_MASK;
  const k = offset >> FACTOR_SHIFT;
  const z = x * POWERS[OFFSET - k]!;
  const inverse = TABLE[cell]!;
  const upper = z + ROUNDING - ROUNDING;
  const exact = upper * inverse - 1;
  const more = (z - upper) * inverse;
  const r = exact + more;
  const s = r * r;
  const whole = k * LN2_HIGH + TABLE[cell + 1]!;
  const sum = whole + r;
  const rest = exact - r + more + (whole - sum + r) + (k * LN2_LOW + TABLE[cell + 2]!);
  return sum + (rest + s * (r * (A3 + r * A4 + s * (A5 + r * A6 + s * (A7 + r * A8))) - 0.5));
}

const logAtLimit = (x: number): number => (x === 0 ? Number.NEGATIVE_INFINITY : x === Number.POSITIVE_INFINITY ? x : Number.NaN);

/** ln(x + low) for |low| below an ulp of x or so. */
export function logOfSum(x: number, low: number): number {
  double[0] = x;
  const offset = words[HIGH]! - FIRST_WORD;
  const cell = (offset >> CELL_SHIFT) & CELL_MASK;
  const k = offset >> FACTOR_SHIFT;
  const scale = POWERS[OFFSET - k]!;
  const z = x * scale;
  const inverse = TABLE[cell]!;
  const upper = z + ROUNDING - ROUNDING;
  const exact = upper * inverse - 1;
  const more = (z - upper + low * scale) * inverse;
  const r = exact + more;
  const whole = k * LN2_HIGH + TABLE[cell + 1]!;
  const sum = whole + r;
  const rest = exact - r + more + (whole - sum + r) + (k * LN2_LOW + TABLE[cell + 2]!);
  const s = r * r;
  const cube = A3 + r * A4 + s * (A5 + r * A6 + s * (A7 + r * A8));
  return sum + (rest + s * (r * cube - 0.5));
}

/** The rest of the last result of `logInTwo`. */
const rest = new Float64Array(1);
export const logRest = (): number => rest[0]!;

/** ln x of any positive finite x as the sum of two doubles, relative error 2⁻⁶⁷: the first is returned, the other is `logRest()`. */
export function logInTwo(x: number): number {
  const isSubnormal = x < MIN_NORMAL;
  const normal = isSubnormal ? x * SUBNORMAL_FACTOR : x;
  double[0] = normal;
  const offset = words[HIGH]! - FIRST_WORD;
  const cell = (offset >> CELL_SHIFT) & CELL_MASK;
  const shift = offset >> FACTOR_SHIFT;
  const z = normal * POWERS[OFFSET - shift]!;
  const k = isSubnormal ? shift - SUBNORMAL_EXPONENT : shift;
  const inverse = TABLE[cell]!;
  const upper = z + ROUNDING - ROUNDING;
  const exact = upper * inverse - 1;
  const more = (z - upper) * inverse;
  const r = exact + more;
  const rLow = exact - r + more;
  const whole = k * LN2_HIGH + TABLE[cell + 1]!;
  const sum = whole + r;
  const sumLow = whole - sum + r + (k * LN2_LOW + TABLE[cell + 2]!);
  // −r²/2 as a number of 52 bits and the rest.
  const rUpper = upperHalf(r);
  const square = -0.5 * rUpper * rUpper;
  const squareLow = -0.5 * (r - rUpper) * (r + rUpper);
  const total = sum + square;
  const totalLow = sum - total + square;
  const s = r * r;
  const series = s * r * (A3 + r * A4 + s * (A5 + r * A6 + s * (A7 + r * A8)));
  const low = totalLow + (sumLow + rLow * (1 - r) + squareLow + series);
  const value = total + low;
  rest[0] = total - value + low;
  return value;
}

/** Largest |x| of the cell around 1, where ln(1 + x) is the series of ln(1 + r) alone. */
const MAX_CENTRAL_ARGUMENT = 1 / 512;

/** ln(1 + x); at most 0.52 ulp from the exact value. −∞ at −1, NaN below. */
export function log1p(x: number): number {
  if (x >= -MAX_CENTRAL_ARGUMENT && x <= MAX_CENTRAL_ARGUMENT) {
    const s = x * x;
    return x + s * (x * (A3 + x * A4 + s * (A5 + x * A6 + s * (A7 + x * A8))) - 0.5);
  }
  if (!(x > -1 && x <= Number.MAX_VALUE)) return logAtLimit(1 + x);
  const sum = 1 + x;
  return logOfSum(sum, x < 1 ? x - (sum - 1) : 1 - (sum - x));
}
