/** Implied volatilities of options on an exchange rate, from the smiles that its market quotes by delta. */
import { invalid } from '../base/failure.js';
import { threeDigits } from '../base/format.js';
import type { Price, Volatility, Years } from '../base/units.js';
import { DEFAULT_DELTA_CONVENTION } from '../market/delta-quotes.js';
import { placeOfSmile, type QuotedSmiles } from '../market/resolve-exchange-smiles.js';
import { sliceOf } from '../market/stored-surface.js';
import { impliedVolatilityAt, type Slice } from '../market/surface.js';
import { log } from '../math/elementary/log.js';
import { NoSmile, quotedField, smileOfQuote } from './delta-smile.js';

/** The rates behind the forwards of a pair. */
interface PairRates {
  readonly forwardAt: (time: Years) => Price;
  /** Discount factor of the first currency of the pair. */
  readonly foreignDiscountAt: (time: Years) => number;
}

/**
 * The volatility of the forward at a strike, on a surface through the smiles of the expiries next to the time: total variance is linear in time at the same
 * ln(K/F), from 0 today, and the volatility beyond the last expiry stays.
 *
 * @param strike  of the pair, price units
 * @param time    > 0
 * @throws EngineFailure `invalid` that names the quote which makes no smile, or the expiry whose smile falls below 0
 */
export function smileVolatility(quoted: QuotedSmiles, rates: PairRates, strike: Price, time: Years): Volatility {
  const { times } = quoted;
  const next = times.findIndex((each) => each >= time);
  const neighbours = next < 0 ? [times.length - 1] : next === 0 ? [0] : [next - 1, next];
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

function sliceOrReason(...quoted: Parameters<typeof smileOfQuote>): Slice | NoSmile {
  try {
    const points = smileOfQuote(...quoted);
    const { time, forward } = quoted[2];
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
