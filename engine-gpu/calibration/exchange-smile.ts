/** Implied volatilities of options on an exchange rate, from the smiles that its market quotes by delta. */
import { invalid } from '../base/failure.js';
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
 * @throws EngineFailure `invalid` that names the quote which makes no smile
 */
export function smileVolatility(quoted: QuotedSmiles, rates: PairRates, strike: Price, time: Years): Volatility {
  const { times } = quoted;
  const next = times.findIndex((each) => each >= time);
  const neighbours = next < 0 ? [times.length - 1] : next === 0 ? [0] : [next - 1, next];
  const slices = neighbours.map((expiry) => sliceAt(quoted, rates, expiry));
  return impliedVolatilityAt(slices, log(strike / rates.forwardAt(time)), time);
}

function sliceAt({ pair, smiles, times }: QuotedSmiles, { forwardAt, foreignDiscountAt }: PairRates, expiry: number): Slice {
  const { expiries, deltaConvention = DEFAULT_DELTA_CONVENTION } = smiles;
  const time = times[expiry]!;
  const forward = forwardAt(time);
  try {
    const points = smileOfQuote(expiries[expiry]!, deltaConvention, { time, forward, foreignDiscount: foreignDiscountAt(time) });
    return sliceOf({
      time,
      forward,
      strikes: points.map(({ strike }) => strike),
      volatilities: points.map(({ volatility }) => volatility),
    });
  } catch (failure) {
    if (!(failure instanceof NoSmile)) throw failure;
    throw invalid(`${placeOfSmile(pair, expiry)}/${quotedField(failure)}`, failure.reason);
  }
}
