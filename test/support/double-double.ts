/**
 * Elementary functions to 30 digits, as the sum of two doubles: the reference of the engine's own. They share neither code nor algorithm with
 * them; the functions of `Math` only give starting points, whose error the iteration removes.
 *
 * @see D. H. Bailey, Y. Hida and X. S. Li (2001), Algorithms for quad-double precision floating point arithmetic
 */

/** A sum whose second part is at most half an ulp of the first. */
export type Double2 = readonly [high: number, low: number];

const SPLITTER = 134217729;

function sumOf(a: number, b: number): Double2 {
  const sum = a + b;
  const back = sum - a;
  return [sum, a - (sum - back) + (b - back)];
}
function productOf(a: number, b: number): Double2 {
  const product = a * b;
  const [aShifted, bShifted] = [SPLITTER * a, SPLITTER * b];
  const [aHigh, bHigh] = [aShifted - (aShifted - a), bShifted - (bShifted - b)];
  const [aLow, bLow] = [a - aHigh, b - bHigh];
  return [product, aHigh * bHigh - product + aHigh * bLow + aLow * bHigh + aLow * bLow];
}
function normal(high: number, low: number): Double2 {
  const sum = high + low;
  return [sum, high - sum + low];
}
function plus(a: Double2, b: Double2): Double2 {
  const [sum, error] = sumOf(a[0], b[0]);
  const [low, lowError] = sumOf(a[1], b[1]);
  const [high, rest] = normal(sum, error + low);
  return normal(high, rest + lowError);
}
function times(a: Double2, b: Double2): Double2 {
  const [product, error] = productOf(a[0], b[0]);
  return normal(product, error + a[0] * b[1] + a[1] * b[0]);
}
const negative = ([high, low]: Double2): Double2 => [-high, -low];
const minus = (a: Double2, b: Double2): Double2 => plus(a, negative(b));
function over(a: Double2, b: Double2): Double2 {
  const first = a[0] / b[0];
  const rest = minus(a, times(b, [first, 0]));
  const second = rest[0] / b[0];
  const last = minus(rest, times(b, [second, 0]))[0] / b[0];
  const [high, low] = normal(first, second);
  return normal(high, low + last);
}
function root(a: Double2): Double2 {
  const first = Math.sqrt(a[0]);
  if (first === 0) return [0, 0];
  const rest = minus(a, productOf(first, first));
  return normal(first, rest[0] / (2 * first));
}
export const exactly = (x: number): Double2 => [x, 0];
/** A power of two times a number. */
const scaled = ([high, low]: Double2, factor: number): Double2 => [high * factor, low * factor];

const LN2: Double2 = [0.6931471805599453, 2.3190468138462996e-17];
/** π/2 to 159 bits. */
const HALF_PI = [1.5707963267948966, 6.123233995736766e-17, -1.4973849048591833e-33] as const;

const factorials = (count: number): Double2[] => {
  const inverses: Double2[] = [exactly(1)];
  for (let n = 1; n < count; n++) inverses.push(over(inverses.at(-1)!, exactly(n)));
  return inverses;
};
/** 1/n! */
const INVERSE_FACTORIALS = factorials(30);

/** The exponent is halved this often before the Taylor series, and the result squared as often. */
const HALVINGS = 8;
const TAYLOR_TERMS = 10;

/** e^r − 1 for |r| ≤ ½, with relative accuracy. */
function smallExpm1(r: Double2): Double2 {
  const x = scaled(r, 2 ** -HALVINGS);
  let sum = INVERSE_FACTORIALS[TAYLOR_TERMS]!;
  for (let n = TAYLOR_TERMS - 1; n >= 1; n--) sum = plus(times(sum, x), INVERSE_FACTORIALS[n]!);
  let value = times(sum, x);
  for (let n = 0; n < HALVINGS; n++) value = plus(scaled(value, 2), times(value, value));
  return value;
}

/** e^x where the result is a normal number. */
export function expOf(x: Double2): Double2 {
  const k = Math.round(x[0] / LN2[0]);
  const value = plus(smallExpm1(minus(x, times(exactly(k), LN2))), exactly(1));
  const half = Math.trunc(k / 2);
  return scaled(scaled(value, 2 ** half), 2 ** (k - half));
}

export const expm1Of = (x: Double2): Double2 => (Math.abs(x[0]) < 0.5 ? smallExpm1(x) : minus(expOf(x), exactly(1)));

/** |x| below which ln(1 + x) is a Taylor series. */
const MAX_SERIES = 2 ** -9;
const LOG_TERMS = 12;

/** ln(1 + x) for x > −1. */
export function log1pOf(x: Double2): Double2 {
  if (Math.abs(x[0]) < MAX_SERIES) {
    let sum: Double2 = exactly(0);
    for (let n = LOG_TERMS; n >= 1; n--) sum = minus(over(exactly(1), exactly(n)), times(sum, x));
    return times(sum, x);
  }
  return logOf(plus(x, exactly(1)));
}

