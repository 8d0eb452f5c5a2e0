/** The standard normal distribution: density φ, distribution function Φ, their ratio and the quantile, each with relative accuracy in the tails. */
import { log } from './elementary/log.js';
import { erfc, erfcx, expOfSquare } from './erf.js';

const SQRT_HALF = Math.SQRT1_2;
const SQRT_HALF_PI = Math.sqrt(Math.PI / 2);
export const INVERSE_SQRT_TWO_PI = 1 / Math.sqrt(2 * Math.PI);

/** Smallest |x| at which φ(x) underflows to 0. */
export const PDF_UNDERFLOW = 38.6;

/** φ(x) = e^(−x²/2)/√(2π); relative error an ulp or two for every x; 0 where it underflows and at ±∞. */
export function normalPdf(x: number): number {
  return x > PDF_UNDERFLOW || x < -PDF_UNDERFLOW ? 0 : INVERSE_SQRT_TWO_PI * expOfSquare(x, -0.5);
}

/** Φ(x) = ∫₋∞ˣ φ = erfc(−x/√2)/2, relative error about 1e-15 down to the underflow at x = −37.5. */
export function normalCdf(x: number): number {
  // In the tail, erfc(−x/√2) would square the rounded x/√2; φ·(Φ/φ) squares x itself.
  return x < -1 ? normalPdf(x) * millsRatio(x) : 0.5 * erfc(-SQRT_HALF * x);
}

/** Mills ratio Φ(x)/φ(x) = √(π/2) erfcx(−x/√2): about −1/x for very negative x, ∞ for large x; relative error a few ulp for x ≤ 0, x² ulp above. */
export function millsRatio(x: number): number {
  return SQRT_HALF_PI * erfcx(-SQRT_HALF * x);
}

/** Largest |p − ½| of the central interval of AS 241, and its square. */
export const CENTRAL_HALF_WIDTH = 0.425;
export const CENTRAL_HALF_WIDTH_SQUARED = 0.180625;
/** √(−ln p) at which AS 241 changes from one rational function of the tail to the other. */
const FAR_TAIL_START = 5;

/** √(−ln p) about which the rational function of the near tail is expanded. */
export const TAIL_SHIFT = 1.6;

/** Coefficients of AS 241 for the centre and the near tail, those of the lowest power first. */
export const CENTRAL_NUMERATOR = [
  3.3871328727963665, 133.14166789178438, 1971.5909503065513, 13731.69376550946, 45921.95393154987, 67265.7709270087, 33430.57558358813,
  2509.0809287301227,
] as const;
export const CENTRAL_DENOMINATOR = [
  1, 42.31333070160091, 687.1870074920579, 5394.196021424751, 21213.794301586597, 39307.89580009271, 28729.085735721943, 5226.495278852854,
] as const;
export const TAIL_NUMERATOR = [
  1.4234371107496835, 4.630337846156546, 5.769497221460691, 3.6478483247632045, 1.2704582524523684, 0.2417807251774506,
  0.022723844989269184, 0.0007745450142783414,
] as const;
export const TAIL_DENOMINATOR = [
  1, 2.053191626637759, 1.6763848301838038, 0.6897673349851, 0.14810397642748008, 0.015198666563616457, 0.0005475938084995345,
  1.0507500716444169e-9,
] as const;
const [A0, A1, A2, A3, A4, A5, A6, A7] = CENTRAL_NUMERATOR;
const [, B1, B2, B3, B4, B5, B6, B7] = CENTRAL_DENOMINATOR;
const [C0, C1, C2, C3, C4, C5, C6, C7] = TAIL_NUMERATOR;
const [, D1, D2, D3, D4, D5, D6, D7] = TAIL_DENOMINATOR;

/**
 * Φ⁻¹(½ + q) for |q| ≤ 0.425. Taking q keeps the digits near the median that forming ½ + q would lose.
 *
 * @see Wichura (1988), Algorithm AS 241, PPND16; relative error about 1e-16
 */
