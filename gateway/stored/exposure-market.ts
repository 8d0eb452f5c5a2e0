/**
 * The stored market in which the trades of a counterparty are simulated: the latest discount curve of each currency, the latest projection curve of each
 * index that has one, the latest quotes of exchange rates and shares, and the latest quotes of volatilities, whose symbols are the name of what they are of and `.VOL`:
 *
 *   USD.VOL      normal volatility of the swaptions of a currency, to which its short-rate model is fitted; without one its rates do not move
 *   SOFR.VOL     normal volatility of the caplets of an index
 *   EURUSD.VOL   lognormal volatility of an exchange rate, in either order; without one, of both currencies against the dollar
 *   ACME.VOL     lognormal volatility of a share
 *
 * The latest surface of a share, whose dividend yield is that of the share, and of a pair with the reporting currency, in either order, and the latest table of
 * a currency or an index come before such a quote until they have expired. Quotes of mean
 * reversions are `USD.MEANREVERSION`, a rate per year. Correlations are those of the stored matrix that the request or the limit names: of shares (ACME), short rates (USD) and exchange rates with the reporting currency, in either order (EURUSD, USDEUR).
 */

import { act365f, hypot } from '#engine/schemas';
import { type Correlation, correlations } from '#services/resources/correlation';
import { curves } from '#services/resources/curve';
import { type RateVolatilities, rateVolatilities } from '#services/resources/rate-volatility';
import { type Surface, surfaces } from '#services/resources/surface';
import { HttpFailure, httpFailure } from '../contract/errors.js';
import type { ResolveInput } from '../contract/operation.js';
import type { StoredData } from '../contract/stored-data.js';
import { notedAt, pairsAmong, ROOT } from './names.js';

/** Mean reversion of the short rates of a currency without a quote of it, per year: of the order that calibrations to swaptions find. */
const DEFAULT_MEAN_REVERSION = 0.03;
/** An exchange rate that is not quoted itself is taken by way of this currency. */
const VEHICLE = 'USD';

interface ExposureMarket {
  readonly curves: Readonly<Record<string, object>>;
  /** Absent where no index has a curve of its own. */
  readonly projections?: Readonly<Record<string, object>>;
  readonly fx: Readonly<Record<string, number>>;
  readonly assets: Readonly<Record<string, object>>;
  readonly volatilities: Readonly<Record<string, object>>;
  readonly models: Readonly<Record<string, object>>;
  /** Absent where no stored matrix was named. */
  readonly correlations?: readonly object[];
  /** Absent where no trade observes anything. */
  readonly fixings?: Readonly<Record<string, object>>;
  readonly valuationDate: string;
}

/** The store in which the market is looked up, and its valuation date: today, or the day of a snapshot. */
interface MarketSource {
  readonly resolve: ResolveInput;
  readonly stored: StoredData;
  /** The store of all days, where the other is a snapshot, which has the latest quote of each symbol alone: fixings are those of the days before it. */
  readonly everyDay?: StoredData | undefined;
  readonly valuationDate: string;
}

/**
 * The value of a look-up, or undefined where the store does not have it. Which of the two is recorded with the run, so that a replay finds
 * the same.
 *
 * @param name identifies the look-up; unique in the run
 */
export async function ifStored<Value>(resolve: ResolveInput, name: string, find: () => Promise<Value>): Promise<Value | undefined> {
  const isThere = await resolve(`is-there/${name}`, () =>
    find().then(
      () => true,
      (error) => {
        if (httpFailure(error).code === 'SVC-RES-001') return false;
        throw error;
      },
    ),
  ).catch((error: unknown) => {
    // The replay of a run of a former version, which did not look for it.
    if (httpFailure(error).code === 'SVC-RES-002') return false;
    throw error;
  });
  return isThere ? find() : undefined;
}

