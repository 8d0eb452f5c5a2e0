/**
 * Parameters of the models (interface specification, 2.6): the numbers that models compute with, and the schemas that read them from
 * requests. The schemas are strict and have no defaults. A bound that only excludes what no market shows, or limits computing time, says so.
 */
import { z } from 'zod';
import { stored } from '../base/stored.js';
import { increasing, MAX_HORIZON_YEARS } from '../base/terms.js';
import type { Price, Volatility, Years } from '../base/units.js';

export interface HestonParameters {
  /** Variance today, ≥ 0 */
  readonly v0: number;
  /** Speed of mean reversion κ ≥ 0, per year */
  readonly kappa: number;
  /** Long-run variance, ≥ 0 */
  readonly theta: number;
  /** Volatility of variance, ≥ 0 */
  readonly sigma: number;
  /** Correlation of asset and variance, in [−1, 1] */
  readonly rho: number;
}

export interface RoughHestonParameters {
  /** Hurst exponent H in (0, ½] */
  readonly hurst: number;
  readonly v0: number;
  readonly kappa: number;
  readonly theta: number;
  /** Volatility of variance ν ≥ 0; the characteristic function needs ν > 0 */
  readonly nu: number;
  readonly rho: number;
}

/** V_t = ξ₀ exp(ηY_t − η²t^(2H)/2), Y_t = √(2H) ∫₀ᵗ (t − s)^(H−½) dW_s. No transform of this model is known, so it is simulated. */
export interface RoughBergomiParameters {
  /** Hurst exponent H in (0, ½] */
  readonly hurst: number;
  /** Volatility of variance η ≥ 0 */
  readonly eta: number;
  /** Correlation of asset and variance, in [−1, 1] */
  readonly rho: number;
  /** Expected variance ξ₀ ≥ 0, the same at every time */
  readonly xi0: number;
}

/** A surface of implied volatilities, quoted for every pair of strike and expiry. */
export interface Quotes {
  /** Strictly increasing, price units. */
  readonly strikes: readonly Price[];
  /** Strictly increasing, above 0. */
  readonly expiries: readonly Years[];
  /** One row per expiry and one entry per strike, decimal. */
  readonly volatilities: readonly (readonly Volatility[])[];
}

/** Names of the binomial trees. */
export const TREE_TYPES = ['crr', 'jarrow_rudd', 'tian', 'trigeorgis', 'leisen_reimer'] as const;
export type TreeType = (typeof TREE_TYPES)[number];

/** An American option then has 12.5 million nodes, about 40 ms. */
const MAX_TREE_STEPS = 5_000;

export const binomialParams = z
  .strictObject({
    steps: z.int().min(1).max(MAX_TREE_STEPS).meta({ description: 'Number of time steps; leisen_reimer uses the next odd number' }),
    treeType: z.enum(TREE_TYPES).meta({ description: 'How the up and down moves of the tree are chosen' }),
  })
  .meta({ id: 'BinomialParams', description: 'Parameters of binomial_tree; if left out, 200 Cox-Ross-Rubinstein steps' });

/** Far above any calibrated variance, and small enough that variances and their rates of change stay meaningful. */
const MAX_VARIANCE = 100;
const variance = (description: string) => z.number().nonnegative().max(MAX_VARIANCE).meta({ description });
const correlation = (description: string) => z.number().min(-1).max(1).meta({ description });

export const hestonParams = z
  .strictObject({
    v0: variance('Variance today, per year'),
    kappa: z.number().nonnegative().max(1_000).meta({ description: 'Speed of mean reversion of the variance, per year' }),
    theta: variance('Long-run variance, per year'),
    sigma: z.number().nonnegative().max(100).meta({ description: 'Volatility of variance; 0 makes the variance deterministic' }),
    rho: correlation('Correlation of asset and variance'),
  })
  .meta({ id: 'HestonFftParams', description: 'Parameters of equity_vanilla_heston_fft' });

/** An extension of this service beside the four SABR parameters of the interface. */
export const sabrShift = z.number().nonnegative().max(1e6).optional().meta({
  description: 'Added to forward and strike, so that rates below 0 can be modelled; volatilities are then those of the shifted forward',
});

export const sabrParams = z
  .strictObject({
    alpha: z.number().positive().max(1e6).meta({ description: 'Initial volatility, above 0, in units of forward^(1 − beta)' }),
    beta: z.number().min(0).max(1).meta({ description: 'Exponent of the forward: 0 is normal, 1 is lognormal' }),
    rho: z.number().gt(-1).lt(1).meta({ description: 'Correlation of forward and volatility' }),
    nu: z.number().nonnegative().max(100).meta({ description: 'Volatility of volatility' }),
    shift: sabrShift,
  })
  .meta({ id: 'SabrHaganParams', description: 'Parameters of equity_vanilla_sabr_hagan' });

const meanReversion = (factor: string) =>
  z
    .number()
    .min(-1)
    .max(10)
    .meta({ description: `Mean reversion of ${factor}, per year; 0 gives the exact limit` });
const normalVolatility = (factor: string) =>
  z
    .number()
    .nonnegative()
    .max(1)
    .meta({ description: `Absolute volatility of ${factor}: 0.01 is one percentage point per square root of a year` });

