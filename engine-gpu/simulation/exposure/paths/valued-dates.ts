/** Dates of a simulation. Times that differ by less than SAME_TIME are one date. */
import type { Years } from '../../../base/units.js';
import { SAME_TIME } from '../../emit/grid.js';
import type { CollateralTerms } from './collateral.js';

/** Times in ascending order; of those closer than SAME_TIME the first. */
export function distinctTimes(times: readonly Years[]): Years[] {
  const dates: Years[] = [];
  for (const time of times.toSorted((a, b) => a - b))
    if (dates.length === 0 || time - dates[dates.length - 1]! >= SAME_TIME) dates.push(time);
  return dates;
}

/** Dates on which a netting set is valued: those of its exposures, and the starts of their margin periods after today. */
export function valuedDates(times: readonly Years[], collateral: CollateralTerms | undefined): Years[] {
  if (collateral === undefined) return distinctTimes(times);
  const starts = times.map((time) => Math.max(time - collateral.marginPeriod, 0)).filter((start) => start >= SAME_TIME);
  return distinctTimes([...times, ...starts]);
}

/** Number of the dates, in ascending order, on which what ends at a time has a value. */
export function datesBefore(dates: readonly Years[], time: Years): number {
  let [low, high] = [0, dates.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (time - dates[middle]! >= SAME_TIME) low = middle + 1;
    else high = middle;
  }
  return low;
}
