/**
 * Model parameters of the engine entry point (interface specification, 2.6): strict, and without a default.
 *
 * A bound that only keeps out what no market has, or what would hold a processor for long, says so.
 */
import { z } from 'zod';
import { increasing, MAX_HORIZON_YEARS } from '../base/terms.js';
import type { Quotes } from './model-parameters.js';

/** The binomial trees by name. */
export const TREE_TYPES = ['crr', 'jarrow_rudd', 'tian', 'trigeorgis', 'leisen_reimer'] as const;
export type TreeType = (typeof TREE_TYPES)[number];

/** 12.5 million nodes of an American option, about 40 ms. */
const MAX_TREE_STEPS = 5_000;

export const binomialParams = z
  .strictObject({
    steps: z.int().min(1).max(MAX_TREE_STEPS).meta({ description: 'Time steps; leisen_reimer takes the next odd number' }),
    treeType: z.enum(TREE_TYPES).meta({ description: 'How the moves of the tree are chosen' }),
  })
  .meta({ id: 'BinomialParams', description: 'Of binomial_tree; without them 200 Cox-Ross-Rubinstein steps' });

// Far outside any calibration, but inside what keeps a variance and its rate of change meaningful.
const variance = (description: string) => z.number().nonnegative().max(100).meta({ description });
const correlation = (description: string) => z.number().min(-1).max(1).meta({ description });

export const hestonParams = z
  .strictObject({
    v0: variance('Variance now, per year'),
    kappa: z.number().nonnegative().max(1_000).meta({ description: 'Speed at which the variance reverts, per year' }),
    theta: variance('Variance in the long run, per year'),
    sigma: z.number().nonnegative().max(100).meta({ description: 'Volatility of the variance; 0 makes it certain' }),
    rho: correlation('Correlation of asset and variance'),
  })
  .meta({ id: 'HestonFftParams', description: 'Of equity_vanilla_heston_fft' });

/** This service's own, beside the usual four. */
export const sabrShift = z.number().nonnegative().max(1e6).optional().meta({
  description: 'Added to forward and strike, so that rates below 0 have a model; volatilities are then those of the shifted forward',
});

export const sabrParams = z
  .strictObject({
    alpha: z.number().positive().max(1e6).meta({ description: 'Initial volatility, above 0, in units of forward^(1 − beta)' }),
    beta: z.number().min(0).max(1).meta({ description: 'Exponent of the forward: 0 normal, 1 lognormal' }),
    rho: z.number().gt(-1).lt(1).meta({ description: 'Correlation of forward and volatility' }),
    nu: z.number().nonnegative().max(100).meta({ description: 'Volatility of the volatility' }),
    shift: sabrShift,
  })
  .meta({ id: 'SabrHaganParams', description: 'Of equity_vanilla_sabr_hagan' });

const meanReversion = (of: string) =>
  z
    .number()
    .min(-1)
    .max(10)
    .meta({ description: `Mean reversion of ${of}, per year; 0 gives the exact limit` });
const normalVolatility = (of: string) =>
  z
    .number()
    .nonnegative()
    .max(1)
    .meta({ description: `Absolute volatility of ${of}: 0.01 is one percentage point a square root of a year` });

export const hullWhiteParams = z
  .strictObject({ meanReversion: meanReversion('the short rate'), volatility: normalVolatility('the short rate') })
  .meta({ id: 'HullWhiteAnalyticParams', description: 'Of rates_bond_option_hull_white' });

export const lg2fParams = z
  .strictObject({
    meanReversion1: meanReversion('the first factor'),
    volatility1: normalVolatility('the first factor'),
    meanReversion2: meanReversion('the second factor'),
    volatility2: normalVolatility('the second factor'),
    correlation: correlation('Correlation of the two factors'),
  })
  .meta({ id: 'Lg2fParams', description: 'Of rates_swaption_lg2f' });

/** A determinant that is zero in exact numbers comes out as little under it. */
const DETERMINANT_ROUNDING = 1e-14;

export const jarrowYildirimParams = z
  .strictObject({
    nominalMeanReversion: meanReversion('the nominal rate'),
    nominalVolatility: normalVolatility('the nominal rate'),
    realMeanReversion: meanReversion('the real rate'),
    realVolatility: normalVolatility('the real rate'),
    indexVolatility: z.number().nonnegative().max(10).meta({ description: 'Volatility of the price index, decimal' }),
    nominalRealCorrelation: correlation('Correlation of nominal and real rate'),
    nominalIndexCorrelation: correlation('Correlation of nominal rate and index'),
    realIndexCorrelation: correlation('Correlation of real rate and index'),
  })
  .superRefine(({ nominalRealCorrelation: a, nominalIndexCorrelation: b, realIndexCorrelation: c }, context) => {
    const determinant = 1 + 2 * a * b * c - a * a - b * b - c * c;
    if (determinant < -DETERMINANT_ROUNDING)
      context.addIssue({
        code: 'custom',
        message: `must have three correlations that can hold together; their matrix has determinant ${determinant.toPrecision(6)}`,
        input: [a, b, c],
      });
  })
  .meta({ id: 'JarrowYildirimParams', description: 'Of inflation_yoy_jy' });

