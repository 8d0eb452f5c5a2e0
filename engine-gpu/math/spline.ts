/**
 * A natural cubic spline: it interpolates the points, is twice continuously differentiable and has second derivative 0 at both ends.
 *
 * @see C. de Boor (1978), A Practical Guide to Splines
 */
export interface Spline {
  /** Knots, strictly increasing, two at least. */
  readonly xs: readonly number[];
  readonly ys: readonly number[];
  /** Second derivatives at the knots; 0 at the ends. */
  readonly curvatures: readonly number[];
}

/** A function's value and first two derivatives at a point. */
export interface Jet {
  readonly value: number;
  readonly slope: number;
  readonly curvature: number;
}

/** The spline through the points (xsᵢ, ysᵢ), by elimination on the tridiagonal equations of the second derivatives. */
export function spline(xs: readonly number[], ys: readonly number[]): Spline {
  const last = xs.length - 1;
  const curvatures = new Array<number>(xs.length).fill(0);
  const factors = new Array<number>(xs.length).fill(0);
  for (let i = 1; i < last; i++) {
    const leftWidth = xs[i]! - xs[i - 1]!;
    const right = xs[i + 1]! - xs[i]!;
    const slopeChange = (ys[i + 1]! - ys[i]!) / right - (ys[i]! - ys[i - 1]!) / leftWidth;
    const pivot = 2 * (leftWidth + right) - leftWidth * factors[i - 1]!;
    factors[i] = right / pivot;
    curvatures[i] = (6 * slopeChange - leftWidth * curvatures[i - 1]!) / pivot;
  }
  for (let i = last - 1; i > 0; i--) curvatures[i]! -= factors[i]! * curvatures[i + 1]!;
  return { xs, ys, curvatures };
}

/** The spline at x. Outside the knots the cubic of the first or last interval is extrapolated. */
export function evaluate({ xs, ys, curvatures }: Spline, x: number): Jet {
  let low = 0;
  let high = xs.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (xs[middle]! > x) high = middle;
    else low = middle;
  }
  const width = xs[high]! - xs[low]!;
  const a = (xs[high]! - x) / width;
  const b = 1 - a;
  const [m0, m1] = [curvatures[low], curvatures[high]];
  return {
    value: a * ys[low]! + b * ys[high]! + ((a * a * a - a) * m0! + (b * b * b - b) * m1!) * ((width * width) / 6),
    slope: (ys[high]! - ys[low]!) / width + ((1 - 3 * a * a) * m0! + (3 * b * b - 1) * m1!) * (width / 6),
    curvature: a * m0! + b * m1!,
  };
}
