/**
 * The year-on-year index ratio I(T₂)/I(T₁) in the Jarrow-Yildirim model: Hull-White nominal and real short rates, and a lognormal index
 * whose drift is their difference. Under the T₂-forward measure the ratio is lognormal:
 *
 *   E[I(T₂)/I(T₁)] = P_n(T₁)/P_n(T₂) · P_r(T₂)/P_r(T₁) · e^C
 *   C = ∫₀^T₁ σ_r ΔB_r(t) [ρ_rI σ_I − σ_r B_r(T₁ − t) + ρ_nr σ_n B_n(T₁ − t)] dt,   ΔB(t) = B(T₂ − t) − B(T₁ − t)
 *   V² = ∫₀^T₁ Var(σ_n ΔB_n dW_n − σ_r ΔB_r dW_r) + ∫_T₁^T₂ Var(σ_I dW_I + σ_n B_n(T₂ − t) dW_n − σ_r B_r(T₂ − t) dW_r)
 *
 * with B(s) = (1 − e^(−as))/a. The closed forms of both integrals divide by the mean reversions; quadrature is as accurate and needs no
 * special cases for small ones.
 *
 * @see R. Jarrow, Y. Yildirim (2003); D. Brigo, F. Mercurio (2006), Interest Rate Models, 16.3, whose C this is
 */

import type { Years } from '../base/units.js';
import { decayIntegral } from '../math/decay.js';
import { compositeGaussLegendre } from '../math/quadrature.js';

interface JarrowYildirimParameters {
  readonly nominalMeanReversion: number;
  readonly nominalVolatility: number;
  readonly realMeanReversion: number;
  readonly realVolatility: number;
  readonly indexVolatility: number;
  readonly nominalRealCorrelation: number;
  readonly nominalIndexCorrelation: number;
  readonly realIndexCorrelation: number;
}

/**
 * C (`convexity`) and V (`deviation`) of the ratio between `start` and `end`.
 *
 * @param start  T₁ ≥ 0, years
 * @param end    T₂ > T₁, years
 * @returns C and V ≥ 0, relative error about 1e-14
 */
export function yearOnYearRatio(model: JarrowYildirimParameters, start: Years, end: Years): { convexity: number; deviation: number } {
  const { nominalVolatility: n, realVolatility: r, indexVolatility: index } = model;
  const { nominalRealCorrelation: nr, nominalIndexCorrelation: ni, realIndexCorrelation: ri } = model;
  const nominal = (s: Years) => n * decayIntegral(model.nominalMeanReversion, s);
  const real = (s: Years) => r * decayIntegral(model.realMeanReversion, s);
  const rate = 2 * Math.max(Math.abs(model.nominalMeanReversion), Math.abs(model.realMeanReversion));

  const convexity = compositeGaussLegendre(
    (t) => (real(end - t) - real(start - t)) * (ri * index - real(start - t) + nr * nominal(start - t)),
    0,
    start,
    rate,
  );
  const varianceToStart = compositeGaussLegendre(
    (t) => {
      const [dn, dr] = [nominal(end - t) - nominal(start - t), real(end - t) - real(start - t)];
      return dn * dn + dr * dr - 2 * nr * dn * dr;
    },
    0,
    start,
    rate,
  );
  const within = compositeGaussLegendre(
    (t) => {
      const [bn, br] = [nominal(end - t), real(end - t)];
      return index * index + bn * bn + br * br + 2 * (ni * index * bn - ri * index * br - nr * bn * br);
    },
    start,
    end,
    rate,
  );
  // The variance may be zero if correlations are ±1, and slightly negative by rounding.
  return { convexity, deviation: Math.sqrt(Math.max(varianceToStart + within, 0)) };
}
