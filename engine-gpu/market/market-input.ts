/** The market of a contract, as requests state it: one asset or several, and interest rates. */
import { z } from 'zod';
import { oneAlternative, oneOfRequired } from '../base/alternatives.js';
import { stored } from '../base/stored.js';
import { MAX_ASSETS, underlying } from '../base/terms.js';
import { assetCurrency, currencyFields } from './currency-input.js';
import { rateFields, rateOrCurve, rateOrCurveRule, valuationDate } from './curve-input.js';
import { dividendsInput } from './dividend-input.js';
import { modelInput, volatilityOrModel } from './equity-model-input.js';
import { dividendYield, spot, volatility } from './fields.js';
import { fixings } from './fixings.js';
import { surfaceInput } from './surface-input.js';
import { termVolatilityInput } from './term-volatility.js';

/** One correlation per pair of assets. */
const MAX_PAIRS = (MAX_ASSETS * (MAX_ASSETS - 1)) / 2;

/** Optional fields of an asset beside its spot, in a market of one asset or of several. */
const ofAsset = {
  volatility: volatility.optional(),
  volatilityTermStructure: termVolatilityInput.optional(),
  volatilitySurface: surfaceInput.optional().meta({
    description:
      'Implied volatilities by strike and expiry, in place of volatility: paths follow the local volatility of the surface, which reprices it. It is as the model local_vol of the same quotes; SVI smiles are read at 41 strikes. Quotes are Black volatilities of the forward, whose dividends in cash are taken off',
  }),
  dividends: dividendsInput.optional(),
  model: modelInput.optional(),
};

const asset = z
  .strictObject({ spot, dividend: dividendYield, ...ofAsset, ...assetCurrency })
  .superRefine(volatilityOrModel)
  .meta({ id: 'AssetInput', description: 'One asset of a market with several assets' });

const correlation = z
  .strictObject({
    asset1: underlying,
    asset2: underlying,
    correlation: z.number().min(-1).max(1).meta({ description: 'Correlation, within [-1, 1]' }),
  })
  .meta({ id: 'CorrelationInput', description: 'Correlation of the Brownian motions that drive the spots of two assets' });

/** An error message lists at most this many asset names. */
const MAX_NAMES_SHOWN = 8;
/** The reason why a name is refused that is not an asset of the market, with the names that are. */
export function notAnAsset(assets: object, name: string): string {
  const names = Object.keys(assets);
  return `must be one of market.assets (${names.slice(0, MAX_NAMES_SHOWN).join(', ')}${names.length > MAX_NAMES_SHOWN ? ', …' : ''}); got ${name}`;
}

const assetKinds = [
  { required: ['spot'], optional: ['dividend', ...Object.keys(ofAsset)] },
  { required: ['assets'], optional: ['correlations', 'correlationRepair', ...Object.keys(currencyFields)] },
] as const;

export const marketInput = z
  .strictObject({
    spot: spot.optional(),
    ...ofAsset,
    // No default here: with one, every market would look as if it stated the yield of a single asset.
    dividend: dividendYield.unwrap().optional(),
    ...rateFields,
    assets: z
      .record(underlying, asset)
      .refine((assets) => Object.keys(assets).length <= MAX_ASSETS, {
        error: ({ input }) => `must have at most ${MAX_ASSETS} assets; got ${Object.keys(input as object).length}`,
      })
      .optional()
      .meta({ description: 'Assets by name, in place of spot, volatility, dividend and model' }),
    correlations: stored('correlations', z.array(correlation).max(MAX_PAIRS)).optional().meta({
      description:
        'One entry per pair of assets that the contract names; with assets of other currencies, also of their exchange rates, by pair (EURUSD)',
    }),
    correlationRepair: z.enum(['nearest']).optional().meta({
      description:
        'Replaces correlations that form no positive semi-definite matrix by the nearest that do (Higham 2002), and reports it in the result; without it such correlations are refused',
    }),
    ...currencyFields,
    valuationDate,
    fixings: fixings.optional(),
  })
  .superRefine(rateOrCurve)
  .superRefine(oneAlternative(...assetKinds))
  .superRefine((market, context) => {
    if (market.assets === undefined && market.spot !== undefined) volatilityOrModel(market, context);
  })
  .superRefine(({ assets, correlations = [], curves, fx = {}, volatilities = {}, currency }, context) => {
    if (assets === undefined) return;
    if (currency === undefined && (curves !== undefined || Object.keys({ ...fx, ...volatilities }).length > 0))
      context.addIssue({ code: 'custom', path: ['currency'], message: 'is required with curves, fx or volatilities', input: currency });
    const isPair = (name: string) => Object.hasOwn(fx, name) || Object.hasOwn(volatilities, name);
    for (const [name, { currency: assetCurrency, conversion }] of Object.entries(assets)) {
      const refuse = (field: string, message: string, input: unknown) =>
        context.addIssue({ code: 'custom', path: ['assets', name, field], message, input });
      const isForeign = assetCurrency !== undefined && assetCurrency !== currency;
      if (isForeign && currency === undefined)
        refuse('currency', `must be left out where the market has no currency; got ${assetCurrency}`, assetCurrency);
      else if (isForeign && conversion === undefined)
        refuse('conversion', `must be "quanto" or "composite" for an asset in ${assetCurrency} in a market in ${currency}`, conversion);
      else if (!isForeign && conversion !== undefined)
        refuse('conversion', `must be left out for an asset in the currency of the market; got ${conversion}`, conversion);
    }
    const fault = (i: number, field: string[], message: string, input: unknown) =>
      context.addIssue({ code: 'custom', path: ['correlations', i, ...field], message, input });
    const pairs = new Set<string>();
    correlations.forEach(({ asset1, asset2 }, i) => {
      for (const [field, name] of [
        ['asset1', asset1],
        ['asset2', asset2],
      ] as const)
        if (!Object.hasOwn(assets, name) && !isPair(name)) fault(i, [field], notAnAsset(assets, name), name);
      const pair = JSON.stringify([asset1, asset2].sort());
      if (asset1 === asset2) fault(i, ['asset2'], `must differ from asset1; got ${asset2}`, asset2);
      else if (pairs.has(pair)) fault(i, [], `must give each pair once; ${asset1} and ${asset2} are given above already`, pair);
      pairs.add(pair);
    });
  })
  .meta({
    id: 'MarketInput',
    description:
      'Either one asset (spot, dividend, and a volatility or a model that determines it) or several (assets, correlations), with a flat rate or a curve',
    allOf: [rateOrCurveRule, oneOfRequired(...assetKinds)],
  });

export type MarketInput = z.output<typeof marketInput>;
