/** A market of several currencies, as requests state it: curves, exchange rates, shares, volatilities, models of rates, correlations. */
import { z } from 'zod';
import { oneAlternative, oneOfRequired } from '../base/alternatives.js';
import { choice } from '../base/choice.js';
import { stored } from '../base/stored.js';
import { MAX_ASSETS, underlying } from '../base/terms.js';
import { squareOf } from '../math/elementary/pow.js';
import { curveInput, valuationDate } from './curve-input.js';
import { dividendsInput } from './dividend-input.js';
import { type ExchangeRateSmiles, exchangeRateSmiles } from './exchange-rate-smiles.js';
import { amount, dividendYield, flatRate, volatility } from './fields.js';
import { fixingsOfMarket } from './fixings.js';
import { dupireParams, requireFullSurface } from './model-parameters.js';
import {
  type CapletVolatilities,
  capletVolatilities,
  MAX_NORMAL_VOLATILITY,
  type QuotedVolatility,
  quotedVolatility,
  type SwaptionVolatilities,
  swaptionVolatilities,
} from './rate-volatilities.js';

const MAX_MEAN_REVERSION = 10;
export const MAX_CURRENCIES = 20;
const MAX_DRIVER_PAIRS = squareOf(4 * MAX_ASSETS);

const CURRENCY = /^[A-Z]{3}$/;
/** A pair of currencies, such as EURUSD. */
export const PAIR = /^[A-Z]{6}$/;

/** A currency code, which the trades of a netting set name as well. */
export const currency = z
  .string()
  .refine((code) => CURRENCY.test(code), {
    error: ({ input }) => `must be a currency of three capital letters (ISO 4217); got ${JSON.stringify(input)}`,
  })
  .meta({ description: 'Currency, ISO 4217', pattern: CURRENCY.source, examples: ['USD'] });

export const currencyCurve = z
  .union([z.strictObject({ rate: flatRate }), curveInput])
  .meta({ id: 'CurrencyCurve', description: 'A flat rate or a curve: it discounts, and floating rates are its forward rates' });

const { strikes, expiries, volatilities } = dupireParams.shape;
const shareSurface = stored(
  'surface',
  z.strictObject({ strikes, expiries, volatilities }).superRefine(requireFullSurface).meta({
    id: 'ShareSurface',
    description:
      'Implied volatilities of the options on a share by strike and expiry: total variance is a spline in ln(K/F) through the quotes, and linear between expiries at the same ln(K/F). Quotes stay at their strikes when the spot moves. Options, American ones too, are priced at the volatility of their strike and expiry, convertibles at that of their conversion price and maturity, contracts on local volatility; exposures have the volatility at the money to the last maturity, or that of the one option on the share',
  }),
);
export type ShareSurface = z.output<typeof shareSurface>;

const quotings = [{ required: ['volatility'] }, { required: ['surface'] }] as const;
const asset = z
  .strictObject({
    spot: stored('spot', amount('Spot, in the currency of the asset')),
    volatility: volatility.optional(),
    surface: shareSurface.optional(),
    dividend: dividendYield,
    dividends: dividendsInput.optional().meta({
      description:
        'Dividends on dates, beside the dividend yield; those whose dates have passed count no more. Options and contracts are priced with them, American options on a surface by its local volatility up to its last expiry; netting sets and trades in years take each amount in cash as the part of the forward price that it is; convertibles take a yield alone',
    }),
    currency: currency.optional().meta({ description: 'Currency in which the asset is quoted; by default the reporting currency' }),
  })
  .superRefine(oneAlternative(...quotings))
  .meta({
    id: 'CrossAssetShare',
    description: 'A share with its currency, and one volatility or a surface of volatilities',
    ...oneOfRequired(...quotings),
  });

