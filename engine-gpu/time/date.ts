/** Calendar dates as ISO 8601 text (`2026-01-31`, years 0000 to 9999), whose alphabetical order is the order in time. */
import type { Years } from '../base/units.js';

/** The last date of this form; later years have more digits. */
export const LAST_DATE = '9999-12-31';

const MILLISECONDS_PER_DAY = 86_400_000;

/** Number of days from 1970-01-01 to an existing calendar date. */
export const dayNumber = (date: string): number => Date.parse(`${date}T00:00:00Z`) / MILLISECONDS_PER_DAY;

/** The date of a day number; the inverse of `dayNumber`. */
export const dateOfDay = (day: number): string => new Date(day * MILLISECONDS_PER_DAY).toISOString().slice(0, 10);

/**
 * Year fraction by Actual/365 (Fixed): days between the dates / 365. Negative where `to` is the earlier.
 *
 * @see ISDA 2006 Definitions, section 4.16 (d)
 */
export const act365f = (from: string, to: string): Years => (dayNumber(to) - dayNumber(from)) / 365;

/** The calendar date nearest to a time after a date, where a year has 365 days: the inverse of `act365f`. */
export const dateAfter = (from: string, time: Years): string => dateOfDay(dayNumber(from) + Math.round(365 * time));
