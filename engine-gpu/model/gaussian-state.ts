/**
 * Loadings of bonds and deposits on the state of Gaussian short rates at a date t (gaussian-rates.ts).
 *
 * Under the t-forward measure, with x_t = E[x_t] + L n, n independent standard normals and LLᵀ the covariance of the factors,
 *
 *   P(t, T) = P(0, T)/P(0, t) · e^(−l·n − |l|²/2),   l = Lᵀ B(T − t)
 *
 * and every other lognormal quantity has loadings l of its own. The change to the risk-neutral measure is a shift of the mean of n by
 * cov(n, I_t).
 *
 * @see D. Brigo, F. Mercurio (2006), Interest Rate Models, 3.3 and 4.2
 */

import type { Years } from '../base/units.js';
import { decayIntegral } from '../math/decay.js';
import { covariance, type GaussianRates, transitionFactor } from './gaussian-rates.js';

/** One loading per factor. */
export type Loadings = readonly number[];

/** A deposit from `start` to `end` at the rate fixed at `start`. */
export interface Deposited {
  readonly start: Years;
  readonly end: Years;
  /** Its value. */
  readonly amount: number;
}

/** A difference of two variances up to this, relative to them, is rounding of zero. */
const VARIANCE_ROUNDING = 1e-12;

export interface GaussianState {
  /** Loadings of P(t, T), T ≥ t. */
  readonly bond: (maturity: Years) => Loadings;
  /**
   * Loadings of the conditional mean, given the state at t, of P(t, end)/P(start, end), start ≤ t ≤ end: the value at t of a unit deposited at
   * the start. The state at the start, given that at t, is Gaussian, so that this mean is lognormal.
   */
  readonly deposit: (start: Years, end: Years) => Loadings;
  /**
   * Standard deviation, given the state at t, of the value of the running deposits, to first order: of Σ amount · −ln P(start, end). 0 where
   * all of them start at t.
   */
  readonly unexplained: (deposits: readonly Deposited[]) => number;
  /** Mean of n under the risk-neutral measure. */
  readonly mean: Loadings;
}

/** @param time  t > 0, years */
export function gaussianState(rates: GaussianRates, time: Years): GaussianState {
  const { factors } = rates;
  const factor = transitionFactor(rates, time);
  const bondLoads = (from: Years, to: Years): number[] => factors.map(({ meanReversion }) => decayIntegral(meanReversion, to - from));
  const bond = (maturity: Years): Loadings => {
    const onState = bondLoads(time, maturity);
    return factors.map((_, k) => factors.reduce((sum, _, j) => sum + factor[j][k] * onState[j], 0));
  };
  /** L⁻¹c by substitution: the covariances with n of a quantity whose covariances with the factors are c; 0 for a normal that moves nothing. */
  const onNormals = (withFactors: readonly number[]): number[] => {
    const found: number[] = [];
    withFactors.forEach((c, j) => {
      const row = factor[j];
      const rest = found.reduce((sum, value, k) => sum - row[k] * value, c);
      found.push(row[j] > 0 ? rest / row[j] : 0);
    });
    return found;
  };
  /** Covariances of −ln P(start, end) with the factors at a date ≥ start: those at the start, decayed by mean reversion. */
  const withFactors = (start: Years, end: Years, date: Years): number[] => {
    const fixed = bondLoads(start, end);
    return factors.map(
      ({ meanReversion }, k) =>
        Math.exp(-meanReversion * (date - start)) * factors.reduce((sum, _, j) => sum + fixed[j] * covariance(rates, j, k, start), 0),
    );
  };
  const past = (start: Years, end: Years): number[] => onNormals(withFactors(start, end, time));
  return {
    bond,
    deposit: (start, end) => {
      const known = past(start, end);
      return bond(end).map((load, k) => load - known[k]);
    },
    unexplained: (deposits) => {
      const inOrder = deposits.toSorted((one, other) => one.start - other.start);
      let total = 0;
      inOrder.forEach((one, i) => {
        inOrder.slice(i).forEach((other, k) => {
          const loads = bondLoads(other.start, other.end);
          const both = withFactors(one.start, one.end, other.start).reduce((sum, c, j) => sum + c * loads[j], 0);
          total += (k === 0 ? 1 : 2) * one.amount * other.amount * both;
        });
      });
      const explained = factors.map((_, k) => inOrder.reduce((sum, { start, end, amount }) => sum + amount * past(start, end)[k], 0));
      const left = total - explained.reduce((sum, share) => sum + share * share, 0);
      return left > VARIANCE_ROUNDING * total ? Math.sqrt(left) : 0;
    },
    mean: factors.map((_, k) => factor[factors.length][k]),
  };
}
