/** Implied volatilities of options on an exchange rate, from the smiles that its market quotes by delta or strike. */
import { invalid } from '../base/failure.js';
import { threeDigits } from '../base/format.js';
import type { Price, Volatility, Years } from '../base/units.js';
import { type CrossAssetMarket, spotInReporting } from '../market/cross-asset.js';
import { discount } from '../market/curve.js';
import { DEFAULT_DELTA_CONVENTION, type DeltaConvention } from '../market/delta-quotes.js';
import type { ExchangeRateSmile } from '../market/exchange-rate-smiles.js';
import { placeOfSmile, type QuotedSmiles } from '../market/resolve-exchange-smiles.js';
import { sliceOf } from '../market/stored-surface.js';
import { impliedVolatilityAt, type Slice } from '../market/surface.js';
import { log } from '../math/elementary/log.js';
import { NoSmile, quotedField, smileOfQuote } from './delta-smile.js';

/** A unit of a currency: its discount factor to a time, and what it is worth in the reporting currency where it is paid then. */
export function unitOf(market: CrossAssetMarket, code: string) {
  const index = market.currencies.findIndex(({ currency }) => currency === code);
  const { curve } = market.currencies[index]!;
  const spot = spotInReporting(market, index);
  const discountAt = (time: Years): number => discount(curve, time);
  return { discountAt, valueAt: (time: Years): Price => spot * discountAt(time) };
}

/** The rates behind the forwards of a pair. */
interface PairRates {
  readonly forwardAt: (time: Years) => Price;
  /** Discount factor of the first currency of the pair. */
  readonly foreignDiscountAt: (time: Years) => number;
}

function ratesOfPair(market: CrossAssetMarket, pair: string): PairRates {
  const [first, second] = [unitOf(market, pair.slice(0, 3)), unitOf(market, pair.slice(3))];
  return { forwardAt: (time) => first.valueAt(time) / second.valueAt(time), foreignDiscountAt: first.discountAt };
}

/** The volatility at the money of an expiry: as it is quoted, or of quotes by strike that at the forward. */
export function volatilityAtTheMoney(quoted: QuotedSmiles, market: CrossAssetMarket, expiry: number): Volatility {
  const row = quoted.smiles.expiries[expiry]!;
  if (!('strikes' in row)) return row.atm;
  const time = quoted.times[expiry]!;
  return smileVolatility(quoted, market, ratesOfPair(market, quoted.pair).forwardAt(time), time);
}

/**
 * The volatility of the forward at a strike, on a surface through the smiles of the expiries next to the time: total variance is linear in time at the same
 * ln(K/F), from 0 today, and the volatility beyond the last expiry stays.
 *
 * @param market  its exchange rates need not move
 * @param strike  of the pair, price units
 * @param time    > 0
 * @throws EngineFailure `invalid` that names the quote which makes no smile, or the expiry whose smile falls below 0
 */
export function smileVolatility(quoted: QuotedSmiles, market: CrossAssetMarket, strike: Price, time: Years): Volatility {
  const rates = ratesOfPair(market, quoted.pair);
  const { times } = quoted;
  const next = times.findIndex((each) => each >= time);
  const neighbours = next < 0 ? [times.length - 1] : next === 0 || times[next] === time ? [next] : [next - 1, next];
  const slices = neighbours.map((expiry) => sliceAt(quoted, rates, expiry));
  const volatility = impliedVolatilityAt(slices, log(strike / rates.forwardAt(time)), time);
  if (volatility >= 0) return volatility;
  throw invalid(
    placeOfSmile(quoted.pair, neighbours.at(-1)!),
    `must leave a volatility at the strike ${threeDigits(strike)}; between its points the smile falls below 0 there`,
  );
}

/**
 * The last smiles, by their numbers: each option of a book has a copy of its market, and a smile from strangles of the market takes up to 20 ms where none
 * exists.
 */
const lastSmiles = new Map<string, Slice | NoSmile>();
const MAX_LAST_SMILES = 256;

function sliceAt({ pair, smiles, times }: QuotedSmiles, { forwardAt, foreignDiscountAt }: PairRates, expiry: number): Slice {
  const { expiries, deltaConvention = DEFAULT_DELTA_CONVENTION } = smiles;
  const time = times[expiry]!;
  const setting = { time, forward: forwardAt(time), foreignDiscount: foreignDiscountAt(time) };
  const key = JSON.stringify([setting, expiries[expiry], deltaConvention]);
  const smile = lastSmiles.get(key) ?? sliceOrReason(expiries[expiry]!, deltaConvention, setting);
  if (lastSmiles.size >= MAX_LAST_SMILES && !lastSmiles.has(key)) lastSmiles.delete(lastSmiles.keys().next().value!);
  lastSmiles.set(key, smile);
  if (smile instanceof NoSmile) throw invalid(`${placeOfSmile(pair, expiry)}/${quotedField(smile)}`, smile.reason);
  return smile;
}

function sliceOrReason(row: ExchangeRateSmile, convention: DeltaConvention, setting: Parameters<typeof smileOfQuote>[2]): Slice | NoSmile {
  const { time, forward } = setting;
  if ('strikes' in row) return sliceOf({ ...row, time, forward });
  try {
    const points = smileOfQuote(row, convention, setting);
    return sliceOf({
      time,
      forward,
      strikes: points.map(({ strike }) => strike),
      volatilities: points.map(({ volatility }) => volatility),
    });
  } catch (failure) {
    if (failure instanceof NoSmile) return failure;
    throw failure;
  }
}
