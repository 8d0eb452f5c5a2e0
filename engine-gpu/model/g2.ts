/**
 * The two-factor Gaussian short rate G2++, r = x + y + φ(t), fitted to a curve:
 *
 *   dx = −a x dt + σ dW₁,   dy = −b y dt + η dW₂,   dW₁ dW₂ = ρ dt
 *
 * Under the T-forward measure P(T, T_i) = F_i exp(−g_i − Var(g_i)/2), F_i = P(0, T_i)/P(0, T), where the g_i are jointly normal
 * with mean zero: g_i = E(a, T_i − T) X + E(b, T_i − T) Y with E of `decayIntegral`, and X, Y have the covariance of x_T, y_T. No drift is
 * needed, since P(·, T_i)/P(·, T) is a martingale under this measure.
 *
 * @see D. Brigo, F. Mercurio (2006), Interest Rate Models, 4.2
 */

import type { Years } from '../base/units.js';
import { decayIntegral } from '../math/decay.js';
import { hypot } from '../math/elementary/roots.js';

export interface G2Parameters {
  /** a, σ */
  readonly meanReversion1: number;
  readonly volatility1: number;
  /** b, η */
  readonly meanReversion2: number;
  readonly volatility2: number;
  /** ρ */
  readonly correlation: number;
}

/** Loadings of the g_i on two factors: g_i = along_i·W + across_i·Z, W and Z independent and standard normal. */
interface BondFactors {
  readonly along: Float64Array;
  readonly across: Float64Array;
}

/**
 * The loadings of log bond prices at T on two independent factors. W is the direction in which Σ weight_i g_i moves, and Z the orthogonal
 * one, in which it does not. If the loading of some bond on that W were negative, W is the part of y that is independent of x, and Z
 * drives x.
 *
 * @param expiry   T ≥ 0, years
 * @param times    T_i > T, years
 * @param weights  one per bond, not all zero
 */
export function bondFactors(
  { meanReversion1, volatility1, meanReversion2, volatility2, correlation }: G2Parameters,
  expiry: Years,
  times: readonly Years[],
  weights: readonly number[],
): BondFactors {
  const varianceX = volatility1 * volatility1 * decayIntegral(2 * meanReversion1, expiry);
  const varianceY = volatility2 * volatility2 * decayIntegral(2 * meanReversion2, expiry);
  const covariance = correlation * volatility1 * volatility2 * decayIntegral(meanReversion1 + meanReversion2, expiry);
  const onX = times.map((time) => decayIntegral(meanReversion1, time - expiry));
  const onY = times.map((time) => decayIntegral(meanReversion2, time - expiry));
  const weighted = (loadings: readonly number[]) => loadings.reduce((sum, loading, i) => sum + weights[i]! * loading, 0);

  // x_T = x₁U, y_T = y₁U + y₂V with U, V independent standard normals; (W, Z) is a rotation of (U, V).
  const x1 = Math.sqrt(varianceX);
  const y1 = x1 > 0 ? covariance / x1 : 0;
  const y2 = Math.sqrt(Math.max(varianceY - y1 * y1, 0));
  const swapU = weighted(onX) * x1 + weighted(onY) * y1;
  const swapV = weighted(onY) * y2;
  const rotated = (cosine: number, sine: number): BondFactors => ({
    along: Float64Array.from(times, (_, i) => cosine * (onX[i]! * x1 + onY[i]! * y1) + sine * onY[i]! * y2),
    across: Float64Array.from(times, (_, i) => cosine * onY[i]! * y2 - sine * (onX[i]! * x1 + onY[i]! * y1)),
  });
  const length = hypot(swapU, swapV);
  const towardsSwap = length > 0 ? rotated(swapU / length, swapV / length) : rotated(1, 0);
  if (towardsSwap.along.every((loading) => loading >= 0)) return towardsSwap;
  // The loadings on V alone, onY·y₂, are never negative; those on U may be.
  return rotated(0, 1);
}
