/** Volatility surfaces as callers write them to be stored: quotes, a grid, or the parameters of SVI or SSVI. */
import { z } from 'zod';
import { oneAlternative, oneOfRequired } from '../base/alternatives.js';
import { MAX_HORIZON_YEARS } from '../base/terms.js';
import type { Years } from '../base/units.js';
import { rateFields, rateOrCurve, rateOrCurveRule } from '../market/curve-input.js';
import { dividendYield, spot, volatility } from '../market/fields.js';
import { MAX_QUOTED_EXPIRIES, MAX_QUOTED_STRIKES, MAX_QUOTED_VOLATILITY } from '../market/model-parameters.js';
import { ssviSkewFields } from '../market/surface-input.js';
import { MAX_SURFACE_QUOTES, MIN_SVI_QUOTES } from './svi-fit.js';

/** Largest level and slope of total variance: far above any smile. */
const MAX_SVI_PARAMETER = 100;

const time = z.number().positive().max(MAX_HORIZON_YEARS).optional().meta({ description: 'Years from the valuation date, ACT/365F' });
const expiry = z.iso.date().optional().meta({ description: 'ISO 8601 calendar date, in place of time' });

/** A zod refinement: exactly one of two fields is present. */
const oneOf =
  (one: string, other: string) =>
  (fields: object, context: z.RefinementCtx): void => {
    const has = (name: string) => (fields as Record<string, unknown>)[name] !== undefined;
    if (has(one) === has(other))
      context.addIssue({ code: 'custom', message: `must have exactly one of ${one} and ${other}`, input: fields });
  };

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
  .superRefine(oneOf('expiry', 'time'))
  .superRefine(oneOf('strike', 'delta'))
  .meta({ id: 'SurfaceQuote', description: 'The implied volatility of one option' });
export type SurfaceQuote = z.output<typeof quote>;

/** The deltas of which markets quote risk reversals and butterflies, in percent, from the outermost. */
export const QUOTED_DELTAS = [10, 25] as const;

const wingField = (description: string) =>
  z.number().min(-MAX_QUOTED_VOLATILITY).max(MAX_QUOTED_VOLATILITY).optional().meta({ description });

const deltaQuote = z
  .strictObject({
    expiry,
    time,
    atm: z.number().positive().max(MAX_QUOTED_VOLATILITY).meta({ description: 'Volatility at the money' }),
    riskReversal25: wingField('Volatility of the call less that of the put, each of a delta of 25 %'),
    butterfly25: wingField('Volatility of the strangle of a delta of 25 %, over atm'),
    riskReversal10: wingField('Volatility of the call less that of the put, each of a delta of 10 %'),
    butterfly10: wingField('Volatility of the strangle of a delta of 10 %, over atm'),
  })
  .superRefine(oneOf('expiry', 'time'))
  .superRefine((row, context) => {
    for (const delta of QUOTED_DELTAS) {
      const [reversal, ofStrangle] = [`riskReversal${delta}`, `butterfly${delta}`] as const;
      const [has, lacks] = row[reversal] === undefined ? [ofStrangle, reversal] : [reversal, ofStrangle];
      if (row[has] !== undefined && row[lacks] === undefined)
        context.addIssue({ code: 'custom', path: [lacks], message: `is required with ${has}`, input: row[lacks] });
    }
  })
  .meta({
    id: 'DeltaQuote',
    description: 'The smile of one expiry as markets of exchange rates quote it; without a risk reversal and butterfly it is flat',
  });
export type DeltaQuote = z.output<typeof deltaQuote>;

/** A year and a week: an expiry of one year that a weekend moves is quoted in spot delta too. */
const LAST_SPOT_DELTA: Years = 1.02;

const deltaConvention = z
  .strictObject({
    spotDeltaUntil: z.number().nonnegative().max(MAX_HORIZON_YEARS).default(LAST_SPOT_DELTA).meta({
      description: 'Years up to which deltas are in spot; beyond, they are in forwards',
    }),
    premiumAdjusted: z.boolean().default(false).meta({
      description:
        'Whether deltas are less the premium, which is then paid in the first currency of the pair, as for USDJPY; a call’s strike is the higher of two',
    }),
    atm: z.enum(['delta_neutral', 'forward']).default('delta_neutral').meta({
      description: 'At the money: where the straddle has no delta, or at the forward',
    }),
    butterfly: z.enum(['smile', 'market']).default('smile').meta({
      description:
        'smile: the mean volatility of the call and the put less atm. market: at atm plus butterfly, the call and the put that have the delta at that volatility are together worth what the smile makes them',
    }),
  })
  .meta({ id: 'DeltaConvention', description: 'How deltaQuotes are quoted' });
export type DeltaConvention = z.output<typeof deltaConvention>;
export const DEFAULT_DELTA_CONVENTION: DeltaConvention = deltaConvention.parse({});

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
  .superRefine(oneOf('expiry', 'time'))
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
