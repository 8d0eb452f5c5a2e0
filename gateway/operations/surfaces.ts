/** Operations that store a volatility surface, or evaluate a stored one at strikes and expiries. */

import { z } from 'zod';
import {
  act365f,
  type Curve,
  dateAfter,
  dividendYield,
  fitOfQuotes,
  flatRate,
  impliedVolatilityAt,
  localVolatilityAt,
  logMoneynessOf,
  MAX_HORIZON_YEARS,
  oneAlternative,
  oneOfRequired,
  type SurfaceSlices,
  sliceOf,
  spot,
  surfaceFormFields,
  surfaceForms,
  totalVarianceAt,
} from '#engine/schemas';
import { arbitrageReport, type Surface, surfaces, surfaceTerms } from '#services/resources/surface';
import { resultOf } from '../contract/computation.js';
import { invalidRequest, invalidRequests, requireFinite } from '../contract/errors.js';
import { operation } from '../contract/operation.js';
import type { StoredData } from '../contract/stored-data.js';
import { writing } from '../resource/crud.js';
import { runInPlace } from '../run/in-place.js';
import { notedAt, ROOT } from '../stored/names.js';
import { storedCurve, valuesOf } from './curves.js';

const MAX_EVALUATION_POINTS = 10_000;

const rateForms = [{ required: ['rate'] }, { required: ['forwardCurveId'] }] as const;

const surfaceRequest = z
  .strictObject({
    ...surfaceTerms,
    spot,
    rate: flatRate.optional(),
    forwardCurveId: z.string().max(200).optional().meta({ description: 'A stored curve, in place of rate' }),
    dividend: dividendYield,
    ...surfaceFormFields,
    interpolation: z.enum(['total_variance']).default('total_variance').meta({
      description: 'Cubic splines of total variance over log-moneyness, and total variance linear in time at the same moneyness',
    }),
    strict: z
      .boolean()
      .default(false)
      .meta({ description: 'Whether a surface that allows arbitrage is refused; otherwise it is stored with a warning' }),
  })
  .superRefine(oneAlternative(...surfaceForms))
  .superRefine(oneAlternative(...rateForms))
  .superRefine(fitOfQuotes)
  .meta({
    id: 'SurfaceRequest',
    description: 'Implied volatilities of one underlying: quotes, a grid, or parameters of SVI or SSVI',
    allOf: [oneOfRequired(...surfaceForms), oneOfRequired(...rateForms)],
  });
type SurfaceRequest = z.output<typeof surfaceRequest>;

export const surfaceWriting = writing({
  request: surfaceRequest,
  description:
    'Stored with the smile of each expiry, the forwards behind it, and `arbitrage`. A surface that allows arbitrage is stored with a warning, or refused where `strict` is true. The receipt of a run that fits SVI or SSVI is that of desk/v1/calibrate/surface, which can be replayed.',
  failures: ['SVC-RES-001'],
  // A fit of SVI or SSVI to a hundred expiries.
  costClass: 'calibration',
  manifest: 'when_priced',
  complete: async (body, { call, stored }, dependencies) => {
    const { name, underlying, rate, forwardCurveId, interpolation, ...quoted } = body;
    const { valuationDate, spot, dividend, fit } = quoted;
    const forward = await forwardCurveOf(body, stored);
    const terms = {
      ...{ name, underlying, valuationDate, spot, dividend, interpolation },
      ...(rate !== undefined && { rate }),
      ...(forwardCurveId !== undefined && { forwardCurveId, forwardCurveVersion: forward.version }),
      forwardCurve: forward.curve,
    };
    const request = { ...quoted, curve: forward.curve };
    if (fit === undefined)
      return { fields: { ...terms, ...(await resultOf<SurfaceSlices>(dependencies.calibration.surfaceSlices, request, call)) } };
    const { data, manifest } = await runInPlace<SurfaceSlices>('calibrateSurface', request, call, dependencies);
    return { fields: { ...terms, ...data, warnings: manifest?.warnings, calibrationRunId: manifest?.runId }, manifest };
  },
});

