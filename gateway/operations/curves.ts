/** Operations that fit and store a curve, or evaluate a stored one at dates or times. */

import { z } from 'zod';
import {
  accumulatedRate,
  addTenor,
  type CurveCalibrationResponse,
  curveCalibrationRequest,
  curveNode,
  datesOrTimes,
  datesOrTimesRule,
  dayNumber,
  discount,
  evaluatedAt,
  evaluatedPoint,
  forwardRate,
  MAX_CURVE_NODES,
  NO_TENOR,
  nodesOf,
  pointsAt,
  TENOR_PATTERN,
  zeroRate,
} from '#engine/schemas';
import { type Curve, curveConventions, curves, curveTerms } from '#services/resources/curve';
import { invalidRequest } from '../contract/errors.js';
import { operation } from '../contract/operation.js';
import type { StoredData } from '../contract/stored-data.js';
import { writing } from '../resource/crud.js';
import { runInPlace } from '../run/in-place.js';
import { notedAt, ROOT } from '../stored/names.js';

const curveForms = [{ required: ['nodes'] }, { required: ['instruments'] }];

const curveRequest = z
  .strictObject({
    ...curveTerms,
    nodes: z.array(curveNode).min(1).max(MAX_CURVE_NODES).optional().meta({ description: 'In order of time' }),
    instruments: curveCalibrationRequest.shape.instruments,
    interpolation: curveCalibrationRequest.shape.interpolation.unwrap().optional().meta({
      description: 'By default linear_zero where every node has a zero rate, otherwise log_linear',
    }),
    ...curveConventions,
  })
  .superRefine(({ index, kind }, context) => {
    if (index !== undefined && kind !== 'projection')
      context.addIssue({
        code: 'custom',
        path: ['index'],
        message: `is of a curve of the kind projection; this one is ${kind}`,
        input: index,
      });
  })
  .superRefine(({ nodes, instruments, ...rest }, context) => {
    if ((nodes === undefined) === (instruments === undefined))
      context.addIssue({ code: 'custom', message: 'must have exactly one of nodes and instruments', input: rest });
    if (nodes === undefined) return;
    for (const name of Object.keys(curveConventions) as (keyof typeof curveConventions)[])
      if (rest[name] !== undefined)
        context.addIssue({ code: 'custom', path: [name], message: 'has a meaning for instruments only', input: rest[name] });
  })
  .meta({ id: 'CurveRequest', description: 'A curve by its nodes, or by instruments that it shall reproduce', oneOf: curveForms });
type CurveRequest = z.output<typeof curveRequest>;

export const storedCurve = (stored: StoredData, id: string) =>
  stored.document<Curve>(curves, id, 'curve', ({ valuationDate }) => valuationDate);

/** Curves are stored with their nodes: those of instruments are fitted when they are written. */
export const curveWriting = writing({
  request: curveRequest,
  description:
    'By nodes, or by instruments as in calibrate/curve: then the curve is fitted now, and its nodes and residuals are stored with the instruments, and the receipt of the run is that of calibrate/curve, which can be replayed. A fitted curve does not change when its discount curve does.',
  failures: ['SVC-CALC-002'],
  manifest: 'when_priced',
  complete: async ({ nodes, instruments, ...terms }, { call, stored }, dependencies) => {
    if (nodes !== undefined) return { fields: { ...terms, ...nodesOf(nodes, terms.valuationDate, terms.interpolation) } };
    const { valuationDate, interpolation = 'log_linear', dayCount, calendar, settlementDays, discountCurveId } = terms;
    const discounting = discountCurveId === undefined ? undefined : await discountCurveOf(discountCurveId, terms, stored);
    const body = { valuationDate, instruments, interpolation, dayCount, calendar, settlementDays, discountCurve: discounting?.values };
    const { data: fitted, manifest } = await runInPlace<CurveCalibrationResponse>('calibrateCurve', body, call, dependencies);
    const fields = {
      ...terms,
      interpolation,
      instruments,
      nodes: fitted.nodes.map(({ date, time, discountFactor, zeroRate }) => ({ date, time, discountFactor, zeroRate })),
      residuals: fitted.residuals,
      ...(discounting !== undefined && { discountCurveVersion: discounting.version }),
      calibrationRunId: manifest?.runId,
    };
    return { fields, manifest };
  },
});

/** The values of the curve that discounts the instruments of another. */
async function discountCurveOf(
  id: string,
  { currency, valuationDate }: Pick<CurveRequest, 'currency' | 'valuationDate'>,
  stored: StoredData,
) {
  const pointer = '/discountCurveId';
  const { fields, version } = await notedAt(ROOT, 'discountCurveId', storedCurve(stored, id));
  if (fields.currency !== currency) throw invalidRequest(pointer, `must name a curve in ${currency}; it is in ${fields.currency}`);
  if (fields.valuationDate !== valuationDate)
    throw invalidRequest(pointer, `must name a curve of ${valuationDate}, the valuation date; it is of ${fields.valuationDate}`);
  return { version, values: valuesOf(fields) };
}

/** A stored curve as the engine evaluates it. */
export const valuesOf = ({ nodes, interpolation }: Pick<Curve, 'nodes' | 'interpolation'>) => ({
  times: nodes.map(({ time }) => time),
  zeroRates: nodes.map(({ zeroRate }) => zeroRate),
  interpolation,
});

const evaluateRequest = z
  .strictObject({
    ...evaluatedAt,
    forwardTenor: z.string().regex(TENOR_PATTERN, NO_TENOR).optional().meta({
      description: 'Length, such as 3M, over which forwardRate is the average forward rate; by default it is the instantaneous one',
    }),
  })
  .superRefine(datesOrTimes)
  .meta({ id: 'EvaluateCurveRequest', ...datesOrTimesRule });

const point = z.object({
  ...evaluatedPoint,
  discountFactor: z.number(),
  zeroRate: z.number().meta({ description: 'Continuously compounded' }),
  forwardRate: z.number().meta({ description: 'Continuously compounded: instantaneous, or the average over forwardTenor' }),
});

export const curveOperations = [
  operation({
    id: 'evaluateCurve',
    method: 'POST',
    path: '/api/v1/market-data/curves/{curveId}/evaluate',
    tag: 'Market Data',
    scope: 'price',
    costClass: 'store',
    summary: 'Discount factors, zero and forward rates of a curve at dates or times',
    params: z.strictObject({ curveId: z.string().max(200) }),
    request: evaluateRequest,
    example: { times: [0.25, 1, 5], forwardTenor: '3M' },
    response: z.object({ points: z.array(point).meta({ description: 'One per date or time, in order' }) }).meta({ id: 'EvaluatedCurve' }),
    failures: ['SVC-RES-001'],
    handle: async ({ params: { curveId }, body, stored }) => {
      const { fields } = await storedCurve(stored, curveId);
      return { data: { points: pointsOf(fields, body) } };
    },
  }),
];

function pointsOf(stored: Curve, { forwardTenor, ...datesOrYears }: z.output<typeof evaluateRequest>) {
  const curve = valuesOf(stored);
  return pointsAt(datesOrYears, stored.valuationDate).map(({ date, time }) => ({
    date,
    time,
    discountFactor: discount(curve, time),
    zeroRate: zeroRate(curve, time),
    forwardRate: forwardTenor === undefined ? forwardRate(curve, time) : averageForwardRate(date, time, forwardTenor),
  }));

  function averageForwardRate(date: string, time: number, tenor: string): number {
    const start = dayNumber(date);
    const length = (addTenor(start, tenor) - start) / 365;
    return (accumulatedRate(curve, time + length) - accumulatedRate(curve, time)) / length;
  }
}
