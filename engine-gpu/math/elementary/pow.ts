/** Powers. */
import { EXPONENT_OFFSET, powersOfTwo, productError } from './binary.js';
import { expOfSum } from './exp.js';
import { logInTwo, logRest } from './log.js';

/** From this |y| on every power of a double other than ±1 is 0 or ∞, and below its inverse every one is 1. */
const MAX_EXPONENT = powersOfTwo()[EXPONENT_OFFSET + 66]!;
const MIN_EXPONENT = 1 / MAX_EXPONENT;
/** From this |y| on every double is an even number. */
const EVEN_FROM = 2 / Number.EPSILON;

/**
 * x^y = e^(y ln x), with the special cases of ECMAScript; at most 0.55 ulp from the exact value. The logarithm is known to 2⁻⁶⁷, so that it
 * costs 0.03 ulp at the ends of the range.
 */
export function pow(x: number, y: number): number {
  if (y === 0) return 1;
  const size = Math.abs(x);
  const exponent = Math.abs(y);
  if (!(size > 0 && size <= Number.MAX_VALUE && exponent < MAX_EXPONENT) || size === 1 || exponent < MIN_EXPONENT) return powAtLimit(x, y);
  if (x < 0 && Math.floor(y) !== y) return Number.NaN;
  const logarithm = logInTwo(size);
  const product = y * logarithm;
  const value = expOfSum(product, productErrorOf(y, logarithm, product) + y * logRest());
  return x < 0 && isOdd(exponent) ? -value : value;
}

/** The error of the product y ln x, and 0 where the product is beyond the range of e^x, and its error could overflow. */
const productErrorOf = (y: number, logarithm: number, product: number): number =>
  product > -1e3 && product < 1e3 ? productError(y, logarithm, product) : 0;

const isOdd = (y: number): boolean => y < EVEN_FROM && y % 2 === 1;

/** x^y where x is 0, ±1, infinite or NaN, or y is infinite, NaN, or so large or small that only 0, 1 and ∞ are left. */
function powAtLimit(x: number, y: number): number {
  const [size, exponent] = [Math.abs(x), Math.abs(y)];
  if (!(size >= 0 && exponent > 0)) return Number.NaN;
  const isNegative = x < 0 || Object.is(x, -0);
  if (isNegative && size > 0 && size < Number.POSITIVE_INFINITY && exponent < Number.POSITIVE_INFINITY && Math.floor(y) !== y)
    return Number.NaN;
  const sign = isNegative && isOdd(exponent) ? -1 : 1;
  if (size === 1) return exponent === Number.POSITIVE_INFINITY ? Number.NaN : sign;
  if (size > 0 && size < Number.POSITIVE_INFINITY && exponent < MIN_EXPONENT) return 1;
  return sign * (size > 1 === y > 0 ? Number.POSITIVE_INFINITY : 0);
}

/** x² */
export const squareOf = (x: number): number => x * x;

/** x^n of a whole n ≥ 0 by repeated squaring: n − 1 roundings at most. */
export function integerPower(x: number, n: number): number {
  let value = 1;
  for (let [factor, rest] = [x, n]; rest > 0; [factor, rest] = [factor * factor, Math.floor(rest / 2)]) if (rest % 2 === 1) value *= factor;
  return value;
}