const secondFactor = z
  .strictObject({
    meanReversion: z.number().min(-1).max(MAX_MEAN_REVERSION).meta({ description: 'Mean reversion of the second factor, per year' }),
    volatility: z
      .number()
      .positive()
      .max(MAX_NORMAL_VOLATILITY)
      .meta({ description: 'Absolute volatility of the second factor, per √year' }),
    correlation: z.number().min(-1).max(1).meta({
      description:
        'Of the two factors. What of the second is not that of the first is independent of everything else; correlations of the market are those of the first factor',
    }),
  })
  .meta({ id: 'SecondRateFactor', description: 'Second factor of the G2++ model' });

const ratesModel = z
  .strictObject({
    meanReversion: z.number().min(-1).max(MAX_MEAN_REVERSION).meta({ description: 'Mean reversion of the short rate, per year' }),
    volatility: z
      .number()
      .nonnegative()
      .max(MAX_NORMAL_VOLATILITY)
      .optional()
      .meta({ description: 'Absolute volatility of the short rate, per √year; by default fitted to the co-terminal swaptions' }),
    secondFactor: secondFactor.optional().meta({
      description:
        'Makes the model G2++: the short rate is the sum of two factors, of which the other fields give the first. Every trade is valued given both, European and Bermudan swaptions too',
    }),
  })
  .superRefine(({ volatility, secondFactor }, context) => {
    if (secondFactor !== undefined && volatility === undefined)
      context.addIssue({
        code: 'custom',
        path: ['volatility'],
        message: 'is required with secondFactor: two factors are not fitted to swaptions here',
        input: volatility,
      });
  })
  .meta({ id: 'ShortRateModel', description: 'Gaussian short rate of a currency: one factor (Hull-White), or two (G2++)' });

const correlation = z
  .strictObject({
    asset1: underlying,
    asset2: underlying,
    correlation: z.number().min(-1).max(1).meta({ description: 'Within [-1, 1]' }),
  })
  .meta({ id: 'CrossAssetCorrelation', description: 'Correlation of two of: assets, exchange rates (EURUSD), short rates (USD)' });

const volatilityForms = [quotedVolatility, exchangeRateSmiles, swaptionVolatilities, capletVolatilities] as const;

/** The volatilities of one currency, index or pair. */
export const marketVolatility = choice<(typeof volatilityForms)[number]>(
  'MarketVolatility',
  volatilityForms,
  ({ volatilities, expiries, tenors }) => {
    if (volatilities === undefined) return expiries === undefined ? quotedVolatility : exchangeRateSmiles;
    return tenors === undefined ? capletVolatilities : swaptionVolatilities;
  },
);
export type MarketVolatility = z.output<typeof marketVolatility>;

export const hasSmiles = (quote: MarketVolatility): quote is ExchangeRateSmiles => !('type' in quote);
export const hasTenors = (quote: MarketVolatility): quote is SwaptionVolatilities => 'tenors' in quote;
/** True of caplets by expiry. */
const hasCaplets = (quote: MarketVolatility): quote is CapletVolatilities => !hasSmiles(quote) && 'expiries' in quote && !hasTenors(quote);
/** True of a table of swaptions or caplets. */
const isTable = (quote: MarketVolatility): quote is SwaptionVolatilities | CapletVolatilities => hasTenors(quote) || hasCaplets(quote);
export const isOfSwaptions = (quote: MarketVolatility): quote is QuotedVolatility | SwaptionVolatilities =>
  !hasSmiles(quote) && !hasCaplets(quote);
export const isOfCaplets = (quote: MarketVolatility): quote is QuotedVolatility | CapletVolatilities =>
  !hasSmiles(quote) && !hasTenors(quote);

