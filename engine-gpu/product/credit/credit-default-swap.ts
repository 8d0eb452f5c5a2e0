/** A credit default swap and its market, as they arrive. */
import { z } from 'zod';
import { oneAlternative, oneOfRequired } from '../../base/alternatives.js';
import { increasing, MAX_HORIZON_YEARS } from '../../base/terms.js';
import { rateFields, valuationDate } from '../../market/rates-input.js';

/** Monthly payments over the longest horizon. */
const MAX_PAYMENTS = 1_200;
/** A default within weeks: beyond it there is no market. */
const MAX_HAZARD = 10;
const MAX_NODES = 400;

const positiveYears = z.number().positive().max(MAX_HORIZON_YEARS);
const schedules = [{ required: ['maturity', 'paymentsPerYear'] }, { required: ['paymentTimes', 'accruals'] }] as const;

export const creditDefaultSwap = z
  .strictObject({
    side: z.enum(['buyer', 'seller']).meta({ description: 'Of protection' }),
    spread: z.number().min(0).max(10).meta({ description: 'Running coupon, decimal a year (0.01 is 100 basis points)' }),
    maturity: positiveYears.optional().meta({ description: 'Years to the end of protection' }),
    paymentsPerYear: z
      .int()
      .min(1)
      .max(12)
      .optional()
      .meta({ description: 'Coupons, counted back from the maturity; the first may be short' }),
    paymentTimes: z
      .array(positiveYears)
      .min(1)
      .max(MAX_PAYMENTS)
      .superRefine(increasing('the time before it'))
      .optional()
      .meta({ description: 'Years of the coupons, strictly increasing, in place of maturity and paymentsPerYear' }),
    accruals: z.array(positiveYears).max(MAX_PAYMENTS).optional().meta({ description: 'Year fraction of each coupon, by its day count' }),
    accrued: z
      .number()
      .nonnegative()
      .max(MAX_HORIZON_YEARS)
      .default(0)
      .meta({ description: 'Year fraction of the first coupon that accrued before today; with accruals it is part of the first of them' }),
    notional: z.number().positive().default(1).meta({ description: 'Multiplies the price' }),
  })
  .superRefine(oneAlternative(...schedules))
  .superRefine(({ paymentTimes, accruals, accrued }, context) => {
    if (accruals?.[0] !== undefined && accrued > accruals[0])
      context.addIssue({
        code: 'custom',
        path: ['accrued'],
        message: `must be at most ${accruals[0]}, the first coupon; got ${accrued}`,
        input: accrued,
      });
    if (paymentTimes !== undefined && accruals !== undefined && accruals.length !== paymentTimes.length)
      context.addIssue({
        code: 'custom',
        path: ['accruals'],
        message: `must have one entry a payment, ${paymentTimes.length}; got ${accruals.length}`,
        input: accruals,
      });
  })
  .meta({ id: 'CreditDefaultSwap', description: 'Protection to par against a running coupon', ...oneOfRequired(...schedules) });
type CreditDefaultSwap = z.output<typeof creditDefaultSwap>;

/** A coupon this near to today is the one before it: counting back from the maturity has rounded. */
const ROUNDING = 1e-9;

/** When coupons are paid, and for which part of a year. */
export function couponsOf({ maturity, paymentsPerYear, paymentTimes, accruals, accrued }: CreditDefaultSwap) {
  if (paymentTimes !== undefined && accruals !== undefined) return { paymentTimes, accruals, accrued };
  const count = Math.ceil(maturity! * paymentsPerYear! - ROUNDING);
  const times = Array.from({ length: count }, (_, i) => maturity! - (count - 1 - i) / paymentsPerYear!);
  return { paymentTimes: times, accruals: times.map((time, i) => (i === 0 ? time + accrued : time - times[i - 1])), accrued };
}

const hazard = z.number().min(0).max(MAX_HAZARD);
const rateKinds = [{ required: ['rate'] }, { required: ['curve'] }] as const;
const hazardKinds = [{ required: ['hazardRate'] }, { required: ['hazardCurve'] }] as const;

export const creditMarket = z
  .strictObject({
    ...rateFields,
    hazardRate: hazard.optional().meta({ description: 'Default intensity, decimal a year, for all times' }),
    hazardCurve: z
      .strictObject({
        times: z
          .array(positiveYears)
          .min(1)
          .max(MAX_NODES)
          .superRefine(increasing('the time before it'))
          .meta({ description: 'Years, strictly increasing' }),
        hazardRates: z.array(hazard).max(MAX_NODES).meta({ description: 'Each up to its time, the last one ever after' }),
      })
      .superRefine(({ times, hazardRates }, context) => {
        if (hazardRates.length !== times.length)
          context.addIssue({
            code: 'custom',
            path: ['hazardRates'],
            message: `must have one entry a time, ${times.length}; got ${hazardRates.length}`,
            input: hazardRates,
          });
      })
      .optional(),
    recoveryRate: z.number().min(0).max(1).meta({ description: 'Of the face, decimal' }),
    valuationDate,
  })
  .superRefine(oneAlternative(...rateKinds))
  .superRefine(oneAlternative(...hazardKinds))
  .meta({
    id: 'CreditMarket',
    description: 'Rate or curve, default intensity by time, and the recovery',
    allOf: [oneOfRequired(...rateKinds), oneOfRequired(...hazardKinds)],
  });
