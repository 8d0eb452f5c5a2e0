/** Interest rate and inflation products as requests state them. */
import { z } from 'zod';
import { oneAlternative, oneOfRequired } from '../../base/alternatives.js';
import { MAX_HORIZON_YEARS } from '../../base/terms.js';
import { optionType } from '../option/vanilla.js';

/** Monthly payments over the longest horizon of 100 years. */
const MAX_PAYMENTS = 1_200;
/** Rounding allowed in tenor × paymentsPerYear, which must be a whole number of payments. */
const PAYMENT_COUNT_ROUNDING = 1e-9;

const years = (description: string) => z.number().nonnegative().max(MAX_HORIZON_YEARS).meta({ description });
const notional = z.number().positive().default(1).meta({ description: 'Multiplies the price' });

const bondKinds = [{ required: ['bondMaturity'] }, { required: ['cashflows'] }] as const;

export const bondOption = z
  .strictObject({
    optionType,
    strike: z.number().positive().meta({ description: 'Price at which the bond may be bought or sold, per unit of face value' }),
    optionExpiry: years('Years to the expiry of the option'),
    bondMaturity: years('Years to the single payment of 1 of a zero-coupon bond, after optionExpiry').optional(),
    cashflows: z
      .array(
        z.strictObject({
          time: years('Years to the payment, after optionExpiry'),
          amount: z.number().positive().meta({ description: 'Payment per unit of face value, above 0' }),
        }),
      )
      .min(1)
      .max(MAX_PAYMENTS)
      .optional()
      .meta({ description: 'Payments of a coupon bond after the expiry of the option, in place of bondMaturity' }),
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
  .meta({
    id: 'BondOption',
    description: 'Option on a zero-coupon bond, or on a bond with given payments',
    ...oneOfRequired(...bondKinds),
  });

const scheduleKinds = [{ required: ['tenor', 'paymentsPerYear'] }, { required: ['paymentTimes', 'accruals'] }] as const;

export const swaption = z
  .strictObject({
    optionType: z.enum(['payer', 'receiver']).meta({ description: 'payer: the right to pay the fixed rate; receiver: to receive it' }),
    strike: z.number().min(-1).max(10).meta({ description: 'Fixed rate of the swap, decimal, simple; may be negative' }),
    expiry: years('Years to the expiry of the option, when the swap starts'),
    tenor: z.number().positive().max(MAX_HORIZON_YEARS).optional().meta({ description: 'Length of the swap, years' }),
    paymentsPerYear: z.int().min(1).max(12).optional().meta({ description: 'Fixed payments per year; each accrues 1/paymentsPerYear' }),
    paymentTimes: z
      .array(years('Years to a payment'))
      .min(1)
      .max(MAX_PAYMENTS)
      .optional()
      .meta({ description: 'Times of the fixed payments, strictly increasing, in place of tenor and paymentsPerYear' }),
    accruals: z
      .array(z.number().positive().max(MAX_HORIZON_YEARS).meta({ description: 'Year fraction' }))
      .max(MAX_PAYMENTS)
      .optional()
      .meta({ description: 'One accrual per payment' }),
    notional,
  })
  .superRefine(oneAlternative(...scheduleKinds))
  .superRefine(({ expiry, tenor, paymentsPerYear, paymentTimes = [], accruals = [] }, context) => {
    const fault = (path: (string | number)[], message: string, input: unknown) =>
      context.addIssue({ code: 'custom', path, message, input });
    if (tenor !== undefined && paymentsPerYear !== undefined) {
      const payments = tenor * paymentsPerYear;
      if (Math.abs(payments - Math.round(payments)) > PAYMENT_COUNT_ROUNDING || payments < 1)
        fault(['tenor'], `must be a whole number of periods of 1/${paymentsPerYear} year; got ${tenor}`, tenor);
    }
    paymentTimes.forEach((time, i) => {
      const previous = i === 0 ? expiry : paymentTimes[i - 1]!;
      if (time <= previous)
        fault(['paymentTimes', i], `must be above ${previous}, the ${i === 0 ? 'expiry' : 'time before it'}; got ${time}`, time);
    });
    if (paymentTimes.length > 0 && accruals.length !== paymentTimes.length)
      fault(['accruals'], `must have one entry per payment, ${paymentTimes.length}; got ${accruals.length}`, accruals);
  })
  .meta({ id: 'Swaption', description: 'The right to enter an interest rate swap at a fixed rate', ...oneOfRequired(...scheduleKinds) });
type Swaption = z.output<typeof swaption>;

/** Payment times of the fixed leg of a swaption, and the year fraction that each payment accrues. */
export function scheduleOf({ expiry, tenor, paymentsPerYear, paymentTimes, accruals }: Swaption): { times: number[]; accruals: number[] } {
  if (paymentTimes !== undefined && accruals !== undefined) return { times: paymentTimes, accruals };
  if (tenor === undefined || paymentsPerYear === undefined) throw new Error('a swaption has either a tenor or payment times');
  const count = Math.round(tenor * paymentsPerYear);
  return {
    times: Array.from({ length: count }, (_, i) => expiry + (i + 1) / paymentsPerYear),
    accruals: Array.from({ length: count }, () => 1 / paymentsPerYear),
  };
}

export const yearOnYearInflation = z
  .strictObject({
    type: z.enum(['yoy_swaplet', 'yoy_caplet', 'yoy_floorlet']),
    startTime: years('Years to the first fixing of the index; 0 if it is already known'),
    endTime: years('Years to the second fixing and the payment, after startTime'),
    strike: z.number().gt(-1).max(10).meta({ description: 'Strike rate over the period, decimal' }),
    accrual: z.number().positive().max(MAX_HORIZON_YEARS).default(1).meta({ description: 'Year fraction that multiplies the rate paid' }),
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
    description:
      'Swaplet: pays accrual · (I(endTime)/I(startTime) − 1 − strike); caplet: the positive part of that; floorlet: the positive part of its negative',
  });
