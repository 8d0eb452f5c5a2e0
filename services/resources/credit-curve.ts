import { z } from 'zod';
import { creditCurveRequest, NO_TENOR, TENOR_PATTERN } from '#engine/schemas';
import { type DocumentOf, resource } from './resource.js';

const node = z
  .strictObject({
    time: z.number().meta({ description: 'Years from the valuation date, ACT/365F' }),
    hazardRate: z.number().meta({ description: 'Default intensity up to this time, per year; after the last time it stays' }),
    survivalProbability: z.number(),
  })
  .meta({ id: 'CreditCurveNode', description: 'The credit curve at one of its nodes' });

export const creditCurveExample = {
  valuationDate: '2026-03-02',
  recoveryRate: 0.4,
  spreads: [
    { tenor: '1Y', spread: 0.006 },
    { tenor: '5Y', spread: 0.0115 },
  ],
  rate: 0.03,
};

/** Credit curves as they are stored: what the caller stated, and the intensities that follow from it. Under the id of the counterparty. */
export const creditCurves = resource({
  collection: 'credit_curves',
  idPrefix: '',
  schema: z.strictObject({
    counterpartyId: z.string(),
    valuationDate: z.iso.date(),
    recoveryRate: z.number(),
    spreads: z.array(z.strictObject({ tenor: z.string().regex(TENOR_PATTERN, NO_TENOR), spread: z.number() })).optional(),
    hazardRates: z.array(z.strictObject({ time: z.number(), rate: z.number() })).optional(),
    hazardRate: z.number().optional(),
    rate: z.number().optional(),
    curve: creditCurveRequest.shape.curve,
    nodes: z.array(node).meta({ description: 'In order of time' }),
    residuals: z
      .array(
        z.strictObject({
          tenor: z.string().regex(TENOR_PATTERN, NO_TENOR),
          error: z.number().meta({ description: 'Par spread of the curve minus the quote' }),
        }),
      )
      .optional(),
    marketDataAsOf: z.iso.date().optional().meta({
      description:
        'The date of the oldest market data that the curve rests on, where that is before its valuation date: of a discount curve by name',
    }),
    calibrationRunId: z.uuid().optional().meta({
      description: 'The run that fitted the spreads. Its receipt, of desk/v1/calibrate/credit-curve, can be read and replayed',
    }),
  }),
  naturalId: ({ counterpartyId }) => counterpartyId,
  access: 'callers',
});

export type CreditCurve = DocumentOf<typeof creditCurves>;
