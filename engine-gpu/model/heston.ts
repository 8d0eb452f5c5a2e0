/**
 * Heston's stochastic volatility:
 *
 *   dS = (r − q) S dt + √v S dW,   dv = κ(θ − v) dt + σ√v dZ,   dW dZ = ρ dt,   X = ln(S_T/F_T)
 *
 *   ln E[e^(iξX)] = κθ/σ² [(β − d)T − 2 ln((1 − g e^(−dT))/(1 − g))] + v₀ (β − d)/σ² (1 − e^(−dT))/(1 − g e^(−dT))
 *   β = κ − ρσiξ,   d = √(β² + σ²(ξ² + iξ)),  Re d ≥ 0,   g = (β − d)/(β + d)
 *
 * This form has no branch cut problem (the "little trap" of Albrecher et al., the second form of Lord and Kahl). It is evaluated with
 * β − d = −σ²(ξ² + iξ)/(β + d), which does not cancel, so that it tends to Black-Scholes as σ → 0 without loss of digits.
 *
 * @see S. L. Heston (1993); H. Albrecher, P. Mayer, W. Schoutens, J. Tistaert (2007), The little Heston trap
 */

import type { Years } from '../base/units.js';
import type { HestonParameters } from '../market/model-parameters.js';
import { MIN_NORMAL } from '../math/elementary/binary.js';
import { complexExp } from '../math/elementary/complex.js';
import { expm1 } from '../math/elementary/exp.js';
import { atan2 } from '../math/elementary/inverse-trigonometric.js';
import { log, log1p } from '../math/elementary/log.js';
import { squareOf } from '../math/elementary/pow.js';
import { cos, sin } from '../math/elementary/trigonometric.js';
import type { Exponent, TransformModel } from './transform.js';

/** E[∫₀ᵀ v dt] = θT + (v₀ − θ)(1 − e^(−κT))/κ, which is the variance of X at σ = 0. */
export function integratedVariance({ v0, kappa, theta }: HestonParameters, time: Years): number {
  const decay = kappa * time;
  return decay < MIN_NORMAL ? v0 * time : theta * time - ((v0 - theta) * expm1(-decay)) / kappa;
}

/**
 * The characteristic function of X at T, for the transform methods.
 *
 * For large ξ, ln φ ~ −(v₀ + κθT)/σ (√(1 − ρ²) + iρ) ξ, so the log-moneyness at which the integrand stops oscillating is
 * −ρ(v₀ + κθT)/σ. Where φ is Gaussian over the whole range that matters, that log-moneyness is within a standard deviation of 0.
 *
 * @param parameters  σ > 0
 * @param time        T > 0
 */
export function heston(parameters: HestonParameters, time: Years): TransformModel {
  const { v0, kappa, theta, sigma, rho } = parameters;
  const decay = (v0 + kappa * theta * time) / sigma;
  return {
    exponent: hestonExponent(parameters, time),
    hasMoment: (p) => time < explosionTime(parameters, p),
    shift: rho * Math.min(decay, Math.sqrt(integratedVariance(parameters, time))),
  };
}

/**
 * The time T from which E[S_T^p] is infinite, years; ∞ where it is always finite.
 *
 * @see L. Andersen, V. Piterbarg (2007), Moment explosions in stochastic volatility models, proposition 3.1
 */
function explosionTime({ kappa, sigma, rho }: HestonParameters, p: number): Years {
  const excess = sigma * sigma * p * (p - 1);
  const drift = rho * sigma * p - kappa;
  const discriminant = drift * drift - excess;
  if (excess <= 0 || (discriminant >= 0 && drift <= 0)) return Number.POSITIVE_INFINITY;
  const root = Math.sqrt(Math.abs(discriminant));
  if (discriminant >= 0) return log((drift + root) / (drift - root)) / root;
  return (2 / root) * atan2(root, drift);
}

/** |dT| below which 1 − e^(−dT) is computed by expm1, without cancellation. */
const MAX_DT_FOR_EXPM1 = 0.1;
/** |z| below which ln(1 + z)/z is computed by four terms of its series: the next, z⁴/5, is below an ulp. */
const MAX_Z_FOR_LOG_SERIES = 1e-4;

/** The last results of `complexExp`. */
const power = new Float64Array(3);

