/** Dates or times at which what is stored is evaluated. */
import { z } from 'zod';
import { act365f, dateOfDay, dayNumber } from '#engine/evaluate';
import { invalidRequests } from '../contract/errors.js';

const MAX_POINTS = 10_000;
/** Longest time from the valuation date, years. */
const MAX_YEARS = 100;

/** The two fields of which a request has exactly one. */
export const evaluatedAt = {
  dates: z.array(z.iso.date()).min(1).max(MAX_POINTS).optional().meta({ description: 'On or after the valuation date of what is stored' }),
  times: z
    .array(z.number().nonnegative().max(MAX_YEARS))
    .min(1)
    .max(MAX_POINTS)
    .optional()
    .meta({ description: 'Years from the valuation date of what is stored, ACT/365F' }),
};

interface EvaluatedAt {
  readonly dates?: readonly string[] | undefined;
  readonly times?: readonly number[] | undefined;
}

/** Requires exactly one of the two. */
export function datesOrTimes({ dates, times }: EvaluatedAt, context: z.RefinementCtx): void {
  if ((dates === undefined) === (times === undefined))
    context.addIssue({ code: 'custom', message: 'must have exactly one of dates and times', input: dates });
}
/** The same rule in JSON Schema. */
export const datesOrTimesRule = { oneOf: [{ required: ['dates'] }, { required: ['times'] }] };

/** What each point of an answer begins with. */
export const evaluatedPoint = {
  date: z.iso.date().meta({ description: 'Of a time, the nearest calendar date' }),
  time: z.number().meta({ description: 'Years from the valuation date, ACT/365F' }),
};

/**
 * Date and time of each point, in order.
 *
 * @throws HttpFailure SVC-REQ-001 that names every date before the valuation date or too far after it
 */
export function pointsAt({ dates, times = [] }: EvaluatedAt, valuationDate: string): { readonly date: string; readonly time: number }[] {
  const today = dayNumber(valuationDate);
  if (dates === undefined) return times.map((time) => ({ date: dateOfDay(today + Math.round(365 * time)), time }));
  const points = dates.map((date) => ({ date, time: act365f(valuationDate, date) }));
  const faults = points.flatMap(({ date, time }, i) =>
    time >= 0 && time <= MAX_YEARS
      ? []
      : [{ pointer: `/dates/${i}`, reason: `must lie within ${MAX_YEARS} years from ${valuationDate}, the valuation date; got ${date}` }],
  );
  if (faults.length > 0) throw invalidRequests(faults);
  return points;
}