/** Finer than any quoted surface; a limit against abuse. */
const MAX_QUOTED_STRIKES = 200;
const MAX_QUOTED_EXPIRIES = 100;
const MAX_PDE_STEPS = 2_000;
/** timeSteps × spotSteps: about 60 ms. */
const MAX_PDE_NODES = 500_000;

/** A surface has a quote for each expiry and strike. */
export function oneQuoteEach({ strikes, expiries, volatilities }: Quotes, context: z.RefinementCtx): void {
  const fault = (path: (string | number)[], message: string, input: unknown) => context.addIssue({ code: 'custom', path, message, input });
  if (volatilities.length !== expiries.length)
    fault(['volatilities'], `must have a row an expiry, ${expiries.length}; got ${volatilities.length}`, volatilities);
  volatilities.forEach((row, i) => {
    if (row.length !== strikes.length) fault(['volatilities', i], `must have an entry a strike, ${strikes.length}; got ${row.length}`, row);
  });
}

export const dupireParams = z
  .strictObject({
    strikes: z
      .array(z.number().positive())
      .min(3)
      .max(MAX_QUOTED_STRIKES)
      .superRefine(increasing('the one before it'))
      .meta({ description: 'Of the quotes, price units, strictly increasing' }),
    expiries: z
      .array(z.number().positive().max(MAX_HORIZON_YEARS))
      .min(1)
      .max(MAX_QUOTED_EXPIRIES)
      .superRefine(increasing('the one before it'))
      .meta({ description: 'Of the quotes, years, strictly increasing' }),
    volatilities: z
      .array(z.array(z.number().positive().max(10)).max(MAX_QUOTED_STRIKES))
      .max(MAX_QUOTED_EXPIRIES)
      .meta({ description: 'Implied volatilities: a row an expiry, an entry a strike; free of arbitrage' }),
    timeSteps: z.int().min(4).max(MAX_PDE_STEPS).meta({ description: 'Of the finite differences; 200 leave about 1e-5 of the spot' }),
    spotSteps: z
      .int()
      .min(10)
      .max(MAX_PDE_STEPS)
      .meta({ description: `Of the finite differences; times timeSteps at most ${MAX_PDE_NODES}` }),
  })
  .superRefine(oneQuoteEach)
  .superRefine(({ timeSteps, spotSteps }, context) => {
    if (timeSteps * spotSteps > MAX_PDE_NODES)
      context.addIssue({
        code: 'custom',
        path: ['spotSteps'],
        message: `times timeSteps must be at most ${MAX_PDE_NODES}; got ${timeSteps * spotSteps}`,
        input: spotSteps,
      });
  })
  .meta({ id: 'DupireParams', description: 'Of equity_local_vol_dupire' });

/** Below, paths are all but noise: no estimate from a market is under 0.02, and the kernel's square all but has no integral. */
const MIN_HURST = 0.01;
const hurst = z.number().min(MIN_HURST).max(0.5).meta({ description: 'Roughness of the variance; 0.5 is a diffusion' });

export const roughBergomiParams = z
  .strictObject({
    hurst,
    eta: z.number().nonnegative().max(100).meta({ description: 'Volatility of the variance; 0 makes it certain' }),
    rho: correlation('Correlation of asset and variance'),
    xi0: variance('Variance expected at every time, per year'),
  })
  .meta({ id: 'RoughBergomiParams', description: 'Of equity_rough_bergomi_mc' });

export const roughHestonParams = z
  .strictObject({
    hurst,
    v0: variance('Variance now, per year'),
    kappa: z.number().nonnegative().max(1_000).meta({ description: 'Speed at which the variance reverts' }),
    theta: variance('Variance in the long run, per year'),
    nu: z.number().nonnegative().max(100).meta({ description: 'Volatility of the variance; 0 makes it certain' }),
    rho: correlation('Correlation of asset and variance'),
  })
  .meta({ id: 'RoughHestonParams', description: 'Of equity_rough_heston_mc and equity_rough_heston_cf' });
