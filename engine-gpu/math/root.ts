/** A root of a function that changes its sign, where each value is dear. */

/** A point and the function's value there. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** κ₁ (b − a) of the method: how far from the secant's root it looks, as a share of the first bracket. Small, as prices are nearly straight. */
const TRUNCATION = 0.02;
/** Of the final length: the last interval is under it whatever rounding does to its ends. */
const ROUNDED = 0.999;

/**
 * A point at which f is within `enough` of 0, or an end of an interval of length ≤ 2 `width` on which f changes its sign, the one
 * where f is nearer to 0: f may jump.
 *
 * Interpolates, truncates and projects: superlinear where f is smooth, and never more than one evaluation beyond bisection's.
 *
 * @param from, to  from.x < to.x, with values of opposite signs
 * @param width     absolute, > 0
 * @param enough    absolute, ≥ 0
 * @see Oliveira and Takahashi (2020), An enhancement of the bisection method average performance preserving minmax optimality
 */
export async function findRoot(f: (x: number) => Promise<number>, from: Point, to: Point, width: number, enough: number): Promise<Point> {
  const whole = to.x - from.x;
  const most = Math.ceil(Math.log2(whole / (2 * width))) + 1;
  let [a, b] = [from, to];
  for (let k = 0; Math.abs(nearest(a, b).y) > enough && b.x - a.x > 2 * width; k++) {
    const middle = (a.x + b.x) / 2;
    const secant = (b.y * a.x - a.y * b.x) / (b.y - a.y);
    const side = Math.sign(middle - secant);
    const truncation = (TRUNCATION * (b.x - a.x) ** 2) / whole;
    const truncated = truncation <= Math.abs(middle - secant) ? secant + side * truncation : middle;
    const slack = ROUNDED * width * 2 ** (most - k) - (b.x - a.x) / 2;
    const x = Math.abs(truncated - middle) <= slack ? truncated : middle - side * slack;
    const point = { x, y: await f(x) };
    if (Math.sign(point.y) === Math.sign(a.y)) a = point;
    else b = point;
  }
  return nearest(a, b);
}

const nearest = (a: Point, b: Point): Point => (Math.abs(a.y) <= Math.abs(b.y) ? a : b);
