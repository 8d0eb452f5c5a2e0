/** Turns the market of a netting set into the numbers that its trades need. */
import { pointerPart } from '../base/faults.js';
import { formatNumber } from '../base/format.js';
import type { Price, Volatility, Years } from '../base/units.js';
import { requirePositiveSemiDefinite } from './correlation.js';
import {
  type CrossAssetMarket,
  constantVolatility,
  type ExchangeRate,
  exchangeRateDriver,
  type Share,
  shareDriver,
} from './cross-asset.js';
import { type CrossAssetMarketInput, hasSmiles, isOfSwaptions } from './cross-asset-input.js';
import { type Report, resolveCurve } from './curve-input.js';
import { isCurved, leastVolatility } from './exchange-rate-smiles.js';
import { partsKept } from './growth.js';
import { forwardOf } from './market.js';
import { type QuotedVolatility, type SwaptionVolatilities, volatilitiesOf } from './rate-volatilities.js';
import { type QuotedSmiles, smilesOfPair } from './resolve-exchange-smiles.js';
import { growthOfShare } from './share-growth.js';
import { surfaceVolatility } from './share-surface.js';

/** The quoted volatilities of the swaptions of a currency whose short-rate model is to be fitted to them. */
export interface SwaptionQuotes {
  /** Index of the currency. */
  readonly currency: number;
  readonly quote: QuotedVolatility | SwaptionVolatilities;
}

/** Quotes to which volatilities of a market are yet to be fitted. */
export interface QuotesToFit {
  /** One for each currency whose model has no volatility of its own. */
  readonly swaptions: readonly SwaptionQuotes[];
  /** One for each exchange rate that has smiles; until then it moves by a volatility of the first expiry. */
  readonly exchangeRates: readonly ExchangeRateQuotes[];
}

/** Smiles of the exchange rate of a currency. */
export interface ExchangeRateQuotes {
  /** Index of the currency. */
  readonly currency: number;
  readonly smiles: QuotedSmiles;
}

/** A place on a surface. */
interface SurfacePoint {
  /** Absent: the forward. */
  readonly strike?: Price | undefined;
  readonly time: Years;
}

interface ResolvedMarket {
  readonly market: CrossAssetMarket;
  readonly toFit: QuotesToFit;
  readonly warnings: readonly string[];
}

/**
 * @param currencies   those that trades need; the reporting currency is added in front
 * @param underlyings  names of the shares that trades need
 * @param report       receives faults with pointers that start at `/market`; if there is any, the result must not be used
 * @param exchangeVolatilities  optional where no value depends on them: they are then 0 where the market has none
 * @param pointOf               the strike and the time at which the volatility of a share is read from its surface; without a strike, the forward
 */
export function resolveCrossAsset(
  input: CrossAssetMarketInput,
  reportingCurrency: string,
  currencies: readonly string[],
  underlyings: readonly string[],
  valuationDate: string,
  report: Report,
  exchangeVolatilities: 'required' | 'optional',
  pointOf: (share: string) => SurfacePoint,
): ResolvedMarket {
  const assets = underlyings.filter((name) => Object.hasOwn(input.assets, name));
  for (const name of underlyings.filter((each) => !assets.includes(each)))
    report('/market/assets', `must have an entry for ${name}, the underlying of a trade`);
  const ofShares = assets.map((name) => input.assets[name]!.currency ?? reportingCurrency);
  const codes = [...new Set([reportingCurrency, ...currencies, ...ofShares])];
  const swaptions: SwaptionQuotes[] = [];
  const resolved = codes.map((currency, i) => {
    const curve = input.curves[currency];
    if (curve === undefined) report('/market/curves', `must have an entry for ${currency}`);
    const model = input.models[currency];
    const quote = input.volatilities[currency];
    if (model !== undefined && model.volatility === undefined) {
      if (quote === undefined || !isOfSwaptions(quote))
        report(
          '/market/volatilities',
          `must have an entry for ${currency}, or its model a volatility: there is nothing to fit the model to`,
        );
      else swaptions.push({ currency: i, quote });
    }
    const projection = input.projectionCurves?.[currency];
    const resolved = (source: typeof curve, field: string) =>
      resolveCurve(
        source === undefined ? { rate: 0 } : 'rate' in source ? source : { curve: source },
        valuationDate,
        report,
        `/market/${field}/${currency}`,
      );
    return {
      currency,
      curve: resolved(curve, 'curves'),
      ...(projection && { projection: resolved(projection, 'projectionCurves') }),
      meanReversion: model?.meanReversion ?? 0,
      volatility: constantVolatility(model?.volatility ?? 0),
      ...(model?.secondFactor && {
        second: { meanReversion: model.secondFactor.meanReversion, volatility: constantVolatility(model.secondFactor.volatility) },
      }),
    };
  });
  const quotedRates: ExchangeRateQuotes[] = [];
  const exchangeRates = codes.slice(1).map((currency, i) => {
    const { rate, smiles } = exchangeRateOf(input, currency, reportingCurrency, valuationDate, report, exchangeVolatilities);
    if (smiles !== undefined) quotedRates.push({ currency: i + 1, smiles });
    return rate;
  });
  const read: string[] = [];
  const shares = assets.map((name, i): Share => {
    const asset = input.assets[name]!;
    const { volatility, surface, spot, dividend } = asset;
    const currency = codes.indexOf(ofShares[i]!);
    const { curve } = resolved[currency]!;
    const growth = growthOfShare(asset, valuationDate);
    const share = { name, currency, spot, dividend, ...(growth.dividends && { partsKept: partsKept(curve, growth) }) };
    if (growth.dividends?.some(({ cash }) => cash > 0))
      read.push(`dividends of ${name} in cash count as the parts of its forward price that they are`);
    if (surface === undefined) return { ...share, volatility: volatility! };
    const point = pointOf(name);
    if (point.strike === undefined)
      read.push(
        `${name} moves by its volatility at the money to ${formatNumber(point.time)} years: those of other strikes and expiries count for nothing`,
      );
    const forwardAt = (time: Years): Price => forwardOf(curve, growth, time);
    return { ...share, volatility: surfaceVolatility(surface, forwardAt, point, `/market/assets/${pointerPart(name)}/surface`) };
  });
  const market = { valuationDate, currencies: resolved, exchangeRates, shares, correlation: [] };
  const { correlation, warnings } = correlationOf(input, market, report);
  const toFit = { swaptions, exchangeRates: quotedRates };
  return {
    market: { ...market, correlation },
    toFit,
    warnings: [...warnings, ...smilesLeftOut(toFit), ...read],
  };
}

