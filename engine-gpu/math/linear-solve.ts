/**
 * Solves A x = b in place by Gaussian elimination with partial pivoting.
 *
 * @param a        n × n, row by row; overwritten
 * @param b        n × columns, row by row: right sides side by side; overwritten by their x, which is not finite where A is singular
 * @see Golub and Van Loan (2013), Matrix Computations, algorithm 3.4.1
 */
export function solveLinear(a: Float64Array, b: Float64Array, columns = 1): void {
  const n = b.length / columns;
  for (let c = 0; c < n; c++) {
    let pivot = c;
    for (let i = c + 1; i < n; i++) if (Math.abs(a[i * n + c]!) > Math.abs(a[pivot * n + c]!)) pivot = i;
    if (pivot !== c) {
      for (let k = c; k < n; k++) [a[c * n + k], a[pivot * n + k]] = [a[pivot * n + k]!, a[c * n + k]!];
      for (let k = 0; k < columns; k++) [b[c * columns + k], b[pivot * columns + k]] = [b[pivot * columns + k]!, b[c * columns + k]!];
    }
    for (let i = c + 1; i < n; i++) {
      const factor = a[i * n + c]! / a[c * n + c]!;
      for (let k = c + 1; k < n; k++) a[i * n + k] = a[i * n + k]! - factor * a[c * n + k]!;
      for (let k = 0; k < columns; k++) b[i * columns + k] = b[i * columns + k]! - factor * b[c * columns + k]!;
    }
  }
  for (let i = n - 1; i >= 0; i--)
    for (let column = 0; column < columns; column++) {
      let rest = b[i * columns + column]!;
      for (let k = i + 1; k < n; k++) rest -= a[i * n + k]! * b[k * columns + column]!;
      b[i * columns + column] = rest / a[i * n + i]!;
    }
}
