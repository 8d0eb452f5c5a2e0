/** Interest rates as requests state them: a flat rate or a curve, and the curve of numbers that either stands for. */
import { z } from 'zod';
import { oneAlternative, oneOfRequired } from '../base/alternatives.js';
import type { Fault } from '../base/failure.js';
import { refusal } from '../base/faults.js';
import { stored } from '../base/stored.js';
import { date, dates, increasing, MAX_HORIZON_YEARS } from '../base/terms.js';
import type { Rate } from '../base/units.js';
import { log } from '../math/elementary/log.js';
import { act365f } from '../time/date.js';
import { type Curve, INTERPOLATIONS } from './curve.js';
import { flatRate } from './fields.js';

/** Limit against abuse: more nodes than one per month over thirty years. */
export const MAX_CURVE_NODES = 400;

const curveKinds = [{ required: ['times', 'zeroRates'] }, { required: ['dates', 'discountFactors'] }] as const;

const shift = z
  .strictObject({
    times: z
      .array(z.number().nonnegative().max(MAX_HORIZON_YEARS))
      .min(1, { abort: true })
      .max(MAX_CURVE_NODES)
      .superRefine(increasing('the time before it'))
      .meta({ description: 'Years from the valuation date, strictly increasing' }),
    zeroRates: z.array(flatRate).max(MAX_CURVE_NODES).meta({ description: 'What is added at each time' }),
  })
  .meta({
    id: 'CurveShift',
    description: 'Added to the zero rates, whatever joins the curve between its nodes: straight lines between these times, flat beyond',
  });

export const curveInput = stored(
  'curve',
  z
    .strictObject({
      times: z
        .array(z.number().nonnegative().max(MAX_HORIZON_YEARS))
        .min(1, { abort: true })
        .max(MAX_CURVE_NODES)
        .superRefine(increasing('the time before it'))
        .optional()
        .meta({ description: 'Years from the valuation date, strictly increasing' }),
      zeroRates: z.array(flatRate).max(MAX_CURVE_NODES).optional().meta({
        description: 'One zero rate per time, decimal, continuously compounded; by default linear between the times and flat beyond',
      }),
      dates: dates.max(MAX_CURVE_NODES).optional(),
      discountFactors: z.array(z.number().positive()).max(MAX_CURVE_NODES).optional().meta({
        description: 'One discount factor per date; by default its logarithm is linear between the dates and the forward rate flat beyond',
      }),
      interpolation: z.enum(INTERPOLATIONS).optional().meta({
        description:
          'How the curve is joined between its nodes: linear_zero (default with zeroRates), log_linear (default with discountFactors) or monotone_convex. A curve from calibrate/curve is used exactly as it was built if its nodes are given as times and zeroRates together with the interpolation that it was calibrated with',
      }),
      shift: shift.optional(),
    })
    .superRefine(oneAlternative(...curveKinds))
    .superRefine(({ times, zeroRates, dates, discountFactors, interpolation = 'linear_zero', shift }, context) => {
      const fault = (path: string, message: string, input: unknown) => context.addIssue({ code: 'custom', path: [path], message, input });
      if (shift !== undefined && shift.zeroRates.length !== shift.times.length)
        fault('shift', `must have one zero rate per time, ${shift.times.length}; got ${shift.zeroRates.length}`, shift);
      const requireOnePer = (nodes: readonly unknown[] | undefined, values: readonly unknown[] | undefined, path: string, node: string) => {
        if (nodes !== undefined && values !== undefined && nodes.length !== values.length)
          fault(path, `must have one entry per ${node}, ${nodes.length}; got ${values.length}`, values);
      };
      requireOnePer(times, zeroRates, 'zeroRates', 'time');
      requireOnePer(dates, discountFactors, 'discountFactors', 'date');
      if (times?.length === 1 && times[0] === 0 && interpolation !== 'linear_zero')
        fault('times', `must have a time above 0 for ${interpolation}: a discount factor at 0 is always 1`, times);
    })
    .meta({ id: 'CurveInput', description: 'An interest rate curve', ...oneOfRequired(...curveKinds) }),
);
export type CurveInput = z.output<typeof curveInput>;

