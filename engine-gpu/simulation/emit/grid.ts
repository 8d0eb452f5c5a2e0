/** The times at which paths are drawn. */
import type { Years } from '../../base/units.js';

/** Times nearer than this are one: half a minute, above what arithmetic on year fractions leaves, below any schedule. */
export const SAME_TIME: Years = 1e-6;

export const sameTime = (a: Years, b: Years): boolean => Math.abs(a - b) < SAME_TIME;

export interface Grid {
  /** Ends of the steps, none before the one before it; the first step starts today. */
  readonly times: readonly Years[];
  /** Their lengths; 0 for an event of today. */
  readonly lengths: readonly Years[];
  /** Those of the times that are events'. */
  readonly events: readonly Years[];
  /** The step that ends at `time`, which must be an event's. */
  readonly stepAt: (time: Years) => number;
}

/**
 * @param events    times ≥ 0, in any order, one at least
 * @param numSteps  where given, at least so many steps: that many equal ones to the last event, with the events between
 */
export function gridFor(events: readonly Years[], numSteps = 0): Grid {
  const last = Math.max(...events);
  const equal = Array.from({ length: last > 0 ? Math.max(0, numSteps - 1) : 0 }, (_, i) => (last * (i + 1)) / numSteps);
  const marks: Years[] = [];
  for (const time of [...events].sort((a, b) => a - b)) if (marks.length === 0 || !sameTime(marks.at(-1)!, time)) marks.push(time);
  // Of times that are one the event's own stays. Steps may be shorter than what is the same time: those of a minute or less.
  const near = Math.min(SAME_TIME, last / (2 * numSteps));
  const times = [...marks];
  let next = 0;
  for (const time of equal) {
    while (next < marks.length && marks[next] <= time - near) next++;
    if (next === marks.length || marks[next] >= time + near) times.push(time);
  }
  return gridOf(
    times.sort((a, b) => a - b),
    marks,
  );
}

/** The same steps when time has passed; those that would then be past have no length, and end today. */
export function nearer({ times, events }: Grid, passed: Years): Grid {
  const left = (time: Years) => Math.max(0, time - passed);
  return gridOf(times.map(left), events.map(left));
}

export const gridOf = (times: readonly Years[], events: readonly Years[]): Grid => ({
  times,
  lengths: times.map((time, i) => time - (i === 0 ? 0 : times[i - 1])),
  events,
  stepAt: (time) => times.indexOf(events.find((event) => sameTime(event, time)) ?? Number.NaN),
});
