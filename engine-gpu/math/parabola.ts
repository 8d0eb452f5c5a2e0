/**
 * The parabola c₀ + c₁x + c₂x² nearest to some points, by orthogonal polynomials over them.
 *
 * @returns through fewer than three different xs, a line (c₂ = 0) or a constant
 */
export function parabola(xs: ArrayLike<number>, ys: ArrayLike<number>): [number, number, number] {
  const n = xs.length;
  const sum = (term: (x: number, y: number) => number) => {
    let total = 0;
    for (let i = 0; i < n; i++) total += term(xs[i], ys[i]);
    return total;
  };
  const ratio = (numerator: number, denominator: number) => (denominator > 0 ? numerator / denominator : 0);
  const mean = sum((x) => x) / n;
  const square = sum((x) => (x - mean) ** 2);
  const tilt = ratio(
    sum((x) => (x - mean) ** 3),
    square,
  );
  const second = (x: number) => (x - mean) ** 2 - tilt * (x - mean) - square / n;
  const spread = sum((x) => second(x) ** 2);
  const b0 = sum((_, y) => y) / n;
  const b1 = ratio(
    sum((x, y) => (x - mean) * y),
    square,
  );
  // Of two points what is left of the second polynomial is rounding.
  const b2 = spread > (square / n) ** 2 * 1e-12 ? sum((x, y) => second(x) * y) / spread : 0;
  return [b0 - b1 * mean + b2 * second(0), b1 - b2 * (2 * mean + tilt), b2];
}