/** The valuation date of a market: the date from which the dates of curves count, and the manifest's `marketDataAsOf`. */
export const valuationDate = date.optional().meta({ description: 'ISO 8601 calendar date; today (UTC) by default' });

/** The two fields of which a market has exactly one. */
export const rateFields = { rate: flatRate.optional(), curve: curveInput.optional() };

const rateKinds = [{ required: ['rate'] }, { required: ['curve'] }] as const;

/** Requires exactly one of the two. */
export const rateOrCurve: (market: Readonly<Record<string, unknown>>, context: z.RefinementCtx) => void = oneAlternative(...rateKinds);
/** The same rule in JSON Schema. */
export const rateOrCurveRule = oneOfRequired(...rateKinds);

/** Interest rates as parsed: the schema makes sure that exactly one of the two is given. */
export interface RatesInput {
  readonly rate?: Rate | undefined;
  readonly curve?: CurveInput | undefined;
}

/** Receives a fault: a JSON pointer into the request, and the reason. */
export type Report = (pointer: string, reason: string) => void;

/**
 * The curve that `rate` or `curve` states.
 *
 * @param valuationDate  ISO date from which the curve's dates count
 * @param pointer             JSON pointer to the curve in the request
 * @throws EngineFailure `invalid` with every fault of the curve's dates
 */
export function curveOf(input: RatesInput, valuationDate: string, pointer = '/market/curve'): Curve {
  const faults: Fault[] = [];
  const curve = resolveCurve(input, valuationDate, (pointer, reason) => void faults.push({ pointer, reason }), pointer);
  if (faults.length > 0) throw refusal(faults);
  return curve;
}

/**
 * The same, with faults reported instead of thrown. If any is reported, the result must not be used.
 *
 * @param pointer  JSON pointer to the curve in the request
 */
export function resolveCurve({ rate, curve }: RatesInput, valuationDate: string, report: Report, pointer: string): Curve {
  const shifted = (unshifted: Curve): Curve => (curve?.shift === undefined ? unshifted : { ...unshifted, shift: curve.shift });
  if (curve?.times && curve.zeroRates) return shifted(zeroCurve(curve.times, curve.zeroRates, curve.interpolation));
  if (curve?.dates && curve.discountFactors)
    return shifted(discountCurve(curve.dates, curve.discountFactors, curve.interpolation, valuationDate, report, pointer));
  return { times: [0], zeroRates: [rate ?? Number.NaN], interpolation: 'linear_zero' };
}

function zeroCurve(times: readonly number[], zeroRates: readonly Rate[], interpolation: Curve['interpolation'] = 'linear_zero'): Curve {
  // Only a linear_zero curve has a use for a zero rate at time 0; for the others the discount factor there is 1.
  const first = interpolation !== 'linear_zero' && times[0] === 0 ? 1 : 0;
  return { times: times.slice(first), zeroRates: zeroRates.slice(first), interpolation };
}

/** Zero rates at the dates after the valuation date. On the valuation date itself the discount factor can only be 1, and adds nothing. */
function discountCurve(
  dates: readonly string[],
  factors: readonly number[],
  interpolation: Curve['interpolation'] = 'log_linear',
  valuationDate: string,
  report: Report,
  pointer: string,
): Curve {
  dates.forEach((date, i) => {
    if (date < valuationDate) report(`${pointer}/dates/${i}`, `must not be before ${valuationDate}, the valuation date; got ${date}`);
    if (date === valuationDate && factors[i] !== 1)
      report(`${pointer}/discountFactors/${i}`, `must be 1 on the valuation date; got ${factors[i]}`);
  });
  const nodes = dates.map((date, i) => ({ time: act365f(valuationDate, date), factor: factors[i] })).filter(({ time }) => time > 0);
  if (nodes.length === 0) report(`${pointer}/dates`, `must have a date after ${valuationDate}, the valuation date`);
  return {
    times: nodes.map(({ time }) => time),
    zeroRates: nodes.map(({ time, factor }) => -log(factor!) / time),
    interpolation,
  };
}