export const hullWhiteParams = z
  .strictObject({ meanReversion: meanReversion('the short rate'), volatility: normalVolatility('the short rate') })
  .meta({ id: 'HullWhiteAnalyticParams', description: 'Parameters of rates_bond_option_hull_white' });

export const lg2fParams = z
  .strictObject({
    meanReversion1: meanReversion('the first factor'),
    volatility1: normalVolatility('the first factor'),
    meanReversion2: meanReversion('the second factor'),
    volatility2: normalVolatility('the second factor'),
    correlation: correlation('Correlation of the two factors'),
  })
  .meta({ id: 'Lg2fParams', description: 'Parameters of rates_swaption_lg2f' });

/** A determinant that is exactly zero may be computed as a negative number of this size. */
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
        message: `must have three correlations that form a positive semi-definite matrix; its determinant is ${determinant.toPrecision(6)}`,
        input: [a, b, c],
      });
  })
  .meta({ id: 'JarrowYildirimParams', description: 'Parameters of inflation_yoy_jy' });

/** Limits against abuse: finer than any quoted surface. */
export const MAX_QUOTED_STRIKES = 200;
export const MAX_QUOTED_EXPIRIES = 100;
/** Largest implied volatility of a surface, decimal. */
export const MAX_QUOTED_VOLATILITY = 10;
const MAX_PDE_STEPS = 2_000;
/** timeSteps × spotSteps, about 60 ms. */
const MAX_PDE_NODES = 500_000;

/** Requires one volatility per pair of expiry and strike. */
export function requireFullSurface({ strikes, expiries, volatilities }: Quotes, context: z.RefinementCtx): void {
  const fault = (path: (string | number)[], message: string, input: unknown) => context.addIssue({ code: 'custom', path, message, input });
  if (volatilities.length !== expiries.length)
    fault(['volatilities'], `must have one row per expiry, ${expiries.length}; got ${volatilities.length}`, volatilities);
  volatilities.forEach((row, i) => {
    if (row.length !== strikes.length)
      fault(['volatilities', i], `must have one entry per strike, ${strikes.length}; got ${row.length}`, row);
  });
}

export const dupireParams = stored(
  'surface',
  z
    .strictObject({
      strikes: z
        .array(z.number().positive())
        .min(3)
        .max(MAX_QUOTED_STRIKES)
        .superRefine(increasing('the one before it'))
        .meta({ description: 'Strikes of the quotes, price units, strictly increasing' }),
      expiries: z
        .array(z.number().positive().max(MAX_HORIZON_YEARS))
        .min(1)
        .max(MAX_QUOTED_EXPIRIES)
        .superRefine(increasing('the one before it'))
        .meta({ description: 'Expiries of the quotes, years, strictly increasing' }),
      volatilities: z
        .array(z.array(z.number().positive().max(MAX_QUOTED_VOLATILITY)).max(MAX_QUOTED_STRIKES))
        .max(MAX_QUOTED_EXPIRIES)
        .meta({ description: 'Implied volatilities, one row per expiry and one entry per strike; they must be free of arbitrage' }),
      timeSteps: z
        .int()
        .min(4)
        .max(MAX_PDE_STEPS)
        .meta({ description: 'Time steps of the finite differences; with 200 the error is about 1e-5 of the spot' }),
      spotSteps: z
        .int()
        .min(10)
        .max(MAX_PDE_STEPS)
        .meta({ description: `Spot steps of the finite differences; timeSteps × spotSteps is at most ${MAX_PDE_NODES}` }),
    })
    .superRefine(requireFullSurface)
    .superRefine(({ timeSteps, spotSteps }, context) => {
      if (timeSteps * spotSteps > MAX_PDE_NODES)
        context.addIssue({
          code: 'custom',
          path: ['spotSteps'],
          message: `times timeSteps must be at most ${MAX_PDE_NODES}; got ${timeSteps * spotSteps}`,
          input: spotSteps,
        });
    })
    .meta({ id: 'DupireParams', description: 'Parameters of equity_local_vol_dupire' }),
);

/** Smallest Hurst exponent: estimates from markets are above 0.02, and below 0.01 the kernel's square is barely integrable. */
const MIN_HURST = 0.01;
const hurst = z.number().min(MIN_HURST).max(0.5).meta({ description: 'Hurst exponent: the roughness of the variance; 0.5 is a diffusion' });

export const roughBergomiParams = z
  .strictObject({
    hurst,
    eta: z.number().nonnegative().max(100).meta({ description: 'Volatility of variance; 0 makes the variance deterministic' }),
    rho: correlation('Correlation of asset and variance'),
    xi0: variance('Expected variance, the same at every time, per year'),
  })
  .meta({ id: 'RoughBergomiParams', description: 'Parameters of equity_rough_bergomi_mc' });

export const roughHestonParams = z
  .strictObject({
    hurst,
    v0: variance('Variance today, per year'),
    kappa: z.number().nonnegative().max(1_000).meta({ description: 'Speed of mean reversion of the variance' }),
    theta: variance('Long-run variance, per year'),
    nu: z.number().nonnegative().max(100).meta({ description: 'Volatility of variance; 0 makes the variance deterministic' }),
    rho: correlation('Correlation of asset and variance'),
  })
  .meta({ id: 'RoughHestonParams', description: 'Parameters of equity_rough_heston_mc and equity_rough_heston_cf' });