/** ln x: one step of Newton's iteration, which leaves (2⁻⁵⁰)³. */
export function logOf(x: Double2): Double2 {
  if (Math.abs(x[0] - 1) < MAX_SERIES) return log1pOf(minus(x, exactly(1)));
  const k = Math.floor(Math.log2(x[0]));
  const half = Math.trunc(k / 2);
  const mantissa = scaled(scaled(x, 2 ** -half), 2 ** (half - k));
  const start = Math.log(mantissa[0]);
  const rest = minus(times(mantissa, expOf(exactly(-start))), exactly(1));
  const correction = minus(rest, scaled(times(rest, rest), 0.5));
  return plus(plus(times(exactly(k), LN2), exactly(start)), correction);
}

const TRIGONOMETRIC_TERMS = 28;

/** sin and cos of x, |x| < 1e5. */
function circleOf(x: Double2): readonly [sine: Double2, cosine: Double2] {
  const n = Math.round(x[0] / HALF_PI[0]);
  let r = x;
  for (const part of HALF_PI) r = minus(r, productOf(n, part));
  const square = times(r, r);
  let [odd, even]: [Double2, Double2] = [exactly(0), exactly(0)];
  for (let j = TRIGONOMETRIC_TERMS; j >= 0; j -= 2) {
    even = minus(INVERSE_FACTORIALS[j]!, times(even, square));
    odd = minus(INVERSE_FACTORIALS[j + 1]!, times(odd, square));
  }
  const [sine, cosine] = [times(odd, r), even];
  const quadrant = ((n % 4) + 4) % 4;
  if (quadrant === 0) return [sine, cosine];
  if (quadrant === 1) return [cosine, negative(sine)];
  return quadrant === 2 ? [negative(sine), negative(cosine)] : [negative(cosine), sine];
}
export const sinOf = (x: Double2): Double2 => circleOf(x)[0];
export const cosOf = (x: Double2): Double2 => circleOf(x)[1];

/** The angle of (x, y), sizes between 1e-100 and 1e100. */
export function angleOf(y: Double2, x: Double2): Double2 {
  const start = Math.atan2(y[0], x[0]);
  const [sine, cosine] = circleOf(exactly(start));
  const correction = over(minus(times(y, cosine), times(x, sine)), plus(times(x, cosine), times(y, sine)));
  return plus(exactly(start), correction);
}

export const asinOf = (x: Double2): Double2 => angleOf(x, root(minus(exactly(1), times(x, x))));

export function sinhOf(x: Double2): Double2 {
  if (x[0] < 0) return negative(sinhOf(negative(x)));
  const growth = expm1Of(x);
  return scaled(plus(growth, over(growth, plus(growth, exactly(1)))), 0.5);
}

export function tanhOf(x: Double2): Double2 {
  const growth = expm1Of(scaled(x, 2));
  return over(growth, plus(growth, exactly(2)));
}

export function asinhOf(x: Double2): Double2 {
  if (x[0] < 0) return negative(asinhOf(negative(x)));
  const square = times(x, x);
  return log1pOf(plus(x, over(square, plus(exactly(1), root(plus(exactly(1), square))))));
}

export function cubeRootOf(x: Double2): Double2 {
  const start = exactly(Math.cbrt(x[0]));
  const square = times(start, start);
  const step = over(minus(times(square, start), x), scaled(square, 1));
  return minus(start, over(step, exactly(3)));
}

export const hypotOf = (x: Double2, y: Double2): Double2 => root(plus(times(x, x), times(y, y)));

export const powOf = (x: Double2, y: Double2): Double2 => expOf(times(y, logOf(x)));

/** The distance of a double from a reference that is a normal number, in units in the last place of the reference. */
export function ulpsFrom(actual: number, reference: Double2): number {
  const exponent = Math.floor(Math.log2(Math.abs(reference[0])));
  // In two steps, because 2^−exponent may overflow.
  const half = Math.trunc(exponent / 2);
  return Math.abs((actual - reference[0] - reference[1]) * 2 ** (52 - half) * 2 ** (half - exponent));
}

/** The distance of a double from a number in decimal digits, in units in its last place. */
export function ulpsFromDigits(actual: number, digits: string): number {
  const [, sign, whole, fraction = '', power = '0'] = /^(-?)(\d+)(?:\.(\d+))?(?:e([-+]\d+))?$/.exec(digits)!;
  const exponent = Number(power) - fraction.length;
  const decimal = BigInt(`${sign}${whole}${fraction}`);
  // Both numbers in units of 2^−1074 · 10^−|exponent|, in which all doubles are whole.
  const [tens, unit] = [10n ** BigInt(Math.abs(exponent)), 1n << 1074n];
  const expected = (exponent < 0 ? decimal : decimal * tens * tens) * unit;
  const difference = bitsOf(actual) * tens - expected;
  const last = Math.max(Math.floor(Math.log2(Math.abs(Number(digits)))), -1022) - 52;
  const ulp = (1n << BigInt(1074 + last)) * tens;
  return Math.abs(Number((difference * 1_000_000n) / ulp)) / 1e6;
}

/** A double in units of 2^−1074. */
function bitsOf(x: number): bigint {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, Math.abs(x));
  const bits = view.getBigUint64(0);
  const exponent = bits >> 52n;
  const mantissa = bits & ((1n << 52n) - 1n);
  const size = exponent === 0n ? mantissa : (mantissa | (1n << 52n)) << (exponent - 1n);
  return x < 0 ? -size : size;
}
