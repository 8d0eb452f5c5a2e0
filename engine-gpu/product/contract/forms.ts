/**
 * Schemas of the contract forms with one payment: vanilla, cash, forward, digital, Asian, lookback, basket, best-of and worst-of, spread, cliquet
 * and variance swap.
 */
import { z } from 'zod';
import { oneAlternative, oneOfRequired } from '../../base/alternatives.js';
import { assetNames, date, dates, expiry, MAX_ASSETS, price, underlying } from '../../base/terms.js';
import { strike } from '../option/vanilla.js';

/** Schedules of equally spaced dates up to expiry. */
/** Limit against abuse: observations every minute of a year. */
const MAX_PERIODS_PER_YEAR = 525_600;

const SCHEDULES = ['daily', 'weekly', 'monthly'] as const;

const EQUALLY_SPACED = 'max(1, round(252 T, 52 T, 12 T)) equally spaced dates up to expiry at T years';
const observationDates = dates
  .optional()
  .meta({ description: 'Observation dates: strictly increasing ISO 8601 calendar dates, not after expiry' });

const named = <Type extends string, Terms extends z.ZodRawShape>(type: Type, id: string, description: string, terms: Terms) =>
  z.strictObject({ type: z.literal(type), ...terms }).meta({ id, description });

const cash = named('cash', 'Cash', 'Pays an amount on a date', {
  amount: z.number().meta({ description: 'Amount received, price units; negative if it is owed' }),
  date: date.meta({ description: 'Payment date: ISO 8601 calendar date' }),
});

const oneStrike = { underlying, strike, expiry };
export const vanillaCall = z
  .strictObject({ type: z.literal('vanilla_call'), ...oneStrike })
  .meta({ id: 'VanillaCall', description: 'Pays max(S - strike, 0) at expiry' });

export const vanillaPut = z
  .strictObject({ type: z.literal('vanilla_put'), ...oneStrike })
  .meta({ id: 'VanillaPut', description: 'Pays max(strike - S, 0) at expiry' });

const forward = named('forward', 'Forward', 'Pays S - strike at expiry', oneStrike);

const payout = z.number().optional().meta({ description: 'Amount paid; 1 by default' });
const digitalCall = named('digital_call', 'DigitalCall', 'Pays the payout if S > strike at expiry', { ...oneStrike, payout });
const digitalPut = named('digital_put', 'DigitalPut', 'Pays the payout if S < strike at expiry', { ...oneStrike, payout });

interface ObservedForm {
  readonly observationDates?: readonly string[] | undefined;
  readonly expiry: string;
}

const observedByExpiry = ({ observationDates, expiry }: ObservedForm, context: z.RefinementCtx): void =>
  notAfter(observationDates, expiry, 'observationDates', context);

function notAfter(days: readonly string[] = [], expiry: string, field: string, context: z.RefinementCtx): void {
  days.forEach((day, i) => {
    if (day > expiry)
      context.addIssue({
        code: 'custom',
        path: [field, i],
        message: `must not be after ${expiry}, the expiry; got ${day}`,
        input: day,
      });
  });
}

const averageDates = [{ required: ['observationDates'] }, { required: ['monitoring'] }] as const;
const averageStrikes = [{ required: ['strike'] }, { required: ['strikeDates'] }] as const;
const asian = <Type extends string>(type: Type, id: string, description: string) =>
  z
    .strictObject({
      type: z.literal(type),
      underlying,
      strike: strike.optional(),
      strikeDates: dates.optional().meta({
        description: 'Averaging in: the strike is the average of the spots on these dates, of the same kind, in place of strike',
      }),
      expiry,
      averaging: z.enum(['arithmetic', 'geometric']).optional().meta({ description: 'Kind of average; arithmetic by default' }),
      observationDates,
      monitoring: z
        .enum(SCHEDULES)
        .optional()
        .meta({ description: `Observation schedule in place of observationDates: ${EQUALLY_SPACED}` }),
    })
    .superRefine(oneAlternative(...averageDates))
    .superRefine(oneAlternative(...averageStrikes))
    .superRefine(observedByExpiry)
    .superRefine(({ strikeDates, expiry }, context) => notAfter(strikeDates, expiry, 'strikeDates', context))
    .meta({ id, description, allOf: [oneOfRequired(...averageDates), oneOfRequired(...averageStrikes)] });

