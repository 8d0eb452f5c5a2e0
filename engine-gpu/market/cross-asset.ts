/**
 * A market of several currencies as numbers: one curve and one short-rate model per currency, one exchange rate per foreign currency, shares,
 * and the correlations of everything that moves.
 *
 * The first currency is the reporting currency, in which everything is valued.
 */
import type { Price, Rate, Volatility, Years } from '../base/units.js';
import { exp } from '../math/elementary/exp.js';
import { log } from '../math/elementary/log.js';
import { accumulatedRate, type Curve, firstAtOrAfter } from './curve.js';
import { hasDividendBy, type PartKept } from './growth.js';

/** σ(t), constant between times. Value i is in force up to time i; the last one has no end. */
export interface PiecewiseVolatility {
  /** Strictly increasing, above 0; one fewer than values. */
  readonly times: readonly Years[];
  /** ≥ 0 */
  readonly values: readonly number[];
}

export const constantVolatility = (value: number): PiecewiseVolatility => ({ times: [], values: [value] });

/** σ at t, its value from the left. */
export const volatilityAt = ({ times, values }: PiecewiseVolatility, t: Years): number => values[firstAtOrAfter(times, t)]!;

/** ∫₀ᵗ σ² */
export function accumulatedVariance({ times, values }: PiecewiseVolatility, t: Years): number {
  let variance = 0;
  values.forEach((value, i) => {
    const [from, to] = [times[i - 1] ?? 0, Math.min(times[i] ?? t, t)];
    if (to > from) variance += value * value * (to - from);
  });
  return variance;
}

export interface CurrencyMarket {
  readonly currency: string;
  readonly curve: Curve;
  /** The curve of the floating rates, where it is another than that of discounting. */
  readonly projection?: Curve;
  /** The curves of the indices that trades in the currency name, where the market has some. */
  readonly indices?: Readonly<Record<string, Curve>>;
  /** True where overnight rates accrue on paths, whose state then has the accumulated rate. */
  readonly accrues?: boolean;
  /** a, per year */
  readonly meanReversion: number;
  /** Absolute volatility of the short rate; all zero where rates do not move. */
  readonly volatility: PiecewiseVolatility;
  /** Second factor of the model G2++; absent if the short rate has one factor. */
  readonly second?: SecondFactor;
}

/** The second factor of a short rate r = x + y + φ(t), dy = −b y dt + η dW. */
interface SecondFactor {
  /** b, per year */
  readonly meanReversion: number;
  /** η, absolute, > 0 */
  readonly volatility: PiecewiseVolatility;
}

/**
 * The growth of the projection curve over a period divided by that of the discount curve, which stays as it is today: a floating rate pays
 * basis/P(start, end) − 1. It is 1 without a projection curve.
 */
export function floatingBasis({ curve, projection }: CurrencyMarket, start: Years, end: Years): number {
  if (projection === undefined) return 1;
  const growth = (discounting: Curve): number => accumulatedRate(discounting, end) - accumulatedRate(discounting, start);
  return exp(growth(projection) - growth(curve));
}

/** The same of an index: its curve is that of the currency where the market has no other. */
export function indexBasis(market: CurrencyMarket, index: string | undefined, start: Years, end: Years): number {
  const projection = index !== undefined && market.indices && Object.hasOwn(market.indices, index) ? market.indices[index] : undefined;
  return floatingBasis(projection === undefined ? market : { ...market, projection }, start, end);
}

/** A foreign currency's exchange rate. */
export interface ExchangeRate {
  /** Units of the reporting currency per unit of the foreign currency. */
  readonly spot: Price;
  readonly volatility: PiecewiseVolatility;
}

export interface Share {
  readonly name: string;
  /** Index of its currency. */
  readonly currency: number;
  readonly spot: Price;
  readonly dividend: Rate;
  /** Dividends on dates, those in cash too, as parts of the forward, in order of time. */
  readonly partsKept?: readonly PartKept[];
  readonly volatility: Volatility;
}

/** ln of the units of a share at one time that have grown to one at another, their dividends being kept in it. `from` ≤ `to`. */
export function dividendsBetween({ dividend, partsKept = [] }: Share, from: Years, to: Years): number {
  const yielded = dividend * (to - from);
  return partsKept.reduce((sum, each) => (!hasDividendBy(each, from) && hasDividendBy(each, to) ? sum - log(each.part) : sum), yielded);
}

/** Gaussian factor z of a party's default intensity λ(t) = ψ(t) + z, dz = −κ z dt + σ dW, z(0) = 0. */
export interface HazardFactor {
  /** κ, per year */
  readonly meanReversion: number;
  /** σ, absolute, > 0 */
  readonly volatility: number;
}

export interface CrossAssetMarket {
  readonly valuationDate: string;
  /** The reporting currency first. */
  readonly currencies: readonly CurrencyMarket[];
  /** One per currency after the first. */
  readonly exchangeRates: readonly ExchangeRate[];
  readonly shares: readonly Share[];
  /** Intensities that move, where wrong-way risk is asked for. */
  readonly hazards?: readonly HazardFactor[];
  /** Correlations of the Brownian motions: those of the short rates, the exchange rates, the shares, the second factors, and the intensities. */
  readonly correlation: readonly (readonly number[])[];
}

/** Units of the reporting currency per unit of a currency today. */
export const spotInReporting = ({ exchangeRates }: Pick<CrossAssetMarket, 'exchangeRates'>, currency: number): Price =>
  currency === 0 ? 1 : exchangeRates[currency - 1]!.spot;

/** Index of the Brownian motion of an exchange rate (`currency` ≥ 1) or of a share; that of a short rate is its currency's index. */
export const exchangeRateDriver = ({ currencies }: CrossAssetMarket, currency: number): number => currencies.length + currency - 1;
export const shareDriver = ({ currencies, exchangeRates }: CrossAssetMarket, share: number): number =>
  currencies.length + exchangeRates.length + share;
/** Index of the Brownian motion of the second factor of a currency's short rate, after those of the shares. */
export const secondDriver = (market: CrossAssetMarket, currency: number): number =>
  shareDriver(market, market.shares.length) + market.currencies.slice(0, currency).filter(({ second }) => second !== undefined).length;
export const hazardDriver = (market: CrossAssetMarket, hazard: number): number => secondDriver(market, market.currencies.length) + hazard;
