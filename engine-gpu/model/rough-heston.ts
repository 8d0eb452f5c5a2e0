/**
 * The rough Heston model and the characteristic function of its log-price:
 *
 *   V_t = v₀ + ∫₀ᵗ K(t − s) [κ(θ − V_s) ds + ν√V_s dW_s],   K(t) = t^(α−1)/Γ(α),   α = H + ½
 *   ln E[e^(iξX)] = ∫₀ᵀ κθ h(s) + v₀ F(h(s)) ds,   h = K ∗ F(h),   F(h) = −(ξ² + iξ)/2 + (iξρν − κ) h + ν²h²/2
 *
 * The fractional Riccati equation is solved by product integration with F piecewise linear on n equal steps. The scheme is implicit, so that
 * it is stable for every ξ; each step solves its quadratic equation exactly. The cost is O(n²) per ξ. The error is of order 1 + α, as
 * measured, and its leading term is removed by Richardson extrapolation from n/2 steps. α = 1 is Heston with σ = ν.
 *
 * @see O. El Euch, M. Rosenbaum (2019), The characteristic function of rough Heston models, theorem 4.1, whose λν is ν here;
 *      K. Diethelm, N. J. Ford, A. D. Freed (2004) for the weights
 */

import type { Years } from '../base/units.js';
import type { RoughHestonParameters } from '../market/model-parameters.js';
import { integerPower, pow } from '../math/elementary/pow.js';
import { gamma } from '../math/gamma.js';
import { gaussLegendre } from '../math/quadrature.js';
import { type FractionalKernel, kernelIntegral } from './fractional-kernel.js';
import type { Exponent, TransformModel } from './transform.js';

/** E[V_t] = v₀ + (θ − v₀) κ ∫₀ᵗ s^(α−1) E_{α,α}(−κs^α) ds; relative error 1e-8. */
export function expectedVariance(parameters: RoughHestonParameters, time: Years): number {
  const { v0, kappa, theta } = parameters;
  return v0 === theta || kappa === 0 ? v0 : v0 + (theta - v0) * kappa * kernelIntegral(kernelOf(parameters), time);
}

/** Cache of the kernel by parameters: the coefficients of its power series are cached by kernel object. */
const kernels = new WeakMap<RoughHestonParameters, FractionalKernel>();

/** The kernel of the model with the mean reversion solved for (fractional-kernel.ts). */
export function kernelOf(parameters: RoughHestonParameters): FractionalKernel {
  const kernel = kernels.get(parameters) ?? { alpha: parameters.hurst + 0.5, lambda: parameters.kappa };
  kernels.set(parameters, kernel);
  return kernel;
}

const INTEGRATED_VARIANCE_RULE = gaussLegendre(48);
/** On an interval no longer than half of its start time four points suffice: E[V] is a polynomial there to 1e-8. */
const SHORT_INTERVAL_RULE = gaussLegendre(4);
const MAX_SHORT_INTERVAL_RATIO = 0.5;

/** E[∫₀ᵀ V dt]; relative error 1e-7. The substitution t = Tq⁶ resolves E[V], which is smooth in ln t, for fast mean reversion too. */
export const integratedVariance = (parameters: RoughHestonParameters, time: Years): number =>
  INTEGRATED_VARIANCE_RULE.points.reduce((sum, point, i) => {
    const q = (1 + point) / 2;
    return (
      sum +
      (INTEGRATED_VARIANCE_RULE.weights[i]! / 2) * 6 * integerPower(q, 5) * time * expectedVariance(parameters, time * integerPower(q, 6))
    );
  }, 0);

/** Mean of E[V] over [from, to], to > from ≥ 0. */
export function meanVariance(parameters: RoughHestonParameters, from: Years, to: Years): number {
  const length = to - from;
  if (length > MAX_SHORT_INTERVAL_RATIO * from) return (integratedVariance(parameters, to) - integratedVariance(parameters, from)) / length;
  return SHORT_INTERVAL_RULE.points.reduce(
    (sum, point, i) => sum + (SHORT_INTERVAL_RULE.weights[i]! / 2) * expectedVariance(parameters, from + (length * (1 + point)) / 2),
    0,
  );
}

/**
 * The characteristic function of X = ln(S_T/F_T).
 *
 * @param time   T > 0, years
 * @param steps  n, number of steps of the Riccati equation, even
 */
export function roughHeston(parameters: RoughHestonParameters, time: Years, steps: number): TransformModel {
  const { hurst, v0, kappa, theta, nu, rho } = parameters;
  const alpha = hurst + 0.5;
  // The Heston formula with h constant applies: v₀ enters through the fractional integral of order 1 − α.
  const decay = (kappa * theta * time + (v0 * pow(time, 1 - alpha)) / gamma(2 - alpha)) / nu;
  return {
    exponent: extrapolated(exponentOf(parameters, time, steps / 2), exponentOf(parameters, time, steps), pow(2, 1 + alpha)),
    hasMoment: () => false,
    shift: rho * Math.min(decay, Math.sqrt(Math.max(v0, theta) * time)),
  };
}