/** ln φ of X. Valid off the imaginary axis, and on it between the moments that exist; 0 and −i always do. */
function hestonExponent({ v0, kappa, theta, sigma, rho }: HestonParameters, time: Years): Exponent {
  const sigma2 = sigma * sigma;
  return (x, y, target) => {
    // β, and q = ξ² + iξ
    const betaRe = kappa + rho * sigma * y;
    const betaIm = -rho * sigma * x;
    const qRe = x * x - y * y - y;
    const qIm = 2 * x * y + x;
    const d2Re = betaRe * betaRe - betaIm * betaIm + sigma2 * qRe;
    const d2Im = 2 * betaRe * betaIm + sigma2 * qIm;
    // The square root with non-negative real part; the part that would cancel is computed from the other.
    const modulus = Math.sqrt(d2Re * d2Re + d2Im * d2Im);
    const half = Math.sqrt(0.5 * (modulus + Math.abs(d2Re)));
    const other = half === 0 ? 0 : (0.5 * d2Im) / half;
    const dRe = d2Re >= 0 ? half : Math.abs(other);
    const dIm = d2Re >= 0 ? other : d2Im >= 0 ? half : -half;
    // p = q/(β + d); then (β − d)/σ² = −p, g/σ² = −p/(β + d)
    const sRe = betaRe + dRe;
    const sIm = betaIm + dIm;
    const inverse = 1 / (sRe * sRe + sIm * sIm);
    const pRe = (qRe * sRe + qIm * sIm) * inverse;
    const pIm = (qIm * sRe - qRe * sIm) * inverse;
    const gRe = -(pRe * sRe + pIm * sIm) * inverse;
    const gIm = -(pIm * sRe - pRe * sIm) * inverse;
    // e = e^(−dT), f = 1 − e
    const angle = -dIm * time;
    complexExp(-dRe * time, angle, power);
    const eRe = power[0]!;
    const eIm = power[1]!;
    const small = dRe * time < MAX_DT_FOR_EXPM1 && Math.abs(angle) < MAX_DT_FOR_EXPM1;
    const fRe = small ? 2 * squareOf(sin(0.5 * angle)) - expm1(-dRe * time) * cos(angle) : 1 - eRe;
    const fIm = -eIm;
    // h = 1 − g e; D = −p f/h
    const hRe = 1 - sigma2 * (gRe * eRe - gIm * eIm);
    const hIm = -sigma2 * (gRe * eIm + gIm * eRe);
    const inverseH = 1 / (hRe * hRe + hIm * hIm);
    const nRe = pRe * fRe - pIm * fIm;
    const nIm = pRe * fIm + pIm * fRe;
    const DRe = -(nRe * hRe + nIm * hIm) * inverseH;
    const DIm = -(nIm * hRe - nRe * hIm) * inverseH;
    // (1 − g e)/(1 − g) = 1 + σ²w, w = (g/σ²) f/(1 − g)
    const kRe = 1 - sigma2 * gRe;
    const kIm = -sigma2 * gIm;
    const inverseK = 1 / (kRe * kRe + kIm * kIm);
    const uRe = gRe * fRe - gIm * fIm;
    const uIm = gRe * fIm + gIm * fRe;
    const wRe = (uRe * kRe + uIm * kIm) * inverseK;
    const wIm = (uIm * kRe - uRe * kIm) * inverseK;
    const zRe = sigma2 * wRe;
    const zIm = sigma2 * wIm;
    let lRe: number;
    let lIm: number;
    if (Math.abs(zRe) + Math.abs(zIm) < MAX_Z_FOR_LOG_SERIES) {
      // w (1 − z/2 + z²/3 − z³/4)
      const aRe = 1 / 3 - zRe / 4;
      const aIm = -zIm / 4;
      const bRe = -0.5 + zRe * aRe - zIm * aIm;
      const bIm = zRe * aIm + zIm * aRe;
      const cRe = 1 + zRe * bRe - zIm * bIm;
      const cIm = zRe * bIm + zIm * bRe;
      lRe = wRe * cRe - wIm * cIm;
      lIm = wRe * cIm + wIm * cRe;
    } else {
      lRe = (0.5 * log1p(zRe * (2 + zRe) + zIm * zIm)) / sigma2;
      lIm = atan2(zIm, 1 + zRe) / sigma2;
    }
    const level = kappa * theta;
    target[0] = level * (-pRe * time - 2 * lRe) + v0 * DRe;
    target[1] = level * (-pIm * time - 2 * lIm) + v0 * DIm;
  };
}
