/** Interest rate swaps and swaptions by their dates and conventions: from request to payments. */
import { z } from 'zod';
import { oneAlternative, oneOfRequired } from '../../base/alternatives.js';
import { date, dates } from '../../base/terms.js';
import type { Years } from '../../base/units.js';
import type { FixedPayment } from '../../formula/swap-legs.js';
import { currency, marketName } from '../../market/cross-asset-input.js';
import { dayNumber } from '../../time/date.js';
import { accrual, DAY_COUNTS, type DayCount } from '../../time/day-count.js';
import {
  type Clock,
  checkLife,
  clockOf,
  conventionFields,
  ends,
  type Fixing,
  fixingsField,
  frequencyField,
  lagField,
  lifeFields,
  lifeOf,
  notionalField,
  paymentDay,
  periodsOf,
  rateField,
} from './conventions.js';
import { type FloatingCoupon, type FloatingTerms, floatingCoupons } from './floating.js';

/** The legs that swaps and swaptions share. */
const legFields = {
  notional: notionalField,
  ...lifeFields,
  fixedFrequency: frequencyField('Payments of the fixed leg per year').default(1),
  fixedDayCount: z.enum(DAY_COUNTS).default('30/360').meta({ description: 'Day count of the fixed leg' }),
  floatingFrequency: frequencyField('Payments of the floating leg per year').default(2),
  floatingDayCount: z.enum(DAY_COUNTS).default('ACT/360').meta({ description: 'Day count of the floating leg' }),
  floatingType: z.enum(['term', 'overnight']).default('term').meta({
    description: 'term: a rate for the whole period, fixed before it; overnight: daily rates compounded over the period',
  }),
  spread: rateField('Added to the floating rate, not compounded').default(0),
  fixingDays: lagField('Business days from the fixing of a term rate to the start of its period'),
  ...conventionFields,
};

export const datedSwap = z
  .strictObject({
    side: z.enum(['payer', 'receiver']).meta({ description: 'Whether the fixed rate is paid or received' }),
    fixedRate: rateField('Fixed rate, decimal, simple; may be negative'),
    ...legFields,
    fixings: fixingsField,
  })
  .superRefine(oneAlternative(...ends))
  .superRefine(checkLife)
  .superRefine(checkOvernight)
  .meta({
    id: 'DatedSwap',
    description: 'Fixed rate against a term rate or a compounded overnight rate, with its dates and conventions',
    ...oneOfRequired(...ends),
    examples: [
      {
        ...{ side: 'payer', notional: 10_000_000, startDate: '2026-01-07', tenor: '5Y', fixedRate: 0.025 },
        ...{
          fixedFrequency: 1,
          fixedDayCount: '30E/360',
          floatingFrequency: 2,
          floatingDayCount: 'ACT/360',
          fixingDays: 2,
          calendar: 'TARGET',
        },
      },
      {
        ...{ side: 'receiver', notional: 10_000_000, startDate: '2026-01-07', tenor: '10Y', fixedRate: 0.026, floatingType: 'overnight' },
        ...{ fixedDayCount: 'ACT/360', floatingFrequency: 1, paymentLag: 2, calendar: ['USNY', 'USGS'] },
      },
    ],
  });

/** Compounded rates fix on the days that they accrue. */
function checkOvernight({ floatingType, fixingDays }: { floatingType: string; fixingDays: number }, context: z.RefinementCtx): void {
  if (floatingType === 'overnight' && fixingDays > 0)
    context.addIssue({
      code: 'custom',
      path: ['fixingDays'],
      message: `must be 0 for an overnight rate; got ${fixingDays}`,
      input: fixingDays,
    });
}

