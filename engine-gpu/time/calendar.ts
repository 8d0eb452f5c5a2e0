/** Business days. Days are numbered from 1970-01-01. */
import { civilOf } from './civil.js';
import { CENTRES, type Centre, holidaysOf, SATURDAY, weekday } from './holidays.js';

/** `none`: every day is a business day. `weekends`: Monday to Friday. The others are financial centres (holidays.ts). */
export const CALENDARS = ['none', 'weekends', ...CENTRES] as const;
export type CalendarName = (typeof CALENDARS)[number];
/** A calendar, or several: a business day is then one that is a business day in each of them. */
export type Calendar = CalendarName | readonly CalendarName[];

export function isBusinessDay(calendar: Calendar, day: number): boolean {
  if (typeof calendar !== 'string') return calendar.every((name) => isBusinessDay(name, day));
  if (calendar === 'none') return true;
  return weekday(day) < SATURDAY && (calendar === 'weekends' || !isHoliday(calendar, day));
}

const isHoliday = (centre: Centre, day: number): boolean => holidaysOf(centre, civilOf(day).year).has(day);

/** Following: the day itself or the next business day. */
export function following(calendar: Calendar, day: number): number {
  let next = day;
  while (!isBusinessDay(calendar, next)) next++;
  return next;
}

/** Preceding: the day itself or the last business day before it. */
function preceding(calendar: Calendar, day: number): number {
  let previous = day;
  while (!isBusinessDay(calendar, previous)) previous--;
  return previous;
}

const sameMonth = (a: number, b: number): boolean => civilOf(a).month === civilOf(b).month;

/** Modified following: the day itself or the next business day, but the preceding one if that is in another month. */
export function modifiedFollowing(calendar: Calendar, day: number): number {
  const next = following(calendar, day);
  return next === day || sameMonth(next, day) ? next : preceding(calendar, day);
}

/** Modified preceding: the day itself or the last business day before it, but the following one if that is in another month. */
function modifiedPreceding(calendar: Calendar, day: number): number {
  const previous = preceding(calendar, day);
  return previous === day || sameMonth(previous, day) ? previous : following(calendar, day);
}

/** How a date that is no business day is moved. @see ISDA 2006 Definitions, section 4.12 */
export const ADJUSTMENTS = ['unadjusted', 'following', 'modified_following', 'preceding', 'modified_preceding'] as const;
export type Adjustment = (typeof ADJUSTMENTS)[number];

const adjustments: Record<Adjustment, (calendar: Calendar, day: number) => number> = {
  unadjusted: (_, day) => day,
  following,
  modified_following: modifiedFollowing,
  preceding,
  modified_preceding: modifiedPreceding,
};

export const adjust = (calendar: Calendar, day: number, adjustment: Adjustment): number => adjustments[adjustment](calendar, day);

/** Number of business days from the first day (included) to the last (excluded); negative where the last is the earlier. */
export function businessDaysBetween(calendar: Calendar, from: number, to: number): number {
  if (to < from) return -businessDaysBetween(calendar, to, from);
  let count = 0;
  for (let day = from; day < to; day++) if (isBusinessDay(calendar, day)) count++;
  return count;
}

/** The day `count` business days before the last business day on or before `day`. */
export function subtractBusinessDays(calendar: Calendar, day: number, count: number): number {
  let reached = preceding(calendar, day);
  for (let i = 0; i < count; i++) reached = preceding(calendar, reached - 1);
  return reached;
}

/** The day `count` business days after the first business day on or after `day`. */
export function addBusinessDays(calendar: Calendar, day: number, count: number): number {
  let reached = following(calendar, day);
  for (let i = 0; i < count; i++) reached = following(calendar, reached + 1);
  return reached;
}
