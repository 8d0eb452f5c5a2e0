/** Tenors in market notation (2D, 1W, 3M, 10Y) or as ISO 8601 periods (P3M). */
import type { Years } from '../base/units.js';
import { addMonths } from './civil.js';

/** A count of up to three digits and a unit, after the P of an ISO 8601 period. */
export const TENOR_PATTERN = /^P?[1-9]\d{0,2}[DWMY]$/;

/** The reason for which a text of another form is refused. */
export const NO_TENOR = 'must be a tenor, such as 3M or 10Y';

interface Tenor {
  readonly count: number;
  readonly unit: 'D' | 'W' | 'M' | 'Y';
}

/** @param text  matches `TENOR_PATTERN` */
const parseTenor = (text: string): Tenor => ({ count: Number(text.replace('P', '').slice(0, -1)), unit: text.at(-1) as Tenor['unit'] });

const addedBy: Record<Tenor['unit'], (day: number, count: number) => number> = {
  D: (day, count) => day + count,
  W: (day, count) => day + 7 * count,
  M: addMonths,
  Y: (day, count) => addMonths(day, 12 * count),
};

/** The day number one tenor after `day`, not adjusted to a business day. */
export function addTenor(day: number, tenor: string): number {
  const { count, unit } = parseTenor(tenor);
  return addedBy[unit](day, count);
}

const unitYears: Record<Tenor['unit'], Years> = { D: 1 / 365, W: 7 / 365, M: 1 / 12, Y: 1 };

/** Length of a tenor in years, for use where there is no start date: 1/365 per day, 1/12 per month. */
export function tenorYears(tenor: string): Years {
  const { count, unit } = parseTenor(tenor);
  return count * unitYears[unit];
}

/** Length in whole months; undefined for days and weeks. */
export function tenorMonths(tenor: string): number | undefined {
  const { count, unit } = parseTenor(tenor);
  return unit === 'M' ? count : unit === 'Y' ? 12 * count : undefined;
}
