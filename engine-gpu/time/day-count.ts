/** Year fractions by day count convention. Days are numbered from 1970-01-01. */
import type { Years } from '../base/units.js';
import { businessDaysBetween, type Calendar } from './calendar.js';
import { addMonths, type CivilDate, civilOf, dayOfCivil, isLeap } from './civil.js';

/** Conventions of any period. Of a bond's coupons there is ACT/ACT ICMA besides. */
export const DAY_COUNTS = ['ACT/360', 'ACT/365F', '30/360', '30/360 US', '30E/360', '30E/360 ISDA', 'ACT/ACT ISDA', 'BUS/252'] as const;
export type DayCount = (typeof DAY_COUNTS)[number];

export const COUPON_DAY_COUNTS = [...DAY_COUNTS, 'ACT/ACT ICMA'] as const;

/** Inputs that some conventions need besides the two days. */
interface AccrualContext {
  /** Calendar of business days for BUS/252. Without one every day is a business day. */
  readonly calendar?: Calendar;
  /** Last day of the schedule for 30E/360 ISDA: if it is the end of February, it is not moved to a 30th. */
  readonly terminationDay?: number;
}

const fractions: Record<DayCount, (from: number, to: number, context: AccrualContext) => Years> = {
  'ACT/360': (from, to) => (to - from) / 360,
  'ACT/365F': (from, to) => (to - from) / 365,
  '30/360': (from, to) => {
    const [start, end] = [civilOf(from), civilOf(to)];
    const startDay = Math.min(start.day, 30);
    return months360(start, end, startDay, startDay === 30 ? Math.min(end.day, 30) : end.day);
  },
  '30/360 US': (from, to) => {
    const [start, end] = [civilOf(from), civilOf(to)];
    const startDay = isEndOfFebruary(from) ? 30 : start.day;
    const endDay = isEndOfFebruary(from) && isEndOfFebruary(to) ? 30 : end.day;
    return months360(start, end, Math.min(startDay, 30), startDay >= 30 ? Math.min(endDay, 30) : endDay);
  },
  '30E/360': (from, to) => {
    const [start, end] = [civilOf(from), civilOf(to)];
    return months360(start, end, Math.min(start.day, 30), Math.min(end.day, 30));
  },
  '30E/360 ISDA': (from, to, { terminationDay }) => {
    const [start, end] = [civilOf(from), civilOf(to)];
    const startDay = isEndOfFebruary(from) ? 30 : Math.min(start.day, 30);
    return months360(start, end, startDay, isEndOfFebruary(to) && to !== terminationDay ? 30 : Math.min(end.day, 30));
  },
  'ACT/ACT ISDA': actualActualIsda,
  'BUS/252': (from, to, { calendar = 'none' }) => businessDaysBetween(calendar, from, to) / 252,
};

/**
 * The year fraction from one day to another.
 *
 * @see ISDA 2006 Definitions, section 4.16 (b) ACT/ACT ISDA, (d) ACT/365F, (e) ACT/360, (f) 30/360, (g) 30E/360 and (h) 30E/360 ISDA;
 *      of 30/360 US the SIA's rule, which counts the end of February as a 30th; of BUS/252 Brazil's
 */
export const accrual = (dayCount: DayCount, from: number, to: number, context: AccrualContext = {}): Years =>
  fractions[dayCount](from, to, context);

const months360 = (start: CivilDate, end: CivilDate, startDay: number, endDay: number): Years =>
  (360 * (end.year - start.year) + 30 * (end.month - start.month) + endDay - startDay) / 360;

const isEndOfFebruary = (day: number): boolean => civilOf(day).month === 2 && civilOf(day + 1).month === 3;

/** Days in a leap year count 1/366, the others 1/365. */
function actualActualIsda(from: number, to: number): Years {
  if (to < from) return -actualActualIsda(to, from);
  const [first, last] = [civilOf(from).year, civilOf(to).year];
  if (first === last) return (to - from) / daysIn(first);
  const firstPart = (dayOfCivil({ year: first + 1, month: 1, day: 1 }) - from) / daysIn(first);
  return last - first - 1 + firstPart + (to - dayOfCivil({ year: last, month: 1, day: 1 })) / daysIn(last);
}

const daysIn = (year: number): number => (isLeap(year) ? 366 : 365);

/** A regular coupon period, from which the others of its schedule are counted in whole periods. */
interface ReferencePeriod {
  readonly start: number;
  readonly end: number;
  /** Months in a period; 12 is divisible by it. */
  readonly months: number;
}

/**
 * ACT/ACT ICMA: each regular period is its part of a year, and its days have equal parts of it. A stub is divided at the regular periods
 * counted on from the reference period, before it from its start and after it from its end.
 *
 * @param from, to  from ≤ to
 * @see ICMA rule 251; ISDA (1998), The actual/actual day count fraction
 */
export function actualActualIcma(from: number, to: number, { start, end, months }: ReferencePeriod): Years {
  const part = months / 12;
  const overlap = (periodStart: number, periodEnd: number) =>
    (part * Math.max(Math.min(to, periodEnd) - Math.max(from, periodStart), 0)) / (periodEnd - periodStart);
  let sum = overlap(start, end);
  for (let k = 1, previous = start; from < previous; k++) {
    const next = addMonths(start, -k * months);
    sum += overlap(next, previous);
    previous = next;
  }
  for (let k = 1, last = end; to > last; k++) {
    const next = addMonths(end, k * months);
    sum += overlap(last, next);
    last = next;
  }
  return sum;
}
