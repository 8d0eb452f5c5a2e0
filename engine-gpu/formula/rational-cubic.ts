/**
 * Rational cubic interpolation between two points with given slopes and a shape parameter r:
 *
 *   y(t) = [y_r t³ + (r y_r − h d_r) t²(1−t) + (r y_l + h d_l) t(1−t)² + y_l (1−t)³] / [1 + (r−3) t(1−t)],   h = x_r − x_l
 *
 * r = 3 gives the cubic Hermite polynomial, r → ∞ the straight line.
 *
 * @see R. Delbourgo and J. A. Gregory (1985), Shape preserving piecewise rational interpolation, SIAM J. Sci. Stat. Comput. 6
 */
export interface Piece {
  /** h = x_r − x_l > 0. */
  readonly width: number;
  readonly left: number;
  readonly right: number;
  readonly leftSlope: number;
  readonly rightSlope: number;
}

/** Lower bound of r: r > −1 keeps the denominator positive. */
const MIN_SHAPE = -1 + Math.sqrt(Number.EPSILON);
/** Smallest r at which the interpolant equals the straight line to the last digit. */
const STRAIGHT_LINE_SHAPE = 2 / (Number.EPSILON * Number.EPSILON);

/** Value of the interpolant at x_l + t h, 0 ≤ t ≤ 1. */
export function interpolate({ width, left, right, leftSlope, rightSlope }: Piece, r: number, t: number): number {
  const u = 1 - t;
  if (!(r < STRAIGHT_LINE_SHAPE)) return right * t + left * u;
  const numerator =
    right * t * t * t + (r * right - width * rightSlope) * t * t * u + (r * left + width * leftSlope) * t * u * u + left * u * u * u;
  return numerator / (1 + (r - 3) * t * u);
}

/** The r for which the second derivative at the left end is `curvature`, or the smallest that preserves monotonicity and convexity. */
export function shapeForLeftCurvature(piece: Piece, curvature: number): number {
  const { width, left, right, leftSlope, rightSlope } = piece;
  const chord = (right - left) / width;
  return Math.max((0.5 * width * curvature + (rightSlope - leftSlope)) / (chord - leftSlope), minShape(piece, chord));
}

/** The r for which the second derivative at the right end is `curvature`, or the smallest that preserves monotonicity and convexity. */
export function shapeForRightCurvature(piece: Piece, curvature: number): number {
  const { width, left, right, leftSlope, rightSlope } = piece;
  const chord = (right - left) / width;
  return Math.max((0.5 * width * curvature + (rightSlope - leftSlope)) / (rightSlope - chord), minShape(piece, chord));
}

/** The smallest r with which monotone data stay monotone and convex (concave) data convex (concave): Delbourgo and Gregory's (3.8) and (3.18). */
function minShape({ leftSlope, rightSlope }: Piece, chord: number): number {
  const monotone = leftSlope * chord >= 0 && rightSlope * chord >= 0;
  const convexOrConcave = (leftSlope - chord) * (chord - rightSlope) > 0;
  const forMonotonicity = monotone && chord !== 0 ? (rightSlope + leftSlope) / chord : MIN_SHAPE;
  const forConvexity = convexOrConcave
    ? Math.max(Math.abs((rightSlope - leftSlope) / (rightSlope - chord)), Math.abs((rightSlope - leftSlope) / (chord - leftSlope)))
    : MIN_SHAPE;
  return Math.max(MIN_SHAPE, forMonotonicity, forConvexity);
}
