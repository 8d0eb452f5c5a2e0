/**
 * A book of European option positions as columns of numbers, and its revaluation when risk factors move.
 *
 * Each underlying is one risk factor for the spot. A spot move is relative, so positions of one underlying may quote it at different spots
 * (futures of different expiries, say); moves of volatility, rate and time are absolute and shared.
 */

import { blackScholesGreeks } from '../formula/black-scholes.js';
import { blackScholesRows } from '../formula/black-scholes-rows.js';
import { GREEKS } from '../formula/greeks.js';
import type { CommonMove, DatedPosition } from './dated-positions.js';

/** One row per position. */
export interface OptionBook {
  /** Id of the pricer of its options. Where two price them, it is the one with the weaker status. */
  readonly pricerId: string;
  readonly spot: Float64Array;
  readonly strike: Float64Array;
  readonly rate: Float64Array;
  readonly volatility: Float64Array;
  readonly time: Float64Array;
  readonly dividend: Float64Array;
  /** +1 for a call, −1 for a put. */
  readonly sign: Int8Array;
  /** Number of options held; negative for a short position. */
  readonly quantity: Float64Array;
  /** Index of each position's underlying. */
  readonly factor: Int32Array;
  readonly underlyings: readonly string[];
  /** The positions with dividends on dates: the columns have their terms too, but their prices and Greeks come from here. */
  readonly dated?: readonly DatedPosition[];
}

/** A relative move of −100 % or more leaves this fraction of the spot: the closed form takes positive spots only, and its limit at 0 is reached. */
const MIN_SPOT_FRACTION = 1e-12;

const movedSpot = (spot: number, move: number): number => spot * Math.max(1 + move, MIN_SPOT_FRACTION);

/**
 * Value of the book per underlying after a move.
 *
 * @param spotMoves relative move of each underlying's spot, one per underlying; below −1 is taken as −1
 * @param common    moves of volatility (floored at 0), rate and time
 * @param values    receives one value per underlying, price units
 */
export function bookValues(book: OptionBook, spotMoves: Float64Array, common: CommonMove, values: Float64Array): void {
  const { spot, strike, rate, volatility, time, dividend, sign, quantity, factor } = book;
  const { volatility: dVol = 0, rate: dRate = 0, time: dTime = 0 } = common;
  const prices = new Float64Array(quantity.length);
  blackScholesRows((rows, from, to) => {
    rows.strike.set(strike.subarray(from, to));
    rows.dividend.set(dividend.subarray(from, to));
    rows.sign.set(sign.subarray(from, to));
    for (let i = from, row = 0; i < to; i++, row++) {
      rows.spot[row] = movedSpot(spot[i]!, spotMoves[factor[i]!]!);
      rows.rate[row] = rate[i]! + dRate;
      rows.volatility[row] = Math.max(volatility[i]! + dVol, 0);
      rows.time[row] = Math.max(time[i]! - dTime, 0);
    }
  }, prices);
  for (const { row, priceAt } of book.dated ?? []) prices[row] = priceAt(movedSpot(spot[row]!, spotMoves[factor[row]!]!), common);
  values.fill(0);
  for (let i = 0; i < quantity.length; i++) values[factor[i]!]! += quantity[i]! * prices[i]!;
}

/** The sum over underlyings of `bookValues`. */
export function bookValue(book: OptionBook, spotMoves: Float64Array, common: CommonMove = {}): number {
  const values = new Float64Array(book.underlyings.length);
  bookValues(book, spotMoves, common, values);
  return sum(values);
}

/** No move of any spot. */
export const unmoved = ({ underlyings }: OptionBook): Float64Array => new Float64Array(underlyings.length);

/** Number of values per position in `bookGreeks`. */
export const GREEKS_PER_POSITION = GREEKS.length;

/** Price and Greeks per unit held, in the order of `GREEKS`: row i of the result is position i. */
export function bookGreeks({ spot, strike, rate, volatility, time, dividend, sign, quantity, dated = [] }: OptionBook): Float64Array {
  const rows = new Float64Array(quantity.length * GREEKS_PER_POSITION);
  for (let i = 0; i < quantity.length; i++)
    blackScholesGreeks(
      spot[i]!,
      strike[i]!,
      rate[i]!,
      volatility[i]!,
      time[i]!,
      dividend[i]!,
      sign[i] as 1 | -1,
      rows,
      i * GREEKS_PER_POSITION,
    );
  for (const { row, greeks } of dated) rows.set(greeks(), row * GREEKS_PER_POSITION);
  return rows;
}

/** Sum of values, in their order. */
export function sum(values: ArrayLike<number>): number {
  let total = 0;
  for (let i = 0; i < values.length; i++) total += values[i]!;
  return total;
}