function exchangeRateOf(
  input: CrossAssetMarketInput,
  currency: string,
  reportingCurrency: string,
  valuationDate: string,
  report: Report,
  volatilities: 'required' | 'optional',
): { readonly rate: ExchangeRate; readonly smiles?: QuotedSmiles } {
  const spot = spotOf(input.fx, currency, reportingCurrency);
  if (spot === undefined) report('/market/fx', `must lead from ${currency} to ${reportingCurrency}`);
  const name = [currency + reportingCurrency, reportingCurrency + currency].find((pair) => input.volatilities[pair] !== undefined);
  const quote = name === undefined ? undefined : input.volatilities[name];
  const rateWith = (volatility: Volatility): ExchangeRate => ({ spot: spot ?? 1, volatility: constantVolatility(volatility) });
  if (quote !== undefined && hasSmiles(quote)) {
    const smiles = volatilities === 'required' ? smilesOfPair(input, currency, reportingCurrency, valuationDate, report) : undefined;
    return { rate: rateWith(leastVolatility(quote.expiries[0]!)), ...(smiles && { smiles }) };
  }
  if (quote === undefined || !('volatility' in quote)) {
    if (volatilities === 'required') report('/market/volatilities', `must have an entry for ${currency}${reportingCurrency}`);
  } else if (quote.type !== 'lognormal')
    report(`/market/volatilities/${name}/type`, `must be "lognormal" for an exchange rate; got "${quote.type}"`);
  return { rate: rateWith(quote !== undefined && 'volatility' in quote ? quote.volatility : 0) };
}

/** Warnings of volatilities away from the money, which exchange rates do not have once they are fitted. */
export const smilesLeftOut = ({ exchangeRates }: QuotesToFit): string[] =>
  exchangeRates.flatMap(({ smiles: { pair, smiles } }) =>
    smiles.expiries.some(isCurved) ? [`${pair} moves by its volatilities at the money: those of other strikes count for nothing`] : [],
  );

/** Units of `to` per unit of `from`, by the shortest chain of the quoted pairs; undefined where none leads there. */
export function spotOf(fx: Readonly<Record<string, Price>>, from: string, to: string): Price | undefined {
  const reached = new Map<string, Price>([[from, 1]]);
  for (const [date, value] of reached) {
    if (date === to) return value;
    for (const [pair, spot] of Object.entries(fx)) {
      const [one, other] = [pair.slice(0, 3), pair.slice(3)];
      if (one === date && !reached.has(other)) reached.set(other, value * spot);
      if (other === date && !reached.has(one)) reached.set(one, value / spot);
    }
  }
  return undefined;
}

/** The drivers by every name that a correlation may use, with the sign of the driver under that name. */
export function driversByName(market: CrossAssetMarket): Map<string, readonly [driver: number, sign: 1 | -1]> {
  const [reporting] = market.currencies;
  const places = new Map<string, readonly [number, 1 | -1]>();
  market.currencies.forEach(({ currency }, i) => {
    places.set(currency, [i, 1]);
    if (i > 0) {
      places.set(currency + reporting!.currency, [exchangeRateDriver(market, i), 1]);
      places.set(reporting!.currency + currency, [exchangeRateDriver(market, i), -1]);
    }
  });
  market.shares.forEach(({ name }, k) => void places.set(name, [shareDriver(market, k), 1]));
  return places;
}

