/** How well a model fits volatility quotes, said alike by every calibration. */
import { EngineFailure } from '../base/failure.js';
import type { Volatility } from '../base/units.js';
import {
  type LeastSquaresProblem,
  levenbergMarquardt,
  type Minimum,
  type StopCriteria,
  type StopReason,
} from '../math/levenberg-marquardt.js';

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
  // By the largest first: a sum of large weights would be infinite.
  const largest = Math.max(...weights);
  const mean = weights.reduce((sum, weight) => sum + weight / largest, 0) / weights.length;
  return weights.map((weight) => Math.sqrt(weight / largest / mean));
}

/** Where a search begins. */
export interface Start {
  readonly x: readonly number[];
  /** Root mean square residual with which this start is content: no other is tried then. */
  readonly enough: number;
}

/** The best of several starts, tried in turn until one converges inside its bounds to what is enough for it. */
export function bestFit(model: string, problem: LeastSquaresProblem, starts: Iterable<Start>, stop: StopCriteria): Minimum {
  let best: Minimum | undefined;
  for (const { x, enough } of starts) {
    const found = levenbergMarquardt(problem, x, stop);
    if (found !== undefined && (best === undefined || found.cost < best.cost)) best = found;
    if (best?.converged && isInside(best.x, problem) && Math.sqrt((2 * best.cost) / problem.residualCount) <= enough) break;
  }
  if (best === undefined)
    throw new EngineFailure(
      'calibration',
      `${model} cannot be calibrated: from none of the starting points does it give a volatility for every quote`,
    );
  return best;
}

const isInside = (x: Float64Array, { lower, upper }: LeastSquaresProblem): boolean =>
  x.every((value, j) => value > lower[j] && value < upper[j]);
