/** Days since 1970-01-01 as calendar dates and back, and steps of whole months. */

export interface CivilDate {
  readonly year: number;
  /** 1 to 12 */
  readonly month: number;
  /** 1 to 31 */
  readonly day: number;
}

/** Days of a Gregorian cycle of 400 years, and from 0000-03-01, where it starts, to 1970-01-01. */
const DAYS_IN_ERA = 146_097;
const EPOCH_OFFSET = 719_468;

/**
 * The date of a day number in the proleptic Gregorian calendar.
 *
 * @see H. Hinnant (2013), chrono-compatible low-level date algorithms, civil_from_days
 */
export function civilOf(dayNumber: number): CivilDate {
  const shifted = dayNumber + EPOCH_OFFSET;
  const era = Math.floor(shifted / DAYS_IN_ERA);
  const dayOfEra = shifted - era * DAYS_IN_ERA;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1_460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const shiftedMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9;
  return {
    year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0),
    month,
    day: dayOfYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1,
  };
}

/** The day number of a date; the inverse of `civilOf`. */
export function dayOfCivil({ year, month, day }: CivilDate): number {
  const shiftedYear = month <= 2 ? year - 1 : year;
  const era = Math.floor(shiftedYear / 400);
  const yearOfEra = shiftedYear - era * 400;
  const dayOfYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + day - 1;
  return era * DAYS_IN_ERA + yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear - EPOCH_OFFSET;
}

const DAYS_IN_MONTH = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;
const isLeap = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);

/** So many months later (or earlier), on the same day of the month or the month's last. */
export const addMonths = (dayNumber: number, months: number): number => monthsAfter(civilOf(dayNumber), months);

/** The same of a date. */
export function monthsAfter({ year, month, day }: CivilDate, months: number): number {
  const count = year * 12 + month - 1 + months;
  const toYear = Math.floor(count / 12);
  const toMonth = count - 12 * toYear + 1;
  const last = toMonth === 2 && isLeap(toYear) ? 29 : DAYS_IN_MONTH[toMonth - 1];
  return dayOfCivil({ year: toYear, month: toMonth, day: Math.min(day, last) });
}
