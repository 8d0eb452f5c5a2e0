/**
 * Measures of equity_vanilla_bs: price, Greeks and implied volatility of one option, and prices and Greeks of many. They check the domain
 * of the terms and fail where a result is not finite.
 */

import { EngineFailure, type Fault, invalid } from '../base/failure.js';
import { refusal } from '../base/faults.js';
import type { Price, Volatility } from '../base/units.js';
import { blackScholesGreeks, logForwardMoneyness } from '../formula/black-scholes.js';
import { blackScholesRows } from '../formula/black-scholes-rows.js';
import { GREEKS } from '../formula/greeks.js';
import { impliedStdDev } from '../formula/implied-volatility.js';
import { exp } from '../math/elementary/exp.js';
import { normalPdf } from '../math/normal.js';
import type { VanillaTerms } from '../product/option/vanilla.js';

export type Greeks = Readonly<Record<(typeof GREEKS)[number], number>>;

type Column = ArrayLike<number>;

/** Options as columns of the same length, one option per row. */
export interface VanillaColumns {
  readonly spot: Column;
  readonly strike: Column;
  readonly rate: Column;
  readonly volatility: Column;
  readonly time: Column;
  readonly dividend: Column;
  readonly put: ArrayLike<boolean>;
}

/** A row without a result, and why. */
export interface RowFailure {
  readonly row: number;
  readonly failure: EngineFailure;
}

export interface PriceBatch {
  /** One price per row; 0 where the row failed. */
  readonly prices: Float64Array;
  readonly failures: readonly RowFailure[];
}

export interface GreeksBatch {
  /** 14 values per row in the order of `GREEKS`; 0 where the row failed. */
  readonly values: Float64Array;
  readonly failures: readonly RowFailure[];
}

export interface ImpliedVolatility {
  readonly impliedVolatility: Volatility;
  /** ∂V/∂σ at that volatility, per 1.00 of volatility. */
  readonly vega: number;
}

const GREEKS_PER_ROW = GREEKS.length;

/** Black-Scholes price. */
export function priceVanilla(terms: VanillaTerms): Price {
  const { spot, strike, volatility, time } = terms;
  if (!inDomain(spot, strike, volatility, time)) throw outsideDomain(terms);
  const price = rowPrice(terms);
  if (!Number.isFinite(price)) throw notFinite('price', price);
  return price;
}

/** The price of one option as a row, so that it is the same alone, in a batch and beside its Greeks. */
function rowPrice({ spot, strike, rate, volatility, time, dividend, put }: VanillaTerms): Price {
  const prices = new Float64Array(1);
  blackScholesRows((row) => {
    row.spot[0] = spot;
    row.strike[0] = strike;
    row.rate[0] = rate;
    row.volatility[0] = volatility;
    row.time[0] = time;
    row.dividend[0] = dividend;
    row.sign[0] = put ? -1 : 1;
  }, prices);
  return prices[0]!;
}

/** Black-Scholes price and Greeks, per unit. */
export function greeksVanilla(terms: VanillaTerms): Greeks {
  const { spot, strike, rate, volatility, time, dividend, put } = terms;
  if (!inDomain(spot, strike, volatility, time)) throw outsideDomain(terms);
  const row = new Float64Array(GREEKS_PER_ROW);
  blackScholesGreeks(spot, strike, rate, volatility, time, dividend, put ? -1 : 1, row, 0);
  row[0] = rowPrice(terms);
  const broken = firstNotFinite(row, 0);
  if (broken >= 0) throw notFinite(GREEKS[broken]!, row[broken]!);
  return {
    price: row[0],
    delta: row[1]!,
    gamma: row[2]!,
    vega: row[3]!,
    theta: row[4]!,
    rho: row[5]!,
    dividendRho: row[6]!,
    vanna: row[7]!,
    volga: row[8]!,
    charm: row[9]!,
    veta: row[10]!,
    speed: row[11]!,
    zomma: row[12]!,
    color: row[13]!,
  };
}

