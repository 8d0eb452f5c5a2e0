/** Hyperbolic functions and the inverse of one. */
import { productError } from './binary.js';
import { expInTwo, expOfSum } from './exp.js';
import { logOfSum } from './log.js';
import { LN2_IN_TWO } from './tables.js';

const [LN2_HIGH, LN2_LOW] = LN2_IN_TWO;
const low = new Float64Array(1);

/** Largest |x| at which sinh x is a Taylor series. */
const MAX_SINH_SERIES = 0.3;
/** From here on e^−x is nothing beside e^x. */
const DOMINANT_EXPONENT = 22;

/** sinh x; at most 0.6 ulp from the exact value. */
export function sinh(x: number): number {
  const size = Math.abs(x);
  if (size < MAX_SINH_SERIES) {
    const s = x * x;
    return x + x * s * (1 / 6 + s * (1 / 120 + s * (1 / 5040 + s * (1 / 362880 + s * (1 / 39916800 + s * (1 / 6227020800))))));
  }
  const value = size < DOMINANT_EXPONENT ? halfDifference(size) : expOfSum(size - LN2_HIGH, -LN2_LOW);
  return x < 0 ? -value : value;
}

function halfDifference(x: number): number {
  const growing = expInTwo(x, low);
  const growingLow = low[0]!;
  const falling = expInTwo(-x, low);
  const difference = growing - falling;
  return 0.5 * (difference + (growing - difference - falling + (growingLow - low[0]!)));
}

/** Largest |x| at which tanh x is a Taylor series. */
const MAX_TANH_SERIES = 1 / 16;

/** tanh x = (e^2x − 1)/(e^2x + 1); at most 0.7 ulp from the exact value. */
export function tanh(x: number): number {
  const size = Math.abs(x);
  if (size < MAX_TANH_SERIES) {
    const s = x * x;
    return x === 0
      ? x
      : x + x * s * (-1 / 3 + s * (2 / 15 - s * (17 / 315 - s * (62 / 2835 - s * (1382 / 155925 - s * (21844 / 6081075))))));
  }
  if (!(size < DOMINANT_EXPONENT)) return size >= DOMINANT_EXPONENT ? Math.sign(x) : Number.NaN;
  const growing = expInTwo(2 * size, low);
  const over = growing - 1;
  const under = growing + 1;
  const overLow = growing - over - 1 + low[0]!;
  const underLow = growing - under + 1 + low[0]!;
  const quotient = over / under;
  const product = quotient * under;
  const value = quotient + (over - product - productError(quotient, under, product) + overLow - quotient * underLow) / under;
  return x < 0 ? -value : value;
}

/** Largest |x| at which arsinh x is a Taylor series. */
const MAX_ASINH_SERIES = 1 / 128;
/** From here on arsinh x is ln 2x, to the last digit. */
const MIN_LOGARITHMIC = 1e9;

/** arsinh x = ln(x + √(x² + 1)); at most 0.6 ulp from the exact value. */
export function asinh(x: number): number {
  const size = Math.abs(x);
  if (size <= MAX_ASINH_SERIES) {
    const s = x * x;
    return x === 0 ? x : x + x * s * (-1 / 6 + s * (3 / 40 - s * (5 / 112 - s * (35 / 1152 - s * (63 / 2816)))));
  }
  if (!(size <= Number.MAX_VALUE)) return x;
  const value = size > MIN_LOGARITHMIC ? logOfDouble(size) : logOfRootSum(size);
  return x < 0 ? -value : value;
}

/** ln 2x */
const logOfDouble = (x: number): number => logOfSum(0.5 * x, 0) + 2 * (LN2_HIGH + LN2_LOW);

/** ln(x + √(x² + 1)), the root and the sum in two doubles each. */
function logOfRootSum(x: number): number {
  const product = x * x;
  const square = product + 1;
  const squareLow = (product > 1 ? product - square + 1 : 1 - square + product) + productError(x, x, product);
  const root = Math.sqrt(square);
  const rootSquare = root * root;
  const rootLow = (square - rootSquare - productError(root, root, rootSquare) + squareLow) / (2 * root);
  const sum = x + root;
  return logOfSum(sum, root - sum + x + rootLow);
}