/** Richardson extrapolation of two solutions, of which the second has an error `ratio` times smaller. */
function extrapolated(coarse: Exponent, fine: Exponent, ratio: number): Exponent {
  const other = new Float64Array(2);
  return (x, y, target) => {
    coarse(x, y, other);
    fine(x, y, target);
    for (const part of [0, 1]) target[part] = (ratio * target[part]! - other[part]!) / (ratio - 1);
  };
}

/** Weights of the product integration: `back[k]` of F k steps back (k = 0 the present one), `first[k]` of F at time 0 seen from step k. */
function weights(alpha: number, dt: number, steps: number) {
  const scale = pow(dt, alpha) / gamma(alpha + 2);
  const power = (k: number) => pow(k, alpha + 1);
  const back = Float64Array.from({ length: steps + 1 }, (_, k) => (k === 0 ? scale : scale * (power(k + 1) - 2 * power(k) + power(k - 1))));
  const first = Float64Array.from({ length: steps + 1 }, (_, k) =>
    k === 0 ? 0 : scale * (power(k - 1) - (k - 1 - alpha) * pow(k, alpha)),
  );
  return { back, first };
}

function exponentOf({ hurst, v0, kappa, theta, nu, rho }: RoughHestonParameters, time: Years, steps: number): Exponent {
  const dt = time / steps;
  const { back, first } = weights(hurst + 0.5, dt, steps);
  const present = back[0]!;
  const re = new Float64Array(steps + 1);
  const im = new Float64Array(steps + 1);
  const square = 0.5 * nu * nu;
  return (x, y, target) => {
    // F(h) = c₀ + c₁h + ν²h²/2
    const constantRe = -0.5 * (x * x - y * y - y);
    const constantIm = -0.5 * (2 * x * y + x);
    const linearRe = -rho * nu * y - kappa;
    const linearIm = rho * nu * x;
    re[0] = constantRe;
    im[0] = constantIm;
    let [hRe, hIm] = [0, 0];
    let [sumHRe, sumHIm, sumFRe, sumFIm] = [0, 0, 0.5 * constantRe, 0.5 * constantIm];
    // 1 − a c₁ of the step's equation h = A + a F(h)
    const oneRe = 1 - present * linearRe;
    const oneIm = -present * linearIm;
    for (let k = 1; k <= steps; k++) {
      let aRe = first[k]! * constantRe + present * constantRe;
      let aIm = first[k]! * constantIm + present * constantIm;
      for (let j = 1; j < k; j++) {
        aRe += back[k - j]! * re[j]!;
        aIm += back[k - j]! * im[j]!;
      }
      // The root that tends to A + a c₀ as the step vanishes: 2(A + a c₀)/(b + √(b² − 2aν²(A + a c₀))), b = 1 − a c₁
      const dRe = oneRe * oneRe - oneIm * oneIm - 4 * present * square * aRe;
      const dIm = 2 * oneRe * oneIm - 4 * present * square * aIm;
      const modulus = Math.sqrt(dRe * dRe + dIm * dIm);
      const rootRe = Math.sqrt(Math.max(0.5 * (modulus + dRe), 0));
      const rootIm = Math.sign(dIm) * Math.sqrt(Math.max(0.5 * (modulus - dRe), 0));
      // The square root whose angle to b is acute.
      const side = oneRe * rootRe + oneIm * rootIm >= 0 ? 1 : -1;
      const denominatorRe = oneRe + side * rootRe;
      const denominatorIm = oneIm + side * rootIm;
      const inverse = 2 / (denominatorRe * denominatorRe + denominatorIm * denominatorIm);
      hRe = (aRe * denominatorRe + aIm * denominatorIm) * inverse;
      hIm = (aIm * denominatorRe - aRe * denominatorIm) * inverse;
      const fRe = constantRe + linearRe * hRe - linearIm * hIm + square * (hRe * hRe - hIm * hIm);
      const fIm = constantIm + linearRe * hIm + linearIm * hRe + 2 * square * hRe * hIm;
      re[k] = fRe;
      im[k] = fIm;
      const share = k === steps ? 0.5 : 1;
      sumHRe += share * hRe;
      sumHIm += share * hIm;
      sumFRe += share * fRe;
      sumFIm += share * fIm;
    }
    target[0] = dt * (kappa * theta * sumHRe + v0 * sumFRe);
    target[1] = dt * (kappa * theta * sumHIm + v0 * sumFIm);
  };
}
