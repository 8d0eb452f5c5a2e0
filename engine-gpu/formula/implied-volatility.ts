/**
 * Implied volatility of the Black-Scholes formula: a rational guess in each of four regions of the price, then Householder steps on a
 * function of the price that is nearly linear there. In the two middle regions, where most options are, one step of sixth order replaces
 * the paper's two of fourth order.
 *
 * In the variables of black.ts, with c the time value as a fraction of its upper bound, s solves c(x, s) = c:
 *
 *   c′ = φ(d₁),   c″/c′ = A = x²/s³ − s/4,   c‴/c′ = A² + A′,   and so on with A′ = −3x²/s⁴ − ¼, A″ = 12x²/s⁵, A‴ = −60x²/s⁶
 *
 * c has its inflection at s_c = √(2|x|), where d₁ = 0; the tangent there meets c = 0 at s_l and c = 1 at s_u. The regions of c are bounded by
 * 0, c(s_l), c(s_c), c(s_u) and 1.
 *
 * @see P. Jäckel (2015), Let's Be Rational, Wilmott 75, sections 3 to 5; its b is e^(x/2) c
 */
import { exp } from '../math/elementary/exp.js';
import { log } from '../math/elementary/log.js';
import { squareOf } from '../math/elementary/pow.js';
import { cbrt } from '../math/elementary/roots.js';
import { centredQuantile, INVERSE_SQRT_TWO_PI, inverseNormalCdf, millsRatio, normalCdf, normalPdf } from '../math/normal.js';
import { MAX_D1_FOR_DIFFERENCE, MAX_T_FOR_TAYLOR, millsDifference, millsSum } from './black.js';
import { interpolate, type Piece, shapeForLeftCurvature, shapeForRightCurvature } from './rational-cubic.js';

/** Below this |x| the option is treated as at the money: x does not change c, and s_l, about 5|x|/4, would have no digits left. */
const MIN_ABS_X = 1e-25;
/** Relative size of a fourth-order step after which the error, about its fourth power, is below an ulp. */
const LAST_FOURTH_ORDER_STEP = 1e-4;
/** Relative size of a sixth-order step after which the error, about a tenth of its sixth power, is below an ulp. */
const LAST_SIXTH_ORDER_STEP = 3e-3;
/** Two steps suffice from the rational guesses (Jäckel 2015, section 5); the logarithmic guess may need a third. */
const MAX_HOUSEHOLDER_STEPS = 4;
/** Mapped prices below this are too close to the underflow to be inverted; the logarithmic guess is taken instead. */
const MIN_MAPPED_PRICE = 1e-300;

/** Y(0) */
const MILLS_AT_ZERO = Math.sqrt(Math.PI / 2);
const SQRT_THREE = Math.sqrt(3);
/** 2π/√27, the scale of the mapped price below c(s_l). */
const LOWER_MAP_SCALE = (2 * Math.PI) / Math.sqrt(27);
const LOG_SQRT_TWO_PI = 0.5 * log(2 * Math.PI);

/**
 * Total standard deviation s = σ√T at which an option at or out of the money has a given time value.
 *
 * @param x          −|ln(F/K)|
 * @param value      c, time value divided by its upper bound, in (0, 1)
 * @param complement 1 − c, which near the upper bound the caller may know more accurately than from c
 * @returns s > 0; the time value at s equals c within about (1 + d₁²) ulp
 */
export function impliedStdDev(x: number, value: number, complement: number): number {
  if (x > -MIN_ABS_X) return 2 * centredQuantile(value, complement);

  const inflection = Math.sqrt(-2 * x);
  // d₁ = 0 and d₂ = −s_c at the inflection, where the slope is φ(0).
  const tangent =
    inflection < 2 * MAX_T_FOR_TAYLOR ? millsDifference(-0.5 * inflection, 0.5 * inflection) : MILLS_AT_ZERO - millsRatio(-inflection);
  const atInflection = INVERSE_SQRT_TWO_PI * tangent;
  if (value < atInflection) {
    const lower = inflection - tangent;
    const slope = slopeAt(x, lower);
    const atLower = slope * millsDifference(x / lower, 0.5 * lower);
    return value < atLower
      ? solveLow(x, value, guessLow(x, value, lower, atLower, slope))
      : solveMiddle(x, value, complement, guessBelowInflection(value, lower, atLower, slope, inflection, atInflection));
  }
  const upper = inflection + (1 - atInflection) / INVERSE_SQRT_TWO_PI;
  const slope = slopeAt(x, upper);
  const leftAtUpper = slope * millsSum(x / upper, 0.5 * upper);
  return complement > leftAtUpper
    ? solveMiddle(x, value, complement, guessAboveInflection(value, inflection, atInflection, upper, leftAtUpper, slope))
    : solveHigh(x, complement, guessHigh(x, complement, upper, leftAtUpper, slope));
}

