/**
 * Solves A x = b in place by Gaussian elimination with partial pivoting.
 *
 * @param a  n × n, row by row; overwritten
 * @param b  n numbers; overwritten by x, which is not finite where A is singular
 * @see Golub and Van Loan (2013), Matrix Computations, algorithm 3.4.1
 */
export function solveLinear(a: Float64Array, b: Float64Array): void {
  const n = b.length;
  for (let c = 0; c < n; c++) {
    let pivot = c;
    for (let i = c + 1; i < n; i++) if (Math.abs(a[i * n + c]!) > Math.abs(a[pivot * n + c]!)) pivot = i;
    if (pivot !== c) {
      for (let k = c; k < n; k++) [a[c * n + k], a[pivot * n + k]] = [a[pivot * n + k]!, a[c * n + k]!];
      [b[c], b[pivot]] = [b[pivot]!, b[c]!];
    }
    for (let i = c + 1; i < n; i++) {
      const factor = a[i * n + c]! / a[c * n + c]!;
      for (let k = c + 1; k < n; k++) a[i * n + k] = a[i * n + k]! - factor * a[c * n + k]!;
      b[i] = b[i]! - factor * b[c]!;
    }
  }
  for (let i = n - 1; i >= 0; i--) {
    let rest = b[i]!;
    for (let k = i + 1; k < n; k++) rest -= a[i * n + k]! * b[k]!;
    b[i] = rest / a[i * n + i]!;
  }
}
