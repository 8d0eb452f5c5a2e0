import { integerPower, squareOf } from './elementary/pow.js';

/** Sum of squares of the second orthogonal polynomial, relative to that of an exact one, up to which it is rounding. */
const SECOND_POLYNOMIAL_ROUNDING = 1e-12;

/**
 * The least-squares parabola c₀ + c₁x + c₂x² through points, by polynomials orthogonal over the points.
 *
 * @param xs, ys  coordinates of the points, as many of one as of the other, one at least
 * @returns [c₀, c₁, c₂]. With two distinct xs c₂ = 0, and with one c₁ = 0 too
 */
export function fitParabola(xs: ArrayLike<number>, ys: ArrayLike<number>): [number, number, number] {
  const n = xs.length;
  const sum = (term: (x: number, y: number) => number) => {
    let total = 0;
    for (let i = 0; i < n; i++) total += term(xs[i]!, ys[i]!);
    return total;
  };
  const ratio = (numerator: number, denominator: number) => (denominator > 0 ? numerator / denominator : 0);
  const mean = sum((x) => x) / n;
  const square = sum((x) => squareOf(x - mean));
  const skew = ratio(
    sum((x) => integerPower(x - mean, 3)),
    square,
  );
  const second = (x: number) => squareOf(x - mean) - skew * (x - mean) - square / n;
  const secondSquare = sum((x) => squareOf(second(x)));
  const b0 = sum((_, y) => y) / n;
  const b1 = ratio(
    sum((x, y) => (x - mean) * y),
    square,
  );
  // Over two distinct xs the second polynomial is zero up to rounding.
  const b2 = secondSquare > squareOf(square / n) * SECOND_POLYNOMIAL_ROUNDING ? sum((x, y) => second(x) * y) / secondSquare : 0;
  return [b0 - b1 * mean + b2 * second(0), b1 - b2 * (2 * mean + skew), b2];
}