/** Black-Scholes prices, one option per row; a row that cannot be priced fails alone. */
export function priceVanillaBatch(columns: VanillaColumns): PriceBatch {
  const { spot, strike, volatility, time } = columns;
  const prices = rowPrices(columns);
  const failures: RowFailure[] = [];
  for (let row = 0; row < prices.length; row++) {
    if (Number.isFinite(prices[row])) continue;
    const defined = inDomain(spot[row]!, strike[row]!, volatility[row]!, time[row]!);
    failures.push({ row, failure: defined ? notFinite('price', prices[row]!) : outsideDomain(termsAt(columns, row)) });
    prices[row] = 0;
  }
  return { prices, failures };
}

/** Prices that are not finite where a row has none. */
function rowPrices(columns: VanillaColumns): Float64Array {
  const { put } = columns;
  const prices = new Float64Array(rowsOf(columns));
  blackScholesRows((rows, from, to) => {
    for (const name of NUMBER_COLUMNS) copyRows(columns[name], from, to, rows[name]);
    for (let row = from, index = 0; row < to; row++, index++) rows.sign[index] = put[row] ? -1 : 1;
  }, prices);
  return prices;
}

function copyRows(from: Column, begin: number, end: number, to: Float64Array): void {
  if (from instanceof Float64Array) to.set(from.subarray(begin, end));
  else for (let row = begin, index = 0; row < end; row++, index++) to[index] = from[row]!;
}

/** Black-Scholes prices and Greeks, one option per row; a row that cannot be priced fails alone. */
export function greeksVanillaBatch(columns: VanillaColumns): GreeksBatch {
  const { spot, strike, rate, volatility, time, dividend, put } = columns;
  const prices = rowPrices(columns);
  const count = prices.length;
  const values = new Float64Array(count * GREEKS_PER_ROW);
  const failures: RowFailure[] = [];
  for (let row = 0; row < count; row++) {
    const offset = row * GREEKS_PER_ROW;
    if (inDomain(spot[row]!, strike[row]!, volatility[row]!, time[row]!)) {
      blackScholesGreeks(
        spot[row]!,
        strike[row]!,
        rate[row]!,
        volatility[row]!,
        time[row]!,
        dividend[row]!,
        put[row] ? -1 : 1,
        values,
        offset,
      );
      values[offset] = prices[row]!;
      const broken = firstNotFinite(values, offset);
      if (broken >= 0) {
        failures.push({ row, failure: notFinite(GREEKS[broken]!, values[offset + broken]!) });
        values.fill(0, offset, offset + GREEKS_PER_ROW);
      }
    } else failures.push({ row, failure: outsideDomain(termsAt(columns, row)) });
  }
  return { values, failures };
}

/**
 * The volatility at which the Black-Scholes price equals `marketPrice`.
 *
 * Repricing with it gives `marketPrice` to a few ulp of the larger of price and discounted spot or strike. The accuracy of the volatility
 * itself is limited by that of the price: in the money it depends on the small excess of the price over its lower bound.
 *
 * @param marketPrice  price units. At the lower bound, max(±(S e^(−qT) − K e^(−rT)), 0), the volatility is 0
 * @throws EngineFailure `invalid` below the lower bound, at or above the upper bound (S e^(−qT) for a call, K e^(−rT) for a put), and at T = 0
 */
