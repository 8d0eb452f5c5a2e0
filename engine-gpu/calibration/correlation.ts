/** A correlation matrix that markets can use, from one as callers state it. */
import { invalid } from '../base/failure.js';
import type { Unpriced } from '../base/priced.js';
import { eigenvalueRounding } from '../market/correlation.js';
import { symmetricEigenvalues } from '../math/eigenvalues.js';
import { nearestCorrelation } from '../math/nearest-correlation.js';
import { CORRELATION_TOLERANCE, type CorrelationMatrixRequest, type CorrelationMatrixResponse } from './correlation-request.js';

/**
 * The matrix with ones on its diagonal, symmetric to the bit and positive semi-definite to the rounding of its eigenvalues. One whose
 * smallest eigenvalue is within the tolerance below zero is replaced by the nearest too: markets allow rounding alone.
 *
 * @throws EngineFailure `invalid` for an eigenvalue below −1e-10 without `repair`
 */
export function correlationMatrix({ matrix: input, repair }: CorrelationMatrixRequest): Unpriced<CorrelationMatrixResponse> {
  const symmetric = input.map((row, i) => row.map((value, j) => (i === j ? 1 : within(0.5 * (value + input[j]![i]!)))));
  const smallestEigenvalue = symmetricEigenvalues(symmetric)[0]!;
  if (smallestEigenvalue >= -eigenvalueRounding(input.length)) return { result: { matrix: symmetric } };
  if (smallestEigenvalue < -CORRELATION_TOLERANCE && !repair)
    throw invalid(
      '/matrix',
      `must be positive semi-definite to ${CORRELATION_TOLERANCE}; its smallest eigenvalue is ${smallestEigenvalue.toPrecision(6)}. With repair, the nearest correlation matrix is taken`,
    );
  const { matrix, distance, iterations, converged } = nearestCorrelation(symmetric);
  return { result: repair ? { matrix, repaired: { distance, smallestEigenvalue, iterations, converged } } : { matrix } };
}

const within = (value: number): number => Math.max(-1, Math.min(1, value));
