/** Year fractions between days, as interest accrues; of day numbers since 1970-01-01. */
import type { Years } from '../base/units.js';
import { civilOf } from './civil.js';

export const DAY_COUNTS = ['ACT/360', 'ACT/365F', '30/360'] as const;
export type DayCount = (typeof DAY_COUNTS)[number];

const fractions: Record<DayCount, (from: number, to: number) => Years> = {
  'ACT/360': (from, to) => (to - from) / 360,
  'ACT/365F': (from, to) => (to - from) / 365,
  '30/360': thirty360,
};

/** @see ISDA 2006 Definitions, section 4.16 (d), (e) and (f) */
export const accrual = (dayCount: DayCount, from: number, to: number): Years => fractions[dayCount](from, to);

/** Bond basis: a 31st counts as the 30th, as an end only where the start is one too. */
function thirty360(from: number, to: number): Years {
  const [start, end] = [civilOf(from), civilOf(to)];
  const startDay = Math.min(start.day, 30);
  const endDay = startDay === 30 ? Math.min(end.day, 30) : end.day;
  return (360 * (end.year - start.year) + 30 * (end.month - start.month) + endDay - startDay) / 360;
}
