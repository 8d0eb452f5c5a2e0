/**
 * Gaussian short rates fitted to a curve: r = Σ x_j + φ(t), dx_j = −a_j x_j dt + σ_j dW_j, x_j(0) = 0, with one factor Hull and White's, with
 * two G2++. With B_j(τ) = (1 − e^(−a_j τ))/a_j, I_t = ∫₀ᵗ Σ x_j and V(τ) = Var I_τ = Σ_jk ρ_jk σ_j σ_k ∫₀^τ B_j B_k,
 *
 *   e^(−∫₀ᵗ r) = P(0, t) e^(−I_t − V(t)/2)
 *
 * so φ is never needed. Over a time the factors and I move by a joint Gaussian law, which is exact however long it is.
 *
 * @see D. Brigo, F. Mercurio (2006), Interest Rate Models, 3.3 and 4.2; P. Glasserman (2003), 3.3.1
 */

import type { Years } from '../base/units.js';
import { decayIntegral } from '../math/decay.js';
import { gaussKronrod } from '../math/quadrature.js';

export interface GaussianFactor {
  /** a, per year, of either sign */
  readonly meanReversion: number;
  /** σ ≥ 0, absolute */
  readonly volatility: number;
}

export interface GaussianRates {
  /** One or two. */
  readonly factors: readonly GaussianFactor[];
  /** ρ of two, in [−1, 1]. */
  readonly correlation: number;
}

/** Relative to what a smooth integrand of such sizes comes to. */
const INTEGRAL_TOLERANCE = 1e-14;

/** Σ over pairs of factors of ρ_jk σ_j σ_k f(a_j, a_k). */
function overPairs({ factors, correlation }: GaussianRates, f: (a: number, b: number) => number): number {
  return factors.reduce(
    (sum, one, j) =>
      sum +
      factors.reduce(
        (part, other, k) =>
          part + (j === k ? 1 : correlation) * one.volatility * other.volatility * f(one.meanReversion, other.meanReversion),
        0,
      ),
    0,
  );
}

/** ∫₀^τ f, for f of one sign that ends at its largest or smallest. */
const upTo = (time: Years, f: (u: number) => number): number =>
  time === 0 ? 0 : gaussKronrod(f, [0, time], INTEGRAL_TOLERANCE * Math.max(Math.abs(f(time)), Math.abs(f(time / 2))) * time);

/** V(τ), relative error about 1e-13. */
export const integralVariance = (rates: GaussianRates, time: Years): number =>
  overPairs(rates, (a, b) => upTo(time, (u) => decayIntegral(a, u) * decayIntegral(b, u)));

const correlationOf = ({ correlation }: GaussianRates, j: number, k: number): number => (j === k ? 1 : correlation);

/** Of x_j and x_k at t. */
export function covariance(rates: GaussianRates, j: number, k: number, time: Years): number {
  const [one, other] = [rates.factors[j], rates.factors[k]];
  return correlationOf(rates, j, k) * one.volatility * other.volatility * decayIntegral(one.meanReversion + other.meanReversion, time);
}

/** L, lower triangular, of what factors and I move by in Δ, given where the factors stand: L Z, Z independent normals; a row a factor, then that of I. */
export function spread(rates: GaussianRates, dt: Years): readonly (readonly number[])[] {
  const { factors } = rates;
  const withIntegral = (j: number): number =>
    factors.reduce((sum, other, k) => {
      const { meanReversion: a, volatility } = factors[j];
      return (
        sum +
        correlationOf(rates, j, k) *
          volatility *
          other.volatility *
          upTo(dt, (u) => Math.exp(-a * u) * decayIntegral(other.meanReversion, u))
      );
    }, 0);
  return triangular(
    [
      ...factors.map((_, j) => [...factors.map((_, k) => covariance(rates, j, k, dt)), withIntegral(j)]),
      [...factors.map((_, j) => withIntegral(j)), integralVariance(rates, dt)],
    ],
    factors.length + 1,
  );
}

/** A pivot that is this part of its diagonal is the rounding of zero. */
const PIVOT_ROUNDING = 1e-13;

/** L with L Lᵀ = A, for a positive semi-definite A; what depends on others altogether gets no column. */
function triangular(matrix: readonly (readonly number[])[], size: number): number[][] {
  const lower = Array.from({ length: size }, () => new Array<number>(size).fill(0));
  for (let i = 0; i < size; i++)
    for (let j = 0; j <= i; j++) {
      let rest = matrix[i][j];
      for (let k = 0; k < j; k++) rest -= lower[i][k] * lower[j][k];
      if (i === j) lower[i][i] = rest > PIVOT_ROUNDING * matrix[i][i] ? Math.sqrt(rest) : 0;
      else lower[i][j] = lower[j][j] > 0 ? rest / lower[j][j] : 0;
    }
  return lower;
}