/** c′ = φ(d₁), to the accuracy that a guess needs. */
const slopeAt = (x: number, s: number): number => {
  const d1 = x / s + 0.5 * s;
  return INVERSE_SQRT_TWO_PI * exp(-0.5 * d1 * d1);
};

/**
 * Guess for c in (0, c(s_l)): interpolates f = 2π|x|/√27 Φ(−z)³ e^(−x/2), z = |x|/(√3 s), whose slope in c is 1 at 0 (Jäckel 2015,
 * section 4.1).
 */
function guessLow(x: number, value: number, lower: number, atLower: number, slope: number): number {
  const z = -x / (SQRT_THREE * lower);
  const cdf = normalCdf(-z);
  const pdf = INVERSE_SQRT_TWO_PI * exp(-0.5 * z * z);
  // df/dc and d²f/dc², by the chain rule through s.
  const first = (2 * Math.PI * z * z * cdf * cdf * pdf) / slope;
  const bend = (first * ((2 * z * (pdf / cdf - z) - 2) / lower + 0.25 * lower)) / slope;
  const root = exp(0.5 * x);
  const piece: Piece = {
    width: atLower,
    left: 0,
    right: (-LOWER_MAP_SCALE * x * cdf * cdf * cdf) / root,
    leftSlope: 1,
    rightSlope: first / root,
  };
  const t = value / atLower;
  const f = interpolate(piece, shapeForRightCurvature(piece, bend / root), t);
  // Where the interpolant is not positive, the parabola with the same end values is.
  const map = f > 0 ? f : (piece.right * t + atLower * (1 - t)) * t;
  const cube = (map * root) / (-LOWER_MAP_SCALE * x);
  if (cube < MIN_MAPPED_PRICE) return guessFromLog(x, value, -1);
  return x / (SQRT_THREE * inverseNormalCdf(cbrt(cube)));
}

/** Guess where c (sign −1) or 1 − c (sign +1) is close to the underflow: it is about e^(−d₁²/2), with d₁ = x/s + s/2 of that sign. */
function guessFromLog(x: number, tail: number, sign: 1 | -1): number {
  const d1 = sign * Math.sqrt(-2 * log(tail));
  const root = Math.sqrt(d1 * d1 - 2 * x);
  return sign > 0 ? d1 + root : (-2 * x) / (root - d1);
}

/** Guess for c in (c(s_l), c(s_c)): interpolates s itself, with curvature 0 at the inflection. */
function guessBelowInflection(
  value: number,
  lower: number,
  atLower: number,
  slope: number,
  inflection: number,
  atInflection: number,
): number {
  const piece: Piece = {
    width: atInflection - atLower,
    left: lower,
    right: inflection,
    leftSlope: 1 / slope,
    rightSlope: 1 / INVERSE_SQRT_TWO_PI,
  };
  return interpolate(piece, shapeForRightCurvature(piece, 0), (value - atLower) / piece.width);
}

/** Guess for c in (c(s_c), c(s_u)): interpolates s itself, with curvature 0 at the inflection. */
function guessAboveInflection(
  value: number,
  inflection: number,
  atInflection: number,
  upper: number,
  leftAtUpper: number,
  slope: number,
): number {
  const piece: Piece = {
    width: 1 - leftAtUpper - atInflection,
    left: inflection,
    right: upper,
    leftSlope: 1 / INVERSE_SQRT_TWO_PI,
    rightSlope: 1 / slope,
  };
  return interpolate(piece, shapeForLeftCurvature(piece, 0), (value - atInflection) / piece.width);
}

/** Guess for c in (c(s_u), 1): interpolates Φ(−s/2), which is 0 at c = 1 with slope −e^(x/2)/2. */
function guessHigh(x: number, complement: number, upper: number, leftAtUpper: number, slopeAtUpper: number): number {
  const h = x / upper;
  const root = exp(0.5 * x);
  const slope = -0.5 * root * exp(0.5 * h * h);
  const piece: Piece = { width: leftAtUpper, left: normalCdf(-0.5 * upper), right: 0, leftSlope: slope, rightSlope: -0.5 * root };
  const curvature = (-slope * h * h) / (upper * slopeAtUpper);
  const u = complement / leftAtUpper;
  const f = interpolate(piece, shapeForLeftCurvature(piece, curvature), 1 - u);
  const map = f > 0 ? f : (piece.left * u + 0.5 * root * leftAtUpper * (1 - u)) * u;
  return map > MIN_MAPPED_PRICE ? -2 * inverseNormalCdf(map) : guessFromLog(x, complement, 1);
}

