/** The correlation matrix that is nearest to a symmetric matrix in the Frobenius norm. */
import { symmetricEigenpairs } from './eigenvalues.js';
import { squareOf } from './elementary/pow.js';

type Matrix = readonly (readonly number[])[];

/** Largest change of an entry between two iterations at which they have converged. */
const CONVERGED = 1e-12;
/** Alternating projections converge linearly: matrices that are far from a correlation matrix take some hundreds of steps. */
const MAX_ITERATIONS = 10_000;

interface NearestCorrelation {
  /** Symmetric, ones on the diagonal, positive semi-definite to rounding. */
  readonly matrix: number[][];
  /** ‖A − X‖ in the Frobenius norm. */
  readonly distance: number;
  readonly iterations: number;
  /** True if the iterations have converged. The matrix is a correlation matrix either way. */
  readonly converged: boolean;
}

/**
 * argmin ‖A − X‖ over X ⪰ 0 with unit diagonal, by alternating projections onto the two sets with Dykstra's correction.
 *
 * @param symmetric  n × n, finite
 * @returns each entry to about 1e-12 where it has converged
 * @see Higham (2002), Computing the nearest correlation matrix, IMA Journal of Numerical Analysis 22, algorithm 3.3
 */
export function nearestCorrelation(symmetric: Matrix): NearestCorrelation {
  let unit: number[][] = symmetric.map((row) => [...row]);
  let correction: number[][] = symmetric.map((row) => row.map(() => 0));
  let iterations = 0;
  let converged = false;
  while (!converged && iterations < MAX_ITERATIONS) {
    iterations++;
    const corrected = unit.map((row, i) => row.map((value, j) => value - correction[i]![j]!));
    const projected = withoutNegativeEigenvalues(corrected);
    correction = projected.map((row, i) => row.map((value, j) => value - corrected[i]![j]!));
    const next = projected.map((row, i) => row.map((value, j) => (i === j ? 1 : value)));
    converged = largestDifference(next, unit) <= CONVERGED;
    unit = next;
  }
  // The last iterate has a unit diagonal and eigenvalues a little below zero; scaling keeps the signs of the eigenvalues.
  const matrix = withUnitDiagonal(withoutNegativeEigenvalues(unit));
  const distance = Math.sqrt(
    symmetric.reduce((sum, row, i) => sum + row.reduce((rowSum, value, j) => rowSum + squareOf(value - matrix[i]![j]!), 0), 0),
  );
  return { matrix, distance, iterations, converged };
}

/** Σ max(λ, 0) v vᵀ, the nearest positive semi-definite matrix. */
function withoutNegativeEigenvalues(matrix: Matrix): number[][] {
  const pairs = symmetricEigenpairs(matrix).filter(({ value }) => value > 0);
  return matrix.map((_, i) =>
    matrix.map((__, j) => {
      // The same products in the same order on both sides of the diagonal, so that the result is symmetric to the bit.
      const [low, high] = i < j ? [i, j] : [j, i];
      return pairs.reduce((sum, { value, vector }) => sum + value * (vector[low]! * vector[high]!), 0);
    }),
  );
}

function withUnitDiagonal(matrix: Matrix): number[][] {
  const scale = matrix.map((row, i) => 1 / Math.sqrt(row[i]!));
  return matrix.map((row, i) =>
    row.map((value, j) => {
      const [low, high] = i < j ? [i, j] : [j, i];
      return i === j ? 1 : Math.max(-1, Math.min(1, value * (scale[low]! * scale[high]!)));
    }),
  );
}

const largestDifference = (one: Matrix, other: Matrix): number =>
  one.reduce((largest, row, i) => row.reduce((rowLargest, value, j) => Math.max(rowLargest, Math.abs(value - other[i]![j]!)), largest), 0);
