/**
 * The time value of a European option, in the scale-free variables of Jäckel (2015):
 *
 *   x = ln(F/K) ≤ 0,   s = σ√T > 0,   h = x/s,   t = s/2,   d₁ = h + t,   d₂ = h − t
 *
 * An out-of-the-money option that receives A (discounted) and pays B = A e^(−x) is worth
 *
 *   A Φ(d₁) − B Φ(d₂) = A φ(d₁) [Y(d₁) − Y(d₂)],   Y = Φ/φ,
 *
 * The right-hand side is small through one factor alone, φ(d₁), and so keeps relative accuracy however far out of the money. Its error is
 * that of the rounding of d₁: about (1 + d₁²) ulp.
 *
 * @see P. Jäckel (2015), Let's Be Rational, Wilmott 75, section 6
 */
import { millsRatio, normalPdf, PDF_UNDERFLOW } from '../math/normal.js';

/** Above this d₁ (where t ≥ 0.85) the value is over half of its upper bound, and its complement is computed instead. */
export const MAX_D1_FOR_DIFFERENCE = 0.85;

/** |d₁| from which 25 terms of the asymptotic series are accurate to an ulp: its smallest term is about e^(−d₁²/2). */
const MIN_ASYMPTOTIC_D1 = 10;
const ASYMPTOTIC_TERMS = 25;

/** t below which eight terms of the Taylor series suffice: the next is 0.21¹⁶·2027025·2⁸/17! ≈ 2e-17 of the first. */
export const MAX_T_FOR_TAYLOR = 0.21;

/**
 * Y(h+t) − Y(h−t) for h ≤ 0, t > 0, h + t ≤ 0.85, without cancellation: relative error a few ulp.
 *
 * @see Jäckel (2015), (6.5) to (6.13); the same three regions, summed by recurrences
 */
export function millsDifference(h: number, t: number): number {
  if (h + t <= -MIN_ASYMPTOTIC_D1) return asymptoticDifference(-h, t);
  if (t < MAX_T_FOR_TAYLOR) return taylorDifference(h, t);
  return millsRatio(h + t) - millsRatio(h - t);
}

/**
 * Y(−a) ~ Σ (−1)ⁿ (2n−1)!!/a^(2n+1), so the difference sums Dₘ = a^(−m) − b^(−m) over odd m, a = |h| − t, b = |h| + t:
 * D₁ = 2t/(ab), Dₘ₊₁ = Dₘ/a + D₁/bᵐ, all positive.
 */
function asymptoticDifference(absH: number, t: number): number {
  const inverseA = 1 / (absH - t);
  const inverseB = 1 / (absH + t);
  const first = 2 * t * inverseA * inverseB;
  let difference = first;
  let powerOfB = inverseB;
  let doubleFactorial = 1;
  let sum = first;
  for (let n = 1; n <= ASYMPTOTIC_TERMS; n++) {
    difference = difference * inverseA + first * powerOfB;
    powerOfB *= inverseB;
    difference = difference * inverseA + first * powerOfB;
    powerOfB *= inverseB;
    doubleFactorial *= 1 - 2 * n;
    const term = doubleFactorial * difference;
    sum += term;
    if (Math.abs(term) < Number.EPSILON * 0.1 * sum) break;
  }
  return sum;
}

/**
 * 2 Σ tⁿ/n! Y⁽ⁿ⁾(h) over odd n ≤ 15, from Y′ = 1 + hY and
 * Y⁽ⁿ⁺²⁾ = (h² + 2n + 1) Y⁽ⁿ⁾ − n(n−1) Y⁽ⁿ⁻²⁾, where for n = 1 the last term is 1.
 */
function taylorDifference(h: number, t: number): number {
  const q = h * h;
  const w = t * t;
  const y1 = 1 + h * millsRatio(h);
  const y3 = (q + 3) * y1 - 1;
  const y5 = (q + 7) * y3 - 6 * y1;
  const y7 = (q + 11) * y5 - 20 * y3;
  const y9 = (q + 15) * y7 - 42 * y5;
  const y11 = (q + 19) * y9 - 72 * y7;
  const y13 = (q + 23) * y11 - 110 * y9;
  const y15 = (q + 27) * y13 - 156 * y11;
  const tail = y9 + (w / 110) * (y11 + (w / 156) * (y13 + (w / 210) * y15));
  return 2 * t * (y1 + (w / 6) * (y3 + (w / 20) * (y5 + (w / 42) * (y7 + (w / 72) * tail))));
}

/**
 * Time value of a European option per unit of A: the value of the option to receive one unit and pay e^(−x) units, at or out of the money.
 *
 * @param x  ln(A/B) ≤ 0
 * @param s  total standard deviation ≥ 0; 0 gives the exact limit 0, ∞ gives 1
 * @returns Φ(d₁) − e^(−x) Φ(d₂), in [0, 1], relative error about (1 + d₁²) ulp
 */
export function timeValue(x: number, s: number): number {
  if (s === 0) return 0;
  const h = x / s;
  const t = 0.5 * s;
  const d1 = h + t;
  if (d1 > MAX_D1_FOR_DIFFERENCE) return 1 - normalPdf(d1) * millsSum(h, t);
  return d1 < -PDF_UNDERFLOW ? 0 : normalPdf(d1) * millsDifference(h, t);
}

/** Y(−d₁) + Y(d₂). Times φ(d₁) it is one less the time value. */
export const millsSum = (h: number, t: number): number => millsRatio(-h - t) + millsRatio(h - t);
