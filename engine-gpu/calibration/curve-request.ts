/** What a curve is built from, and what comes back. */
import { z } from 'zod';
import { oneAlternative, oneOfRequired } from '../base/alternatives.js';
import { date, MAX_HORIZON_YEARS } from '../base/terms.js';
import { curveInput } from '../market/market-input.js';
import { INTERPOLATIONS } from '../market/node-curve.js';
import { CALENDARS } from '../time/calendar.js';
import { DAY_COUNTS } from '../time/day-count.js';
import { TENOR_PATTERN } from '../time/tenor.js';

/** Three times what a full curve has; a limit against abuse. */
const MAX_INSTRUMENTS = 100;
/** Far outside any market. */
const MAX_RATE = 10;
const MAX_PRICE = 1_000;
/** Coupons a year that divide it into whole months. */
const FREQUENCIES = [1, 2, 3, 4, 6, 12] as const;

const years = z.number().nonnegative().max(MAX_HORIZON_YEARS);
const yearsOrDate = (description: string) => z.union([years, date]).meta({ description });
const maturity = z.union([years.positive(), date]).meta({ description: 'Years from the valuation date, or an ISO 8601 date' });
const tenor = z
  .string()
  .regex(TENOR_PATTERN)
  .meta({ description: '2D, 1W, 3M, 10Y: from the start, or from so many settlement days after the valuation date; modified following' });
const start = yearsOrDate('Years from the valuation date, or an ISO 8601 date');
const rate = z.number().min(-1).max(MAX_RATE).meta({ description: 'Decimal' });
const price = z.number().positive().max(MAX_PRICE);
const frequency = z.literal(FREQUENCIES).meta({ description: 'Payments a year' });

const ends = [{ required: ['maturity'] }, { required: ['tenor'] }] as const;

/** An instrument quoted, of that type, which ends at a maturity or after a tenor. */
const instrument = <Type extends string, Fields extends z.core.$ZodLooseShape>(type: Type, description: string, fields: Fields) =>
  z
    .strictObject({ type: z.literal(type), maturity: maturity.optional(), tenor: tenor.optional(), ...fields })
    .superRefine(oneAlternative(...ends) as (value: unknown, context: z.RefinementCtx) => void)
    .meta({ id: `Curve${type.charAt(0).toUpperCase()}${type.slice(1)}`, description, ...oneOfRequired(...ends) });

const curveInstrument = z.discriminatedUnion('type', [
  instrument('deposit', 'Simple interest from the valuation date, or from settlement where a tenor is given', { rate }),
  instrument('fra', 'Simple interest from a later start', { start, rate }),
  instrument('future', 'A futures price: rate (100 − price)/100 − convexity, simple interest', {
    start,
    price,
    convexity: z.number().min(-1).max(1).default(0).meta({ description: 'Rate by which the future lies above the forward' }),
  }),
  instrument('swap', 'Fixed leg 30/360 unadjusted against a floating leg', {
    rate,
    fixedFrequency: frequency.default(1),
    floatingFrequency: frequency.default(2).meta({ description: 'Of the forward rates; matters only beside a discountCurve' }),
  }),
  instrument('ois', 'Fixed leg against compounded overnight interest', { rate, fixedFrequency: frequency.default(1) }),
  instrument('bond', 'A bullet bond, price and coupons per 100 of face, the price with accrued interest', {
    price,
    couponRate: z.number().nonnegative().max(MAX_RATE),
    couponFrequency: frequency,
  }),
]);
export type CurveInstrument = z.output<typeof curveInstrument>;

export const curveCalibrationRequest = z
  .strictObject({
    valuationDate: date,
    instruments: z.array(curveInstrument).min(1).max(MAX_INSTRUMENTS).meta({ description: 'In any order; no two may end together' }),
    interpolation: z.enum(INTERPOLATIONS).default('log_linear').meta({
      description: 'log_linear: discount factors; linear_zero: zero rates; monotone_convex: forward rates (Hagan and West 2006)',
    }),
    dayCount: z.enum(DAY_COUNTS).default('ACT/360').meta({ description: 'Of money market and overnight legs between dates' }),
    calendar: z.enum(CALENDARS).default('none').meta({ description: 'Business days of tenors; none: every day is one' }),
    settlementDays: z
      .int()
      .min(0)
      .max(10)
      .default(0)
      .meta({ description: 'Business days from the valuation date to the start of a tenor' }),
    discountCurve: curveInput.optional().meta({ description: 'Discounts the legs of swaps; the curve built then only projects' }),
  })
  .superRefine(({ instruments, discountCurve }, context) => {
    if (discountCurve === undefined) return;
    instruments.forEach(({ type }, i) => {
      if (type === 'bond')
        context.addIssue({
          code: 'custom',
          path: ['instruments', i, 'type'],
          message: 'must not be bond beside a discountCurve: a bond says nothing of a projection curve',
          input: type,
        });
    });
  })
  .meta({ id: 'CurveCalibrationRequest', description: 'Quoted instruments, and how to join what they say' });
export type CurveCalibrationRequest = z.output<typeof curveCalibrationRequest>;

export const curveCalibrationResponse = z
  .strictObject({
    nodes: z
      .array(
        z.strictObject({
          date: z.iso.date(),
          time: z.number().meta({ description: 'Years, ACT/365F' }),
          discountFactor: z.number(),
          zeroRate: z.number().meta({ description: 'Continuously compounded' }),
          forwardRate: z.number().meta({ description: 'Instantaneous, continuously compounded, as the date is reached' }),
        }),
      )
      .meta({ description: 'Where the instruments end, in time' }),
    residuals: z
      .array(
        z.strictObject({
          instrument: z.string().meta({ description: 'Its type and its end' }),
          error: z.number().meta({ description: 'Of the curve over the quote, in its rate; of a bond in its price per 100' }),
        }),
      )
      .meta({ description: 'One an instrument, in the order of the request' }),
  })
  .meta({ id: 'CurveCalibrationResponse', description: 'The curve at its nodes, and how exactly it gives the quotes' });
export type CurveCalibrationResponse = z.output<typeof curveCalibrationResponse>;
