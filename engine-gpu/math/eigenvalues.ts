import { hypot } from './elementary/roots.js';

/** Off-diagonal entries up to this, relative to the matrix norm, are not rotated away: they are below the rounding of the diagonal. */
const MAX_OFF_DIAGONAL = Number.EPSILON / 8;
/** Convergence is quadratic and takes 6 to 10 sweeps at any size met here. */
const MAX_SWEEPS = 60;

/**
 * Eigenvalues of a real symmetric matrix, ascending, by cyclic Jacobi rotations.
 *
 * @param matrix  n × n, symmetric, finite; only read
 * @returns n numbers; absolute error a few n ε ‖A‖ (Frobenius norm)
 * @see Golub and Van Loan (2013), Matrix Computations, section 8.5 (algorithm 8.5.3)
 */
export const symmetricEigenvalues = (matrix: readonly (readonly number[])[]): number[] =>
  symmetricEigenpairs(matrix)
    .map(({ value }) => value)
    .reverse();

interface Eigenpair {
  readonly value: number;
  /** Unit vector, orthogonal to the other eigenvectors. */
  readonly vector: Float64Array;
}

/** Eigenvalues with their eigenvectors, in descending order of the eigenvalues, by the same rotations. */
export function symmetricEigenpairs(matrix: readonly (readonly number[])[]): Eigenpair[] {
  const n = matrix.length;
  const a = matrix.map((row) => Float64Array.from(row));
  const vectors = matrix.map((_, i) => Float64Array.from(matrix, (_, k) => (i === k ? 1 : 0)));
  const scale = Math.sqrt(a.reduce((sum, row) => sum + row.reduce((rowSum, x) => rowSum + x * x, 0), 0));
  for (let sweep = 0; sweep < MAX_SWEEPS; sweep++) {
    let rotated = false;
    for (let p = 0; p < n - 1; p++)
      for (let q = p + 1; q < n; q++) {
        if (Math.abs(a[p]![q]!) <= MAX_OFF_DIAGONAL * scale) continue;
        rotated = true;
        rotate(a, vectors, p, q);
      }
    if (!rotated) break;
  }
  return vectors.map((vector, i) => ({ value: a[i]![i]!, vector })).sort((one, other) => other.value! - one.value!);
}

/** Makes a[p][q] zero: A ← JᵀAJ with J a rotation in the plane of p and q, applied to the eigenvectors too. */
function rotate(a: readonly Float64Array[], vectors: readonly Float64Array[], p: number, q: number): void {
  const [rowP, rowQ] = [a[p], a[q]];
  const tau = (rowQ![q]! - rowP![p]!) / (2 * rowP![q]!);
  const tangent = (tau >= 0 ? 1 : -1) / (Math.abs(tau) + hypot(1, tau));
  const cosine = 1 / hypot(1, tangent);
  const sine = tangent * cosine;
  for (const row of a) {
    const [x, y] = [row[p], row[q]];
    row[p] = cosine * x! - sine * y!;
    row[q] = sine * x! + cosine * y!;
  }
  for (const [one, other] of [
    [rowP, rowQ],
    [vectors[p], vectors[q]],
  ] as const)
    for (let k = 0; k < a.length; k++) {
      const [x, y] = [one![k], other![k]];
      one![k] = cosine * x! - sine * y!;
      other![k] = sine * x! + cosine * y!;
    }
  // Zero in exact arithmetic. A rounding error left there could be rotated again without end.
  rowP![q] = 0;
  rowQ![p] = 0;
}
