/** Payment schedules: period ends from a start, an end and a tenor, moved to business days. Days are numbered from 1970-01-01. */
import { type Adjustment, adjust, type Calendar } from './calendar.js';
import { addMonths, civilOf } from './civil.js';

/** Where the period that is no whole tenor stands, and whether it is the rest alone or the rest and one tenor more. */
export const STUBS = ['short_front', 'long_front', 'short_back', 'long_back'] as const;
export type Stub = (typeof STUBS)[number];

interface ScheduleTerms {
  readonly start: number;
  /** After the start. */
  readonly end: number;
  /** Months in a regular period; undefined: the whole is one period. */
  readonly months: number | undefined;
  readonly calendar: Calendar;
  readonly adjustment: Adjustment;
  /** Adjustment of the last date; by default that of the others. */
  readonly endAdjustment?: Adjustment;
  readonly stub: Stub;
  /** Where the date from which periods are counted is the last business day of a month, those between the ends are the last days of theirs. */
  readonly endOfMonth: boolean;
}

/** A period before and after its ends are moved to business days, and the regular period that it is or is a part of. */
export interface Period {
  readonly start: number;
  readonly end: number;
  readonly unadjustedStart: number;
  readonly unadjustedEnd: number;
}

/**
 * The periods of a schedule, counted back from the end where the stub is in front, on from the start where it is at the back. Two dates that
 * adjustment makes equal are one.
 *
 * It gives the dates of QuantLib's Schedule with the rules Backward and Forward; a long stub has those of its explicit first or
 * next-to-last date.
 *
 * @see ISDA 2006 Definitions, section 4.10 and 4.12
 */
export function schedulePeriods(terms: ScheduleTerms): Period[] {
  const { start, end, stub, calendar, adjustment, endAdjustment = adjustment, endOfMonth } = terms;
  const front = stub === 'short_front' || stub === 'long_front';
  const unadjusted = front ? countedBack(terms) : countedOn(terms);
  const seed = front ? end : start;
  const toMonthEnd = endOfMonth && isEndOfMonth(calendar, seed);
  const last = unadjusted.length - 1;
  const moved = unadjusted.map((day, i) => {
    if (i === last) return adjust(calendar, day, endAdjustment);
    return adjust(calendar, i > 0 && toMonthEnd ? lastDayOfMonth(day) : day, adjustment);
  });
  const periods: Period[] = [];
  let from = 0;
  for (let to = 1; to <= last; to++) {
    const isLast = to === last;
    // A date not before the end, or not after the start, falls together with it.
    if (!isLast && (moved[to]! >= moved[last]! || moved[to]! <= moved[from]!)) continue;
    periods.push({ start: moved[from]!, end: moved[to]!, unadjustedStart: unadjusted[from]!, unadjustedEnd: unadjusted[to]! });
    from = to;
  }
  return periods;
}

/** The last calendar day of the month. */
const lastDayOfMonth = (day: number): number => {
  const { day: dayOfMonth } = civilOf(day);
  return addMonths(day - dayOfMonth + 1, 1) - 1;
};
/** True if a day is the last business day of its month or later. */
const isEndOfMonth = (calendar: Calendar, day: number): boolean => day >= adjust(calendar, lastDayOfMonth(day), 'preceding');

/** The day a number of months from a date; the end of a month gives the end of a month, if that is the rule. */
export const stepped = (seed: number, months: number, endOfMonth: boolean): number => {
  const day = addMonths(seed, months);
  return endOfMonth && seed === lastDayOfMonth(seed) ? lastDayOfMonth(day) : day;
};

function countedBack({ start, end, months, stub, calendar, adjustment, endOfMonth }: ScheduleTerms): number[] {
  if (months === undefined) return [start, end];
  const dates = [end];
  const same = (a: number, b: number) => adjust(calendar, a, adjustment) === adjust(calendar, b, adjustment);
  for (let k = 1; ; k++) {
    const day = stepped(end, -k * months, endOfMonth);
    if (day < start) break;
    if (!same(day, dates[0]!)) dates.unshift(day);
  }
  if (!same(dates[0]!, start)) {
    if (stub === 'long_front' && dates.length > 1) dates.shift();
    dates.unshift(start);
  }
  return dates;
}

function countedOn({ start, end, months, stub, calendar, adjustment, endAdjustment = adjustment, endOfMonth }: ScheduleTerms): number[] {
  if (months === undefined) return [start, end];
  const dates = [start];
  const same = (a: number, b: number) => adjust(calendar, a, adjustment) === adjust(calendar, b, adjustment);
  for (let k = 1; ; k++) {
    const day = stepped(start, k * months, endOfMonth);
    if (day > end) break;
    if (!same(day, dates[dates.length - 1]!)) dates.push(day);
  }
  if (adjust(calendar, dates[dates.length - 1]!, endAdjustment) !== adjust(calendar, end, endAdjustment)) {
    if (stub === 'long_back' && dates.length > 1) dates.pop();
    dates.push(end);
  }
  return dates;
}