/** True if a correlation may use this name of the market. */
export const isOfMarket = ({ assets, curves, fx }: CrossAssetMarketInput, name: string): boolean =>
  Object.hasOwn(assets, name) || Object.hasOwn(curves, name) || Object.hasOwn(fx, name);

/** True if a name is a pair of two currencies of the market: their exchange rate follows from the quoted ones. */
const isPairOfMarket = ({ curves }: CrossAssetMarketInput, name: string): boolean =>
  Object.hasOwn(curves, name.slice(0, 3)) && Object.hasOwn(curves, name.slice(3));

function correlationOf(input: CrossAssetMarketInput, market: CrossAssetMarket, report: Report) {
  const drivers = driversByName(market);
  const size = market.currencies.length + market.exchangeRates.length + market.shares.length;
  const matrix = Array.from({ length: size }, (_, i) => Array.from({ length: size }, (_, j) => (i === j ? 1 : Number.NaN)));
  const isKnown = (name: string): boolean => drivers.has(name) || isOfMarket(input, name) || isPairOfMarket(input, name);
  input.correlations.forEach(({ asset1, asset2, correlation }, k) => {
    for (const [field, name] of [
      ['asset1', asset1],
      ['asset2', asset2],
    ] as const)
      if (!isKnown(name))
        report(`/market/correlations/${k}/${field}`, `must be an asset, a currency or a pair of currencies of the market; got ${name}`);
    const [one, other] = [drivers.get(asset1), drivers.get(asset2)];
    if (asset1 === asset2) report(`/market/correlations/${k}/asset2`, `must differ from asset1; got ${asset2}`);
    // Names of the market that no trade needs are left out with their correlations.
    if (one === undefined || other === undefined || one[0] === other[0]) return;
    const signed = correlation * one[1] * other[1];
    const present = matrix[one[0]]![other[0]];
    if (!Number.isNaN(present) && present !== signed)
      report(`/market/correlations/${k}`, `must give each pair once; ${asset1} and ${asset2} are given above already`);
    matrix[one[0]]![other[0]] = signed;
    matrix[other[0]]![one[0]] = signed;
  });
  const names = [...drivers]
    .filter(([, [, sign]]) => sign === 1)
    .toSorted(([, [one]], [, [other]]) => one - other)
    .map(([name]) => name);
  const moves = movesOf(input, market);
  const missing: string[] = [];
  matrix.forEach((row, i) => {
    row.forEach((value, j) => {
      if (!Number.isNaN(value)) return;
      row[j] = 0;
      if (j < i && moves[i] && moves[j]) missing.push(`${names[j]} and ${names[i]}`);
    });
  });
  requirePositiveSemiDefinite(matrix, '/market/correlations', report);
  const warnings = missing.length === 0 ? [] : [`taken as uncorrelated, since market.correlations has no entry: ${listed(missing)}`];
  return { correlation: withSecondFactors(input, market, matrix), warnings };
}

/** A second factor moves with anything else as far as its first factor does. */
function withSecondFactors(
  { models }: CrossAssetMarketInput,
  market: CrossAssetMarket,
  matrix: readonly (readonly number[])[],
): number[][] {
  const drivers = matrix.map((_, i) => ({ like: i, share: 1 }));
  market.currencies.forEach(({ currency, second }, i) => {
    if (second !== undefined) drivers.push({ like: i, share: models[currency]?.secondFactor?.correlation ?? 0 });
  });
  return drivers.map((one, i) => drivers.map((other, j) => (i === j ? 1 : one.share * other.share * matrix[one.like]![other.like]!)));
}

/** A warning names at most this many pairs. */
const MAX_PAIRS_NAMED = 8;
const listed = (pairs: readonly string[]): string =>
  pairs.slice(0, MAX_PAIRS_NAMED).join('; ') + (pairs.length > MAX_PAIRS_NAMED ? `; and ${pairs.length - MAX_PAIRS_NAMED} more` : '');

/** One entry per driver: true if it has a volatility at all. */
const movesOf = ({ models, volatilities }: CrossAssetMarketInput, { currencies, exchangeRates, shares }: CrossAssetMarket): boolean[] => [
  ...currencies.map(({ currency }) => {
    const model = models[currency];
    const quote = volatilities[currency];
    const isQuoted = quote !== undefined && isOfSwaptions(quote) && volatilitiesOf(quote).some((each) => each > 0);
    return model !== undefined && (model.volatility === undefined ? isQuoted : model.volatility > 0);
  }),
  ...exchangeRates.map(({ volatility }) => volatility.values.some((value) => value > 0)),
  ...shares.map(({ volatility }) => volatility > 0),
];