function centralQuantile(q: number): number {
  const r = CENTRAL_HALF_WIDTH_SQUARED - q * q;
  const numerator = ((((((A7 * r + A6) * r + A5) * r + A4) * r + A3) * r + A2) * r + A1) * r + A0;
  const denominator = ((((((B7 * r + B6) * r + B5) * r + B4) * r + B3) * r + B2) * r + B1) * r + 1;
  return (q * numerator) / denominator;
}

/** −Φ⁻¹(p) for 0 < p ≤ 0.075, by the same algorithm. */
function tailQuantile(p: number): number {
  const root = Math.sqrt(-log(p));
  if (root <= FAR_TAIL_START) {
    const r = root - TAIL_SHIFT;
    const numerator = ((((((C7 * r + C6) * r + C5) * r + C4) * r + C3) * r + C2) * r + C1) * r + C0;
    const denominator = ((((((D7 * r + D6) * r + D5) * r + D4) * r + D3) * r + D2) * r + D1) * r + 1;
    return numerator / denominator;
  }
  const r = root - FAR_TAIL_START;
  const numerator =
    ((((((2.0103343992922881e-7 * r + 2.7115555687434876e-5) * r + 0.0012426609473880784) * r + 0.026532189526576124) * r +
      0.29656057182850487) *
      r +
      1.7848265399172913) *
      r +
      5.463784911164114) *
      r +
    6.657904643501103;
  const denominator =
    ((((((2.0442631033899397e-15 * r + 1.421511758316446e-7) * r + 1.8463183175100548e-5) * r + 0.0007868691311456133) * r +
      0.014875361290850615) *
      r +
      0.1369298809227358) *
      r +
      0.599832206555888) *
      r +
    1;
  return numerator / denominator;
}

/** The quantile Φ⁻¹(p): −∞ at 0, ∞ at 1, NaN outside [0, 1]. Relative error about 1e-15 for p down to the smallest normal double. */
export function inverseNormalCdf(p: number): number {
  const q = p - 0.5;
  if (Math.abs(q) <= CENTRAL_HALF_WIDTH) return centralQuantile(q);
  if (p === 0) return Number.NEGATIVE_INFINITY;
  if (p === 1) return Number.POSITIVE_INFINITY;
  return q < 0 ? -tailQuantile(p) : tailQuantile(1 - p);
}

/**
 * Φ⁻¹ of the first `count` entries of an array, in place, with the bits of `inverseNormalCdf` on (0, 1). The central function is evaluated for
 * all, which a processor overlaps, and the few tails after it.
 */
export function inverseNormalsOf(values: Float64Array, count: number): void {
  let tails = 0;
  for (let i = 0; i < count; i++) {
    const q = values[i]! - 0.5;
    if (q > CENTRAL_HALF_WIDTH || q < -CENTRAL_HALF_WIDTH) tailsFound[tails++] = i;
    else values[i] = centralQuantile(q);
    if (tails === MAX_TAILS) tails = replaceTails(values, tails);
  }
  replaceTails(values, tails);
}

/** Entries of the tails that are collected before they are replaced. */
const MAX_TAILS = 512;
const tailsFound = new Int32Array(MAX_TAILS);

function replaceTails(values: Float64Array, tails: number): 0 {
  for (let t = 0; t < tails; t++) {
    const i = tailsFound[t]!;
    values[i] = inverseNormalCdf(values[i]!);
  }
  return 0;
}

/**
 * √2·erf⁻¹(y) = Φ⁻¹((1 + y)/2) for 0 ≤ y < 1, exact at both ends.
 *
 * @param complement  1 − y, which the caller may know to more digits than 1 − y computed from y has near y = 1
 */
export function centredQuantile(y: number, complement: number): number {
  return 0.5 * y <= CENTRAL_HALF_WIDTH ? centralQuantile(0.5 * y) : tailQuantile(0.5 * complement);
}
