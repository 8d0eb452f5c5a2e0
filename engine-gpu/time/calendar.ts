/** Business days. Days are numbered from 1970-01-01. */
import { civilOf, dayOfCivil } from './civil.js';

/**
 * `none`: every day is a business day. `weekends`: Monday to Friday. `TARGET`: the days on which the Eurosystem's TARGET system is open.
 */
export const CALENDARS = ['none', 'weekends', 'TARGET'] as const;
export type Calendar = (typeof CALENDARS)[number];

/** Day of the week, 0 for Monday; 1970-01-01 was a Thursday. */
const weekday = (day: number): number => (((day + 3) % 7) + 7) % 7;
const SATURDAY = 5;

const businessDay: Record<Calendar, (day: number) => boolean> = {
  none: () => true,
  weekends: (day) => weekday(day) < SATURDAY,
  TARGET: (day) => weekday(day) < SATURDAY && !isTargetHoliday(day),
};

export const isBusinessDay = (calendar: Calendar, day: number): boolean => businessDay[calendar](day);

/**
 * Besides weekends TARGET is closed on New Year's Day, Good Friday, Easter Monday, 1 May, Christmas Day and 26 December. In 1999 it was
 * closed on New Year's Day and Christmas Day only, and in 1999 and 2001 on 31 December too.
 *
 * @see European Central Bank, TARGET closing days (announced for 2002 and after on 14 December 2000)
 */
function isTargetHoliday(dayNumber: number): boolean {
  const { year, month, day } = civilOf(dayNumber);
  const fixed = (m: number, d: number) => month === m && day === d;
  if (fixed(1, 1) || fixed(12, 25)) return true;
  if (fixed(12, 31)) return year === 1999 || year === 2001;
  if (year < 2000) return false;
  if (fixed(5, 1) || fixed(12, 26)) return true;
  if (month !== 3 && month !== 4) return false;
  const easter = easterSunday(year);
  return dayNumber === easter - 2 || dayNumber === easter + 1;
}

/**
 * Easter Sunday of the Gregorian calendar.
 *
 * @see Meeus (1991), Astronomical algorithms, chapter 8 (Butcher's rule)
 */
function easterSunday(year: number): number {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const g = Math.floor((8 * b + 13) / 25);
  const h = (19 * a + b - Math.floor(b / 4) - g + 15) % 30;
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const count = h + l - 7 * m + 114;
  return dayOfCivil({ year, month: Math.floor(count / 31), day: (count % 31) + 1 });
}

/** Following: the day itself or the next business day. */
export function following(calendar: Calendar, day: number): number {
  let next = day;
  while (!isBusinessDay(calendar, next)) next++;
  return next;
}

/** Modified following: the day itself or the next business day, but the preceding one if that is in another month. */
export function modifiedFollowing(calendar: Calendar, day: number): number {
  const next = following(calendar, day);
  if (next === day || civilOf(next).month === civilOf(day).month) return next;
  let previous = day;
  while (!isBusinessDay(calendar, previous)) previous--;
  return previous;
}

/** The day `count` business days after the first business day on or after `day`. */
export function addBusinessDays(calendar: Calendar, day: number, count: number): number {
  let reached = following(calendar, day);
  for (let i = 0; i < count; i++) reached = following(calendar, reached + 1);
  return reached;
}
