/**
 * Quadrature: the three rules that the engine needs, and the points of the Gauss-Legendre rule for those who place them themselves.
 *
 * - `gaussKronrod`: adaptive, for integrands with kinks or of unknown shape.
 * - `compositeGaussLegendre`: fixed points, for sums of exponentials of known rates.
 * - `normalExpectation`: the trapezoidal rule against the normal density, for smooth integrands.
 */
import { EngineFailure } from '../base/failure.js';
import { exp } from './elementary/exp.js';
import { cos } from './elementary/trigonometric.js';

/** Points and weights of a rule on [−1, 1]. */
interface QuadratureRule {
  readonly points: readonly number[];
  readonly weights: readonly number[];
}

/**
 * The Gauss-Legendre rule of n points, exact for polynomials of degree 2n − 1. The points are the roots of Pₙ, found by Newton's method
 * from Tricomi's approximation cos(π(i + ¾)/(n + ½)).
 *
 * @param n  number of points, ≥ 1
 * @returns points in descending order; absolute error of points and weights one or two ulp of 1
 */
export function gaussLegendre(n: number): QuadratureRule {
  const points: number[] = [];
  const weights: number[] = [];
  for (let i = 0; i < n; i++) {
    let x = cos((Math.PI * (i + 0.75)) / (n + 0.5));
    let slope = 0;
    for (let iteration = 0; iteration < 8; iteration++) {
      let [previous, current] = [1, x];
      for (let k = 2; k <= n; k++) [previous, current] = [current, ((2 * k - 1) * x * current - (k - 1) * previous) / k];
      slope = (n * (x * current - previous)) / (x * x - 1);
      x -= current / slope;
    }
    points.push(x);
    weights.push(2 / ((1 - x * x) * slope * slope));
  }
  return { points, weights };
}

/** The rule applied to each panel. With 16 points, e^(−s) over a length of 4 is integrated to the last digit. */
const PANEL_RULE = gaussLegendre(16);
/** Longest panel, in units of one over the rate of the fastest exponential. */
const MAX_PANEL_LENGTH = 4;

/**
 * ∫ f over [from, to] by the 16-point Gauss-Legendre rule on equal panels, for sums of exponentials e^(±rs).
 *
 * @param rate  the largest r that occurs, ≥ 0; panels are at most 4/r long
 * @returns accurate to rounding
 */
export function compositeGaussLegendre(f: (s: number) => number, from: number, to: number, rate: number): number {
  const panels = Math.max(1, Math.ceil(((to - from) * rate) / MAX_PANEL_LENGTH));
  const half = (to - from) / panels / 2;
  let sum = 0;
  for (let panel = 0; panel < panels; panel++) {
    const middle = from + (2 * panel + 1) * half;
    for (let i = 0; i < PANEL_RULE.points.length; i++) sum += PANEL_RULE.weights[i]! * f(middle + half * PANEL_RULE.points[i]!);
  }
  return sum * half;
}

/** The range of z is [−9, 9]: φ(9), times what an integrand may grow by, is below the last digit of the integral. */
const NORMAL_RANGE = 9;
/** Step of the first trapezoidal sum, in standard deviations. */
const FIRST_TRAPEZOIDAL_STEP = 1;
const MAX_STEP_HALVINGS = 7;
/**
 * The last two sums may differ by this multiple of the tolerance. It admits integrands with a near-kink, for which the finest step just
 * misses the tolerance; a larger difference is a failure.
 */
const MAX_TOLERANCE_EXCESS = 100;

/**
 * E[f(Z)], Z standard normal, by the trapezoidal rule. The step is halved until two successive sums agree.
 *
 * For an analytic f the error falls like e^(−2π²/h²), h the step, so the result is far more accurate than the difference of the last two
 * sums.
 *
 * @param f          called with ascending arguments within each pass, so that it may start a search from its previous argument's result
 * @param tolerance  absolute difference of the last two sums at which halving stops
 * @throws EngineFailure `pricing` where the last two sums differ by more than 100 tolerances
 */
