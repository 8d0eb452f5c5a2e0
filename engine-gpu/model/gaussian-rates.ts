/**
 * Gaussian short rates fitted to a curve: r = Σ x_j + φ(t), dx_j = −a_j x_j dt + σ_j dW_j, x_j(0) = 0. One factor is the Hull-White model, two
 * are G2++. With B_j(τ) = (1 − e^(−a_j τ))/a_j, I_t = ∫₀ᵗ Σ x_j and V(τ) = Var I_τ = Σ_jk ρ_jk σ_j σ_k ∫₀^τ B_j B_k,
 *
 *   e^(−∫₀ᵗ r) = P(0, t) e^(−I_t − V(t)/2)
 *
 * so φ is never needed. The transition of the factors and I over any time is jointly Gaussian and exact.
 *
 * @see D. Brigo, F. Mercurio (2006), Interest Rate Models, 3.3 and 4.2; P. Glasserman (2003), 3.3.1
 */

import type { Years } from '../base/units.js';
import { choleskyFactor } from '../math/cholesky.js';
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

/** Tolerance of the integrals, relative to the product of the interval's length and the integrand's size. */
const RELATIVE_INTEGRAL_TOLERANCE = 1e-14;

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

/** ∫₀^τ f, for an f of one sign whose size is that at τ or τ/2. */
const upTo = (time: Years, f: (u: number) => number): number =>
  time === 0 ? 0 : gaussKronrod(f, [0, time], RELATIVE_INTEGRAL_TOLERANCE * Math.max(Math.abs(f(time)), Math.abs(f(time / 2))) * time);

/** V(τ) = Var I_τ; relative error about 1e-13. */
export const integralVariance = (rates: GaussianRates, time: Years): number =>
  overPairs(rates, (a, b) => upTo(time, (u) => decayIntegral(a, u) * decayIntegral(b, u)));

const correlationOf = ({ correlation }: GaussianRates, j: number, k: number): number => (j === k ? 1 : correlation);

/** Covariance of x_j and x_k at t, seen from time 0. */
export function covariance(rates: GaussianRates, j: number, k: number, time: Years): number {
  const [one, other] = [rates.factors[j], rates.factors[k]];
  return correlationOf(rates, j, k) * one.volatility * other.volatility * decayIntegral(one.meanReversion + other.meanReversion, time);
}

/**
 * The Cholesky factor L of the covariance of the factors and I after a time Δ, given their values now: their random parts are L Z with Z
 * independent standard normals.
 *
 * @returns lower triangular, one row per factor, then the row of I
 */
export function transitionFactor(rates: GaussianRates, dt: Years): readonly (readonly number[])[] {
  const { factors } = rates;
  const covarianceWithIntegral = (j: number): number =>
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
  return choleskyFactor([
    ...factors.map((_, j) => [...factors.map((_, k) => covariance(rates, j, k, dt)), covarianceWithIntegral(j)]),
    [...factors.map((_, j) => covarianceWithIntegral(j)), integralVariance(rates, dt)],
  ]);
}
