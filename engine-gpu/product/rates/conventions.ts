/** Dates and conventions of rates products: the fields in which requests state them, and the schedules that they mean. */
import { z } from 'zod';
import type { Fault } from '../../base/failure.js';
import { refusal } from '../../base/faults.js';
import { stored } from '../../base/stored.js';
import { date } from '../../base/terms.js';
import type { Years } from '../../base/units.js';
import { type Adjustment, addBusinessDays, type Calendar, subtractBusinessDays } from '../../time/calendar.js';
import { adjustment, calendar, FREQUENCIES, stub } from '../../time/convention-fields.js';
import { dateOfDay, dayNumber } from '../../time/date.js';
import { type Period, type Stub, schedulePeriods } from '../../time/schedule.js';
import { addTenor, NO_TENOR, TENOR_PATTERN } from '../../time/tenor.js';

/** Longest life of a schedule, years: no market quotes longer ones. */
const MAX_LIFE_YEARS = 100;
/** Business days, in all calendars together a month or so. */
const MAX_LAG_DAYS = 30;
/** Daily fixings of ten years. */
const MAX_RATE_FIXINGS = 4_000;
const MAX_AMOUNT = 1e15;
const MIN_RATE = -1;
const MAX_RATE = 10;

export const rateField = (description: string) => z.number().min(MIN_RATE).max(MAX_RATE).meta({ description });
export const notionalField = z.number().positive().max(MAX_AMOUNT).default(1).meta({ description: 'Notional: multiplies all amounts' });
export const frequencyField = (description: string) => z.literal(FREQUENCIES).meta({ description });
export const lagField = (description: string) => z.int().min(0).max(MAX_LAG_DAYS).default(0).meta({ description });

export const ends = [{ required: ['maturity'] }, { required: ['tenor'] }] as const;

/** The start and the end of a schedule. */
export const lifeFields = {
  startDate: date.meta({ description: 'Start of the first period; before the valuation date for a trade that lives' }),
  maturity: date.optional().meta({ description: 'End of the last period, before it is moved to a business day' }),
  tenor: z
    .string()
    .regex(TENOR_PATTERN, NO_TENOR)
    .optional()
    .meta({ description: 'Length from startDate, such as 3M or 10Y, in place of maturity' }),
};

/** The conventions that all periods of a trade share. */
export const conventionFields = {
  calendar: calendar.default('none'),
  businessDayConvention: adjustment.default('modified_following'),
  stub: stub.default('short_front'),
  endOfMonth: z
    .boolean()
    .default(false)
    .meta({ description: 'Whether periods counted from the last business day of a month end on the last days of months' }),
  paymentLag: lagField('Business days from the end of a period to its payment'),
};

export const fixingsField = stored(
  'rateFixings',
  z
    .array(z.strictObject({ date: date.meta({ description: 'Fixing date' }), value: rateField('Rate, decimal, simple') }))
    .max(MAX_RATE_FIXINGS)
    .default([])
    .meta({
      description:
        'Known fixings of the floating rate: those of dates before the valuation date are needed, that of the date itself is used if given',
    }),
);

interface Life {
  readonly startDate: string;
  readonly maturity?: string | undefined;
  readonly tenor?: string | undefined;
}

/** A life and its periods, but for their length. */
export interface ScheduleTerms extends Life {
  readonly calendar: Calendar;
  readonly businessDayConvention: Adjustment;
  readonly stub: Stub;
  readonly endOfMonth: boolean;
}

/** A zod refinement: the end is given once, after the start, and within a lifetime. The start is an existing date. */
export function checkLife({ startDate, maturity, tenor }: Life, context: z.RefinementCtx): void {
  const fault = (path: string, message: string, input: unknown) => context.addIssue({ code: 'custom', path: [path], message, input });
  if ((maturity === undefined) === (tenor === undefined)) return;
  if (!isTenor(tenor)) return;
  const [start, end] = lifeOf({ startDate, maturity, tenor });
  const field = maturity === undefined ? 'tenor' : 'maturity';
  if (end <= start) fault(field, `must be after ${startDate}, the startDate; got ${maturity}`, maturity);
  if (end - start > MAX_LIFE_YEARS * 366)
    fault(field, `must be within ${MAX_LIFE_YEARS} years of startDate; got ${maturity ?? tenor}`, maturity ?? tenor);
}

/** True where the tenor is left out or is one: a check of the whole also runs where a field of it is refused. */
export const isTenor = (tenor: string | undefined): boolean => tenor === undefined || TENOR_PATTERN.test(tenor);

/** Day numbers of the start and the end, before they are moved to business days. */
export function lifeOf({ startDate, maturity, tenor }: Life): readonly [start: number, end: number] {
  const start = dayNumber(startDate);
  if (maturity !== undefined) return [start, dayNumber(maturity)];
  if (tenor !== undefined) return [start, addTenor(start, tenor)];
  throw new Error('a schedule has either a maturity or a tenor');
}

/** The periods of a leg with so many payments per year. */
export function periodsOf(terms: ScheduleTerms, frequency: number): Period[] {
  const [start, end] = lifeOf(terms);
  const { calendar, businessDayConvention, stub, endOfMonth } = terms;
  return schedulePeriods({ start, end, months: 12 / frequency, calendar, adjustment: businessDayConvention, stub, endOfMonth });
}

/** Day number of the payment for a period that ends on a day. */
export const paymentDay = ({ calendar, paymentLag }: { readonly calendar: Calendar; readonly paymentLag: number }, end: number): number =>
  paymentLag === 0 ? end : addBusinessDays(calendar, end, paymentLag);

/** Day number of the fixing for a period that starts on a day. */
export const fixingDay = (calendar: Calendar, start: number, fixingDays: number): number =>
  fixingDays === 0 ? start : subtractBusinessDays(calendar, start, fixingDays);

/** A view on dates from the valuation date. */
export interface Clock {
  readonly today: number;
  /** Years to a day, ACT/365F. */
  readonly years: (day: number) => Years;
}

export function clockOf(valuationDate: string): Clock {
  const today = dayNumber(valuationDate);
  return { today, years: (day) => (day - today) / 365 };
}

export interface Fixing {
  readonly date: string;
  readonly value: number;
}

/** Refuses with the fixings that are missing. At most ten are named. @param pointer  where they are given */
export function requireFixings(missing: readonly number[], pointer = '/instrument/fixings'): void {
  if (missing.length === 0) return;
  const named = missing.slice(0, 10).map(dateOfDay).join(', ');
  const faults: Fault[] = [
    {
      pointer,
      reason: `must have the fixings of ${named}${missing.length > 10 ? ` and ${missing.length - 10} more` : ''}: they are before the valuation date`,
    },
  ];
  throw refusal(faults);
}
