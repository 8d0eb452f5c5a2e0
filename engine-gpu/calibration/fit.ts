/** Shared parts of the calibrations to volatility quotes: several starting points, weights, and the report on the quality of a fit. */
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
  /** Root mean square error over the quotes, unweighted, in volatility. */
  readonly rmse: Volatility;
  /** Largest error over the quotes, in volatility. */
  readonly maxError: Volatility;
  /** Iterations of the optimiser from the starting point that gave the fit. */
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

/** √wᵢ, with the weights scaled to an average of 1, so that tolerances do not depend on their unit. */
export function rootWeights(weights: readonly number[]): number[] {
  // Divided by the largest weight first: the sum of very large weights would overflow.
  const largest = Math.max(...weights);
  const mean = weights.reduce((sum, weight) => sum + weight / largest, 0) / weights.length;
  return weights.map((weight) => Math.sqrt(weight / largest / mean));
}

/** A starting point of the search. */
export interface Start {
  readonly x: readonly number[];
  /** Root mean square residual at which a fit from this starting point is accepted without trying the next one. */
  readonly acceptedError: number;
}

/**
 * The best fit from several starting points. They are tried in turn until a fit converges inside its bounds to its accepted error.
 *
 * @throws EngineFailure `calibration` if the model gives a volatility for every quote from none of the starting points
 */
export function bestFit(model: string, problem: LeastSquaresProblem, starts: Iterable<Start>, stop: StopCriteria): Minimum {
  let best: Minimum | undefined;
  for (const { x, acceptedError } of starts) {
    const minimum = levenbergMarquardt(problem, x, stop);
    if (minimum !== undefined && (best === undefined || minimum.cost < best.cost)) best = minimum;
    if (best?.converged && isInside(best.x, problem) && errorOf(best, problem) <= Math.min(acceptedError, acceptedAfter(best))) break;
  }
  if (best === undefined)
    throw new EngineFailure(
      'calibration',
      `${model} cannot be calibrated: it gives a volatility for every quote from none of the starting points`,
    );
  return best;
}

/** Steps become short at an exact fit, and in a narrow valley far from its lowest point. */
const acceptedAfter = ({ stopReason }: Minimum): Volatility => (stopReason === 'step' ? 1e-8 : Number.POSITIVE_INFINITY);

const errorOf = ({ cost }: Minimum, { residualCount }: LeastSquaresProblem): number => Math.sqrt((2 * cost) / residualCount);

const isInside = (x: Float64Array, { lower, upper }: LeastSquaresProblem): boolean =>
  x.every((value, j) => value > lower[j]! && value < upper[j]!);
