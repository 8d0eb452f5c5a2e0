/**
 * How what is known at a date moves with the state of Gaussian short rates there (gaussian-rates.ts).
 *
 * Under the measure of the bond to t, with x_t = L n less its mean, n independent normals, LLᵀ the covariance of the factors,
 *
 *   P(t, T) = P(0, T)/P(0, t) · e^(−l·n − |l|²/2),   l = Lᵀ B(T − t)
 *
 * and whatever else is lognormal has loadings of its own. Under the measure of the money-market account n has the mean cov(n, I_t): the
 * account is no more than that.
 *
 * @see D. Brigo, F. Mercurio (2006), Interest Rate Models, 3.3 and 4.2
 */

import type { Years } from '../base/units.js';
import { decayIntegral } from '../math/decay.js';
import { covariance, type GaussianRates, spread } from './gaussian-rates.js';

/** One a factor. */
export type Loadings = readonly number[];

export interface Deposited {
  readonly start: Years;
  readonly end: Years;
  /** What it is worth. */
  readonly amount: number;
}

/** Of a variance: what is left of the difference of two that are the same. */
const ROUNDING = 1e-12;

export interface GaussianState {
  /** l of P(t, T), T ≥ t. */
  readonly bond: (maturity: Years) => Loadings;
  /**
   * Of P(t, end)/P(start, end), start ≤ t ≤ end: what 1 deposited at the start is worth, in its mean given the state at t. The state at the
   * start, given that at t, is Gaussian, so that mean is lognormal.
   */
  readonly deposit: (start: Years, end: Years) => Loadings;
  /**
   * Deviation, given the state at t, of what deposits under way are worth: of Σ amount · −ln P(start, end), since a fixing moves the deposit
   * by as much of itself. 0 where all are fixed at t.
   */
  readonly unexplained: (deposits: readonly Deposited[]) => number;
  /** Of n under the measure of the money-market account. */
  readonly mean: Loadings;
}

export function gaussianState(rates: GaussianRates, time: Years): GaussianState {
  const { factors } = rates;
  const moved = spread(rates, time);
  const bondLoads = (from: Years, to: Years): number[] => factors.map(({ meanReversion }) => decayIntegral(meanReversion, to - from));
  const bond = (maturity: Years): Loadings => {
    const onState = bondLoads(time, maturity);
    return factors.map((_, k) => factors.reduce((sum, _, j) => sum + moved[j][k] * onState[j], 0));
  };
  /** L⁻¹c, by substitution: of what has the covariances c with the factors, those with n. A normal that moves nothing has none. */
  const onNormals = (withFactors: readonly number[]): number[] => {
    const found: number[] = [];
    withFactors.forEach((c, j) => {
      const row = moved[j];
      const rest = found.reduce((sum, value, k) => sum - row[k] * value, c);
      found.push(row[j] > 0 ? rest / row[j] : 0);
    });
    return found;
  };
  /** Covariances of −ln P(start, end) with the factors at a date from the start on: what moved them up to it has decayed since. */
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
      let whole = 0;
      inOrder.forEach((one, i) => {
        inOrder.slice(i).forEach((other, k) => {
          const loads = bondLoads(other.start, other.end);
          const both = withFactors(one.start, one.end, other.start).reduce((sum, c, j) => sum + c * loads[j], 0);
          whole += (k === 0 ? 1 : 2) * one.amount * other.amount * both;
        });
      });
      const told = factors.map((_, k) => inOrder.reduce((sum, { start, end, amount }) => sum + amount * past(start, end)[k], 0));
      const left = whole - told.reduce((sum, share) => sum + share * share, 0);
      return left > ROUNDING * whole ? Math.sqrt(left) : 0;
    },
    mean: factors.map((_, k) => moved[factors.length][k]),
  };
}
