/**
 * A discount curve by its nodes: Y(t) = −ln P(0, t) = ∫₀ᵗ f is given at times t₁ < … < tₙ, Y(0) = 0, and joined
 *
 *   log_linear       Y linear: forward rates constant between nodes
 *   linear_zero      Y/t linear, and flat before t₁
 *   monotone_convex  f continuous, of the shape and the average that the nodes give each interval
 *
 * Beyond tₙ the forward rate stays (linear_zero: the zero rate).
 *
 * @see Hagan and West (2006), Interpolation methods for curve construction, Applied Mathematical Finance 13(2), section 6
 */
import type { Rate, Years } from '../base/units.js';

export const INTERPOLATIONS = ['log_linear', 'linear_zero', 'monotone_convex'] as const;
export type Interpolation = (typeof INTERPOLATIONS)[number];
/** Those in which Y between two nodes is a sum of the two, each times a weight. */
export type LocalInterpolation = Exclude<Interpolation, 'monotone_convex'>;

export interface NodeCurve {
  /** Y(t), t ≥ 0. */
  accumulated(t: Years): number;
  /** f(t), from the left where it jumps, t > 0. */
  forwardRate(t: Years): Rate;
}

/** Index of the first node at or after t; the last where there is none. */
export function intervalOf(times: ArrayLike<number>, t: Years): number {
  let low = 0;
  let high = times.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle] < t) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Weight of Y(t1) in Y(t) for t in an interval (t0, t1] and beyond the last; that of Y(t0) is `weightBefore`. */
export const weightAfter: Record<LocalInterpolation, (t0: Years, t1: Years, t: Years) => number> = {
  log_linear: (t0, t1, t) => (t - t0) / (t1 - t0),
  linear_zero: (t0, t1, t) => (t0 === 0 || t > t1 ? t / t1 : (t * (t - t0)) / ((t1 - t0) * t1)),
};

export const weightBefore: Record<LocalInterpolation, (t0: Years, t1: Years, t: Years) => number> = {
  log_linear: (t0, t1, t) => (t1 - t) / (t1 - t0),
  linear_zero: (t0, t1, t) => (t0 === 0 || t > t1 ? 0 : (t * (t1 - t)) / ((t1 - t0) * t0)),
};

/** @param values Y at the times */
export const nodeCurve = (interpolation: Interpolation, times: ArrayLike<number>, values: ArrayLike<number>): NodeCurve =>
  interpolation === 'monotone_convex' ? monotoneConvex(times, values) : local(interpolation, times, values);

function local(interpolation: LocalInterpolation, times: ArrayLike<number>, values: ArrayLike<number>): NodeCurve {
  const [before, after] = [weightBefore[interpolation], weightAfter[interpolation]];
  return {
    accumulated: (t) => {
      const i = intervalOf(times, t);
      const [t0, y0] = i === 0 ? [0, 0] : [times[i - 1], values[i - 1]];
      return before(t0, times[i], t) * y0 + after(t0, times[i], t) * values[i];
    },
    forwardRate: (t) => {
      const i = intervalOf(times, t);
      const [t0, y0] = i === 0 ? [0, 0] : [times[i - 1], values[i - 1]];
      const [t1, y1] = [times[i], values[i]];
      if (interpolation === 'log_linear') return (y1 - y0) / (t1 - t0);
      if (i === 0 || t > t1) return y1 / t1;
      // f = z + t z′
      const slope = (y1 / t1 - y0 / t0) / (t1 - t0);
      return y0 / t0 + slope * (t - t0) + t * slope;
    },
  };
}

/**
 * Without the paper's optional floor at zero: rates may be negative.
 *
 * On an interval of length h, x = (t − t₀)/h, f = f̄ + g(x), where f̄ is its average rate and g one of four shapes with
 * g(0) = g₀, g(1) = g₁ and ∫₀¹ g = 0.
 */
function monotoneConvex(times: ArrayLike<number>, values: ArrayLike<number>): NodeCurve {
  const n = times.length;
  const time = (i: number) => (i === 0 ? 0 : times[i - 1]);
  const value = (i: number) => (i === 0 ? 0 : values[i - 1]);
  /** f̄ of the interval that ends at node i = 1..n. */
  const average = Array.from({ length: n + 1 }, (_, i) => (i === 0 ? 0 : (value(i) - value(i - 1)) / (time(i) - time(i - 1))));
  const atNode = new Array<number>(n + 1);
  for (let i = 1; i < n; i++)
    atNode[i] = ((time(i) - time(i - 1)) * average[i + 1] + (time(i + 1) - time(i)) * average[i]) / (time(i + 1) - time(i - 1));
  const [first, last] = [average[1], average[n]];
  atNode[0] = n === 1 ? first : first - 0.5 * (atNode[1] - first);
  atNode[n] = n === 1 ? last : last - 0.5 * (atNode[n - 1] - last);

  const shape = (t: Years) => {
    const i = intervalOf(times, t) + 1;
    const h = time(i) - time(i - 1);
    const [g, area] = deviation(atNode[i - 1] - average[i], atNode[i] - average[i], (t - time(i - 1)) / h);
    return { accumulated: value(i - 1) + average[i] * (t - time(i - 1)) + h * area, forward: average[i] + g };
  };
  return {
    accumulated: (t) => (t > time(n) ? value(n) + atNode[n] * (t - time(n)) : shape(t).accumulated),
    forwardRate: (t) => (t > time(n) ? atNode[n] : shape(t).forward),
  };
}

/** g(x) and ∫₀ˣ g for 0 ≤ x ≤ 1; Hagan and West's regions (i) to (iv), the signs mirrored into g₀ > 0. */
function deviation(g0: number, g1: number, x: number): [g: number, area: number] {
  if (g0 < 0 || (g0 === 0 && g1 < 0)) {
    const [g, area] = deviation(-g0, -g1, x);
    return [-g, -area];
  }
  if (g0 === 0 && g1 === 0) return [0, 0];
  if (g1 <= -0.5 * g0 && g1 >= -2 * g0) {
    return [g0 * (1 - 4 * x + 3 * x * x) + g1 * (-2 * x + 3 * x * x), g0 * x * (1 - x) * (1 - x) + g1 * x * x * (x - 1)];
  }
  if (g1 < -2 * g0) {
    const flat = (g1 + 2 * g0) / (g1 - g0);
    if (x <= flat) return [g0, g0 * x];
    const u = (x - flat) / (1 - flat);
    return [g0 + (g1 - g0) * u * u, g0 * x + ((g1 - g0) * u * u * (x - flat)) / 3];
  }
  if (g1 < 0) {
    const flat = (3 * g1) / (g1 - g0);
    const u = Math.max((flat - x) / flat, 0);
    return [g1 + (g0 - g1) * u * u, g1 * x + ((g0 - g1) * flat * (1 - u * u * u)) / 3];
  }
  const turn = g1 / (g0 + g1);
  const low = (-g0 * g1) / (g0 + g1);
  if (x <= turn) {
    const u = turn === 0 ? 0 : (turn - x) / turn;
    return [low + (g0 - low) * u * u, low * x + ((g0 - low) * turn * (1 - u * u * u)) / 3];
  }
  const u = (x - turn) / (1 - turn);
  return [low + (g1 - low) * u * u, low * x + ((g0 - low) * turn) / 3 + ((g1 - low) * u * u * (x - turn)) / 3];
}
