/**
 * Constructions of a Brownian path from independent normals.
 *
 * A lattice is most uniform in its first dimensions. A Brownian bridge assigns them to the values that explain most of the variance of
 * the path: the end value, then the midpoint given both ends, then the midpoints of the halves. Between values a and b already drawn at
 * times s < t < u,
 *
 *   W(t) = a + w (b − a) + d n,   w = (t − s)/(u − s),   d² = (t − s)(u − t)/(u − s)
 *
 * A kernel steps through time, so it draws each value just before the first step that needs it: on entering an interval it draws the
 * midpoint, then the midpoint of the left half, and so on down to the step. It therefore stores only one value per level of halving.
 *
 * @see Caflisch, Morokoff and Owen (1997), Valuation of mortgage-backed securities using Brownian bridges
 */
import type { Years } from '../../base/units.js';
import { ceilLog2 } from '../../math/elementary/binary.js';

/** One normal drawn for the path. */
export interface Draw {
  /** Index of the step before which the value is drawn. */
  readonly step: number;
  /** Level of halving: 0 for the value at the end. */
  readonly level: number;
  /** w and d. The left end is the path's present value, the right end the value drawn or recalled last. */
  readonly weight: number;
  readonly deviation: number;
}

export interface Construction {
  /** Number of levels of halving whose values are stored. */
  readonly levels: number;
  /**
   * One draw per step (one fewer where the end value is given), in the order in which a path takes them. The value at the end of a step is
   * the one drawn or recalled last.
   */
  readonly draws: readonly Draw[];
  /** Level of the stored value that each step recalls at its start. */
  readonly recalled: Float64Array;
}

/**
 * The Brownian bridge of a path that starts at 0 at time 0.
 *
 * @param times  ends of the steps in years, non-decreasing
 */
export function brownianBridge(times: readonly Years[]): Construction {
  const steps = times.length;
  const timeAt = (step: number): Years => (step === 0 ? 0 : times[step - 1]!);
  const draws: Draw[] = [{ step: 0, level: 0, weight: 0, deviation: Math.sqrt(timeAt(steps)) }];
  const recalled = new Float64Array(steps);
  const halve = (from: number, to: number, level: number, levelOfEnd: number): void => {
    if (to - from === 1) return;
    const middle = (from + to) >> 1;
    const [toMiddle, fromMiddle] = [timeAt(middle) - timeAt(from), timeAt(to) - timeAt(middle)];
    // Times may coincide, as for an event today.
    const weight = toMiddle === 0 ? 0 : toMiddle / (toMiddle + fromMiddle);
    draws.push({ step: from, level, weight, deviation: Math.sqrt(weight * fromMiddle) });
    halve(from, middle, level + 1, level);
    recalled[middle] = levelOfEnd;
    halve(middle, to, level + 1, levelOfEnd);
  };
  halve(0, steps, 1, 0);
  return { levels: ceilLog2(steps), draws, recalled };
}

/** The bridge pinned to 0 at both ends, W(t) − (t/T) W(T), which is independent of W(T). */
export function pinnedBridge(times: readonly Years[]): Construction {
  const { draws, ...rest } = brownianBridge(times);
  return { ...rest, draws: draws.slice(1) };
}

/** The path as a sum of independent increments, step by step: the baseline against which the bridge is compared. */
export function stepByStep(times: readonly Years[]): Construction {
  return {
    levels: 0,
    draws: times.map((time, step) => ({ step, level: step, weight: 0, deviation: Math.sqrt(time - (times[step - 1] ?? 0)) })),
    recalled: new Float64Array(times.length),
  };
}