async function forwardCurveOf(
  { rate = 0, forwardCurveId, valuationDate }: SurfaceRequest,
  stored: StoredData,
): Promise<{ readonly curve: Curve; readonly version?: number }> {
  if (forwardCurveId === undefined) return { curve: { times: [0], zeroRates: [rate], interpolation: 'linear_zero' } };
  const pointer = '/forwardCurveId';
  const { fields, version } = await notedAt(ROOT, 'forwardCurveId', storedCurve(stored, forwardCurveId));
  if (fields.valuationDate !== valuationDate)
    throw invalidRequest(pointer, `must name a curve of ${valuationDate}, the valuation date; it is of ${fields.valuationDate}`);
  return { curve: valuesOf(fields), version };
}

const point = z
  .strictObject({
    strike: z.number().positive(),
    time: z
      .number()
      .positive()
      .max(MAX_HORIZON_YEARS)
      .optional()
      .meta({ description: 'Years from the valuation date of the surface, ACT/365F' }),
    expiry: z.iso.date().optional().meta({ description: 'ISO 8601 calendar date, in place of time' }),
  })
  .superRefine((fields, context) => {
    if ((fields.time === undefined) === (fields.expiry === undefined))
      context.addIssue({ code: 'custom', message: 'must have exactly one of expiry and time', input: fields });
  })
  .meta({ id: 'SurfacePoint' });

const evaluateRequest = z.strictObject({ points: z.array(point).min(1).max(MAX_EVALUATION_POINTS) }).meta({ id: 'EvaluateSurfaceRequest' });

export const surfaceOperations = [
  operation({
    id: 'evaluateSurface',
    method: 'POST',
    path: '/api/v1/market-data/surfaces/{surfaceId}/evaluate',
    tag: 'Market Data',
    scope: 'price',
    costClass: 'store',
    summary: 'Implied and local volatility of a surface at strikes and expiries, and the arbitrage that it allows',
    description:
      'Local volatilities are Dupire’s, bounded where the smiles admit arbitrage. Beyond the quoted strikes total variance levels off; beyond the last expiry the implied volatility at the same moneyness stays.',
    params: z.strictObject({ surfaceId: z.string().max(200) }),
    request: evaluateRequest,
    example: { points: [{ strike: 95, time: 0.75 }] },
    response: z
      .object({
        points: z
          .array(
            z.object({
              strike: z.number(),
              expiry: z.iso.date().meta({ description: 'Of a time, the nearest calendar date' }),
              time: z.number().meta({ description: 'Years from the valuation date, ACT/365F' }),
              impliedVolatility: z.number(),
              localVolatility: z.number().meta({ description: 'Where the spot is at the strike at that time' }),
              totalVariance: z.number().meta({ description: 'impliedVolatility² · time' }),
            }),
          )
          .meta({ description: 'One per point of the request, in order' }),
        arbitrage: arbitrageReport,
      })
      .meta({ id: 'EvaluatedSurface' }),
    failures: ['SVC-RES-001', 'SVC-CALC-001'],
    handle: async ({ params: { surfaceId }, body, stored }) => {
      const { fields } = await stored.document<Surface>(surfaces, surfaceId, 'surface', ({ valuationDate }) => valuationDate);
      return { data: { points: pointsOf(fields, body.points), arbitrage: fields.arbitrage } };
    },
  }),
];

/** @throws HttpFailure SVC-REQ-001 that names every expiry that is not after the valuation date */
function pointsOf(stored: Surface, points: z.output<typeof evaluateRequest>['points']) {
  const { valuationDate } = stored;
  const slices = stored.slices.map(sliceOf);
  const places = points.map(({ strike, time, expiry }) => ({ strike, time: time ?? act365f(valuationDate, expiry ?? '') }));
  const faults = places.flatMap(({ time }, i) =>
    time > 0 && time <= MAX_HORIZON_YEARS
      ? []
      : [
          {
            pointer: `/points/${i}/expiry`,
            reason: `must be after ${valuationDate}, the valuation date, by at most ${MAX_HORIZON_YEARS} years; got ${points[i]?.expiry}`,
          },
        ],
  );
  if (faults.length > 0) throw invalidRequests(faults);
  return places.map(({ strike, time }, i) => {
    const k = logMoneynessOf(stored, strike, time);
    const evaluated = {
      impliedVolatility: impliedVolatilityAt(slices, k, time),
      localVolatility: localVolatilityAt(slices, k, time),
      totalVariance: totalVarianceAt(slices, k, time),
    };
    requireFinite(evaluated);
    return { strike, expiry: points[i]?.expiry ?? dateAfter(valuationDate, time), time, ...evaluated };
  });
}
