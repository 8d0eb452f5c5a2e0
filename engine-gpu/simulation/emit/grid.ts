/** The time grid on which paths are simulated. */
import type { Years } from '../../base/units.js';

/** Times closer than this are treated as equal: half a minute. That is above the rounding of year fractions and below the spacing of any schedule. */
export const SAME_TIME: Years = 1e-6;

export const sameTime = (a: Years, b: Years): boolean => Math.abs(a - b) < SAME_TIME;

export interface Grid {
  /** Ends of the steps, non-decreasing; the first step starts today. */
  readonly times: readonly Years[];
  /** Lengths of the steps; 0 for an event today. */
  readonly lengths: readonly Years[];
  /** The times of the grid that are event times. */
  readonly events: readonly Years[];
  /** Index of the step that ends at `time`, which must be an event time. */
  readonly stepAt: (time: Years) => number;
}

/**
 * The grid of a contract's event times, refined by equal steps.
 *
 * @param events    times ≥ 0 in years, in any order, at least one
 * @param numSteps  number of equal steps up to the last event, between which the other events are inserted; 0 for the events alone
 */
export function gridFor(events: readonly Years[], numSteps = 0): Grid {
  const last = Math.max(...events);
  const equal = Array.from({ length: last > 0 ? Math.max(0, numSteps - 1) : 0 }, (_, i) => (last * (i + 1)) / numSteps);
  const marks: Years[] = [];
  for (const time of [...events].sort((a, b) => a - b)) {
    const last = marks.at(-1);
    if (last === undefined || !sameTime(last, time)) marks.push(time);
  }
  // The event's own time wins over an equal time of the grid. The tolerance shrinks with equal steps that are shorter than SAME_TIME.
  const near = Math.min(SAME_TIME, last / (2 * numSteps));
  const times = [...marks];
  let next = 0;
  for (const time of equal) {
    while (next < marks.length && marks[next]! <= time - near) next++;
    if (next === marks.length || marks[next]! >= time + near) times.push(time);
  }
  return gridOf(
    times.sort((a, b) => a - b),
    marks,
  );
}

/** The same grid after `passed` years. Steps that would end in the past get length 0 and end today. */
export function nearer({ times, events }: Grid, passed: Years): Grid {
  const remaining = (time: Years) => Math.max(0, time - passed);
  return gridOf(times.map(remaining), events.map(remaining));
}

export const gridOf = (times: readonly Years[], events: readonly Years[]): Grid => ({
  times,
  lengths: times.map((time, i) => time - (i === 0 ? 0 : times[i - 1]!)),
  events,
  stepAt: (time) => times.indexOf(events.find((event) => sameTime(event, time)) ?? Number.NaN),
});

/** The last time of a grid. */
export const endOf = ({ times }: Pick<Grid, 'times'>): Years => times[times.length - 1]!;
