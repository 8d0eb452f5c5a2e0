/** Integrals of smooth functions. */
import { EngineFailure } from '../base/failure.js';

/** Points and weights on [−1, 1]. */
export interface Rule {
  readonly points: readonly number[];
  readonly weights: readonly number[];
}

/**
 * Gauss and Legendre's rule of n points, exact for polynomials of degree 2n − 1: the roots of Pₙ by Newton's method from
 * Tricomi's approximation cos(π(i + ¾)/(n + ½)).
 */
export function gaussLegendre(n: number): Rule {
  const points: number[] = [];
  const weights: number[] = [];
  for (let i = 0; i < n; i++) {
    let x = Math.cos((Math.PI * (i + 0.75)) / (n + 0.5));
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

/** With 16 points e^(−s) over a length of 4 is integrated to the last digit. */
const RULE = gaussLegendre(16);
const PANEL = 4;

/**
 * ∫ f over [from, to], for sums of exponentials e^(±rs) with rates up to `rate`: to rounding.
 *
 * @param rate  ≥ 0; sets how finely the interval is cut
 */
export function integrateExponentials(f: (s: number) => number, from: number, to: number, rate: number): number {
  const panels = Math.max(1, Math.ceil(((to - from) * rate) / PANEL));
  const half = (to - from) / panels / 2;
  let sum = 0;
  for (let panel = 0; panel < panels; panel++) {
    const middle = from + (2 * panel + 1) * half;
    for (let i = 0; i < RULE.points.length; i++) sum += RULE.weights[i] * f(middle + half * RULE.points[i]);
  }
  return sum * half;
}

/** Where φ(z), times what an integrand grows by, has left the last digit of the integral. */
const GAUSSIAN_END = 9;
const FIRST_STEP = 1;
const MOST_HALVINGS = 7;
/** Where f all but has a kink the finest step may miss the tolerance by this factor; beyond, the integral has failed. */
const LAST_RESORT = 100;

/**
 * E[f(Z)], Z standard normal, by the trapezoidal rule, halving its step until two results agree.
 *
 * For an analytic f the error falls like e^(−2π²/h²), so that the result is far closer than the two are to each other.
 *
 * @param f          called from left to right within each pass
 * @param tolerance  absolute, between the last two results
 * @throws EngineFailure `pricing` where they do not agree
 */
export function expectation(f: (z: number) => number, tolerance: number): number {
  const pass = (start: number, step: number) => {
    let sum = 0;
    for (let z = start; z <= GAUSSIAN_END; z += step) sum += Math.exp(-0.5 * z * z) * f(z);
    return sum;
  };
  let step = FIRST_STEP;
  let sum = pass(-GAUSSIAN_END, step);
  let result = sum * step;
  let moved = Number.POSITIVE_INFINITY;
  for (let halving = 0; halving < MOST_HALVINGS && moved > tolerance; halving++) {
    sum += pass(-GAUSSIAN_END + step / 2, step);
    step /= 2;
    moved = Math.abs(sum * step - result);
    result = sum * step;
  }
  if (!(moved <= LAST_RESORT * tolerance))
    throw new EngineFailure('pricing', `an integral did not settle: its last two sums, of step ${step}, differ by ${moved}`);
  return result / Math.sqrt(2 * Math.PI);
}
