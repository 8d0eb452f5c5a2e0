/** A column whose component orthogonal to the columns before it is shorter than this, relative to the column, counts as dependent on them. */
const RANK_TOLERANCE = 1e-7;

/**
 * The linear least-squares solution b that minimises ‖A b − y‖, by Householder QR with columns scaled to length 1.
 * A column that is linearly dependent on those before it gets coefficient 0.
 *
 * @param columns        columns of A, each as long as y; overwritten
 * @param y              right-hand side; overwritten
 * @param rankTolerance  shortest orthogonal component, relative to its column, with which a column counts as independent
 * @returns one coefficient per column
 * @see Golub and Van Loan (2013), Matrix Computations, algorithm 5.3.2
 */
export function leastSquares(columns: readonly Float64Array[], y: Float64Array, rankTolerance = RANK_TOLERANCE): number[] {
  const n = y.length;
  const norm = (x: Float64Array, from: number) => Math.sqrt(x.subarray(from).reduce((sum, value) => sum + value * value, 0));
  const scales = columns.map((column) => norm(column, 0));
  const independent: number[] = [];
  columns.forEach((column, j) => {
    if (scales[j] === 0) return;
    for (let i = 0; i < n; i++) column[i] = column[i]! / scales[j]!;
  });
  // Householder's vector of the k-th independent column replaces it from row k on; the entries of R go to `triangle`.
  const triangle: number[][] = [];
  const reflect = (vector: Float64Array, k: number, x: Float64Array) => {
    let dot = 0;
    for (let i = k; i < n; i++) dot += vector[i]! * x[i]!;
    for (let i = k; i < n; i++) x[i] = x[i]! - 2 * dot * vector[i]!;
  };
  columns.forEach((column, j) => {
    const k = independent.length;
    if (k >= n || scales[j] === 0) return;
    independent.forEach((earlier, i) => void reflect(columns[earlier]!, i, column));
    const length = norm(column, k);
    if (length < rankTolerance) return;
    const alpha = column[k]! > 0 ? -length : length;
    triangle.push([...column.subarray(0, k), alpha]);
    column[k] = column[k]! - alpha;
    const size = norm(column, k);
    for (let i = k; i < n; i++) column[i] = column[i]! / size;
    reflect(column, k, y);
    independent.push(j);
  });
  const solution = columns.map(() => 0);
  for (let k = independent.length - 1; k >= 0; k--) {
    let value = y[k]!;
    for (let m = k + 1; m < independent.length; m++) value -= triangle[m]![k]! * solution[independent[m]!]!;
    solution[independent[k]!] = value / triangle[k]![k]!;
  }
  return solution.map((value, j) => (scales[j] === 0 ? 0 : value / scales[j]!));
}

/**
 * Updates a QR factorisation by further rows A: R becomes the triangle of RᵀR + AᵀA. A least-squares problem of any number of rows can so
 * be accumulated in blocks.
 *
 * @param triangle  R, n columns of n numbers, upper triangular, initially zero; overwritten
 * @param rows      A, n columns with one number per row; overwritten
 * @see Golub and Van Loan (2013), Matrix Computations, section 6.5.3
 */
function updateTriangle(triangle: readonly Float64Array[], rows: readonly Float64Array[]): void {
  const dot = (x: Float64Array, y: Float64Array) => {
    let total = 0;
    for (let i = 0; i < x.length; i++) total += x[i]! * y[i]!;
    return total;
  };
  triangle.forEach((column, k) => {
    const below = rows[k]!;
    const diagonal = column[k]!;
    const rest = dot(below, below);
    if (rest === 0) return;
    const alpha = diagonal > 0 ? -Math.sqrt(diagonal * diagonal + rest) : Math.sqrt(diagonal * diagonal + rest);
    const first = diagonal - alpha;
    const half = (first * first + rest) / 2;
    for (let j = k + 1; j < triangle.length; j++) {
      const [other, further] = [triangle[j], rows[j]];
      const factor = (first * other![k]! + dot(below, further!)) / half;
      other![k] = other![k]! - factor * first;
      for (let i = 0; i < below.length; i++) further![i] = further![i]! - factor * below[i]!;
    }
    column[k] = alpha;
  });
}

/** Number of rows taken in at once: a millisecond or two of work. */
export const ROWS_PER_BLOCK = 512;

/** A least-squares problem whose rows arrive in blocks. */
export interface LeastSquaresBlocks {
  /** Takes in further rows; one array per column, and the right-hand side. Overwrites them. */
  readonly add: (columns: readonly Float64Array[], y: Float64Array) => void;
  /** The coefficients for all rows so far, one per column. */
  readonly solve: (rankTolerance?: number) => number[];
}

/** Opens a least-squares problem of `count` columns. */
export function openLeastSquares(count: number): LeastSquaresBlocks {
  const triangle = Array.from({ length: count + 1 }, () => new Float64Array(count + 1));
  return {
    add: (columns, y) => updateTriangle(triangle, [...columns, y]),
    solve: (rankTolerance) => {
      const [columns, y] = [triangle.slice(0, -1).map((column) => column.slice()), triangle[count]!.slice()];
      return leastSquares(columns, y, rankTolerance);
    },
  };
}

/**
 * Regression: the least-squares coefficients of columns, which are left as they are.
 *
 * @param columns        one array per basis function, one value per row; the first is the constant where `ridge` is given
 * @param y              one value per row
 * @param rankTolerance  as of `leastSquares`
 * @param ridge          Tikhonov regularisation: a standard deviation added to each column but the first
 */
export function regress(columns: readonly Float64Array[], y: Float64Array, rankTolerance: number, ridge = 0): number[] {
  const problem = openLeastSquares(columns.length);
  for (let start = 0; start < y.length; start += ROWS_PER_BLOCK) {
    const block = (column: Float64Array) => column.slice(start, start + ROWS_PER_BLOCK);
    problem.add(columns.map(block), block(y));
  }
  const spread = ridge * Math.sqrt(y.length);
  if (spread > 0) {
    const diagonal = (k: number) => Float64Array.from(columns, (_, row) => (row === k && row > 0 ? spread : 0));
    problem.add(
      columns.map((_, k) => diagonal(k)),
      new Float64Array(columns.length),
    );
  }
  return problem.solve(rankTolerance);
}