const asianCall = asian('asian_call', 'AsianCall', 'Pays max(average of S - strike, 0) at expiry');
const asianPut = asian('asian_put', 'AsianPut', 'Pays max(strike - average of S, 0) at expiry');

const startDate = date.optional();

interface Started {
  readonly startDate?: string | undefined;
  readonly observationDates?: readonly string[] | undefined;
}

/** The initial fixing is before the first observation. */
export function startsBefore({ startDate: day, observationDates: [first] = [] }: Started, context: z.RefinementCtx): void {
  if (day !== undefined && first !== undefined && day >= first)
    context.addIssue({
      code: 'custom',
      path: ['startDate'],
      message: `must be before ${first}, the first observation date; got ${day}`,
      input: day,
    });
}

const lookback = <Type extends string>(type: Type, id: string, description: string) =>
  z
    .strictObject({
      type: z.literal(type),
      underlying,
      strike: strike.optional().meta({
        description:
          'Strike, price units, above 0; if left out, the strike floats: the payment is the distance between the extreme and the spot at expiry',
      }),
      expiry,
      observationDates,
      monitoring: z
        .enum(['continuous', ...SCHEDULES])
        .optional()
        .meta({ description: `Observation schedule: continuous (the default), or ${EQUALLY_SPACED}` }),
      startDate: startDate.meta({
        description:
          'Date of the first observation, not after the valuation date; today by default, or the first of the observation dates where it has passed. Without observationDates a past one requires extremeSoFar',
      }),
      extremeSoFar: price.optional().meta({
        description:
          'Without observationDates: the highest spot observed before today of a call with a strike and of a put without one, the lowest of the others',
      }),
    })
    .superRefine(({ observationDates, extremeSoFar }, context) => {
      if (observationDates !== undefined && extremeSoFar !== undefined)
        context.addIssue({
          code: 'custom',
          path: ['extremeSoFar'],
          message: `must be left out if observationDates is given, whose fixings decide it; got ${extremeSoFar}`,
          input: extremeSoFar,
        });
    })
    .superRefine(startsBefore)
    .superRefine(({ observationDates, monitoring }, context) => {
      if (observationDates !== undefined && monitoring !== undefined)
        context.addIssue({
          code: 'custom',
          path: ['monitoring'],
          message: `must be left out if observationDates is given; got ${monitoring}`,
          input: monitoring,
        });
    })
    .superRefine(observedByExpiry)
    .meta({ id, description });

const lookbackCall = lookback('lookback_call', 'LookbackCall', 'Pays max(highest S - strike, 0) at expiry; without a strike, S - lowest S');
const lookbackPut = lookback('lookback_put', 'LookbackPut', 'Pays max(strike - lowest S, 0) at expiry; without a strike, highest S - S');

const basket = <Type extends string>(type: Type, id: string, description: string) =>
  z
    .strictObject({
      type: z.literal(type),
      underlyings: assetNames,
      weights: z
        .array(z.number())
        .max(MAX_ASSETS)
        .optional()
        .meta({ description: 'One weight per underlying, in the same order, used as given; by default equal weights with sum 1' }),
      strike,
      expiry,
    })
    .superRefine(({ underlyings, weights }, context) => {
      if (weights !== undefined && weights.length !== underlyings.length)
        context.addIssue({
          code: 'custom',
          path: ['weights'],
          message: `must have one entry per underlying, ${underlyings.length}; got ${weights.length}`,
          input: weights,
        });
    })
    .meta({ id, description });

const basketCall = basket('basket_call', 'BasketCall', 'Pays max(weighted sum of spots - strike, 0) at expiry');
const basketPut = basket('basket_put', 'BasketPut', 'Pays max(strike - weighted sum of spots, 0) at expiry');

const severalAssets = { underlyings: assetNames, strike, expiry };
const bestOfCall = named('best_of_call', 'BestOfCall', 'Pays max(highest of the spots - strike, 0) at expiry', severalAssets);
const bestOfPut = named('best_of_put', 'BestOfPut', 'Pays max(strike - highest of the spots, 0) at expiry', severalAssets);
const worstOfCall = named('worst_of_call', 'WorstOfCall', 'Pays max(lowest of the spots - strike, 0) at expiry', severalAssets);
const worstOfPut = named('worst_of_put', 'WorstOfPut', 'Pays max(strike - lowest of the spots, 0) at expiry', severalAssets);

