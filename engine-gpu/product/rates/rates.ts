/** Interest rate and inflation instruments, and their markets, as they arrive. */
import { z } from 'zod';
import { oneAlternative, oneOfRequired } from '../../base/alternatives.js';
import { MAX_HORIZON_YEARS } from '../../base/terms.js';
import { flatRate } from '../../market/fields.js';
import { curveInput } from '../../market/market-input.js';
import { rateFields, rateOrCurve, rateOrCurveRule, valuationDate } from '../../market/rates-input.js';
import { optionType } from '../option/vanilla.js';

/** Monthly payments over the longest horizon. */
const MAX_PAYMENTS = 1_200;
/** A schedule's length in payments may miss a whole number by rounding alone. */
const WHOLE = 1e-9;

const years = (description: string) => z.number().nonnegative().max(MAX_HORIZON_YEARS).meta({ description });
const notional = z.number().positive().default(1).meta({ description: 'Multiplies the price' });

export const ratesMarket = z
  .strictObject({ ...rateFields, valuationDate })
  .superRefine(rateOrCurve)
  .meta({ id: 'RatesMarket', description: 'A flat rate or a curve', ...rateOrCurveRule });

const bondKinds = [{ required: ['bondMaturity'] }, { required: ['cashflows'] }] as const;

export const bondOption = z
  .strictObject({
    optionType,
    strike: z.number().positive().meta({ description: 'Price of the bond at which it may be bought or sold, per unit of face' }),
    optionExpiry: years('Years to the expiry of the option'),
    bondMaturity: years('Years to the one payment of 1 of a zero-coupon bond, after optionExpiry').optional(),
    cashflows: z
      .array(
        z.strictObject({
          time: years('Years to the payment, after optionExpiry'),
          amount: z.number().positive().meta({ description: 'Per unit of face, above 0' }),
        }),
      )
      .min(1)
      .max(MAX_PAYMENTS)
      .optional()
      .meta({ description: 'What a coupon bond pays after the expiry, in place of bondMaturity' }),
    notional,
  })
  .superRefine(oneAlternative(...bondKinds))
  .superRefine(({ optionExpiry, bondMaturity, cashflows = [] }, context) => {
    const fault = (path: (string | number)[], message: string, input: unknown) =>
      context.addIssue({ code: 'custom', path, message, input });
    if (bondMaturity !== undefined && bondMaturity <= optionExpiry)
      fault(['bondMaturity'], `must be above ${optionExpiry}, the expiry of the option; got ${bondMaturity}`, bondMaturity);
    cashflows.forEach(({ time }, i) => {
      if (time <= optionExpiry)
        fault(['cashflows', i, 'time'], `must be above ${optionExpiry}, the expiry of the option; got ${time}`, time);
    });
  })
  .meta({ id: 'BondOption', description: 'Option on a zero-coupon bond, or on a bond of given payments', ...oneOfRequired(...bondKinds) });

const scheduleKinds = [{ required: ['tenor', 'paymentsPerYear'] }, { required: ['paymentTimes', 'accruals'] }] as const;

