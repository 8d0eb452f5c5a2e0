/** Dates or times at which a stored curve is evaluated. */
import { z } from 'zod';
import { refusal } from '../base/faults.js';
import { MAX_HORIZON_YEARS } from '../base/terms.js';
import type { Years } from '../base/units.js';
import { act365f, dateAfter } from '../time/date.js';

/** Largest number of points of one request. */
const MAX_EVALUATED_POINTS = 10_000;

/** The two fields of which a request has exactly one. */
export const evaluatedAt = {
  dates: z
    .array(z.iso.date())
    .min(1)
    .max(MAX_EVALUATED_POINTS)
    .optional()
    .meta({ description: 'On or after the valuation date of what is stored' }),
  times: z
    .array(z.number().nonnegative().max(MAX_HORIZON_YEARS))
    .min(1)
    .max(MAX_EVALUATED_POINTS)
    .optional()
    .meta({ description: 'Years from the valuation date of what is stored, ACT/365F' }),
};

interface EvaluatedAt {
  readonly dates?: readonly string[] | undefined;
  readonly times?: readonly number[] | undefined;
}

/** A zod refinement: the request has exactly one of the two. */
export function datesOrTimes({ dates, times }: EvaluatedAt, context: z.RefinementCtx): void {
  if ((dates === undefined) === (times === undefined))
    context.addIssue({ code: 'custom', message: 'must have exactly one of dates and times', input: dates });
}
/** The same rule in JSON Schema. */
export const datesOrTimesRule = { oneOf: [{ required: ['dates'] }, { required: ['times'] }] };

/** Fields with which each point of a response begins. */
export const evaluatedPoint = {
  date: z.iso.date().meta({ description: 'Of a time, the nearest calendar date' }),
  time: z.number().meta({ description: 'Years from the valuation date, ACT/365F' }),
};

/**
 * Date and time of each point, in order.
 *
 * @throws EngineFailure `invalid` that names every date before the valuation date or too far after it
 */
export function pointsAt({ dates, times = [] }: EvaluatedAt, valuationDate: string): { readonly date: string; readonly time: Years }[] {
  if (dates === undefined) return times.map((time) => ({ date: dateAfter(valuationDate, time), time }));
  const points = dates.map((date) => ({ date, time: act365f(valuationDate, date) }));
  const faults = points.flatMap(({ date, time }, i) =>
    time >= 0 && time <= MAX_HORIZON_YEARS
      ? []
      : [
          {
            pointer: `/dates/${i}`,
            reason: `must lie within ${MAX_HORIZON_YEARS} years from ${valuationDate}, the valuation date; got ${date}`,
          },
        ],
  );
  if (faults.length > 0) throw refusal(faults);
  return points;
}