/** The needs of a market beside its currencies and shares. */
interface MarketNeeds {
  /** A stored correlation matrix; absent: everything is uncorrelated. */
  readonly correlationId?: string | undefined;
  /** Names of what contracts have observed: the stored quotes of days before the valuation date are their fixings. */
  readonly observed?: readonly string[];
  /** Names of floating rates: their projection curves, and the fixings of those that are quoted, which only periods that have begun need. */
  readonly indices?: readonly string[];
  /** True where nothing moves: volatilities of exchange rates may be missing, and an option says where it needs one. */
  readonly isOfToday?: boolean;
}

/** Looks up stored market data for the trades of one counterparty. */
export function storedExposureMarket({ resolve, stored, everyDay, valuationDate }: MarketSource) {
  const quoted = async (symbol: string) => (await ifStored(resolve, `quote/${symbol}`, () => stored.quote(symbol)))?.fields;

  /** A pair that is quoted, in the order in which it is. */
  async function pairOf(one: string, other: string): Promise<readonly [pair: string, rate: number] | undefined> {
    for (const pair of [one + other, other + one]) {
      const quote = await quoted(pair);
      if (quote !== undefined) return [pair, quote.value];
    }
    return undefined;
  }

  const latestCurve = async (currency: string): Promise<object> => ({
    curveId: await stored.latestId(curves, `curve/${currency}`, { currency, kind: 'discount' }).catch((error: unknown) => {
      throw httpFailure(error).code === 'SVC-RES-001' ? missing(`discount curve of ${currency}`) : error;
    }),
  });

  /** The projection curves of indices; the others are projected by the curve of their currency. */
  async function projectionsOf(indices: readonly string[]): Promise<Readonly<Record<string, object>>> {
    const stated = await Promise.all(
      indices.map(async (index) => {
        const latest = () => stored.latestId(curves, `projection/${index}`, { kind: 'projection', index });
        const curveId = await ifStored(resolve, `projection/${index}`, latest);
        return curveId === undefined ? [] : [[index, { curveId }] as const];
      }),
    );
    return Object.fromEntries(stated.flat());
  }

  async function required(symbol: string) {
    const quote = await quoted(symbol);
    if (quote === undefined) throw missing(`quote ${symbol}`);
    return quote;
  }

  /** @throws HttpFailure SVC-RES-001 that names what the stored market lacks */
  async function exchangeRates(currencies: readonly string[], reporting: string) {
    const rates = new Map<string, number>();
    for (const currency of currencies.filter((each) => each !== reporting)) {
      const direct = await pairOf(currency, reporting);
      const legs = direct ? [direct] : [await pairOf(currency, VEHICLE), await pairOf(reporting, VEHICLE)];
      for (const leg of legs) {
        if (leg === undefined) throw missing(`quote ${currency}${reporting}, nor one of each against ${VEHICLE}`);
        rates.set(...leg);
      }
    }
    return Object.fromEntries(rates);
  }

  async function quotedVolatility(one: string, other: string): Promise<number | undefined> {
    const quote = (await quoted(`${one}${other}.VOL`)) ?? (await quoted(`${other}${one}.VOL`));
    return quote?.value;
  }

  /** The latest surface of an underlying; undefined where there is none that has not expired. */
  async function surfaceOf(underlying: string): Promise<{ readonly surfaceId: string; readonly dividend: number } | undefined> {
    const latest = () => stored.latestId(surfaces, `surface/${underlying}`, { underlying });
    const surfaceId = await ifStored(resolve, `surface/${underlying}`, latest);
    if (surfaceId === undefined) return undefined;
    const lookUp = stored.document<Surface>(surfaces, surfaceId, 'surface', (surface) => surface.valuationDate);
    const { slices, valuationDate: asOf, dividend } = (await lookUp).fields;
    return asOf <= valuationDate && slices.some(({ expiry }) => expiry > valuationDate) ? { surfaceId, dividend } : undefined;
  }

  /** The latest surface of an exchange rate, by the pair that is its underlying, in either order. */
  async function surfaceOfPair(one: string, other: string): Promise<[pair: string, smiles: object] | undefined> {
    for (const pair of [one + other, other + one]) {
      const latest = await surfaceOf(pair);
      if (latest !== undefined) return [pair, { expiries: { surfaceId: latest.surfaceId } }];
    }
    return undefined;
  }

  /** The volatilities of a currency's swaptions or an index's caplets: those of the latest table, otherwise one; undefined where there are none. */
  async function rateVolatilityOf(name: string): Promise<object | undefined> {
    const latest = () => stored.latestId(rateVolatilities, `volatilities/${name}`, { underlying: name });
    const rateVolatilitiesId = await ifStored(resolve, `volatilities/${name}`, latest);
    if (rateVolatilitiesId !== undefined) {
      const asOf = (each: RateVolatilities): string => each.valuationDate;
      const { fields } = await stored.document<RateVolatilities>(rateVolatilities, rateVolatilitiesId, 'table of volatilities', asOf);
      const age = act365f(fields.valuationDate, valuationDate);
      if (age >= 0 && fields.table.expiries.some((expiry) => expiry > age)) return { rateVolatilitiesId };
    }
    const volatility = (await quoted(`${name}.VOL`))?.value;
    return volatility === undefined ? undefined : { type: 'normal', volatility };
  }

  /** A share as it is quoted: its spot, its surface or one volatility, and its currency. */
  async function shareOf(name: string) {
    const { value: spot, currency } = await required(name);
    const inCurrency = currency === undefined ? {} : { currency };
    const latest = await surfaceOf(name);
    if (latest !== undefined) return { spot, surface: { surfaceId: latest.surfaceId }, dividend: latest.dividend, ...inCurrency };
    const volatility = await quoted(`${name}.VOL`);
    if (volatility === undefined) throw missing(`surface of ${name}, nor a quote ${name}.VOL`);
    return { spot, volatility: volatility.value, ...inCurrency };
  }

  /**
   * The volatility of an exchange rate; of one that is not quoted itself, as if its two rates against the vehicle were independent.
   *
   * @returns undefined where neither the pair nor both currencies against the vehicle are quoted
   */
  async function pairVolatility(currency: string, reporting: string): Promise<number | undefined> {
    const direct = await quotedVolatility(currency, reporting);
    if (direct !== undefined) return direct;
    const [one, other] = await Promise.all([currency, reporting].map((each) => quotedVolatility(each, VEHICLE)));
    return one === undefined || other === undefined ? undefined : hypot(one, other);
  }

  /** The pairs of a stored matrix whose two names the market has; the rest of the matrix is of other trades. */
  async function correlationsIn(correlationId: string, shares: readonly string[], currencies: readonly string[], reporting: string) {
    const matrix = stored.document<Correlation>(correlations, correlationId, 'correlation');
    const { fields } = await notedAt(ROOT, 'correlationId', matrix);
    const rates = currencies
      .filter((currency) => currency !== reporting)
      .flatMap((currency) => [currency + reporting, reporting + currency].filter((pair) => fields.assets.includes(pair)).slice(0, 1));
    const names = new Set([...shares, ...currencies, ...rates]);
    return pairsAmong(
      fields,
      fields.assets.filter((name) => names.has(name)),
    );
  }

  /** The name of a series, or what it has of the days before a snapshot: a trade that needs more says which dates are missing. */
  async function fixingsOf(symbol: string): Promise<readonly [symbol: string, fixings: object]> {
    if (everyDay === undefined) return [symbol, { symbol }];
    const days = await everyDay.series(symbol, undefined, valuationDate).catch((error: unknown) => {
      if (httpFailure(error).code === 'SVC-RES-001') return { fields: [] };
      throw error;
    });
    return [symbol, days.fields.map(({ date, value }) => ({ date, value }))];
  }

  return {
    /** Units of the reporting currency per unit of another. */
    rate: async (currency: string, reporting: string): Promise<number> =>
      currency === reporting ? 1 : crossRate(await exchangeRates([currency], reporting), currency, reporting),

    /**
     * @returns the market, with a warning for each mean reversion that nobody has quoted
     */
    market: async (
      tradeCurrencies: readonly string[],
      underlyings: readonly string[],
      reporting: string,
      { correlationId, observed = [], indices = [], isOfToday = false }: MarketNeeds = {},
    ): Promise<{ readonly market: ExposureMarket; readonly warnings: readonly string[] }> => {
      const shares = await Promise.all(
        underlyings.map(async (name) => {
          const share = await shareOf(name);
          return { name, share, currency: share.currency ?? reporting };
        }),
      );
      const currencies = [...new Set([reporting, ...tradeCurrencies, ...shares.map(({ currency }) => currency)])];
      const fx = await exchangeRates(currencies, reporting);
      const discounting = await Promise.all(currencies.map(async (currency) => [currency, await latestCurve(currency)] as const));
      const ofRates = await Promise.all(
        currencies.map(async (currency) => ({
          currency,
          volatility: await rateVolatilityOf(currency),
          meanReversion: (await quoted(`${currency}.MEANREVERSION`))?.value,
        })),
      );
      const moving = ofRates.flatMap(({ volatility, ...each }) => (volatility === undefined ? [] : [{ ...each, volatility }]));
      const ofIndices = await Promise.all(
        indices.map(async (name): Promise<[index: string, quote: object][]> => {
          const volatility = await rateVolatilityOf(name);
          return volatility === undefined ? [] : [[name, volatility]];
        }),
      );
      const ofPairs = await Promise.all(
        currencies
          .filter((currency) => currency !== reporting)
          .map(async (currency): Promise<[pair: string, quote: object][]> => {
            const surface = await surfaceOfPair(currency, reporting);
            if (surface !== undefined) return [surface];
            const pair = currency + reporting;
            const volatility = await pairVolatility(currency, reporting);
            if (volatility !== undefined) return [[pair, { type: 'lognormal', volatility }]];
            if (isOfToday) return [];
            throw missing(`surface or quote ${pair}.VOL, nor a quote of each currency against ${VEHICLE}`);
          }),
      );
      const fixed = await Promise.all(indices.map(async (name) => ((await quoted(name)) === undefined ? [] : [name])));
      const histories = [...new Set([...observed, ...fixed.flat()])];
      const projections = await projectionsOf(indices);
      const market = {
        curves: Object.fromEntries(discounting),
        ...(Object.keys(projections).length > 0 && { projections }),
        fx,
        assets: Object.fromEntries(shares.map(({ name, share }) => [name, share])),
        volatilities: Object.fromEntries([
          ...moving.map(({ currency, volatility }) => [currency, volatility]),
          ...ofIndices.flat(),
          ...ofPairs.flat(),
        ]),
        models: Object.fromEntries(
          moving.map(({ currency, meanReversion = DEFAULT_MEAN_REVERSION }) => [currency, { meanReversion }] as const),
        ),
        ...(correlationId !== undefined && { correlations: await correlationsIn(correlationId, underlyings, currencies, reporting) }),
        valuationDate,
        ...(histories.length > 0 && { fixings: Object.fromEntries(await Promise.all(histories.map(fixingsOf))) }),
      };
      const assumed = moving.filter(({ meanReversion }) => meanReversion === undefined).map(({ currency }) => currency);
      const warnings = assumed.map(
        (currency) => `the mean reversion of ${currency} is not quoted (${currency}.MEANREVERSION): ${DEFAULT_MEAN_REVERSION} is taken`,
      );
      return { market, warnings };
    },
  };
}

/**
 * Units of one currency per unit of another by the rates of a market, directly or by way of a third currency; NaN where they say none.
 *
 * @param rates by pair: EURUSD is the price of one EUR in USD
 */
export function crossRate(rates: Readonly<Record<string, number>>, from: string, to: string): number {
  const direct = (one: string, other: string): number =>
    one === other ? 1 : (rates[one + other] ?? 1 / (rates[other + one] ?? Number.NaN));
  const ways = [...new Set(Object.keys(rates).flatMap((pair) => [pair.slice(0, 3), pair.slice(3)]))];
  return [from, ...ways].map((via) => direct(from, via) * direct(via, to)).find(Number.isFinite) ?? Number.NaN;
}

const missing = (noun: string): HttpFailure => new HttpFailure('SVC-RES-001', `the stored market has no ${noun}`);
