/** The request and response of a curve calibration. */
import { z } from 'zod';
import { oneAlternative, oneOfRequired } from '../base/alternatives.js';
import { stored } from '../base/stored.js';
import { date, MAX_HORIZON_YEARS } from '../base/terms.js';
import { INTERPOLATIONS } from '../market/curve.js';
import { curveInput } from '../market/curve-input.js';
import { calendar, FREQUENCIES } from '../time/convention-fields.js';
import { DAY_COUNTS } from '../time/day-count.js';
import { NO_TENOR, TENOR_PATTERN } from '../time/tenor.js';
import { shortRateFit, shortRateModel } from './short-rate-request.js';

/** Limit against abuse: three times the instruments of a full curve. */
const MAX_CURVE_INSTRUMENTS = 100;
/** Far above any quoted rate or price. */
const MAX_QUOTED_RATE = 10;
const MAX_PRICE = 1_000;

const years = z.number().nonnegative().max(MAX_HORIZON_YEARS);
const yearsOrDate = (description: string) => z.union([years, date]).meta({ description });
const maturity = z.union([years.positive(), date]).meta({ description: 'Years from the valuation date, or an ISO 8601 date' });
const tenor = z.string().regex(TENOR_PATTERN, NO_TENOR).meta({
  description:
    'Length such as 2D, 1W, 3M or 10Y, counted from the start, or from settlementDays after the valuation date if there is no start; the end is adjusted by modified following',
});
const start = yearsOrDate('Years from the valuation date, or an ISO 8601 date; not before the valuation date');
const rate = stored('rate', z.number().min(-1).max(MAX_QUOTED_RATE).meta({ description: 'Quoted rate, decimal' }));
const price = stored('spot', z.number().positive().max(MAX_PRICE));
const frequency = z.literal(FREQUENCIES).meta({ description: 'Payments per year' });

const fixedDayCount = z.enum(DAY_COUNTS).optional();

const ends = [{ required: ['maturity'] }, { required: ['tenor'] }] as const;

/** A quoted instrument of a type, which ends at a maturity or after a tenor. */
const instrument = <Type extends string, Fields extends z.core.$ZodLooseShape>(type: Type, description: string, fields: Fields) =>
  z
    .strictObject({ type: z.literal(type), maturity: maturity.optional(), tenor: tenor.optional(), ...fields })
    .superRefine(oneAlternative(...ends) as (value: unknown, context: z.RefinementCtx) => void)
    .meta({ id: `Curve${type.charAt(0).toUpperCase()}${type.slice(1)}`, description, ...oneOfRequired(...ends) });

const curveInstrument = z.discriminatedUnion('type', [
  instrument('deposit', 'Deposit: simple interest from the valuation date, or from settlement if a tenor is given', { rate }),
  instrument('fra', 'Forward rate agreement: simple interest from a later start', { start, rate }),
  instrument('future', 'Interest rate future: simple interest at the rate (100 − price)/100 − convexity', {
    start,
    price,
    convexity: z
      .number()
      .min(-1)
      .max(1)
      .default(0)
      .meta({ description: 'Amount by which the rate of the future exceeds the forward rate' }),
  }),
  instrument('swap', 'Swap: a fixed leg, 30/360 unadjusted, against a floating leg', {
    rate,
    fixedFrequency: frequency.default(1),
    fixedDayCount: fixedDayCount.meta({ description: 'Day count of the fixed leg; 30/360 by default' }),
    floatingFrequency: frequency.default(2).meta({ description: 'Floating payments per year; matters only together with a discountCurve' }),
  }),
  instrument('ois', 'Overnight index swap: a fixed leg against compounded overnight interest', {
    rate,
    fixedFrequency: frequency.default(1),
    fixedDayCount: fixedDayCount.meta({ description: 'Day count of the fixed leg; that of the request by default' }),
  }),
  instrument('bond', 'Bullet bond: price and coupons per 100 of face value, the price with accrued interest', {
    price,
    couponRate: z.number().nonnegative().max(MAX_QUOTED_RATE),
    couponFrequency: frequency,
  }),
]);
export type CurveInstrument = z.output<typeof curveInstrument>;

const sources = [{ required: ['instruments'] }, { required: ['curve', 'shortRateModel'] }] as const;