/** A zod refinement: names have the volatilities that they can have, and each exchange rate one quote, whichever currency comes first. */
export function fittingNames(quotes: Readonly<Record<string, MarketVolatility>>, context: z.RefinementCtx): void {
  const fault = (path: string[], message: string, input: unknown) => context.addIssue({ code: 'custom', path, message, input });
  for (const [name, quote] of Object.entries(quotes)) {
    if (!PAIR.test(name)) {
      if (hasSmiles(quote)) fault([name, 'expiries'], `must be of a pair of currencies such as EURUSD; got ${name}`, quote.expiries);
      if (hasTenors(quote) && !CURRENCY.test(name))
        fault([name, 'tenors'], `must be of a currency such as USD, whose swaptions have them; got ${name}`, quote.tenors);
      continue;
    }
    if (isTable(quote)) fault([name, 'volatilities'], `must be of a currency or an index, not of the pair ${name}`, quote.volatilities);
    const inverse = name.slice(3) + name.slice(0, 3);
    if (name <= inverse || !Object.hasOwn(quotes, inverse)) continue;
    const other = quotes[inverse]!;
    if (hasSmiles(quote) || hasSmiles(other) || JSON.stringify(quote) !== JSON.stringify(other))
      fault([name], `must be left out beside ${inverse}, the quote of the same exchange rate`, quote);
  }
}

export const limited = <Value extends z.ZodType>(key: z.ZodString | z.ZodType<string>, value: Value, most: number) =>
  z.record(key, value).refine((entries) => Object.keys(entries).length <= most, { error: `must have at most ${most} entries` });

const pair = z
  .string()
  .refine((code) => PAIR.test(code) && code.slice(0, 3) !== code.slice(3), {
    error: ({ input }) => `must be a pair of currencies such as EURUSD; got ${JSON.stringify(input)}`,
  })
  .meta({ pattern: PAIR.source });

/** Longest name of an index, an asset or an issuer, characters. */
const MAX_NAME = 64;
export const marketName = z.string().min(1).max(MAX_NAME);
/** Indices, issuers or volatilities of one market. */
export const MAX_MARKET_NAMES = 400;

export const projectionsByIndex = limited(marketName, currencyCurve, MAX_MARKET_NAMES).meta({
  description: 'By index (EURIBOR-3M): the curve of its forward rates. An index without one is projected by the currency’s curve',
});

/** One volatility by currency or pair. */
export const constantVolatilities = limited(z.string().max(6), quotedVolatility, MAX_CURRENCIES * MAX_CURRENCIES).superRefine(fittingNames);

export const crossAssetMarket = z
  .strictObject({
    curves: limited(currency, currencyCurve, MAX_CURRENCIES)
      .refine((curves) => Object.keys(curves).length > 0, { error: 'must have at least 1 curve' })
      .meta({ description: 'One per currency' }),
    projectionCurves: limited(currency, currencyCurve, MAX_CURRENCIES).optional().meta({
      description:
        'By currency: the curve of its floating rates, where it is another than that of discounting. The ratio of their growth over a period stays as it is today',
    }),
    fx: limited(pair, stored('spot', amount('Spot: units of the second currency per unit of the first')), MAX_CURRENCIES * MAX_CURRENCIES)
      .default({})
      .meta({
        description: 'Exchange rates by pair: EURUSD is the price of one EUR in USD. Each currency is reached from the reporting currency',
      }),
    assets: limited(underlying, asset, MAX_ASSETS).default({}).meta({ description: 'Shares by name' }),
    volatilities: limited(z.string().max(6), marketVolatility, MAX_CURRENCIES * MAX_CURRENCIES)
      .superRefine(fittingNames)
      .default({})
      .meta({
        description:
          'By currency: of its swaptions, one, or a matrix or cube by expiry and tenor, to which its model is fitted; by pair of a currency and the reporting currency: of the exchange rate’s spot, lognormal, or smiles by expiry, to which at the money the spot’s volatility is fitted. An option alone is valued on the smiles of its own pair, where it has some',
      }),
    models: limited(currency, ratesModel, MAX_CURRENCIES)
      .default({})
      .meta({ description: 'By currency; rates without a model do not move' }),
    correlations: stored('correlations', z.array(correlation).max(MAX_DRIVER_PAIRS))
      .default([])
      .meta({ description: 'Pairs without an entry are uncorrelated, and the result warns' }),
    valuationDate,
    projections: projectionsByIndex.optional(),
    fixings: fixingsOfMarket.optional(),
  })
  .meta({ id: 'CrossAssetMarket', description: 'A market of several currencies' });
export type CrossAssetMarketInput = z.output<typeof crossAssetMarket>;
