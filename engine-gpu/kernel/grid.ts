/** The times at which paths are drawn. */
import type { Years } from '../units.js';

/** Times nearer than this are one: half a minute, above what arithmetic on year fractions leaves, below any schedule. */
export const SAME_TIME: Years = 1e-6;

export const sameTime = (a: Years, b: Years): boolean => Math.abs(a - b) < SAME_TIME;

export interface Grid {
  /** Ends of the steps, none before the one before it; the first step starts today. */
  readonly times: readonly Years[];
  /** Their lengths; 0 for an event of today. */
  readonly lengths: readonly Years[];
  /** The first step that ends at `time`, which must be an event's. */
  readonly stepAt: (time: Years) => number;
}

/**
 * @param events    times ≥ 0, in any order, one at least
 * @param numSteps  where given, at least so many steps: that many equal ones to the last event, with the events between
 */
export function gridFor(events: readonly Years[], numSteps = 0): Grid {
  const last = Math.max(...events);
  const equal = Array.from({ length: Math.max(0, numSteps - 1) }, (_, i) => (last * (i + 1)) / numSteps);
  // Events first, so that of times that are one the event's own stays.
  const times: Years[] = [];
  for (const time of [...events].sort((a, b) => a - b)) if (times.length === 0 || !sameTime(times.at(-1)!, time)) times.push(time);
  const marks = times.length;
  let next = 0;
  for (const time of equal) {
    while (next < marks && times[next]! < time - SAME_TIME) next++;
    if (next === marks || !sameTime(times[next]!, time)) times.push(time);
  }
  return gridOf(times.sort((a, b) => a - b));
}

/** The same steps when time has passed; those that would then be past have no length, and end today. */
export const nearer = ({ times }: Grid, passed: Years): Grid => gridOf(times.map((time) => Math.max(0, time - passed)));

const gridOf = (times: readonly Years[]): Grid => ({
  times,
  lengths: times.map((time, i) => time - (i === 0 ? 0 : times[i - 1]!)),
  stepAt: (time) => times.findIndex((end) => sameTime(end, time)),
});