export const curveCalibrationRequest = z
  .strictObject({
    valuationDate: date,
    instruments: z
      .array(curveInstrument)
      .min(1)
      .max(MAX_CURVE_INSTRUMENTS)
      .optional()
      .meta({ description: 'Quoted instruments in any order; no two may end on the same day' }),
    curve: curveInput
      .optional()
      .meta({ description: 'A curve that is built already, in place of instruments, to fit a shortRateModel on it' }),
    shortRateModel: shortRateModel.optional().meta({
      description: 'Short rate model that is fitted to swaptions on the curve; the curve then discounts, so that there is no discountCurve',
    }),
    interpolation: z.enum(INTERPOLATIONS).default('log_linear').meta({
      description:
        'Quantity that is joined between the nodes: log_linear, the logarithm of the discount factor, linearly; linear_zero, the zero rate, linearly; monotone_convex, the forward rate, continuously (Hagan and West 2006)',
    }),
    dayCount: z.enum(DAY_COUNTS).default('ACT/360').meta({ description: 'Day count of money market and overnight legs between dates' }),
    calendar: calendar.default('none'),
    settlementDays: z
      .int()
      .min(0)
      .max(10)
      .default(0)
      .meta({ description: 'Business days between the valuation date and the start of a tenor' }),
    discountCurve: curveInput
      .optional()
      .meta({ description: 'Curve that discounts the legs of swaps; the calibrated curve then only projects forward rates' }),
  })
  .superRefine(({ instruments, curve, shortRateModel, discountCurve }, context) => {
    const fault = (path: string[], message: string) => context.addIssue({ code: 'custom', path, message, input: shortRateModel });
    if ((instruments === undefined) === (curve === undefined)) fault([], 'must have exactly one of instruments and curve');
    if (curve !== undefined && shortRateModel === undefined) fault(['shortRateModel'], 'is required with a curve in place of instruments');
    if (discountCurve !== undefined && shortRateModel !== undefined)
      fault(['discountCurve'], 'must be absent with a shortRateModel, whose curve discounts');
  })
  .superRefine(({ instruments = [], discountCurve }, context) => {
    if (discountCurve === undefined) return;
    instruments.forEach(({ type }, i) => {
      if (type === 'bond')
        context.addIssue({
          code: 'custom',
          path: ['instruments', i, 'type'],
          message: 'must not be bond together with a discountCurve: the price of a bond does not depend on a projection curve',
          input: type,
        });
    });
  })
  .meta({
    id: 'CurveCalibrationRequest',
    description: 'Quoted instruments, and the interpolation of the curve that reproduces them; a short rate model to fit on it',
    ...oneOfRequired(...sources),
  });
export type CurveCalibrationRequest = z.output<typeof curveCalibrationRequest>;

export const curveCalibrationResponse = z
  .strictObject({
    nodes: z
      .array(
        z.strictObject({
          date: z.iso.date(),
          time: z.number().meta({ description: 'Years from the valuation date, ACT/365F' }),
          discountFactor: z.number().meta({ description: 'Discount factor P(0, time)' }),
          zeroRate: z.number().meta({ description: 'Zero rate, continuously compounded' }),
          forwardRate: z
            .number()
            .meta({ description: 'Instantaneous forward rate, continuously compounded; its limit from the left where it jumps' }),
        }),
      )
      .meta({
        description:
          'One node per instrument, where it ends, in order of time. Their times and zeroRates, with the same interpolation, are a curve of any request',
      }),
    residuals: z
      .array(
        z.strictObject({
          instrument: z.string().meta({ description: 'Type and end of the instrument' }),
          error: z
            .number()
            .meta({ description: 'Quote implied by the curve minus the quote, in units of its rate; of a bond, in its price per 100' }),
        }),
      )
      .meta({ description: 'One residual per instrument, in the order of the request' }),
    shortRateModel: shortRateFit.optional().meta({ description: 'The short rate model fitted to swaptions, if the request has one' }),
  })
  .meta({ id: 'CurveCalibrationResponse', description: 'The curve at its nodes, and how exactly it reproduces the quotes' });
export type CurveCalibrationResponse = z.output<typeof curveCalibrationResponse>;
