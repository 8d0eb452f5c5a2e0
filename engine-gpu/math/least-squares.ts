/** A column of which so little, relative to its length, stands out of the span of those before it adds nothing but rounding. */
const DEPENDENT = 1e-7;

/**
 * The coefficients b that make ‖A b − y‖ least, by Householder's QR with columns scaled to length 1.
 * A column that depends on those before it has coefficient 0.
 *
 * @param columns  columns of A, each as long as y; overwritten
 * @param y        overwritten
 * @param dependent  what of a column must stand out, relative to its length
 * @see Golub and Van Loan (2013), Matrix Computations, algorithm 5.3.2
 */
export function leastSquares(columns: readonly Float64Array[], y: Float64Array, dependent = DEPENDENT): number[] {
  const n = y.length;
  const norm = (x: Float64Array, from: number) => Math.sqrt(x.subarray(from).reduce((sum, value) => sum + value * value, 0));
  const scales = columns.map((column) => norm(column, 0));
  const kept: number[] = [];
  columns.forEach((column, j) => {
    if (scales[j] === 0) return;
    for (let i = 0; i < n; i++) column[i] = column[i] / scales[j];
  });
  // Householder's vector of the k-th column kept, from row k on; the triangle's entries go to `triangle`.
  const triangle: number[][] = [];
  const reflect = (vector: Float64Array, k: number, x: Float64Array) => {
    let dot = 0;
    for (let i = k; i < n; i++) dot += vector[i] * x[i];
    for (let i = k; i < n; i++) x[i] = x[i] - 2 * dot * vector[i];
  };
  columns.forEach((column, j) => {
    const k = kept.length;
    if (k >= n || scales[j] === 0) return;
    kept.forEach((earlier, i) => void reflect(columns[earlier], i, column));
    const length = norm(column, k);
    if (length < dependent) return;
    const alpha = column[k] > 0 ? -length : length;
    triangle.push([...column.subarray(0, k), alpha]);
    column[k] = column[k] - alpha;
    const size = norm(column, k);
    for (let i = k; i < n; i++) column[i] = column[i] / size;
    reflect(column, k, y);
    kept.push(j);
  });
  const solution = columns.map(() => 0);
  for (let k = kept.length - 1; k >= 0; k--) {
    let value = y[k];
    for (let m = k + 1; m < kept.length; m++) value -= triangle[m][k] * solution[kept[m]];
    solution[kept[k]] = value / triangle[k][k];
  }
  return solution.map((value, j) => (scales[j] === 0 ? 0 : value / scales[j]));
}

/**
 * Takes further rows A into a triangle R, so that RᵀR becomes RᵀR + AᵀA: least squares over any number of rows, some at a time.
 *
 * @param triangle  n columns of n numbers, upper triangular, zero at first; overwritten
 * @param rows      n columns of as many numbers as there are rows; overwritten
 * @see Golub and Van Loan (2013), Matrix Computations, section 6.5.3
 */
export function absorb(triangle: readonly Float64Array[], rows: readonly Float64Array[]): void {
  const dot = (x: Float64Array, y: Float64Array) => {
    let total = 0;
    for (let i = 0; i < x.length; i++) total += x[i] * y[i];
    return total;
  };
  triangle.forEach((column, k) => {
    const below = rows[k];
    const diagonal = column[k];
    const rest = dot(below, below);
    if (rest === 0) return;
    const alpha = diagonal > 0 ? -Math.sqrt(diagonal ** 2 + rest) : Math.sqrt(diagonal ** 2 + rest);
    const first = diagonal - alpha;
    const half = (first ** 2 + rest) / 2;
    for (let j = k + 1; j < triangle.length; j++) {
      const [other, further] = [triangle[j], rows[j]];
      const factor = (first * other[k] + dot(below, further)) / half;
      other[k] = other[k] - factor * first;
      for (let i = 0; i < below.length; i++) further[i] = further[i] - factor * below[i];
    }
    column[k] = alpha;
  });
}
