/** A pivot this far below the diagonal is the rounding of zero: the matrix has no more rank. */
const RANK_TOLERANCE = 1e-12;

/**
 * A = L Lᵀ for a positive semi-definite A of unit diagonal, L lower triangular with the columns of no rank left out.
 *
 * @param matrix  n × n correlations; its eigenvalues ≥ −1e-10
 * @returns n rows of as many numbers as A has rank; absolute error of L Lᵀ about 1e-12
 * @see Golub and Van Loan (2013), Matrix Computations, section 4.2.8
 */
export function correlationFactor(matrix: readonly (readonly number[])[]): number[][] {
  const factor: number[][] = matrix.map(() => []);
  for (let k = 0; k < matrix.length; k++) {
    const remainder = (i: number) => matrix[i]![k]! - factor[i]!.reduce((sum, x, column) => sum + x * (factor[k]![column] ?? 0), 0);
    const pivot = remainder(k);
    if (pivot <= RANK_TOLERANCE) continue;
    const column = matrix.map((_, i) => (i < k ? 0 : remainder(i) / Math.sqrt(pivot)));
    factor.forEach((row, i) => void row.push(column[i]!));
  }
  return factor;
}
