/** Calendar dates as ISO 8601 text (`2026-01-31`, years 0000 to 9999), which sorts as time does. */
import type { Years } from '../base/units.js';

/** Later ones have more digits. */
export const LAST_DATE = '9999-12-31';

const MILLISECONDS_A_DAY = 86_400_000;

/** Days since 1970-01-01 of a real calendar date. */
export const dayNumber = (date: string): number => Date.parse(`${date}T00:00:00Z`) / MILLISECONDS_A_DAY;

/** The date that many whole days after 1970-01-01; the inverse of `dayNumber`. */
export const dateOfDay = (day: number): string => new Date(day * MILLISECONDS_A_DAY).toISOString().slice(0, 10);

/**
 * Year fraction by Actual/365 (Fixed): days between the dates / 365. Negative where `to` is the earlier.
 *
 * @see ISDA 2006 Definitions, section 4.16 (d)
 */
export const act365f = (from: string, to: string): Years => (dayNumber(to) - dayNumber(from)) / 365;
