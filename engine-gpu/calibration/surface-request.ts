/** Volatility surfaces as callers write them to be stored: quotes, a grid, or the parameters of SVI or SSVI. */
import { z } from 'zod';
import { exactlyOneOf, oneAlternative, oneOfRequired } from '../base/alternatives.js';
import { MAX_HORIZON_YEARS } from '../base/terms.js';
import { rateFields, rateOrCurve, rateOrCurveRule } from '../market/curve-input.js';
import { deltaConvention, deltaQuote } from '../market/delta-quotes.js';
import { dividendYield, spot, volatility } from '../market/fields.js';
import { MAX_QUOTED_EXPIRIES, MAX_QUOTED_STRIKES, MAX_QUOTED_VOLATILITY } from '../market/model-parameters.js';
import { ssviSkewFields } from '../market/surface-input.js';
import { MAX_SURFACE_QUOTES, MIN_SVI_QUOTES } from './svi-fit.js';

/** Largest level and slope of total variance: far above any smile. */
const MAX_SVI_PARAMETER = 100;

const time = z.number().positive().max(MAX_HORIZON_YEARS).optional().meta({ description: 'Years from the valuation date, ACT/365F' });
const expiry = z.iso.date().optional().meta({ description: 'ISO 8601 calendar date, in place of time' });

const quote = z
  .strictObject({
    expiry,
    time,
    strike: z.number().positive().optional(),
    delta: z
      .number()
      .gt(-1)
      .lt(1)
      .optional()
      .meta({ description: 'Spot delta of the option quoted, in place of strike: above 0 of a call, below 0 of a put' }),
    impliedVolatility: volatility,
  })
  .superRefine(exactlyOneOf('expiry', 'time'))
  .superRefine(exactlyOneOf('strike', 'delta'))
  .meta({ id: 'SurfaceQuote', description: 'The implied volatility of one option' });
export type SurfaceQuote = z.output<typeof quote>;

const sviSlice = z
  .strictObject({
    expiry,
    time,
    a: z.number().min(-MAX_SVI_PARAMETER).max(MAX_SVI_PARAMETER),
    b: z.number().nonnegative().max(MAX_SVI_PARAMETER),
    rho: z.number().min(-1).max(1),
    m: z.number().min(-10).max(10),
    sigma: z.number().nonnegative().max(10),
  })
  .superRefine(exactlyOneOf('expiry', 'time'))
  .meta({ id: 'SviSlice', description: 'SVI parameters of one expiry, of total variance over log-moneyness ln(K/F)' });

const expiries = z
  .array(z.union([z.number().positive().max(MAX_HORIZON_YEARS), z.iso.date()]))
  .min(1)
  .max(MAX_QUOTED_EXPIRIES)
  .meta({ description: 'Years from the valuation date, or ISO 8601 dates, in order' });

const ssvi = z
  .strictObject({
    expiries,
    volatilities: z
      .array(z.number().positive().max(MAX_QUOTED_VOLATILITY))
      .max(MAX_QUOTED_EXPIRIES)
      .meta({ description: 'Implied volatility at the forward, one per expiry' }),
    ...ssviSkewFields,
  })
  .meta({
    id: 'SsviSurface',
    description:
      'The surface SSVI with a power-law skew (Gatheral and Jacquier 2014, 4.1 and 4.5), stored as the SVI smiles that its slices are. It is free of arbitrage where eta (1 + |rho|) is at most 2, gamma at most 1/2 and total variance does not fall',
  });

const quotedSurfaces = [
  { required: ['quotes'] },
  { required: ['deltaQuotes'], optional: ['deltaConvention'] },
  { required: ['expiries', 'strikes', 'volatilities'] },
] as const;
/** The forms of which a request has exactly one. */
export const surfaceForms = [...quotedSurfaces, { required: ['svi'] }, { required: ['ssvi'] }] as const;

const quotedForms = {
  quotes: z.array(quote).min(1).max(MAX_SURFACE_QUOTES).optional(),
  deltaQuotes: z.array(deltaQuote).min(1).max(MAX_QUOTED_EXPIRIES).optional(),
  deltaConvention: deltaConvention.optional(),
  expiries: expiries.optional(),
  strikes: z.array(z.number().positive()).min(1).max(MAX_QUOTED_STRIKES).optional().meta({ description: 'In order' }),
  volatilities: z.array(z.array(volatility)).optional().meta({ description: 'A row per expiry and an entry per strike' }),
};

/** The fields that state the volatilities. */
export const surfaceFormFields = {
  ...quotedForms,
  svi: z.array(sviSlice).min(1).max(MAX_QUOTED_EXPIRIES).optional(),
  ssvi: ssvi.optional(),
  fit: z
    .enum(['svi', 'ssvi'])
    .optional()
    .meta({
      description: `svi fits an SVI smile to the quotes of each expiry, of which there are at least ${MIN_SVI_QUOTES}, in place of splines through them: free of arbitrage by itself and above the smile of the expiry before, where such a smile exists near the quotes. ssvi fits one surface SSVI to the quotes of all expiries, three more than there are expiries at least: always free of arbitrage, of few parameters, which the stored surface has as ssvi. Each slice says how well it meets its quotes`,
    }),
};

/** A zod refinement: only quotes and grids are fitted. */
export function fitOfQuotes({ fit, svi, ssvi: whole }: { fit?: unknown; svi?: unknown; ssvi?: unknown }, context: z.RefinementCtx): void {
  if (fit !== undefined && (svi !== undefined || whole !== undefined))
    context.addIssue({
      code: 'custom',
      path: ['fit'],
      message: `must be left out beside ${svi ? 'svi' : 'ssvi'}, which has nothing to fit; got ${fit}`,
      input: fit,
    });
}

/** The fields beside the volatilities; interest rates are those behind the forwards. */
const surfaceConditions = {
  valuationDate: z.iso.date().meta({ description: 'ISO 8601 calendar date of the quotes, from which times count' }),
  spot,
  dividend: dividendYield,
  ...rateFields,
};

/** A request for the smiles of a surface and the arbitrage that they allow. */
export const surfaceSlicesRequest = z
  .strictObject({
    ...surfaceConditions,
    strict: z.boolean(),
    ...surfaceFormFields,
  })
  .superRefine(rateOrCurve)
  .superRefine(oneAlternative(...surfaceForms))
  .superRefine(fitOfQuotes);
export type SurfaceSlicesRequest = z.output<typeof surfaceSlicesRequest>;

/** A request for a fit to quotes: the surface is free of arbitrage or says where it is not. */
export const surfaceFitRequest = z
  .strictObject({
    ...surfaceConditions,
    strict: z.boolean().default(false).meta({ description: 'Whether a fit that allows arbitrage is refused; otherwise it has a warning' }),
    ...quotedForms,
    fit: surfaceFormFields.fit.unwrap(),
  })
  .superRefine(rateOrCurve)
  .superRefine(oneAlternative(...quotedSurfaces))
  .meta({
    id: 'SurfaceFitRequest',
    description: 'Quotes or a grid of implied volatilities of one underlying, and the form that is fitted to them',
    allOf: [oneOfRequired(...quotedSurfaces), rateOrCurveRule],
  });
