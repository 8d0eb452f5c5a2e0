/** The size of schedules, known before they are made: what they take is refused where it is too much. */
import type { z } from 'zod';
import { lifeOf, type ScheduleTerms } from '../product/rates/conventions.js';
import type { datedLegs } from '../product/rates/legs.js';
import type { datedBermudan, datedSwap, datedSwaption } from '../product/rates/swap.js';

export interface Schedule {
  readonly terms: ScheduleTerms & { readonly paymentLag: number; readonly fixingDays?: number };
  /** Payments per year. */
  readonly frequency: number;
}

export const schedulesOfSwap = (terms: z.output<typeof datedSwap | typeof datedSwaption | typeof datedBermudan>): Schedule[] =>
  [terms.fixedFrequency, terms.floatingFrequency].map((frequency) => ({ terms, frequency }));

export const schedulesOfLegs = (legs: z.output<typeof datedLegs>['legs']): Schedule[] =>
  legs.map((terms) => ({ terms, frequency: terms.frequency }));

/** The time that a day of a lag takes in one calendar, as a share of that of a payment: 0.3 of 4 µs. */
const PER_CALENDAR_DAY = 0.08;
/** Days whose business days are looked for apart from lags: those of a period. */
const PERIOD_DAYS = 2;
const DAYS_PER_YEAR = 365;

/** Payments of schedules, each weighted by the days and calendars that it takes. */
export const paymentsOf = (schedules: readonly Schedule[]): number =>
  schedules.reduce((sum, { terms, frequency }) => {
    const [start, end] = lifeOf(terms);
    const calendars = typeof terms.calendar === 'string' ? 1 : terms.calendar.length;
    const days = PERIOD_DAYS + terms.paymentLag + (terms.fixingDays ?? 0);
    return sum + (((end - start) / DAYS_PER_YEAR) * frequency + 1) * (1 + PER_CALENDAR_DAY * calendars * days);
  }, 0);
