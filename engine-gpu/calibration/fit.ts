/** How well a model fits volatility quotes, said alike by every calibration. */
import { EngineFailure } from '../failure.js';
import type { Volatility } from '../units.js';
import { type LeastSquaresProblem, levenbergMarquardt, type Minimum, type StopCriteria, type StopReason } from './levenberg-marquardt.js';

export interface FitReport {
  /** Over the quotes, each counted once whatever its weight; volatility. */
  readonly rmse: Volatility;
  readonly maxError: Volatility;
  /** Of the start that gave the fit. */
  readonly iterations: number;
  readonly converged: boolean;
  readonly stopReason: StopReason;
}

export function fitReport(
  { iterations, converged, stopReason }: Minimum,
  fitted: readonly { readonly marketVolatility: Volatility; readonly modelVolatility: Volatility }[],
): FitReport {
  const errors = fitted.map(({ marketVolatility, modelVolatility }) => Math.abs(modelVolatility - marketVolatility));
  const rmse = Math.sqrt(errors.reduce((sum, error) => sum + error * error, 0) / errors.length);
  return { rmse, maxError: Math.max(...errors), iterations, converged, stopReason };
}

/** √wᵢ, scaled so that the weights are 1 on average and a tolerance means the same whatever their unit. */
export function rootWeights(weights: readonly number[]): number[] {
  const mean = weights.reduce((sum, weight) => sum + weight, 0) / weights.length;
  return weights.map((weight) => Math.sqrt(weight / mean));
}

/**
 * The best of several starts, tried in turn until one fits to `enough`.
 *
 * @param enough root mean square residual from which another start could gain nothing
 */
export function bestFit(
  model: string,
  problem: LeastSquaresProblem,
  starts: Iterable<readonly number[]>,
  stop: StopCriteria,
  enough: number,
): Minimum {
  let best: Minimum | undefined;
  for (const start of starts) {
    const found = levenbergMarquardt(problem, start, stop);
    if (found !== undefined && (best === undefined || found.cost < best.cost)) best = found;
    if (best?.converged && Math.sqrt((2 * best.cost) / problem.residualCount) <= enough) break;
  }
  if (best === undefined)
    throw new EngineFailure(
      'calibration',
      `${model} cannot be calibrated: from none of the starting points does it give a volatility for every quote`,
    );
  return best;
}
