/** The short rate models that a curve calibration fits to swaptions besides, as requests state them, and the report on the fit. */
import { z } from 'zod';
import { oneAlternative, oneOfRequired } from '../base/alternatives.js';
import { MAX_HORIZON_YEARS } from '../base/terms.js';
import { hullWhiteParams, lg2fParams, MAX_QUOTED_VOLATILITY } from '../market/model-parameters.js';
import { report } from './fit-report.js';

/** A full matrix. One evaluation of a swaption takes up to 0.2 ms where quotes fit no model, and a fit some two hundred of them. */
const MAX_SWAPTIONS = 200;
/** Bounds the time of a fit: payments of all swaptions together, a full matrix with semi-annual payments. */
const MAX_SWAPTION_PAYMENTS = 3_000;
const MAX_FITTED_NORMAL_VOLATILITY = 0.1;
/** Rounding allowed in tenor × paymentsPerYear, which must be a whole number of payments. */
const PAYMENT_COUNT_ROUNDING = 1e-9;

const quoteKinds = [{ required: ['volatility'], optional: ['shift'] }, { required: ['normalVolatility'] }] as const;

const quotedSwaption = z
  .strictObject({
    expiry: z.number().positive().max(MAX_HORIZON_YEARS).meta({ description: 'Years to expiry, when the swap starts' }),
    tenor: z.number().positive().max(MAX_HORIZON_YEARS).meta({ description: 'Length of the swap, years' }),
    strike: z.number().min(-1).max(10).optional().meta({ description: 'Fixed rate; by default the forward swap rate' }),
    volatility: z
      .number()
      .positive()
      .max(MAX_QUOTED_VOLATILITY)
      .optional()
      .meta({ description: 'Lognormal volatility (Black) of the swap rate, or of the rate plus shift' }),
    shift: z.number().nonnegative().max(1).optional().meta({ description: 'Added to rate and strike under a lognormal volatility' }),
    normalVolatility: z
      .number()
      .positive()
      .max(MAX_FITTED_NORMAL_VOLATILITY)
      .optional()
      .meta({ description: 'Normal volatility (Bachelier) of the swap rate, absolute' }),
    weight: z.number().nonnegative().default(1).meta({ description: 'Weight of the squared error' }),
  })
  .superRefine(oneAlternative(...quoteKinds))
  .meta({ id: 'SwaptionQuote', description: 'The volatility of one swaption of a matrix', ...oneOfRequired(...quoteKinds) });

/** Number of parameters that are fitted. */
const unknownsOf = ({
  type,
  meanReversion,
}: {
  readonly type: 'hull_white' | 'g2';
  readonly meanReversion?: number | undefined;
}): number => (type === 'g2' ? 5 : meanReversion === undefined ? 2 : 1);

export const shortRateModel = z
  .strictObject({
    type: z.enum(['hull_white', 'g2']).meta({
      description: 'hull_white: one factor, the parameters of rates_bond_option_hull_white; g2: two factors, those of rates_swaption_lg2f',
    }),
    swaptions: z.array(quotedSwaption).min(1).max(MAX_SWAPTIONS),
    paymentsPerYear: z
      .int()
      .min(1)
      .max(12)
      .default(1)
      .meta({ description: 'Fixed payments of the swaps per year; each accrues 1/paymentsPerYear' }),
    meanReversion: z.number().min(0).max(5).optional().meta({ description: 'Of hull_white: held fixed, in place of fitted' }),
  })
  .superRefine(({ type, swaptions, paymentsPerYear, meanReversion }, context) => {
    const fault = (path: (string | number)[], message: string, input: unknown) =>
      context.addIssue({ code: 'custom', path, message, input });
    if (type === 'g2' && meanReversion !== undefined) fault(['meanReversion'], 'has a meaning for hull_white only', meanReversion);
    const counted = swaptions.filter(({ weight }) => weight > 0).length;
    const unknowns = unknownsOf({ type, meanReversion });
    if (counted < unknowns)
      fault(['swaptions'], `must have ${unknowns} quotes with positive weight, one per parameter; got ${counted}`, swaptions);
    let total = 0;
    const kinds = new Set(swaptions.map(({ volatility }) => volatility === undefined));
    if (kinds.size > 1) fault(['swaptions'], 'must all have a volatility or all a normalVolatility: their errors are added', swaptions);
    swaptions.forEach(({ tenor }, i) => {
      const payments = tenor * paymentsPerYear;
      total += payments;
      if (Math.abs(payments - Math.round(payments)) > PAYMENT_COUNT_ROUNDING || payments < 1)
        fault(['swaptions', i, 'tenor'], `must be a whole number of periods of 1/${paymentsPerYear} year; got ${tenor}`, tenor);
    });
    if (total > MAX_SWAPTION_PAYMENTS)
      fault(['swaptions'], `must have at most ${MAX_SWAPTION_PAYMENTS} payments together; got ${Math.round(total)}`, swaptions);
  })
  .meta({
    id: 'ShortRateModelInput',
    description: 'A short rate model, and the swaptions to which it is fitted on the calibrated curve',
    examples: [
      {
        type: 'g2',
        swaptions: [
          ...[1, 5, 10].map((tenor) => ({ expiry: 1, tenor, normalVolatility: 0.0095 - 0.0001 * tenor })),
          ...[1, 5, 10].map((tenor) => ({ expiry: 5, tenor, normalVolatility: 0.0087 - 0.0001 * tenor })),
        ],
      },
    ],
  });
export type ShortRateModel = z.output<typeof shortRateModel>;

const fitted = z.array(
  z.strictObject({
    expiry: z.number(),
    tenor: z.number(),
    strike: z.number(),
    forwardRate: z.number().meta({ description: 'Forward swap rate' }),
    marketVolatility: z.number(),
    modelVolatility: z.number().meta({ description: 'Volatility of the price under the model, of the kind that was quoted' }),
    price: z.number().meta({ description: 'Price under the model per unit of notional, of the side that is out of the money' }),
  }),
);

export const shortRateFit = z
  .discriminatedUnion('type', [
    z.strictObject({ type: z.literal('hull_white'), parameters: hullWhiteParams, ...report, fitted }),
    z.strictObject({ type: z.literal('g2'), parameters: lg2fParams, ...report, fitted }),
  ])
  .meta({ id: 'ShortRateFit', description: 'Parameters of the short rate model, and how well they fit each swaption' });
export type ShortRateFit = z.output<typeof shortRateFit>;
