/**
 * Quantile and tail mean of a law given by its first four moments (Cornish and Fisher 1937, to fourth order):
 *
 *   q(p) = μ + σ w(z),   z = Φ⁻¹(p),   w(z) = z + (z² − 1) S/6 + (z³ − 3z) K/24 − (2z³ − 5z) S²/36
 *
 * with skewness S and excess kurtosis K. The mean below the quantile follows from the truncated moments of the normal law:
 * ∫ z^k φ over (−∞, z] is p, −φ, p − zφ and −(z² + 2)φ for k = 0 … 3.
 */
import { integerPower } from '../math/elementary/pow.js';
import { inverseNormalCdf, normalPdf } from '../math/normal.js';
import type { Cumulants } from './quadratic-form.js';

interface TailOfMoments {
  /** The loss −q(p). */
  readonly valueAtRisk: number;
  /** The mean loss beyond it. */
  readonly expectedShortfall: number;
  readonly mean: number;
  readonly standardDeviation: number;
  readonly skewness: number;
  readonly excessKurtosis: number;
  /** Derivatives of both figures with respect to the scale of each factor: contributions that add up to the figure. */
  readonly valueAtRiskContributions: Float64Array;
  readonly expectedShortfallContributions: Float64Array;
  /**
   * True if w rises over the whole tail up to z. Otherwise the expansion is not a quantile function and its figures can be far off, even of
   * the wrong sign.
   */
  readonly isMonotonic: boolean;
}

/** @param tail p = 1 − confidence, in (0, 1) */
export function cornishFisherTail({ values: [mean, variance, third, fourth], derivatives }: Cumulants, tail: number): TailOfMoments {
  const z = inverseNormalCdf(tail);
  const sd = Math.sqrt(Math.max(variance, 0));
  const skewness = sd > 0 ? third / integerPower(sd, 3) : 0;
  const excessKurtosis = sd > 0 ? fourth / integerPower(sd, 4) : 0;
  const quantile = weightsAt([1, z, z * z, integerPower(z, 3)]);
  const phi = normalPdf(z) / tail;
  const below = weightsAt([1, -phi, 1 - z * phi, -(z * z + 2) * phi]);

  const [dMean, dVariance, dThird, dFourth] = derivatives;
  const loss = (weights: Weights) => -(mean + sd * expansion(weights, skewness, excessKurtosis));
  /** d(loss)/d(scale of factor i), by the chain rule through μ, σ, S and K. */
  const contributions = ({ linear, bySkewness, byKurtosis, bySkewnessSquared }: Weights) =>
    dMean.map((dm, i) => {
      if (sd === 0) return -dm;
      const dSd = dVariance[i]! / (2 * sd);
      const dSkewness = dThird[i]! / integerPower(sd, 3) - (3 * skewness * dSd) / sd;
      const dKurtosis = dFourth[i]! / integerPower(sd, 4) - (4 * excessKurtosis * dSd) / sd;
      const w = linear + bySkewness * skewness + byKurtosis * excessKurtosis + bySkewnessSquared * skewness * skewness;
      const dw = bySkewness * dSkewness + byKurtosis * dKurtosis + 2 * bySkewnessSquared * skewness * dSkewness;
      return -(dm + dSd * w + sd * dw);
    });
  return {
    valueAtRisk: loss(quantile),
    expectedShortfall: loss(below),
    mean,
    standardDeviation: sd,
    skewness,
    excessKurtosis,
    valueAtRiskContributions: contributions(quantile),
    expectedShortfallContributions: contributions(below),
    isMonotonic: risesUpTo(z, skewness, excessKurtosis),
  };
}

/** Factors of 1, S, K and S² in the expansion. */
interface Weights {
  readonly linear: number;
  readonly bySkewness: number;
  readonly byKurtosis: number;
  readonly bySkewnessSquared: number;
}

/** @param moments of 1, z, z² and z³: their values at a point, or their means over a tail */
const weightsAt = ([one, first, second, third]: readonly [number, number, number, number]): Weights => ({
  linear: first,
  bySkewness: (second - one) / 6,
  byKurtosis: (third - 3 * first) / 24,
  bySkewnessSquared: -(2 * third - 5 * first) / 36,
});

const expansion = ({ linear, bySkewness, byKurtosis, bySkewnessSquared }: Weights, s: number, k: number): number =>
  linear + bySkewness * s + byKurtosis * k + bySkewnessSquared * s * s;

/** True if w′(x) = 1 + xS/3 + (x² − 1)K/8 − (6x² − 5)S²/36 stays above 0 for all x ≤ z. */
function risesUpTo(z: number, s: number, k: number): boolean {
  const [a, b, c] = [k / 8 - (s * s) / 6, s / 3, 1 - k / 8 + (5 * s * s) / 36];
  const slope = (x: number) => (a * x + b) * x + c;
  if (a < 0 || (a === 0 && b > 0)) return false;
  // A parabola that opens upward is least at −b/2a, if that lies in the tail.
  const lowest = a > 0 ? Math.min(z, -b / (2 * a)) : z;
  return slope(lowest) > 0;
}
