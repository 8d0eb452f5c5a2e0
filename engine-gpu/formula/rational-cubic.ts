/**
 * Rational cubic interpolation between two points with given slopes, and a control parameter r that bends it:
 *
 *   y(t) = [y_r t³ + (r y_r − h d_r) t²(1−t) + (r y_l + h d_l) t(1−t)² + y_l (1−t)³] / [1 + (r−3) t(1−t)],   h = x_r − x_l
 *
 * r = 3 is the cubic, r → ∞ the straight line.
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

/** r > −1 keeps the denominator above 0. */
const LEAST_CONTROL = -1 + Math.sqrt(Number.EPSILON);
/** Above, the interpolant is the straight line to the last digit. */
const STRAIGHT = 2 / (Number.EPSILON * Number.EPSILON);

/** Value at x_l + t h, 0 ≤ t ≤ 1. */
export function interpolate({ width, left, right, leftSlope, rightSlope }: Piece, r: number, t: number): number {
  const u = 1 - t;
  if (!(r < STRAIGHT)) return right * t + left * u;
  const numerator =
    right * t * t * t + (r * right - width * rightSlope) * t * t * u + (r * left + width * leftSlope) * t * u * u + left * u * u * u;
  return numerator / (1 + (r - 3) * t * u);
}

/** The r at which the second derivative on the left is `curvature`, or the nearest that keeps the shape. */
export function controlForLeftCurvature(piece: Piece, curvature: number): number {
  const { width, left, right, leftSlope, rightSlope } = piece;
  const chord = (right - left) / width;
  return Math.max((0.5 * width * curvature + (rightSlope - leftSlope)) / (chord - leftSlope), leastControl(piece, chord));
}

/** The same on the right. */
export function controlForRightCurvature(piece: Piece, curvature: number): number {
  const { width, left, right, leftSlope, rightSlope } = piece;
  const chord = (right - left) / width;
  return Math.max((0.5 * width * curvature + (rightSlope - leftSlope)) / (rightSlope - chord), leastControl(piece, chord));
}

/** The least r with which a monotone piece stays monotone and a convex (concave) one convex (concave): their (3.8) and (3.18). */
function leastControl({ leftSlope, rightSlope }: Piece, chord: number): number {
  const monotone = leftSlope * chord >= 0 && rightSlope * chord >= 0;
  const bent = (leftSlope - chord) * (chord - rightSlope) > 0;
  const forMonotony = monotone && chord !== 0 ? (rightSlope + leftSlope) / chord : LEAST_CONTROL;
  const forConvexity = bent
    ? Math.max(Math.abs((rightSlope - leftSlope) / (rightSlope - chord)), Math.abs((rightSlope - leftSlope) / (chord - leftSlope)))
    : LEAST_CONTROL;
  return Math.max(LEAST_CONTROL, forMonotony, forConvexity);
}