export const swaption = z
  .strictObject({
    optionType: z.enum(['payer', 'receiver']).meta({ description: 'Of the fixed rate' }),
    strike: z.number().min(-1).max(10).meta({ description: 'The fixed rate, decimal, simple; may be negative' }),
    expiry: years('Years to the expiry, when the swap starts'),
    tenor: z.number().positive().max(MAX_HORIZON_YEARS).optional().meta({ description: 'Length of the swap, years' }),
    paymentsPerYear: z.int().min(1).max(12).optional().meta({ description: 'Of the fixed leg, each accruing 1/paymentsPerYear' }),
    paymentTimes: z
      .array(years('Years to a payment'))
      .min(1)
      .max(MAX_PAYMENTS)
      .optional()
      .meta({ description: 'Of the fixed leg, strictly increasing, in place of tenor and paymentsPerYear' }),
    accruals: z
      .array(z.number().positive().max(MAX_HORIZON_YEARS).meta({ description: 'Year fraction' }))
      .max(MAX_PAYMENTS)
      .optional()
      .meta({ description: 'One a payment' }),
    notional,
  })
  .superRefine(oneAlternative(...scheduleKinds))
  .superRefine(({ expiry, tenor, paymentsPerYear, paymentTimes = [], accruals = [] }, context) => {
    const fault = (path: (string | number)[], message: string, input: unknown) =>
      context.addIssue({ code: 'custom', path, message, input });
    if (tenor !== undefined && paymentsPerYear !== undefined) {
      const payments = tenor * paymentsPerYear;
      if (Math.abs(payments - Math.round(payments)) > WHOLE || payments < 1)
        fault(['tenor'], `must be a whole number of periods of 1/${paymentsPerYear} year; got ${tenor}`, tenor);
    }
    paymentTimes.forEach((time, i) => {
      const before = i === 0 ? expiry : paymentTimes[i - 1];
      if (time <= before)
        fault(['paymentTimes', i], `must be above ${before}, the ${i === 0 ? 'expiry' : 'time before it'}; got ${time}`, time);
    });
    if (paymentTimes.length > 0 && accruals.length !== paymentTimes.length)
      fault(['accruals'], `must have one entry a payment, ${paymentTimes.length}; got ${accruals.length}`, accruals);
  })
  .meta({ id: 'Swaption', description: 'The right to enter a swap at a fixed rate', ...oneOfRequired(...scheduleKinds) });
export type Swaption = z.output<typeof swaption>;

/** When the fixed leg of a swaption pays, and for which part of a year. */
export function scheduleOf({ expiry, tenor, paymentsPerYear, paymentTimes, accruals }: Swaption): { times: number[]; accruals: number[] } {
  if (paymentTimes !== undefined && accruals !== undefined) return { times: paymentTimes, accruals };
  const count = Math.round(tenor! * paymentsPerYear!);
  return {
    times: Array.from({ length: count }, (_, i) => expiry + (i + 1) / paymentsPerYear!),
    accruals: Array.from({ length: count }, () => 1 / paymentsPerYear!),
  };
}

const nominalKinds = [{ required: ['nominalRate'] }, { required: ['nominalCurve'] }] as const;
const realKinds = [{ required: ['realRate'] }, { required: ['realCurve'] }] as const;

export const inflationMarket = z
  .strictObject({
    nominalRate: flatRate.optional(),
    nominalCurve: curveInput.optional(),
    realRate: flatRate.optional(),
    realCurve: curveInput.optional(),
    valuationDate,
  })
  .superRefine(oneAlternative(...nominalKinds))
  .superRefine(oneAlternative(...realKinds))
  .meta({
    id: 'InflationMarket',
    description: 'A flat rate or a curve each for nominal and real interest',
    allOf: [oneOfRequired(...nominalKinds), oneOfRequired(...realKinds)],
  });

export const yearOnYearInflation = z
  .strictObject({
    type: z.enum(['yoy_swaplet', 'yoy_caplet', 'yoy_floorlet']),
    startTime: years('Years to the first fixing of the index; 0: it is known'),
    endTime: years('Years to the second fixing and the payment, after startTime'),
    strike: z.number().gt(-1).max(10).meta({ description: 'Rate over the period, decimal' }),
    accrual: z.number().positive().max(MAX_HORIZON_YEARS).default(1).meta({ description: 'Multiplies the rate paid' }),
    notional,
  })
  .superRefine(({ startTime, endTime }, context) => {
    if (endTime <= startTime)
      context.addIssue({
        code: 'custom',
        path: ['endTime'],
        message: `must be above ${startTime}, the start; got ${endTime}`,
        input: endTime,
      });
  })
  .meta({
    id: 'YearOnYearInflation',
    description: 'Pays accrual · (I(endTime)/I(startTime) − 1 − strike), or the part of it above or below 0',
  });
