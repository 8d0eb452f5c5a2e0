/** A market and the pricer settings as they arrive. */
import { z } from 'zod';
import { oneAlternative, oneOfRequired } from '../base/alternatives.js';
import { date, dates, increasing, MAX_ASSETS, MAX_HORIZON_YEARS, underlying } from '../base/terms.js';
import { dividendYield, flatRate, spot, volatility } from './fields.js';
import { modelInput, volatilityOrModel } from './model-input.js';

/** More nodes than a curve of one a month over thirty years; a limit against abuse. */
const MAX_NODES = 400;
const MAX_PAIRS = (MAX_ASSETS * (MAX_ASSETS - 1)) / 2;

const curveKinds = [{ required: ['times', 'zeroRates'] }, { required: ['dates', 'discountFactors'] }, { required: ['curveId'] }] as const;

export const curveInput = z
  .strictObject({
    times: z
      .array(z.number().nonnegative().max(MAX_HORIZON_YEARS))
      .min(1, { abort: true })
      .max(MAX_NODES)
      .superRefine(increasing('the time before it'))
      .optional()
      .meta({ description: 'Years, strictly increasing' }),
    zeroRates: z.array(flatRate).max(MAX_NODES).optional().meta({ description: 'One a time; linear between, flat beyond the ends' }),
    dates: dates.max(MAX_NODES).optional(),
    discountFactors: z
      .array(z.number().positive())
      .max(MAX_NODES)
      .optional()
      .meta({ description: 'One a date; their logarithm is linear between, the forward rate flat beyond the ends' }),
    curveId: z.string().optional().meta({ description: 'A stored curve' }),
  })
  .superRefine(oneAlternative(...curveKinds))
  .superRefine(({ times, zeroRates, dates, discountFactors, curveId }, context) => {
    const fault = (path: string, message: string, input: unknown) => context.addIssue({ code: 'custom', path: [path], message, input });
    const oneEach = (points: readonly unknown[] | undefined, values: readonly unknown[] | undefined, path: string, point: string) => {
      if (points !== undefined && values !== undefined && points.length !== values.length)
        fault(path, `must have one entry a ${point}, ${points.length}; got ${values.length}`, values);
    };
    oneEach(times, zeroRates, 'zeroRates', 'time');
    oneEach(dates, discountFactors, 'discountFactors', 'date');
    if (curveId !== undefined) fault('curveId', 'names a stored curve, and stored curves are not connected yet: give its points', curveId);
  })
  .meta({ id: 'CurveInput', description: 'An interest rate curve', ...oneOfRequired(...curveKinds) });
export type CurveInput = z.output<typeof curveInput>;

const asset = z
  .strictObject({ spot, volatility: volatility.optional(), dividend: dividendYield, model: modelInput.optional() })
  .superRefine(volatilityOrModel)
  .meta({ id: 'AssetInput', description: 'One asset of a market of several' });

const correlation = z
  .strictObject({
    asset1: underlying,
    asset2: underlying,
    correlation: z.number().min(-1).max(1).meta({ description: 'Within [-1, 1]' }),
  })
  .meta({ id: 'CorrelationInput', description: 'Correlation of the Brownian motions that move the spots of two assets' });

const MAX_SHOWN = 8;
/** Why a name is no asset of the market, with those that are. */
export function notAnAsset(assets: object, name: string): string {
  const known = Object.keys(assets);
  return `must be one of market.assets (${known.slice(0, MAX_SHOWN).join(', ')}${known.length > MAX_SHOWN ? ', …' : ''}); got ${name}`;
}

const rateKinds = [{ required: ['rate'] }, { required: ['curve'] }] as const;
const assetKinds = [
  { required: ['spot'], optional: ['volatility', 'dividend', 'model'] },
  { required: ['assets'], optional: ['correlations'] },
] as const;

export const marketInput = z
  .strictObject({
    spot: spot.optional(),
    volatility: volatility.optional(),
    // Without a default here: one would make every market look as if it gave the single asset's yield.
    dividend: dividendYield.unwrap().optional(),
    rate: flatRate.optional(),
    curve: curveInput.optional(),
    assets: z
      .record(underlying, asset)
      .refine((assets) => Object.keys(assets).length <= MAX_ASSETS, {
        error: ({ input }) => `must have at most ${MAX_ASSETS} assets; got ${Object.keys(input as object).length}`,
      })
      .optional()
      .meta({ description: 'The assets by name, in place of spot, volatility and dividend' }),
    correlations: z
      .array(correlation)
      .max(MAX_PAIRS)
      .optional()
      .meta({ description: 'One entry for each pair of assets that the contract names' }),
    valuationDate: date.optional().meta({ description: 'ISO 8601 calendar date; today (UTC) by default' }),
    model: modelInput.optional(),
  })
  .superRefine(oneAlternative(...rateKinds))
  .superRefine(oneAlternative(...assetKinds))
  .superRefine((market, context) => {
    if (market.assets === undefined && market.spot !== undefined) volatilityOrModel(market, context);
  })
  .superRefine(({ assets, correlations = [] }, context) => {
    if (assets === undefined) return;
    const fault = (i: number, field: string[], message: string, input: unknown) =>
      context.addIssue({ code: 'custom', path: ['correlations', i, ...field], message, input });
    const seen = new Set<string>();
    correlations.forEach(({ asset1, asset2 }, i) => {
      for (const [field, name] of [
        ['asset1', asset1],
        ['asset2', asset2],
      ] as const)
        if (!Object.hasOwn(assets, name)) fault(i, [field], notAnAsset(assets, name), name);
      const pair = JSON.stringify([asset1, asset2].sort());
      if (asset1 === asset2) fault(i, ['asset2'], `must differ from asset1; got ${asset2}`, asset2);
      else if (seen.has(pair)) fault(i, [], `must give a pair once; ${asset1} and ${asset2} stand above already`, pair);
      seen.add(pair);
    });
  })
  .meta({
    id: 'MarketInput',
    description:
      'One asset (spot, dividend, and volatility or a model that carries it) or several (assets, correlations), with a flat rate or a curve',
    allOf: [oneOfRequired(...rateKinds), oneOfRequired(...assetKinds)],
  });

export type MarketInput = z.output<typeof marketInput>;

export const pricerSettings = z
  .strictObject({
    numPaths: z
      .int()
      .min(1)
      .max(2 ** 28)
      .default(65_536)
      .meta({ description: 'Paths, at most, to simulate' }),
    numSteps: z.int().min(1).max(10_000).optional().meta({ description: "Time steps; by default the contract's dates decide" }),
    seed: z
      .int()
      .min(0)
      .max(2 ** 32 - 1)
      .default(42)
      .meta({ description: 'The same seed repeats the same price' }),
    targetStandardError: z
      .number()
      .positive()
      .optional()
      .meta({ description: 'Absolute; paths are added until it is met or numPaths is reached' }),
  })
  .meta({ id: 'PricerSettings', description: 'Monte Carlo settings' });

export type PricerSettings = z.output<typeof pricerSettings>;
