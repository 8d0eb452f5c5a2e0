/** A credit default swap as requests state it. */
import { z } from 'zod';
import { oneAlternative, oneOfRequired } from '../../base/alternatives.js';
import { increasing, MAX_HORIZON_YEARS } from '../../base/terms.js';

/** Monthly payments over the longest horizon of 100 years. */
const MAX_PAYMENTS = 1_200;

const positiveYears = z.number().positive().max(MAX_HORIZON_YEARS);
const schedules = [{ required: ['maturity', 'paymentsPerYear'] }, { required: ['paymentTimes', 'accruals'] }] as const;

export const creditDefaultSwap = z
  .strictObject({
    side: z.enum(['buyer', 'seller']).meta({ description: 'Whether the position buys or sells protection' }),
    spread: z.number().min(0).max(10).meta({ description: 'Running coupon, decimal per year (0.01 is 100 basis points)' }),
    maturity: positiveYears.optional().meta({ description: 'Years to the end of protection' }),
    paymentsPerYear: z
      .int()
      .min(1)
      .max(12)
      .optional()
      .meta({ description: 'Coupons per year, counted back from the maturity; the first may be short' }),
    paymentTimes: z
      .array(positiveYears)
      .min(1)
      .max(MAX_PAYMENTS)
      .superRefine(increasing('the time before it'))
      .optional()
      .meta({ description: 'Years to each coupon, strictly increasing, in place of maturity and paymentsPerYear' }),
    accruals: z
      .array(positiveYears)
      .max(MAX_PAYMENTS)
      .optional()
      .meta({ description: 'Year fraction of each coupon, according to its day count' }),
    accrued: z.number().nonnegative().max(MAX_HORIZON_YEARS).default(0).meta({
      description: 'Year fraction of the first coupon that accrued before today; if accruals is given, it is included in its first entry',
    }),
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
        message: `must have one entry per payment, ${paymentTimes.length}; got ${accruals.length}`,
        input: accruals,
      });
  })
  .meta({
    id: 'CreditDefaultSwap',
    description: 'Protection of the face value in exchange for a running coupon',
    ...oneOfRequired(...schedules),
  });
type CreditDefaultSwap = z.output<typeof creditDefaultSwap>;

/** Payments. A first coupon period shorter than this is the rounding of counting back from the maturity, and is dropped. */
const MIN_FIRST_PERIOD = 1e-9;

/** Payment times of the coupons, and the year fraction that each accrues. */
export function couponsOf({ maturity, paymentsPerYear, paymentTimes, accruals, accrued }: CreditDefaultSwap) {
  if (paymentTimes !== undefined && accruals !== undefined) return { paymentTimes, accruals, accrued };
  if (maturity === undefined || paymentsPerYear === undefined)
    throw new Error('a credit default swap has either a maturity or payment times');
  const count = Math.ceil(maturity * paymentsPerYear - MIN_FIRST_PERIOD);
  const times = Array.from({ length: count }, (_, i) => maturity - (count - 1 - i) / paymentsPerYear);
  return { paymentTimes: times, accruals: times.map((time, i) => (i === 0 ? time + accrued : time - times[i - 1]!)), accrued };
}
