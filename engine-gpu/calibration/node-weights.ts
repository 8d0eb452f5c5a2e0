/** Curves through values of the accumulated rate Y = −ln P at nodes, and the derivatives of Y at any time with respect to those values. */
import type { Years } from '../base/units.js';
import { accumulatedRate, type Curve, firstAtOrAfter, type Interpolation } from '../market/curve.js';

/** The curve whose accumulated rate takes the given values at the given times. */
export const curveThrough = (interpolation: Interpolation, times: readonly Years[], values: ArrayLike<number>): Curve => ({
  times,
  zeroRates: times.map((time, i) => values[i]! / time),
  interpolation,
});

/** Interpolations by which Y between two nodes is a weighted sum of Y at the two. */
export type LocalInterpolation = Exclude<Interpolation, 'monotone_convex'>;

/** Weights of Y(t0) and Y(t1) in Y(t), for t in (t0, t1] and for t beyond a last node t1. */
export const WEIGHTS: Record<LocalInterpolation, (t0: Years, t1: Years, t: Years) => readonly [before: number, after: number]> = {
  log_linear: (t0, t1, t) => [(t1 - t) / (t1 - t0), (t - t0) / (t1 - t0)],
  linear_zero: (t0, t1, t) => (t0 === 0 || t > t1 ? [0, t / t1] : [(t * (t1 - t)) / ((t1 - t0) * t0), (t * (t - t0)) / ((t1 - t0) * t1)]),
};

type NodeWeight = readonly [node: number, weight: number];

/** ∂Y(t)/∂Y(tⱼ) of the nodes j on which Y(t) depends. */
export function weightsAt(interpolation: LocalInterpolation, times: readonly Years[], t: Years): readonly NodeWeight[] {
  if (t === 0) return [];
  const i = Math.min(firstAtOrAfter(times, t), times.length - 1);
  const [left, right] = WEIGHTS[interpolation](i === 0 ? 0 : times[i - 1]!, times[i]!, t);
  return i === 0
    ? [[0, right]]
    : [
        [i - 1, left],
        [i, right],
      ];
}

/** Change of an accumulated rate for a difference: truncation and rounding leave 1e-9 of the derivative. */
const VALUE_STEP = 1e-6;

/** The same of any curve; a monotone_convex one has differences, computed once for each time. */
export function nodeWeights(curve: Curve): (t: Years) => readonly NodeWeight[] {
  const { times, zeroRates, interpolation } = curve;
  if (interpolation !== 'monotone_convex') return (t) => weightsAt(interpolation, times, t);
  const values = times.map((time, i) => time * zeroRates[i]!);
  const moved = (step: number): Curve[] =>
    times.map((_, j) =>
      curveThrough(
        interpolation,
        times,
        values.map((value, i) => (i === j ? value + step : value)),
      ),
    );
  const [raised, lowered] = [moved(VALUE_STEP), moved(-VALUE_STEP)];
  const last = times.length - 1;
  /** The forward rates at both ends of an interval depend on the nodes around it. */
  const weightsOf = (t: Years): NodeWeight[] => {
    const i = Math.min(firstAtOrAfter(times, t), last);
    const first = Math.max(i - 2, 0);
    return Array.from({ length: Math.min(i + 1, last) - first + 1 }, (_, k) => {
      const j = first + k;
      return [j, (accumulatedRate(raised[j]!, t) - accumulatedRate(lowered[j]!, t)) / (2 * VALUE_STEP)];
    });
  };
  const weights = new Map<Years, readonly NodeWeight[]>();
  return (t) => {
    const list = weights.get(t) ?? weightsOf(t);
    weights.set(t, list);
    return list;
  };
}
