/** Lengths of time as markets name them: 2D, 1W, 3M, 10Y. */
import type { Years } from '../base/units.js';
import { addMonths } from './civil.js';

/** Up to three digits and a unit. */
export const TENOR_PATTERN = /^[1-9]\d{0,2}[DWMY]$/;

interface Tenor {
  readonly count: number;
  readonly unit: 'D' | 'W' | 'M' | 'Y';
}

/** @param text of `TENOR_PATTERN` */
const read = (text: string): Tenor => ({ count: Number(text.slice(0, -1)), unit: text.at(-1) as Tenor['unit'] });

const added: Record<Tenor['unit'], (day: number, count: number) => number> = {
  D: (day, count) => day + count,
  W: (day, count) => day + 7 * count,
  M: addMonths,
  Y: (day, count) => addMonths(day, 12 * count),
};

/** The day a tenor after another, in day numbers, unadjusted. */
export function addTenor(day: number, tenor: string): number {
  const { count, unit } = read(tenor);
  return added[unit](day, count);
}

const unitYears: Record<Tenor['unit'], Years> = { D: 1 / 365, W: 7 / 365, M: 1 / 12, Y: 1 };

/** Its plain length, where no calendar date is at hand. */
export function tenorYears(tenor: string): Years {
  const { count, unit } = read(tenor);
  return count * unitYears[unit];
}
