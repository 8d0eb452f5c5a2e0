/** Fits SABR's α, ρ and ν to the smile of one expiry, β held fixed. */

import type { Volatility } from '../base/units.js';
import { sabrStrike, sensitivitiesAt } from '../formula/sabr.js';
import type { LeastSquaresProblem, StopCriteria } from '../math/levenberg-marquardt.js';
import { fitParabola } from '../math/parabola.js';
import { bestFit, fitReport, rootWeights } from './fit.js';
import type { SabrCalibrationRequest, SabrCalibrationResponse } from './requests.js';

/** The expansion is singular at ±1. */
const MAX_RHO = 0.9999;
/** Per square root of a year; a smile of a few hours needs some tens. */
const MAX_NU = 1_000;
/** α is within this factor of what the volatility at the money says. */
const ALPHA_RANGE = 1e4;

/** The quotes themselves are no better than 1e-6; the tighter figures cost an iteration or two. */
const STOP: StopCriteria = { maxIterations: 200, residual: 1e-14, gradient: 1e-12, cost: 1e-14, step: 1e-12 };
/** A millionth of a volatility point: below it no other start can do better. */
const EXACT: Volatility = 1e-8;

/** Starts for a smile that its own level, slope and curvature do not place well. */
const OTHER_STARTS: readonly (readonly [rho: number, nuRootTime: number])[] = [
  [-0.7, 0.8],
  [0, 0.4],
  [0.7, 0.8],
  [0, 2],
];

/** Where a shift is given, forward and strikes are those of the model, forward + shift and strike + shift. */
export function calibrateSabr(request: SabrCalibrationRequest): SabrCalibrationResponse {
  const { expiry, beta, volatilities, weights, shift = 0 } = request;
  const forward = request.forward + shift;
  const strikes = request.strikes.map((strike) => strike + shift);
  const roots = rootWeights(weights ?? strikes.map(() => 1));
  const points = strikes.map((strike) => sabrStrike(forward, strike, beta));
  const first = startingPoint(forward, beta, strikes, volatilities);
  const [alpha0] = first;
  const problem: LeastSquaresProblem = {
    residualCount: strikes.length,
    lower: [alpha0 / ALPHA_RANGE, -MAX_RHO, 0],
    upper: [alpha0 * ALPHA_RANGE, MAX_RHO, MAX_NU],
    evaluate: ([alpha, rho, nu], residuals, jacobian) => {
      for (let i = 0; i < strikes.length; i++) {
        const model = sensitivitiesAt(points[i], expiry, alpha!, rho!, nu!);
        const root = roots[i];
        residuals[i] = root * (model.volatility - volatilities[i]);
        jacobian[3 * i] = root * model.alpha;
        jacobian[3 * i + 1] = root * model.rho;
        jacobian[3 * i + 2] = root * model.nu;
      }
    },
  };
  const starts = [first, ...OTHER_STARTS.map(([rho, nu]) => [alpha0, rho, nu / Math.sqrt(expiry)])].map((x) => ({ x, enough: EXACT }));
  const fit = bestFit('SABR', problem, starts, STOP);
  const [alpha, rho, nu] = fit.x as unknown as [number, number, number];
  const fitted = request.strikes.map((strike, i) => ({
    strike,
    marketVolatility: volatilities[i],
    modelVolatility: sensitivitiesAt(points[i], expiry, alpha, rho, nu).volatility,
  }));
  return { alpha, beta, rho, nu, ...(request.shift !== undefined && { shift }), ...fitReport(fit, fitted), fitted };
}

/**
 * α, ρ and ν from level s₀, slope s₁ and curvature s₂ of the smile in k = ln(K/F), by its leading order
 *
 *   s₀ = α F^(β−1),  s₁ = ½ (ρν − (1−β) s₀),  s₂ = [(1−β)² s₀² + (2 − 3ρ²) ν²]/(12 s₀)
 *
 * @see Hagan et al. (2002), (3.1a); Le Floc'h and Kennedy (2014), Explicit SABR calibration through simple expansions
 */
function startingPoint(
  forward: number,
  beta: number,
  strikes: readonly number[],
  volatilities: readonly number[],
): [alpha: number, rho: number, nu: number] {
  const [level, slope, curvature] = fitParabola(
    strikes.map((strike) => Math.log(strike / forward)),
    volatilities,
  );
  // Far from the money the fitParabola says nothing of it.
  const s0 = Math.min(Math.max(level, Math.min(...volatilities)), Math.max(...volatilities));
  const skew = (1 - beta) * s0;
  const rhoNu = 2 * slope + skew;
  const nuSquared = 0.5 * (3 * rhoNu * rhoNu + 12 * curvature * s0 - skew * skew);
  const nu = Math.max(Math.sqrt(Math.max(nuSquared, 0)), 1.1 * Math.abs(rhoNu), 0.01);
  return [s0 * forward ** (1 - beta), rhoNu / nu, nu];
}