/** c″/c′ and c‴/c′, with h = x/s. */
const second = (h: number, s: number): number => (h * h) / s - 0.25 * s;
const third = (h: number, s: number, second: number): number => second * second - (3 * h * h) / (s * s) - 0.25;

/** Householder step of fourth order on g with ν = −g/g′, a = g″/g′, b = g‴/g′. */
const householder = (nu: number, a: number, b: number): number => (nu * (1 + 0.5 * a * nu)) / (1 + nu * (a + (b * nu) / 6));

/**
 * Solves g = c(s) − c = 0 by sixth-order steps ν r₄/r₅, from the reciprocal series 1/(1 − τ − α₂τ² − …) = Σ rₖτᵏ,
 * αₖ = g⁽ᵏ⁾ν^(k−1)/(k! g′).
 *
 * @see A. S. Householder (1970), The Numerical Treatment of a Single Nonlinear Equation, section 4.4
 */
function solveMiddle(x: number, value: number, complement: number, guess: number): number {
  let s = guess;
  for (let i = 0; i < MAX_HOUSEHOLDER_STEPS; i++) {
    const h = x / s;
    const t = 0.5 * s;
    const d1 = h + t;
    const slope = normalPdf(d1);
    const nu = d1 > MAX_D1_FOR_DIFFERENCE ? millsSum(h, t) - complement / slope : value / slope - millsDifference(h, t);
    const q = squareOf(h / s);
    const a = q * s - 0.25 * s;
    const a1 = -3 * q - 0.25;
    const a2 = (12 * q) / s;
    const a3 = (-60 * q) / (s * s);
    const alpha2 = (a * nu) / 2;
    const alpha3 = ((a * a + a1) * nu * nu) / 6;
    const alpha4 = ((a * (a * a + 3 * a1) + a2) * nu * nu * nu) / 24;
    const alpha5 = ((a * a * (a * a + 6 * a1) + 3 * a1 * a1 + 4 * a * a2 + a3) * nu * nu * nu * nu) / 120;
    const r2 = 1 + alpha2;
    const r3 = r2 + alpha2 + alpha3;
    const r4 = r3 + alpha2 * r2 + alpha3 + alpha4;
    const r5 = r4 + alpha2 * r3 + alpha3 * r2 + alpha4 + alpha5;
    const change = (nu * r4) / r5;
    s += change;
    if (Math.abs(change) <= LAST_SIXTH_ORDER_STEP * s) break;
  }
  return s;
}

/** Solves g = 1/ln b(s) − 1/ln b = 0, b = e^(x/2) c. ln b(s) is a sum of logarithms of factors, none of which underflows. */
function solveLow(x: number, value: number, guess: number): number {
  const target = log(value) + 0.5 * x;
  let s = guess;
  for (let i = 0; i < MAX_HOUSEHOLDER_STEPS; i++) {
    const h = x / s;
    const d1 = h + 0.5 * s;
    const ratio = millsDifference(h, 0.5 * s);
    const logValue = log(ratio) - 0.5 * d1 * d1 - LOG_SQRT_TWO_PI + 0.5 * x;
    const inverseLog = 1 / logValue;
    const inverse = 1 / ratio;
    const a = second(h, s);
    const bend = (1 + 2 * inverseLog) * inverse;
    const b = third(h, s, a) + 2 * (1 + 3 * inverseLog * (1 + inverseLog)) * inverse * inverse - 3 * a * bend;
    const change = householder(((target - logValue) * logValue * ratio) / target, a - bend, b);
    s += change;
    if (Math.abs(change) <= LAST_FOURTH_ORDER_STEP * s) break;
  }
  return s;
}

/** Solves g = ln(1 − c) − ln(1 − c(s)) = 0. */
function solveHigh(x: number, complement: number, guess: number): number {
  const target = log(complement);
  let s = guess;
  for (let i = 0; i < MAX_HOUSEHOLDER_STEPS; i++) {
    const h = x / s;
    const d1 = h + 0.5 * s;
    const sum = millsSum(h, 0.5 * s);
    const logValue = log(sum) - 0.5 * d1 * d1 - LOG_SQRT_TWO_PI;
    const a = second(h, s);
    const change = householder((logValue - target) * sum, a + 1 / sum, third(h, s, a) + (3 * a + 2 / sum) / sum);
    s += change;
    if (Math.abs(change) <= LAST_FOURTH_ORDER_STEP * s) break;
  }
  return s;
}
