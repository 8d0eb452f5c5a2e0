import { symmetricEigenpairs } from './eigenvalues.js';

/** Eigenvalues up to this are rounding errors of zero, relative to a diagonal of 1: they do not count towards the rank. */
const MAX_ZERO_EIGENVALUE = 1e-12;

/**
 * A principal component factor L of a correlation matrix, A = L Lᵀ. The columns of L are the principal axes in descending order of length,
 * so that the first driver explains as much of the joint movement of the assets as one driver can; axes of length zero are left out.
 * Volatilities do not enter, so that a price at a bumped volatility uses the same paths.
 *
 * @param matrix  n × n correlations, positive semi-definite: eigenvalues ≥ −1e-10
 * @returns n rows, one per asset, with one number per rank of A; absolute error of L Lᵀ about 1e-12
 * @see Glasserman (2003), Monte Carlo Methods in Financial Engineering, section 2.3.3
 */
export function correlationFactor(matrix: readonly (readonly number[])[]): number[][] {
  const axes = symmetricEigenpairs(matrix).filter(({ value }) => value > MAX_ZERO_EIGENVALUE);
  return matrix.map((_, asset) => axes.map(({ value, vector }) => Math.sqrt(value) * vector[asset]!));
}