const spreadTerms = {
  underlyings: assetNames.min(2).max(2).meta({ description: 'Two assets: the first is received, the second is paid' }),
  strike: z.number().meta({ description: 'Strike, price units; may be zero or negative' }),
  expiry,
};
const spreadCall = named('spread_call', 'SpreadCall', 'Pays max(S1 - S2 - strike, 0) at expiry', spreadTerms);
const spreadPut = named('spread_put', 'SpreadPut', 'Pays max(strike - (S1 - S2), 0) at expiry', spreadTerms);

const bound = z.number().optional();
const cliquet = z
  .strictObject({
    type: z.literal('cliquet'),
    underlying,
    observationDates: dates,
    startDate: startDate.meta({ description: 'Date of the initial fixing, not after the valuation date; today by default' }),
    localFloor: bound.meta({ description: 'Lower bound of the return of each period, decimal' }),
    localCap: bound.meta({ description: 'Upper bound of the return of each period, decimal' }),
    globalFloor: bound.meta({ description: 'Lower bound of the sum of returns, decimal' }),
    globalCap: bound.meta({ description: 'Upper bound of the sum of returns, decimal' }),
  })
  .superRefine((terms, context) => {
    for (const [floor, cap] of [
      ['localFloor', 'localCap'],
      ['globalFloor', 'globalCap'],
    ] as const) {
      const [lower, upper] = [terms[floor], terms[cap]];
      if (lower !== undefined && upper !== undefined && upper < lower)
        context.addIssue({
          code: 'custom',
          path: [cap],
          message: `must be at or above ${floor}, ${lower}; got ${upper}`,
          input: upper,
        });
    }
  })
  .superRefine(startsBefore)
  .meta({
    id: 'Cliquet',
    description:
      'Pays at the last date the sum of the returns of all periods, the first from startDate; each return and the sum are clamped to their bounds',
  });

const varianceSwap = z
  .strictObject({
    type: z.literal('variance_swap'),
    underlying,
    expiry,
    strikeVolatility: z.number().nonnegative().meta({ description: 'Volatility strike, decimal (0.2 is 20 %)' }),
    monitoring: z
      .enum(SCHEDULES)
      .optional()
      .meta({ description: `Observation schedule, daily by default: ${EQUALLY_SPACED}` }),
    observationDates,
    startDate: startDate.meta({
      description: 'With observationDates: date of the initial fixing, not after the valuation date; today by default',
    }),
    periodsPerYear: z.number().positive().max(MAX_PERIODS_PER_YEAR).optional().meta({
      description: 'With observationDates: number of observations per year to which the variance is scaled; 252 by default',
    }),
  })
  .superRefine(({ observationDates: days, monitoring, startDate: day, periodsPerYear }, context) => {
    const fault = (field: string, message: string, input: unknown) =>
      context.addIssue({ code: 'custom', path: [field], message: `${message}; got ${input}`, input });
    if (days !== undefined && monitoring !== undefined) fault('monitoring', 'must be left out if observationDates is given', monitoring);
    if (days === undefined && day !== undefined) fault('startDate', 'must be left out unless observationDates is given', day);
    if (days === undefined && periodsPerYear !== undefined)
      fault('periodsPerYear', 'must be left out unless observationDates is given', periodsPerYear);
  })
  .superRefine(observedByExpiry)
  .superRefine(startsBefore)
  .meta({
    id: 'VarianceSwap',
    description:
      'Pays realised variance - strikeVolatility squared at expiry; the variance is the sum of the squared log returns times the observations per year, divided by their number',
  });

export const forms = [
  cash,
  forward,
  digitalCall,
  digitalPut,
  asianCall,
  asianPut,
  lookbackCall,
  lookbackPut,
  basketCall,
  basketPut,
  bestOfCall,
  bestOfPut,
  worstOfCall,
  worstOfPut,
  spreadCall,
  spreadPut,
  cliquet,
  varianceSwap,
] as const;
