import { z } from 'zod';
import { curveCalibrationRequest, curveCalibrationResponse } from '#engine/schemas';
import { currency } from './currency.js';
import { type DocumentOf, resource } from './resource.js';
import { text } from './text.js';

const { instruments, interpolation, dayCount, calendar, settlementDays } = curveCalibrationRequest.shape;

/** The fields that callers and the service itself write alike. */
export const curveTerms = {
  name: text(200),
  currency,
  kind: z.enum(['discount', 'projection', 'inflation']).meta({
    description: 'What the curve is for. The factors of an inflation curve discount real amounts',
  }),
  index: text(64).optional().meta({
    description:
      'Of a projection curve: the index whose forward rates it gives. Stored markets of trades on the index take the latest such curve',
  }),
  valuationDate: z.iso.date({ abort: true }).meta({ description: 'ISO 8601 calendar date from which its times count' }),
};

/** How quoted instruments are read. */
export const curveConventions = {
  dayCount: dayCount.unwrap().optional().meta({ description: 'Of instruments: as in calibrate/curve' }),
  calendar: calendar.unwrap().optional().meta({ description: 'Of instruments: as in calibrate/curve' }),
  settlementDays: settlementDays.unwrap().optional().meta({ description: 'Of instruments: as in calibrate/curve' }),
  discountCurveId: z
    .string()
    .max(200)
    .optional()
    .meta({ description: 'Of instruments: the stored curve that discounts them; this curve then only projects forward rates' }),
};

const node = z
  .strictObject({
    date: z.iso.date(),
    time: z.number().meta({ description: 'Years from the valuation date, ACT/365F' }),
    discountFactor: z.number(),
    zeroRate: z.number().meta({ description: 'Continuously compounded' }),
  })
  .meta({ id: 'CurveNode', description: 'The curve at one of its nodes' });

const fields = z
  .strictObject({
    ...curveTerms,
    interpolation: interpolation.unwrap(),
    nodes: z.array(node).meta({ description: 'In order of time. A curve of instruments has one where each of them ends' }),
    instruments,
    ...curveConventions,
    discountCurveVersion: z.int().optional().meta({ description: 'Version of the discount curve with which the instruments were fitted' }),
    residuals: curveCalibrationResponse.shape.residuals.optional(),
    calibrationRunId: z.uuid().optional().meta({
      description: 'The run that fitted the instruments. Its receipt, of calibrate/curve, can be read and replayed',
    }),
  })
  .meta({ id: 'CurveFields' });

/** Curves given by their nodes, or bootstrapped from instruments when they are written. */
export const curves = resource({
  collection: 'curves',
  idPrefix: 'crv_',
  schema: fields,
  filters: {
    currency: 'equals',
    kind: 'equals',
    index: 'equals',
    name: 'prefix',
    asOf: { field: 'valuationDate', match: 'equals' },
  },
  sorts: ['name', 'valuationDate'],
  searchable: ['name'],
  references: [{ field: 'discountCurveId', to: 'curves' }],
  history: true,
  access: 'callers',
  api: {
    tag: 'Market Data',
    path: '/api/v1/market-data/curves',
    scope: 'price',
    singular: 'Curve',
    plural: 'Curves',
    example: {
      name: 'USD-SOFR',
      currency: 'USD',
      kind: 'discount',
      valuationDate: '2026-03-02',
      instruments: [
        { type: 'deposit', tenor: '3M', rate: 0.043 },
        { type: 'ois', tenor: '1Y', rate: 0.0415 },
        { type: 'ois', tenor: '5Y', rate: 0.039 },
      ],
    },
  },
});

export type Curve = DocumentOf<typeof curves>;
