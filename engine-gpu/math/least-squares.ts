/** A column this far inside the span of those before it adds nothing but rounding. */
const DEPENDENT = 1e-7;

/**
 * The coefficients b that make ‖A b − y‖ least, by Householder's QR with columns scaled to length 1.
 * A column that depends on those before it has coefficient 0.
 *
 * @param columns  columns of A, each as long as y; overwritten
 * @param y        overwritten
 * @see Golub and Van Loan (2013), Matrix Computations, algorithm 5.3.2
 */
export function leastSquares(columns: readonly Float64Array[], y: Float64Array): number[] {
  const n = y.length;
  const norm = (x: Float64Array, from: number) => Math.sqrt(x.subarray(from).reduce((sum, value) => sum + value * value, 0));
  const scales = columns.map((column) => norm(column, 0));
  const kept: number[] = [];
  columns.forEach((column, j) => {
    if (scales[j] === 0) return;
    for (let i = 0; i < n; i++) column[i] = column[i]! / scales[j]!;
  });
  // Householder's vector of the k-th column kept, from row k on; the triangle's entries go to `triangle`.
  const triangle: number[][] = [];
  const reflect = (vector: Float64Array, k: number, x: Float64Array) => {
    let dot = 0;
    for (let i = k; i < n; i++) dot += vector[i]! * x[i]!;
    for (let i = k; i < n; i++) x[i] = x[i]! - 2 * dot * vector[i]!;
  };
  columns.forEach((column, j) => {
    const k = kept.length;
    if (k >= n || scales[j] === 0) return;
    kept.forEach((earlier, i) => void reflect(columns[earlier]!, i, column));
    const length = norm(column, k);
    if (length < DEPENDENT) return;
    const alpha = column[k]! > 0 ? -length : length;
    triangle.push([...column.subarray(0, k), alpha]);
    column[k] = column[k]! - alpha;
    const size = norm(column, k);
    for (let i = k; i < n; i++) column[i] = column[i]! / size;
    reflect(column, k, y);
    kept.push(j);
  });
  const solution = columns.map(() => 0);
  for (let k = kept.length - 1; k >= 0; k--) {
    let value = y[k]!;
    for (let m = k + 1; m < kept.length; m++) value -= triangle[m]![k]! * solution[kept[m]!]!;
    solution[kept[k]!] = value / triangle[k]![k]!;
  }
  return solution.map((value, j) => (scales[j] === 0 ? 0 : value / scales[j]!));
}
