import { symmetricEigenpairs } from './eigenvalues.js';

/** An eigenvalue this far below the diagonal is the rounding of zero: the matrix has no more rank. */
const RANK_TOLERANCE = 1e-12;

/**
 * A = L Lᵀ for a positive semi-definite A of unit diagonal. L's columns are its principal axes, the longest first, those of no length
 * left out: the first motion moves the assets together, as far as one can. Volatilities have no part in it, so that a price at a bumped
 * one takes the same paths.
 *
 * @param matrix  n × n correlations; its eigenvalues ≥ −1e-10
 * @returns n rows of as many numbers as A has rank; absolute error of L Lᵀ about 1e-12
 * @see Glasserman (2003), Monte Carlo Methods in Financial Engineering, section 2.3.3
 */
export function correlationFactor(matrix: readonly (readonly number[])[]): number[][] {
  const axes = symmetricEigenpairs(matrix).filter(({ value }) => value > RANK_TOLERANCE);
  return matrix.map((_, asset) => axes.map(({ value, vector }) => Math.sqrt(value) * vector[asset]));
}
