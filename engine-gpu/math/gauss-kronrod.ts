/** Adaptive quadrature by the 7-point Gauss and 15-point Kronrod pair. */

const NODES = [
  0.9914553711208126, 0.9491079123427585, 0.8648644233597691, 0.7415311855993945, 0.5860872354676911, 0.4058451513773972,
  0.20778495500789848,
];
const KRONROD = [
  0.022935322010529224, 0.06309209262997856, 0.10479001032225019, 0.14065325971552592, 0.1690047266392679, 0.19035057806478542,
  0.20443294007529889,
];
const KRONROD_CENTRE = 0.20948214108472782;
/** Of the odd nodes above. */
const GAUSS = [0.1294849661688697, 0.27970539148927664, 0.3818300505051189];
const GAUSS_CENTRE = 0.4179591836734694;

/** Halving an interval this often leaves less of it than a double tells apart from its ends. */
const MAX_DEPTH = 48;
/** Halvings between two knots, at most: 40 kinks have their digits by then, and noise is not chased for longer. */
const MAX_HALVINGS = 2_000;
/** What sums of 15 values are off by, as a share of their sizes. */
const ROUNDING = 8 * Number.EPSILON;

/**
 * ∫ f over each of the intervals between neighbouring knots, added up.
 *
 * An interval is halved until both rules agree to its share of the tolerance, or to rounding; the sharper of the two is then
 * kept, so that the error of smooth parts is far under it. Kinks cost halvings, about 30 evaluations each; a feature narrower
 * than an interval's nodes can be missed, so knots belong where the integrand changes its nature.
 *
 * @param knots      ascending, two at least
 * @param tolerance  absolute, > 0
 */
export function integrate(f: (x: number) => number, knots: readonly number[], tolerance: number): number {
  const width = knots.at(-1)! - knots[0];
  let sum = 0;
  for (let i = 1; i < knots.length; i++) {
    const [from, to] = [knots[i - 1], knots[i]];
    if (to > from) sum += refine(f, from, to, (tolerance * (to - from)) / width, 0, { halvings: 0 });
  }
  return sum;
}

function refine(f: (x: number) => number, from: number, to: number, tolerance: number, depth: number, spent: { halvings: number }): number {
  const centre = 0.5 * (from + to);
  const half = 0.5 * (to - from);
  const middle = f(centre);
  let kronrod = KRONROD_CENTRE * middle;
  let gauss = GAUSS_CENTRE * middle;
  let size = Math.abs(kronrod);
  for (let i = 0; i < NODES.length; i++) {
    const [left, right] = [f(centre - half * NODES[i]), f(centre + half * NODES[i])];
    kronrod += KRONROD[i] * (left + right);
    size += KRONROD[i] * (Math.abs(left) + Math.abs(right));
    if (i % 2 === 1) gauss += GAUSS[(i - 1) / 2] * (left + right);
  }
  const gap = Math.abs(kronrod - gauss);
  // Written so that a value that is not a number, which would halve for nothing, is the answer.
  const done = !(half * gap > tolerance) || gap <= ROUNDING * size || size === Number.POSITIVE_INFINITY;
  if (done || depth === MAX_DEPTH || spent.halvings === MAX_HALVINGS) return half * kronrod;
  spent.halvings++;
  const share = 0.5 * tolerance;
  return refine(f, from, centre, share, depth + 1, spent) + refine(f, centre, to, share, depth + 1, spent);
}
