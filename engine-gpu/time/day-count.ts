/** Year fractions by day count convention. Days are numbered from 1970-01-01. */
import type { Years } from '../base/units.js';
import { civilOf } from './civil.js';

export const DAY_COUNTS = ['ACT/360', 'ACT/365F', '30/360'] as const;
export type DayCount = (typeof DAY_COUNTS)[number];

const fractions: Record<DayCount, (from: number, to: number) => Years> = {
  'ACT/360': (from, to) => (to - from) / 360,
  'ACT/365F': (from, to) => (to - from) / 365,
  '30/360': thirty360,
};

/** @see ISDA 2006 Definitions, section 4.16 (d) ACT/365F, (e) ACT/360 and (f) 30/360 */
export const accrual = (dayCount: DayCount, from: number, to: number): Years => fractions[dayCount](from, to);

/** 30/360, bond basis: a start on the 31st counts as the 30th, and so does an end on the 31st if the start is a 30th or 31st. */
function thirty360(from: number, to: number): Years {
  const [start, end] = [civilOf(from), civilOf(to)];
  const startDay = Math.min(start.day, 30);
  const endDay = startDay === 30 ? Math.min(end.day, 30) : end.day;
  return (360 * (end.year - start.year) + 30 * (end.month - start.month) + endDay - startDay) / 360;
}
