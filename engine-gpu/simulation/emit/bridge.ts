/**
 * The order in which a Brownian path is drawn.
 *
 * A lattice is best in its first dimensions. A bridge gives them what moves a path most: the value at the end, then the middle given both
 * ends, then the middles of the halves, each between values a and b already drawn at the times s < t < u
 *
 *   W(t) = a + w (b − a) + d n,   w = (t − s)/(u − s),   d² = (t − s)(u − t)/(u − s)
 *
 * A kernel walks through time, so it draws each value just before the first step that needs it: on entering an interval its middle, the
 * middle of the left half, and so on down to the step. Of what is drawn it has to remember one value a level of halving, and no more.
 *
 * @see Caflisch, Morokoff and Owen (1997), Valuation of mortgage-backed securities using Brownian bridges
 */
import type { Years } from '../../base/units.js';

export interface Draw {
  /** Before which step. */
  readonly step: number;
  /** Level of halving: 0 for the value at the end. */
  readonly level: number;
  /** w and d; the left end is where the path stands, the right one the value last drawn or recalled. */
  readonly weight: number;
  readonly deviation: number;
}

export interface Construction {
  /** Levels of halving whose values are remembered; deeper ones belong to the end of a step. */
  readonly levels: number;
  /** As many as steps, or one fewer where the end is given, in the order in which a path takes them; the value at a step's end is the last drawn or recalled. */
  readonly draws: readonly Draw[];
  /** The level of the value that a step begins by recalling. */
  readonly recalled: Float64Array;
}

/** @param times  of the steps' ends, none before the one before it; the path starts at 0 at time 0 */
export function brownianBridge(times: readonly Years[]): Construction {
  const steps = times.length;
  const at = (step: number): Years => (step === 0 ? 0 : times[step - 1]);
  const draws: Draw[] = [{ step: 0, level: 0, weight: 0, deviation: Math.sqrt(at(steps)) }];
  const recalled = new Float64Array(steps);
  const halve = (from: number, to: number, level: number, levelOfEnd: number): void => {
    if (to - from === 1) return;
    const middle = (from + to) >> 1;
    const [before, after] = [at(middle) - at(from), at(to) - at(middle)];
    // Times may be the same: today's.
    const weight = before === 0 ? 0 : before / (before + after);
    draws.push({ step: from, level, weight, deviation: Math.sqrt(weight * after) });
    halve(from, middle, level + 1, level);
    recalled[middle] = levelOfEnd;
    halve(middle, to, level + 1, levelOfEnd);
  };
  halve(0, steps, 1, 0);
  return { levels: Math.ceil(Math.log2(steps)), draws, recalled };
}

/** The bridge that ends at 0: W(t) − (t/T) W(T), which W(T) has no part in. */
export function pinnedBridge(times: readonly Years[]): Construction {
  const { draws, ...rest } = brownianBridge(times);
  return { ...rest, draws: draws.slice(1) };
}

/** Step after step, each the sum of what went before and its own: what a bridge is measured against. */
export function stepByStep(times: readonly Years[]): Construction {
  return {
    levels: 0,
    draws: times.map((time, step) => ({ step, level: step, weight: 0, deviation: Math.sqrt(time - (times[step - 1] ?? 0)) })),
    recalled: new Float64Array(times.length),
  };
}
