/**
 * e^x and e^x − 1.
 *
 *   e^x = 2^(n/128) e^r,   n the whole number nearest to 128 x/ln 2,   |r| ≤ ln 2/256
 *
 * 2^(n/128) comes from a table, e^r from a polynomial whose rounding is small beside the table's value.
 *
 * @see P. T. P. Tang (1989), Table-driven implementation of the exponential function in IEEE floating-point arithmetic
 */
import { EXPONENT_OFFSET, powersOfTwo } from './binary.js';
import { EXP_STEPS, expStep, expTable } from './tables.js';

// V8 compiles a constant of this file into the code, but loads one that another file exports or imports.
const OFFSET = EXPONENT_OFFSET;
const POWERS = powersOfTwo();
const TABLE = expTable();
const [STEP_HIGH, STEP_LOW] = expStep();
const STEPS_PER_UNIT = EXP_STEPS * Math.LOG2E;
/** 1.5·2⁵²: a number added to it is rounded to a whole one. */
const ROUNDING_ADDEND = 6755399441055744;
const LAST_STEP = EXP_STEPS - 1;
const LOG2_STEPS = 7;

/** Range of `exp` on which the result is a normal number. */
const [MIN_NORMAL_ARGUMENT, MAX_NORMAL_ARGUMENT] = [-708, 709];
/** Arguments beyond which e^x is 0 and ∞. */
const [UNDERFLOW_ARGUMENT, OVERFLOW_ARGUMENT] = [-745.2, 709.8];
/** 2^n is stored as a subnormal number below this. */
const MIN_NORMAL_EXPONENT = -1_022;

/** (e^r − 1 − r)/r² for |r| ≤ ln 2/256, minimax: e^r to 2⁻⁶⁵. */
const [C2, C3, C4, C5] = [0.49999999999996786, 0.16666666666665883, 0.04166668084548595, 0.00833333585591856] as const;

/** e^x; at most 0.52 ulp from the exact value, and 0.51 where the result is subnormal. */
export function exp(x: number): number {
  if (!(x > MIN_NORMAL_ARGUMENT && x < MAX_NORMAL_ARGUMENT)) return expOfSum(x, 0);
  const n = x * STEPS_PER_UNIT + ROUNDING_ADDEND - ROUNDING_ADDEND;
  const r = x - n * STEP_HIGH - n * STEP_LOW;
  const index = n | 0;
  const place = 2 * (index & LAST_STEP);
  const s = r * r;
  const value = TABLE[place]!;
  const p = TABLE[place + 1]! + r + s * (C2 + r * C3) + s * s * (C4 + r * C5);
  return (value + value * p) * POWERS[(index >> LOG2_STEPS) + OFFSET]!;
}

/** The rest of the last result of `expInTwo`. */
const rest = new Float64Array(1);
/** Exponent of two by which its result has to be multiplied. */
let exponent = 0;

/** e^(x + low) as a sum, whose first part is returned, times 2^exponent. */
function reducedExp(x: number, low: number): number {
  const n = x * STEPS_PER_UNIT + ROUNDING_ADDEND - ROUNDING_ADDEND;
  const r = x - n * STEP_HIGH - n * STEP_LOW + low;
  const index = n | 0;
  const place = 2 * (index & LAST_STEP);
  const s = r * r;
  const value = TABLE[place]!;
  const part = value * (TABLE[place + 1]! + r + s * (C2 + r * C3) + s * s * (C4 + r * C5));
  exponent = index >> LOG2_STEPS;
  const sum = value + part;
  rest[0] = value - sum + part;
  return sum;
}

/** e^(x + low) for |low| below an ulp of x or so; ∞ and 0 beyond the range of doubles, and rounded once where it is subnormal. */
export function expOfSum(x: number, low: number): number {
  if (!(x > UNDERFLOW_ARGUMENT && x < OVERFLOW_ARGUMENT)) return x > 0 ? Number.POSITIVE_INFINITY : x < 0 ? 0 : x;
  const sum = reducedExp(x, low);
  if (exponent > MIN_NORMAL_EXPONENT) return sum * POWERS[exponent - 1 + OFFSET]! * 2;
  // The sum with 1 is rounded where the subnormal result will be.
  const scale = POWERS[exponent - MIN_NORMAL_EXPONENT + OFFSET]!;
  const [scaled, low2] = [sum * scale, rest[0]! * scale];
  if (scaled >= 1) return scaled * POWERS[MIN_NORMAL_EXPONENT + OFFSET]!;
  const onOne = 1 + scaled;
  const lost = 1 - onOne + scaled + low2;
  return (onOne + lost - 1) * POWERS[MIN_NORMAL_EXPONENT + OFFSET]!;
}

/** e^x as a sum of two doubles for |x| ≤ 40, relative error 2⁻⁶¹: the first is returned, the other stands in `low[0]` until the next call. */
export function expInTwo(x: number, low: Float64Array): number {
  const sum = reducedExp(x, 0);
  const power = POWERS[exponent + OFFSET]!;
  low[0] = rest[0]! * power;
  return sum * power;
}

/** Largest |x| at which e^x − 1 is a Taylor series. */
const MAX_SERIES_ARGUMENT = 1 / 16;
/** From here on e^x − 1 is −1 and e^x, to the last digit. */
const [MIN_DIFFERENCE, MAX_DIFFERENCE] = [-38, 40];

/** (e^x − 1 − x)/x², relative error 2⁻⁶⁴ for |x| ≤ 1/16: terms 1/(j + 2)!. */
const differenceSeries = (x: number): number => {
  const s = x * x;
  const odd = 1 / 6 + s * (1 / 120 + s * (1 / 5040 + s * (1 / 362880 + s * (1 / 39916800))));
  return 1 / 2 + s * (1 / 24 + s * (1 / 720 + s * (1 / 40320 + s * (1 / 3628800)))) + x * odd;
};

/** e^x − 1; at most 0.65 ulp from the exact value. */
export function expm1(x: number): number {
  if (x >= -MAX_SERIES_ARGUMENT && x <= MAX_SERIES_ARGUMENT) return x === 0 ? x : x + x * x * differenceSeries(x);
  if (!(x > MIN_DIFFERENCE && x < MAX_DIFFERENCE)) return x < 0 ? -1 : exp(x);
  const sum = reducedExp(x, 0);
  const power = POWERS[exponent + OFFSET]!;
  const whole = sum * power;
  const difference = whole - 1;
  const error = whole > 1 ? whole - difference - 1 : -1 - difference + whole;
  return difference + (rest[0]! * power + error);
}
