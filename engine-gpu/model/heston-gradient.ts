/**
 * Derivatives of Heston's characteristic function with respect to its parameters. In the notation of `heston.ts`, with e = e^(−dT),
 * f = 1 − e, q = ξ² + iξ:
 *
 *   ln φ = κθ A + v₀ D,   D = −q f/N,   A = [(β − d)T − 2 ln(N/2d)]/σ²,   N = β f + d (1 + e)
 *
 * and κ, σ and ρ act through β = κ − ρσiξ and d = √(β² + σ²q); ∂d/∂β = β/d and ∂d/∂σ = σq/d.
 *
 * @see Y. Cui, S. del Baño Rollin, G. Germano (2017), Full and fast calibration of the Heston stochastic volatility model,
 *      European Journal of Operational Research 263(2), (27) to (31), derived here for this form of φ
 */
import type { Years } from '../base/units.js';
import type { HestonParameters } from '../market/model-parameters.js';
import { complexExp } from '../math/elementary/complex.js';
import { atan2 } from '../math/elementary/inverse-trigonometric.js';
import { log } from '../math/elementary/log.js';

/** Number of parameters, in the order v₀, κ, θ, σ, ρ. */
export const HESTON_DIMENSION = 5;

/** The last results of `complexExp`. */
const power = new Float64Array(3);

/** Writes the real and imaginary parts of ∂ ln φ/∂(v₀, κ, θ, σ, ρ) at ξ = x + iy: two numbers per parameter. */
type HestonGradient = (x: number, y: number, out: Float64Array) => void;

/**
 * @param parameters  σ > 0. The derivatives with respect to κ, θ and σ divide differences by σ²: at σ = 0.001 ten digits are left
 * @param time        T > 0, years
 */
export function hestonGradient({ v0, kappa, theta, sigma, rho }: HestonParameters, time: Years): HestonGradient {
  const sigma2 = sigma * sigma;
  const level = kappa * theta;
  return (x, y, target) => {
    // β and d, Re d ≥ 0
    const bRe = kappa + rho * sigma * y;
    const bIm = -rho * sigma * x;
    const qRe = x * x - y * y - y;
    const qIm = 2 * x * y + x;
    const d2Re = bRe * bRe - bIm * bIm + sigma2 * qRe;
    const d2Im = 2 * bRe * bIm + sigma2 * qIm;
    const modulus = Math.sqrt(d2Re * d2Re + d2Im * d2Im);
    const half = Math.sqrt(0.5 * (modulus + Math.abs(d2Re)));
    const other = half === 0 ? 0 : (0.5 * d2Im) / half;
    const dRe = d2Re >= 0 ? half : Math.abs(other);
    const dIm = d2Re >= 0 ? other : d2Im >= 0 ? half : -half;
    complexExp(-dRe * time, dIm * time, power);
    const eRe = power[0]!;
    const eIm = -power[1]!;
    const fRe = 1 - eRe;
    const fIm = -eIm;

    // N, and 1/N
    const nRe = bRe * fRe - bIm * fIm + dRe * (1 + eRe) - dIm * eIm;
    const nIm = bRe * fIm + bIm * fRe + dRe * eIm + dIm * (1 + eRe);
    const nSquare = 1 / (nRe * nRe + nIm * nIm);
    const invRe = nRe * nSquare;
    const invIm = -nIm * nSquare;
    // f/N, D = −q f/N
    const rRe = fRe * invRe - fIm * invIm;
    const rIm = fRe * invIm + fIm * invRe;
    const DRe = -(qRe * rRe - qIm * rIm);
    const DIm = -(qRe * rIm + qIm * rRe);
    // 1/d, β/d, σq/d
    const dSquare = 1 / (dRe * dRe + dIm * dIm);
    const jRe = dRe * dSquare;
    const jIm = -dIm * dSquare;
    const byBetaRe = bRe * jRe - bIm * jIm;
    const byBetaIm = bRe * jIm + bIm * jRe;
    const bySigmaRe = sigma * (qRe * jRe - qIm * jIm);
    const bySigmaIm = sigma * (qRe * jIm + qIm * jRe);
    // σ²A, by ln(N/2d)
    const mRe = 0.5 * (nRe * jRe - nIm * jIm);
    const mIm = 0.5 * (nRe * jIm + nIm * jRe);
    const BRe = (bRe - dRe) * time - log(mRe * mRe + mIm * mIm);
    const BIm = (bIm - dIm) * time - 2 * atan2(mIm, mRe);

    // N_d = 1 + e + (β − d)T e
    const gapRe = (bRe - dRe) * time;
    const gapIm = (bIm - dIm) * time;
    const nDRe = 1 + eRe + gapRe * eRe - gapIm * eIm;
    const nDIm = eIm + gapRe * eIm + gapIm * eRe;
    // D_d = −(q T e + D N_d)/N, D_β = −D f/N
    const aRe = time * (qRe * eRe - qIm * eIm) + DRe * nDRe - DIm * nDIm;
    const aIm = time * (qRe * eIm + qIm * eRe) + DRe * nDIm + DIm * nDRe;
    const DdRe = -(aRe * invRe - aIm * invIm);
    const DdIm = -(aRe * invIm + aIm * invRe);
    const DbRe = -(DRe * rRe - DIm * rIm) + DdRe * byBetaRe - DdIm * byBetaIm;
    const DbIm = -(DRe * rIm + DIm * rRe) + DdRe * byBetaIm + DdIm * byBetaRe;
    // (σ²A)_d = −T − 2 (N_d/N − 1/d), (σ²A)_β = T − 2 f/N
    const BdRe = -time - 2 * (nDRe * invRe - nDIm * invIm - jRe);
    const BdIm = -2 * (nDRe * invIm + nDIm * invRe - jIm);
    const BbRe = time - 2 * rRe + BdRe * byBetaRe - BdIm * byBetaIm;
    const BbIm = -2 * rIm + BdRe * byBetaIm + BdIm * byBetaRe;
    const BsRe = BdRe * bySigmaRe - BdIm * bySigmaIm;
    const BsIm = BdRe * bySigmaIm + BdIm * bySigmaRe;

    const ARe = BRe / sigma2;
    const AIm = BIm / sigma2;
    // ∂ ln φ/∂β, with κ held fixed where it occurs outside β
    const pullRe = (level * BbRe) / sigma2 + v0 * DbRe;
    const pullIm = (level * BbIm) / sigma2 + v0 * DbIm;
    // iξ · ∂ ln φ/∂β
    const tiltRe = -(y * pullRe + x * pullIm);
    const tiltIm = x * pullRe - y * pullIm;
    target[0] = DRe;
    target[1] = DIm;
    target[2] = theta * ARe + pullRe;
    target[3] = theta * AIm + pullIm;
    target[4] = kappa * ARe;
    target[5] = kappa * AIm;
    target[6] = -rho * tiltRe + level * (BsRe / sigma2 - (2 * ARe) / sigma) + v0 * (DdRe * bySigmaRe - DdIm * bySigmaIm);
    target[7] = -rho * tiltIm + level * (BsIm / sigma2 - (2 * AIm) / sigma) + v0 * (DdRe * bySigmaIm + DdIm * bySigmaRe);
    target[8] = -sigma * tiltRe;
    target[9] = -sigma * tiltIm;
  };
}