export function impliedVolatility(terms: Omit<VanillaTerms, 'volatility'>, marketPrice: Price): ImpliedVolatility {
  const { spot, strike, rate, time, dividend, put } = terms;
  if (!inDomain(spot, strike, 0, time)) throw outsideDomain({ ...terms, volatility: 0 });
  if (time === 0) throw invalid('/time', 'must be above 0: at expiry the price does not depend on volatility; got 0');

  const a = spot * exp(-dividend * time);
  const b = strike * exp(-rate * time);
  const x = logForwardMoneyness(spot, strike, rate, time, dividend);
  const lower = Math.max(put ? b - a : a - b, 0);
  const upper = put ? b : a;
  const rounding = BOUND_ULP * Number.EPSILON * Math.max(a, b);
  // Negated, so that NaN is refused.
  if (!(marketPrice >= lower - (lower > 0 ? rounding : 0))) {
    const bound = put ? 'K e^(-rT) - S e^(-qT)' : 'S e^(-qT) - K e^(-rT)';
    throw invalid(
      '/marketPrice',
      `must be at least ${lower}, the lower bound max(${bound}, 0) of a ${put ? 'put' : 'call'}; got ${marketPrice}`,
    );
  }
  if (marketPrice >= upper) {
    const bound = put ? 'K e^(-rT)' : 'S e^(-qT)';
    throw invalid('/marketPrice', `must be below ${upper}, the upper bound ${bound} of a ${put ? 'put' : 'call'}; got ${marketPrice}`);
  }

  // The time value that call and put share is at most the smaller leg.
  const smaller = Math.min(a, b);
  const value = (marketPrice - lower) / smaller;
  const root = Math.sqrt(time);
  // At σ = 0 the vega is zero except at the kink, as in the Greeks.
  if (value <= 0) return { impliedVolatility: 0, vega: x === 0 ? smaller * normalPdf(0) * root : 0 };
  const stdDev = impliedStdDev(-Math.abs(x), value, (upper - marketPrice) / smaller);
  const result = { impliedVolatility: stdDev / root, vega: smaller * normalPdf(0.5 * stdDev - Math.abs(x) / stdDev) * root };
  if (!Number.isFinite(result.impliedVolatility)) throw notFinite('impliedVolatility', result.impliedVolatility);
  if (!Number.isFinite(result.vega)) throw notFinite('vega', result.vega);
  return result;
}

/** Rounding of the lower bound, in ulp of the larger leg: a price that is closer to the bound counts as being at it. */
const BOUND_ULP = 4;

/** True where the closed form is defined; false for NaN. */
const inDomain = (spot: number, strike: number, volatility: number, time: number): boolean =>
  spot > 0 && strike > 0 && volatility >= 0 && time >= 0;

function outsideDomain(terms: VanillaTerms): EngineFailure {
  const faults: Fault[] = [
    ...(['spot', 'strike'] as const)
      .filter((name) => !(terms[name] > 0))
      .map((name) => ({ pointer: `/${name}`, reason: `must be above 0; got ${terms[name]}` })),
    ...(['volatility', 'time'] as const)
      .filter((name) => !(terms[name] >= 0))
      .map((name) => ({ pointer: `/${name}`, reason: `must be at least 0; got ${terms[name]}` })),
  ];
  return refusal(faults);
}

const notFinite = (name: string, value: number): EngineFailure =>
  new EngineFailure('pricing', `${name} is not a finite number (${value}): the terms are too extreme for double precision`);

function firstNotFinite(values: Float64Array, offset: number): number {
  for (let i = 0; i < GREEKS_PER_ROW; i++) if (!Number.isFinite(values[offset + i])) return i;
  return -1;
}

const NUMBER_COLUMNS = ['spot', 'strike', 'rate', 'volatility', 'time', 'dividend'] as const;

function rowsOf(columns: VanillaColumns): number {
  const count = columns.spot.length;
  const faults = ([...NUMBER_COLUMNS, 'put'] as const)
    .filter((name) => columns[name].length !== count)
    .map((name) => ({
      pointer: `/${name}`,
      reason: `must have ${count} rows, as spot has; got ${columns[name].length}`,
    }));
  if (faults.length > 0) throw refusal(faults);
  return count;
}

const termsAt = ({ spot, strike, rate, volatility, time, dividend, put }: VanillaColumns, row: number): VanillaTerms => ({
  spot: spot[row]!,
  strike: strike[row]!,
  rate: rate[row]!,
  volatility: volatility[row]!,
  time: time[row]!,
  dividend: dividend[row]!,
  put: put[row]!,
});
