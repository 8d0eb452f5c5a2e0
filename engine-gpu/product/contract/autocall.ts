/** The terms of an autocallable note, as requests state them, and the checks of its fields against each other. */
import { z } from 'zod';
import { oneAlternative, oneOfRequired } from '../../base/alternatives.js';
import { assetNames, date, dates, MAX_DATES, price } from '../../base/terms.js';
import { startsBefore } from './forms.js';

const relative = z.number().nonnegative();

export const autocallTerms = {
  type: z.literal('worst_of_autocall'),
  underlyings: assetNames,
  observationDates: dates,
  callBarrier: relative.optional().meta({ description: 'Level at or above which the note redeems at 1, relative to the initial fixings' }),
  callBarriers: z.array(relative).max(MAX_DATES).optional().meta({
    description:
      'In place of callBarrier: one level per observation date, in the same order, such as the falling levels of a step-down note',
  }),
  couponBarrier: relative.meta({ description: 'Level at or above which the coupon is paid, relative to the initial fixings' }),
  protectionBarrier: relative.meta({
    description: 'Level at or above which 1 is repaid on the last date, relative to the initial fixings',
  }),
  protectionMonitoring: z.enum(['final', 'daily', 'continuous']).optional().meta({
    description:
      'When the protection barrier is watched. final (the default): the worst performance of the last date. daily (252 equally spaced dates per year) or continuous: the protection is lost once any asset has been at or below protectionBarrier times its initial fixing, and the last date then repays at most 1',
  }),
  knocked: date.optional().meta({
    description:
      'With daily or continuous protectionMonitoring: date, not after the valuation date, on which the protection was lost. Otherwise the fixings of past observation dates decide',
  }),
  airbag: z.number().positive().max(1).optional().meta({
    description: 'Without protection the last date repays min(1, worst performance/airbag) in place of the worst performance',
  }),
  participation: relative.optional().meta({
    description: 'Share of the worst performance above 1 that the last date pays besides, whether or not it calls the note; 0 by default',
  }),
  couponRate: relative.meta({ description: 'Coupon per observation, decimal' }),
  productType: z.enum(['phoenix']).meta({ description: 'phoenix: a coupon on each observation date on which the coupon barrier is met' }),
  memoryCoupon: z.boolean().meta({ description: 'Whether a coupon also pays the coupons that were missed before it' }),
  initialFixings: z
    .array(price)
    .optional()
    .meta({ description: "One initial fixing per underlying, in the same order; by default those of startDate, or today's spots" }),
  startDate: date.optional().meta({
    description: 'Date, not after the valuation date, whose fixings are the initial ones; in place of initialFixings',
  }),
};

/** Exactly one of the two gives the levels at which a note is called. */
export const CALL_BARRIERS = [{ required: ['callBarrier'] }, { required: ['callBarriers'] }] as const;

interface NoteDates {
  readonly observationDates: readonly string[];
  readonly callBarriers?: readonly number[] | undefined;
  readonly protectionMonitoring?: 'final' | 'daily' | 'continuous' | undefined;
  readonly knocked?: string | undefined;
  readonly startDate?: string | undefined;
  readonly initialFixings?: readonly number[] | undefined;
}

/** Checks the fields of a note against each other. */
export function checkNote(note: NoteDates, context: z.RefinementCtx): void {
  const { observationDates, callBarriers, protectionMonitoring = 'final', knocked, startDate, initialFixings } = note;
  const fault = (field: string, message: string, input: unknown) => context.addIssue({ code: 'custom', path: [field], message, input });
  if (callBarriers !== undefined && callBarriers.length !== observationDates.length)
    fault('callBarriers', `must have one entry per observation date, ${observationDates.length}; got ${callBarriers.length}`, callBarriers);
  if (knocked !== undefined && protectionMonitoring === 'final')
    fault('knocked', `must be left out unless protectionMonitoring is daily or continuous; got ${knocked}`, knocked);
  if (startDate !== undefined && initialFixings !== undefined)
    fault('startDate', `must be left out if initialFixings is given; got ${startDate}`, startDate);
  startsBefore(note, context);
}

/** Requires one initial fixing per underlying. */
export function checkFixings(
  { underlyings, initialFixings }: { underlyings: string[]; initialFixings?: number[] | undefined },
  context: z.RefinementCtx,
): void {
  if (initialFixings !== undefined && initialFixings.length !== underlyings.length)
    context.addIssue({
      code: 'custom',
      path: ['initialFixings'],
      message: `must have one entry per underlying, ${underlyings.length}; got ${initialFixings.length}`,
      input: initialFixings,
    });
}

export const worstOfAutocall = z
  .strictObject(autocallTerms)
  .superRefine(checkFixings)
  .superRefine(oneAlternative(...CALL_BARRIERS))
  .superRefine(checkNote)
  .meta({ id: 'WorstOfAutocall', description: 'Worst-of autocallable note on a notional of 1', ...oneOfRequired(...CALL_BARRIERS) });
