/** Conversion between day numbers (days since 1970-01-01) and calendar dates, and addition of months. */

export interface CivilDate {
  readonly year: number;
  /** 1 to 12 */
  readonly month: number;
  /** 1 to 31 */
  readonly day: number;
}

/** Days in the 400-year cycle of the Gregorian calendar. */
const DAYS_PER_ERA = 146_097;
/** Days from 0000-03-01, the start of a cycle, to 1970-01-01. */
const EPOCH_OFFSET = 719_468;

/**
 * The date of a day number in the proleptic Gregorian calendar.
 *
 * @see H. Hinnant (2013), chrono-compatible low-level date algorithms, civil_from_days
 */
export function civilOf(dayNumber: number): CivilDate {
  const shifted = dayNumber + EPOCH_OFFSET;
  const era = Math.floor(shifted / DAYS_PER_ERA);
  const dayOfEra = shifted - era * DAYS_PER_ERA;
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
  return era * DAYS_PER_ERA + yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear - EPOCH_OFFSET;
}

const DAYS_IN_MONTH = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;
export const isLeap = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);

/** The day `months` months later (earlier if negative), on the same day of the month, or on the last one if the month is shorter. */
export const addMonths = (dayNumber: number, months: number): number => monthsAfter(civilOf(dayNumber), months);

/** Day number of the day `months` months after a calendar date, by the same rule. */
export function monthsAfter({ year, month, day }: CivilDate, months: number): number {
  const count = year * 12 + month - 1 + months;
  const toYear = Math.floor(count / 12);
  const toMonth = count - 12 * toYear + 1;
  const last = toMonth === 2 && isLeap(toYear) ? 29 : DAYS_IN_MONTH[toMonth - 1]!;
  return dayOfCivil({ year: toYear, month: toMonth, day: Math.min(day, last) });
}