export const datedSwaption = z
  .strictObject({
    optionType: z.enum(['payer', 'receiver']).meta({ description: 'payer: the right to pay the fixed rate; receiver: to receive it' }),
    strike: rateField('Fixed rate of the swap, decimal, simple; may be negative'),
    expiryDate: date.meta({ description: 'Exercise date, not after startDate' }),
    settlement: z.enum(['physical', 'cash']).default('physical').meta({
      description:
        'physical: the swap is entered, or its value at the curves is paid; cash: the par yield formula, with each fixed payment discounted at the swap rate itself',
    }),
    ...legFields,
  })
  .superRefine(oneAlternative(...ends))
  .superRefine(checkLife)
  .superRefine(checkOvernight)
  .superRefine(({ expiryDate, startDate }, context) => {
    if (expiryDate > startDate)
      context.addIssue({
        code: 'custom',
        path: ['expiryDate'],
        message: `must not be after ${startDate}, the startDate; got ${expiryDate}`,
        input: expiryDate,
      });
  })
  .meta({
    id: 'DatedSwaption',
    description: 'The right to enter a swap with its dates and conventions',
    ...oneOfRequired(...ends),
    examples: [
      {
        ...{ optionType: 'payer', strike: 0.028, expiryDate: '2027-01-05', notional: 1_000_000, startDate: '2027-01-07', tenor: '5Y' },
        ...{ fixedDayCount: '30E/360', calendar: 'TARGET', fixingDays: 2 },
      },
    ],
  });

export const datedBermudan = z
  .strictObject({
    currency,
    index: marketName.optional().meta({ description: 'Index of the floating rate; by default that of the currency’s curve' }),
    side: z.enum(['payer', 'receiver']).meta({ description: 'Whether the fixed rate is paid or received after exercise' }),
    fixedRate: rateField('Fixed rate of the swap, decimal, simple; may be negative'),
    exerciseDates: dates.meta({
      description:
        'Dates on which the holder may enter what is left of the swap: the periods that begin on the date or after it. The first of these of both legs begin on one day, before the next date',
    }),
    ...legFields,
  })
  .superRefine(oneAlternative(...ends))
  .superRefine(checkLife)
  .superRefine(checkOvernight)
  .meta({
    id: 'DatedBermudanSwaption',
    description: 'The right to enter what is left of a swap on one of several dates, with its dates and conventions; physical settlement',
    ...oneOfRequired(...ends),
    examples: [
      {
        ...{ currency: 'EUR', side: 'payer', fixedRate: 0.028, notional: 1_000_000, startDate: '2027-01-07', tenor: '5Y' },
        ...{ exerciseDates: ['2027-01-05', '2028-01-05', '2029-01-05'], fixedDayCount: '30E/360', calendar: 'TARGET' },
      },
    ],
  });

interface LegTerms extends FloatingTerms {
  readonly fixedFrequency: number;
  readonly fixedDayCount: DayCount;
}

interface FixedCoupon extends FixedPayment {
  /** Day numbers. */
  readonly start: number;
  readonly end: number;
  readonly paid: number;
}

export interface SwapPayments {
  readonly clock: Clock;
  readonly fixed: readonly FixedCoupon[];
  readonly floating: readonly FloatingCoupon[];
}

/**
 * The payments of a swap after the valuation date.
 *
 * @throws EngineFailure `invalid` with the fixings that are missing
 */
export function swapPayments(terms: LegTerms, valuationDate: string, fixings: readonly Fixing[] = []): SwapPayments {
  const clock = clockOf(valuationDate);
  return { clock, fixed: fixedCoupons(terms, clock), floating: floatingCoupons(terms, clock, fixings) };
}

function fixedCoupons(terms: LegTerms, clock: Clock): FixedCoupon[] {
  const periods = periodsOf(terms, terms.fixedFrequency);
  const terminationDay = lifeOf(terms)[1];
  return periods.flatMap(({ start, end }) => {
    const paid = paymentDay(terms, end);
    if (paid <= clock.today) return [];
    const length = accrual(terms.fixedDayCount, start, end, { calendar: terms.calendar, terminationDay });
    return [{ start, end, paid, time: clock.years(paid), accrual: length }];
  });
}

/** Length of a swap as volatilities of swaptions are quoted: a whole number of months, in years. */
export function swapLength(terms: Parameters<typeof lifeOf>[0]): Years {
  const [start, end] = lifeOf(terms);
  return Math.round((12 * (end - start)) / 365.25) / 12;
}

/** Years from the valuation date to the exercise of an option. */
export const yearsToExpiry = (expiryDate: string, { years }: Clock): number => years(dayNumber(expiryDate));