export function normalExpectation(f: (z: number) => number, tolerance: number): number {
  const pass = (start: number, step: number) => {
    let sum = 0;
    for (let z = start; z <= NORMAL_RANGE; z += step) sum += exp(-0.5 * z * z) * f(z);
    return sum;
  };
  let step = FIRST_TRAPEZOIDAL_STEP;
  let sum = pass(-NORMAL_RANGE, step);
  let result = sum * step;
  let difference = Number.POSITIVE_INFINITY;
  for (let halving = 0; halving < MAX_STEP_HALVINGS && difference > tolerance; halving++) {
    sum += pass(-NORMAL_RANGE + step / 2, step);
    step /= 2;
    difference = Math.abs(sum * step - result);
    result = sum * step;
  }
  if (!(difference <= MAX_TOLERANCE_EXCESS * tolerance))
    throw new EngineFailure('pricing', `an integral did not converge: its last two sums, of step ${step}, differ by ${difference}`);
  return result / Math.sqrt(2 * Math.PI);
}

/** Positive nodes of the 15-point Kronrod rule, its weights, and the weight at 0. */
const KRONROD_NODES = [
  0.9914553711208126, 0.9491079123427585, 0.8648644233597691, 0.7415311855993945, 0.5860872354676911, 0.4058451513773972,
  0.20778495500789848,
];
const KRONROD_WEIGHTS = [
  0.022935322010529224, 0.06309209262997856, 0.10479001032225019, 0.14065325971552592, 0.1690047266392679, 0.19035057806478542,
  0.20443294007529889,
];
const KRONROD_CENTRE_WEIGHT = 0.20948214108472782;
/** Weights of the embedded 7-point Gauss rule, whose positive nodes are every other one of Kronrod's, and its weight at 0. */
const GAUSS_WEIGHTS = [0.1294849661688697, 0.27970539148927664, 0.3818300505051189];
const GAUSS_CENTRE_WEIGHT = 0.4179591836734694;

/** After this many halvings the ends of an interval are neighbouring doubles. */
const MAX_BISECTION_DEPTH = 48;
/** Halvings between two knots: enough for the digits of 40 kinks, and a bound on the work that a noisy integrand causes. */
const MAX_HALVINGS = 2_000;
/** Rounding error of a sum of 15 values, relative to the sum of their absolute values. */
const SUM_ROUNDING = 8 * Number.EPSILON;

/**
 * ∫ f from the first knot to the last, by adaptive 7-point Gauss and 15-point Kronrod quadrature on each interval between knots.
 *
 * An interval is halved until the two rules agree to its share of the tolerance, or to rounding; the more accurate Kronrod value is kept,
 * so that the error of smooth parts is far below the tolerance. A kink costs halvings of about 30 evaluations each. A feature narrower
 * than the distance of the nodes can be missed: put a knot wherever the integrand changes its behaviour.
 *
 * @param knots      ascending, two at least
 * @param tolerance  absolute, > 0
 * @returns NaN where the integrand is NaN at a node
 */
export function gaussKronrod(f: (x: number) => number, knots: readonly number[], tolerance: number): number {
  const width = knots[knots.length - 1]! - knots[0]!;
  let sum = 0;
  for (let i = 1; i < knots.length; i++) {
    const [from, to] = [knots[i - 1], knots[i]];
    if (to! > from!) sum += bisected(f, from!, to!, (tolerance * (to! - from!)) / width, 0, { bisections: 0 });
  }
  return sum;
}

function bisected(
  f: (x: number) => number,
  from: number,
  to: number,
  tolerance: number,
  depth: number,
  spent: { bisections: number },
): number {
  const centre = 0.5 * (from + to);
  const half = 0.5 * (to - from);
  const middle = f(centre);
  let kronrod = KRONROD_CENTRE_WEIGHT * middle;
  let gauss = GAUSS_CENTRE_WEIGHT * middle;
  let size = Math.abs(kronrod);
  for (let i = 0; i < KRONROD_NODES.length; i++) {
    const [left, right] = [f(centre - half * KRONROD_NODES[i]!), f(centre + half * KRONROD_NODES[i]!)];
    kronrod += KRONROD_WEIGHTS[i]! * (left + right);
    size += KRONROD_WEIGHTS[i]! * (Math.abs(left) + Math.abs(right));
    if (i % 2 === 1) gauss += GAUSS_WEIGHTS[(i - 1) / 2]! * (left + right);
  }
  const difference = Math.abs(kronrod - gauss);
  // The negation makes NaN count as done: halving would not remove it.
  const isConverged = !(half * difference > tolerance) || difference <= SUM_ROUNDING * size || size === Number.POSITIVE_INFINITY;
  if (isConverged || depth === MAX_BISECTION_DEPTH || spent.bisections === MAX_HALVINGS) return half * kronrod;
  spent.bisections++;
  const share = 0.5 * tolerance;
  return bisected(f, from, centre, share, depth + 1, spent) + bisected(f, centre, to, share, depth + 1, spent);
}
