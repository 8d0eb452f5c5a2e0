/** Smiles as markets of exchange rates quote them: by expiry, the volatility at the money, and risk reversals and butterflies by delta. */
import { z } from 'zod';
import { exactlyOneOf } from '../base/alternatives.js';
import { MAX_HORIZON_YEARS } from '../base/terms.js';
import type { Volatility, Years } from '../base/units.js';
import { MAX_QUOTED_VOLATILITY } from './model-parameters.js';

/** The deltas of which markets quote risk reversals and butterflies, in percent, from the outermost. */
const QUOTED_DELTAS = [10, 25] as const;

const wingField = (description: string) =>
  z.number().min(-MAX_QUOTED_VOLATILITY).max(MAX_QUOTED_VOLATILITY).optional().meta({ description });

export const expiryTime = z
  .number()
  .positive()
  .max(MAX_HORIZON_YEARS)
  .optional()
  .meta({ description: 'Years from the valuation date, ACT/365F' });
export const smileFields = {
  time: expiryTime,
  atm: z.number().positive().max(MAX_QUOTED_VOLATILITY).meta({ description: 'Volatility at the money' }),
  riskReversal25: wingField('Volatility of the call less that of the put, each of a delta of 25 %'),
  butterfly25: wingField('Volatility of the strangle of a delta of 25 %, over atm'),
  riskReversal10: wingField('Volatility of the call less that of the put, each of a delta of 10 %'),
  butterfly10: wingField('Volatility of the strangle of a delta of 10 %, over atm'),
};
export const expiryDate = z.iso.date().optional().meta({ description: 'ISO 8601 calendar date, in place of time' });

/** The figures of one expiry. */
export type SmileQuote = Pick<z.output<z.ZodObject<typeof smileFields>>, Exclude<keyof typeof smileFields, 'time'>>;

/** A zod refinement: a delta has a risk reversal and a butterfly, or neither. */
export function wholeWings(row: SmileQuote, context: z.RefinementCtx): void {
  for (const delta of QUOTED_DELTAS) {
    const [reversal, ofStrangle] = [`riskReversal${delta}`, `butterfly${delta}`] as const;
    const [has, lacks] = row[reversal] === undefined ? [ofStrangle, reversal] : [reversal, ofStrangle];
    if (row[has] !== undefined && row[lacks] === undefined)
      context.addIssue({ code: 'custom', path: [lacks], message: `is required with ${has}`, input: row[lacks] });
  }
}

export const FLAT_WITHOUT_WINGS = 'without a risk reversal and butterfly it is flat';

export const deltaQuote = z
  .strictObject({ expiry: expiryDate, ...smileFields })
  .superRefine(exactlyOneOf('expiry', 'time'))
  .superRefine(wholeWings)
  .meta({ id: 'DeltaQuote', description: `The smile of one expiry as markets of exchange rates quote it; ${FLAT_WITHOUT_WINGS}` });
export type DeltaQuote = z.output<typeof deltaQuote>;

/** A risk reversal and a butterfly of one delta. */
export interface Wing {
  readonly delta: (typeof QUOTED_DELTAS)[number];
  readonly riskReversal: Volatility;
  readonly butterfly: Volatility;
}

/** The wings that a quote has, from the outermost. */
export const wingsOf = (row: SmileQuote): Wing[] =>
  QUOTED_DELTAS.flatMap((delta): Wing[] => {
    const [riskReversal, butterfly] = [row[`riskReversal${delta}`], row[`butterfly${delta}`]];
    return riskReversal === undefined || butterfly === undefined ? [] : [{ delta, riskReversal, butterfly }];
  });

/** A year and a week: an expiry of one year that a weekend moves is quoted in spot delta too. */
const LAST_SPOT_DELTA: Years = 1.02;

export const deltaConvention = z
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
  .meta({ id: 'DeltaConvention', description: 'How quotes by delta are meant' });
export type DeltaConvention = z.output<typeof deltaConvention>;
export const DEFAULT_DELTA_CONVENTION: DeltaConvention = deltaConvention.parse({});
