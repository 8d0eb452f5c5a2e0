/** Requests and responses of the SABR and Heston calibrations. */
import { z } from 'zod';
import { stored } from '../base/stored.js';
import { rateFields, rateOrCurve, rateOrCurveRule, valuationDate } from '../market/curve-input.js';
import { dividendYield, spot } from '../market/fields.js';
import { MAX_QUOTED_VOLATILITY, sabrShift } from '../market/model-parameters.js';
import { strike } from '../product/option/vanilla.js';
import { report } from './fit-report.js';

/** Limit against abuse: more strikes than any listed expiry has. */
const MAX_STRIKES = 1_000;
/** Number of fitted parameters: α, ρ and ν. */
const SABR_UNKNOWNS = 3;
/** Longest expiry, years: no market quotes beyond it. */
const MAX_YEARS = 100;

const volatility = z.number().positive().max(MAX_QUOTED_VOLATILITY);
const weight = z.number().nonnegative();

export const sabrCalibrationRequest = z
  .strictObject({
    forward: z.number().meta({ description: 'Forward of the underlying at expiry, above 0, or above −shift' }),
    expiry: z.number().positive().max(MAX_YEARS).meta({ description: 'Years' }),
    beta: z.number().min(0).max(1).meta({ description: 'Exponent of the forward, held fixed' }),
    strikes: z
      .array(z.number())
      .min(SABR_UNKNOWNS)
      .max(MAX_STRIKES)
      .meta({ description: 'At least three different strikes, above 0, or above −shift' }),
    volatilities: z
      .array(volatility)
      .max(MAX_STRIKES)
      .meta({ description: 'Lognormal implied volatilities, one per strike; with a shift, those of the shifted forward and strike' }),
    weights: z
      .array(weight)
      .max(MAX_STRIKES)
      .optional()
      .meta({ description: 'Weights of the squared errors, one per strike; 1 by default' }),
    shift: sabrShift,
  })
  .superRefine(({ forward, strikes, volatilities, weights, shift = 0 }, context) => {
    const faultAt = (path: (string | number)[], message: string, input: unknown) =>
      context.addIssue({ code: 'custom', path, message, input });
    const fault = (path: string, message: string, input: unknown) => faultAt([path], message, input);
    const above = (path: (string | number)[], value: number) => {
      if (!(value + shift > 0)) faultAt(path, `must be above ${0 - shift}; got ${value}`, value);
    };
    above(['forward'], forward);
    strikes.forEach((strike, i) => {
      above(['strikes', i], strike);
    });
    for (const [name, list] of Object.entries({ volatilities, weights }))
      if (list !== undefined && list.length !== strikes.length)
        fault(name, `must have one entry per strike, ${strikes.length}; got ${list.length}`, list);
    const counted = new Set(strikes.filter((_, i) => (weights?.[i] ?? 1) > 0));
    if (counted.size < SABR_UNKNOWNS)
      fault(
        'strikes',
        `must have ${SABR_UNKNOWNS} different strikes with positive weight, for alpha, rho and nu; got ${counted.size}`,
        strikes,
      );
  })
  .meta({ id: 'SabrCalibrationRequest', description: 'The smile of one expiry, and the beta to fit it with' });
export type SabrCalibrationRequest = z.output<typeof sabrCalibrationRequest>;

const fittedQuote = {
  strike: z.number(),
  marketVolatility: z.number(),
  modelVolatility: z.number(),
};

export const sabrCalibrationResponse = z
  .strictObject({
    alpha: z.number(),
    beta: z.number(),
    rho: z.number(),
    nu: z.number(),
    shift: sabrShift,
    ...report,
    fitted: z.array(z.strictObject(fittedQuote)),
  })
  .meta({ id: 'SabrCalibrationResponse', description: 'SABR parameters (Hagan 2002, 2.17) and how well they fit' });
export type SabrCalibrationResponse = z.output<typeof sabrCalibrationResponse>;

/** Bounds the time of a fit; large surfaces have some hundreds of quotes. */
const MAX_FITTED_QUOTES = 2_000;
/** Number of fitted parameters: v0, κ, θ, σ and ρ. */
const HESTON_UNKNOWNS = 5;

const hestonParameters = {
  v0: z.number().positive().max(10).meta({ description: 'Variance today' }),
  kappa: z.number().positive().max(100).meta({ description: 'Speed of mean reversion, per year' }),
  theta: z.number().positive().max(10).meta({ description: 'Long-run variance' }),
  sigma: z.number().positive().max(20).meta({ description: 'Volatility of variance' }),
  rho: z.number().min(-1).max(1).meta({ description: 'Correlation of asset and variance' }),
};

export const hestonCalibrationRequest = z
  .strictObject({
    spot,
    ...rateFields,
    dividend: dividendYield,
    valuationDate,
    quotes: stored(
      'volatilityQuotes',
      z
        .array(
          z
            .strictObject({
              strike,
              time: z.number().positive().max(MAX_YEARS).meta({ description: 'Years to expiry' }),
              impliedVolatility: volatility,
              weight: weight.default(1).meta({ description: 'Weight of the squared error' }),
            })
            .meta({ id: 'VolatilityQuote', description: 'The implied volatility of one European option' }),
        )
        .min(HESTON_UNKNOWNS)
        .max(MAX_FITTED_QUOTES)
        .meta({ description: 'Volatility quotes, at least five of them with positive weight' }),
    ),
    initial: z
      .strictObject(hestonParameters)
      .optional()
      .meta({ description: 'Starting point of the search; by default estimated from the quotes' }),
  })
  .superRefine(rateOrCurve)
  .superRefine(({ quotes }, context) => {
    const counted = quotes.filter(({ weight }) => weight > 0).length;
    if (counted < HESTON_UNKNOWNS)
      context.addIssue({
        code: 'custom',
        path: ['quotes'],
        message: `must have ${HESTON_UNKNOWNS} quotes with positive weight, for v0, kappa, theta, sigma and rho; got ${counted}`,
        input: quotes,
      });
  })
  .meta({
    id: 'HestonCalibrationRequest',
    description: 'A surface of implied volatilities, the spot, a rate or curve, and the dividend yield',
    ...rateOrCurveRule,
  });
export type HestonCalibrationRequest = z.output<typeof hestonCalibrationRequest>;

export const hestonCalibrationResponse = z
  .strictObject({
    ...hestonParameters,
    fellerSatisfied: z.boolean().meta({ description: 'Whether 2 kappa theta ≥ sigma², so that the variance never reaches zero' }),
    ...report,
    fitted: z.array(z.strictObject({ ...fittedQuote, time: z.number() })),
  })
  .meta({ id: 'HestonCalibrationResponse', description: 'Heston parameters and how well they fit' });
export type HestonCalibrationResponse = z.output<typeof hestonCalibrationResponse>;
