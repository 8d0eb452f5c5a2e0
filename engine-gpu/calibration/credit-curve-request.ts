/** A credit curve as callers state it: by the spreads of credit default swaps, by default intensities, or by one intensity. */
import { z } from 'zod';
import { oneAlternative, oneOfRequired } from '../base/alternatives.js';
import { date, increasingBy, MAX_HORIZON_YEARS } from '../base/terms.js';
import { creditSpreads, MAX_HAZARD } from '../market/credit.js';
import { MAX_CURVE_NODES, rateFields } from '../market/curve-input.js';
import { TENOR_PATTERN } from '../time/tenor.js';

const intensity = z.number().min(0).max(MAX_HAZARD);

const hazardRates = z
  .array(
    z.strictObject({
      time: z.number().positive().max(MAX_HORIZON_YEARS).meta({ description: 'Years from the valuation date' }),
      rate: intensity.meta({ description: 'Default intensity up to this time, decimal per year; the last one also holds beyond it' }),
    }),
  )
  .min(1)
  .max(MAX_CURVE_NODES)
  .superRefine(increasingBy('time'));

const kinds = [
  { required: ['spreads'], optional: ['rate', 'curve'] },
  { required: ['hazardRates'] },
  { required: ['hazardRate'] },
] as const;

export const creditCurveRequest = z
  .strictObject({
    valuationDate: date.meta({ description: 'ISO 8601 calendar date of the quotes, from which the times count' }),
    recoveryRate: z.number().min(0).max(1).meta({ description: 'Recovery at default, as a fraction of the claim; below 1 with spreads' }),
    spreads: creditSpreads.optional(),
    hazardRates: hazardRates.optional(),
    hazardRate: intensity.optional().meta({ description: 'Default intensity, decimal per year, constant in time' }),
    ...rateFields,
  })
  .superRefine(oneAlternative(...kinds))
  .superRefine(({ rate, curve }, context) => {
    if (rate !== undefined && curve !== undefined)
      context.addIssue({ code: 'custom', path: ['curve'], message: 'must be left out where rate is given', input: curve });
  })
  .meta({
    id: 'CreditCurveRequest',
    description:
      'By spreads of standard credit default swaps, discounted at `rate` or on `curve` (by default at 0), or by default intensities. Spreads are fitted when they are written',
    ...oneOfRequired(...kinds),
  });
export type CreditCurveRequest = z.output<typeof creditCurveRequest>;

export const creditCurveResponse = z.strictObject({
  nodes: z.array(z.strictObject({ time: z.number(), hazardRate: z.number(), survivalProbability: z.number() })),
  residuals: z.array(z.strictObject({ tenor: z.string().regex(TENOR_PATTERN), error: z.number() })).optional(),
});
export type CreditCurveResponse = z.output<typeof creditCurveResponse>;
