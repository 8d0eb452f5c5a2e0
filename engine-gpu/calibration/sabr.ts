/** Fits SABR's α, ρ and ν to the smile of one expiry, with β held fixed. */

import type { Priced } from '../base/priced.js';
import { SOLVERS } from '../base/solvers.js';
import type { Volatility } from '../base/units.js';
import { sabrStrike, sensitivitiesAt } from '../formula/sabr.js';
import { log } from '../math/elementary/log.js';
import { pow } from '../math/elementary/pow.js';
import type { LeastSquaresProblem, StopCriteria } from '../math/levenberg-marquardt.js';
import { fitParabola } from '../math/parabola.js';
import { bestFit, fitReport, rootWeights } from './fit.js';
import type { SabrCalibrationRequest, SabrCalibrationResponse } from './requests.js';

/** The expansion is singular at ρ = ±1. */
const MAX_RHO = 0.9999;
/** Largest ν, per square root of a year; the smile of an option with a few hours to expiry needs some tens. */
const MAX_NU = 1_000;
/** α lies within this factor of its estimate from the at-the-money volatility. */
const ALPHA_RANGE = 1e4;

/** Quotes are accurate to 1e-6 at best; the tighter tolerances cost an iteration or two. */
const STOP: StopCriteria = { maxIterations: 200, residual: 1e-14, gradient: 1e-12, cost: 1e-14, step: 1e-12 };
/** Root mean square error at which a fit is accepted as exact, in volatility: a millionth of a volatility point. */
const EXACT_SABR_FIT: Volatility = 1e-8;

/**
 * Further starting points, as ρ, ν√T and α in units of its estimate, for a smile whose level, slope and curvature give a poor one. Over many
 * years at a high volatility with a steep skew, the terms of higher order lower the level to half of the leading one.
 */
const OTHER_STARTS: readonly (readonly [rho: number, nuRootTime: number, alpha: number])[] = [
  [-0.7, 0.8, 1],
  [0, 0.4, 1],
  [0.7, 0.8, 1],
  [0, 2, 1],
  [-0.7, 2, 2],
];

/**
 * Minimises the weighted squared errors of the implied volatilities. With a shift, the model is that of forward + shift and strike + shift.
 *
 * @throws EngineFailure `calibration` if no starting point leads to a fit
 */
export function calibrateSabr(request: SabrCalibrationRequest): Priced<SabrCalibrationResponse> {
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
    evaluate: (x, residuals, jacobian) => {
      for (let i = 0; i < strikes.length; i++) {
        const model = sensitivitiesAt(points[i]!, expiry, x[0]!, x[1]!, x[2]!);
        const root = roots[i]!;
        residuals[i] = root * (model.volatility - volatilities[i]!);
        jacobian[3 * i] = root * model.alpha;
        jacobian[3 * i + 1] = root * model.rho;
        jacobian[3 * i + 2] = root * model.nu;
      }
    },
  };
  const starts = [first, ...OTHER_STARTS.map(([rho, nu, alpha]) => [alpha * alpha0, rho, nu / Math.sqrt(expiry)])].map((x) => ({
    x,
    acceptedError: EXACT_SABR_FIT,
  }));
  const fit = bestFit('SABR', problem, starts, STOP);
  const [alpha, rho, nu] = [fit.x[0], fit.x[1], fit.x[2]];
  const fitted = request.strikes.map((strike, i) => ({
    strike,
    marketVolatility: volatilities[i]!,
    modelVolatility: sensitivitiesAt(points[i]!, expiry, alpha!, rho!, nu!).volatility,
  }));
  const parameters = { alpha: alpha!, beta, rho: rho!, nu: nu!, ...(request.shift !== undefined && { shift }) };
  return { pricerId: SOLVERS.sabr.id, result: { ...parameters, ...fitReport(fit, fitted), fitted } };
}

/**
 * Estimates α, ρ and ν from level s₀, slope s₁ and curvature s₂ of the smile in k = ln(K/F), to leading order
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
    strikes.map((strike) => log(strike / forward)),
    volatilities,
  );
  // If all quotes are far from the money, the fitted level is an extrapolation, so it is clamped to the range of the quotes.
  const s0 = Math.min(Math.max(level, Math.min(...volatilities)), Math.max(...volatilities));
  const skew = (1 - beta) * s0;
  const rhoNu = 2 * slope + skew;
  const nuSquared = 0.5 * (3 * rhoNu * rhoNu + 12 * curvature * s0 - skew * skew);
  const nu = Math.max(Math.sqrt(Math.max(nuSquared, 0)), 1.1 * Math.abs(rhoNu), 0.01);
  return [s0 * pow(forward, 1 - beta), rhoNu / nu, nu];
}
