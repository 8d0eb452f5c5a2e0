/**
 * The forward of an asset: interest rates of its currency, dividend yield, dividends on dates, and the quanto adjustment.
 *
 * Between dividends the asset grows by G(t) = Y(t) − q t − ∫₀ᵗ ρσσ_X. On an ex-date it falls by an amount of cash D, or by a proportion p of
 * its price. This is the piecewise lognormal model: the quoted spot diffuses and the dividend is taken off it, so the volatility is that of
 * the spot between ex-dates. It is not the escrowed model, in which the spot less the value of later dividends diffuses.
 *
 * @see E. G. Haug, J. Haug, A. Lewis (2003), Back to basics: a new approach to the discrete dividend problem, Wilmott Magazine
 */
import type { Price, Rate, Volatility, Years } from '../base/units.js';
import { exp } from '../math/elementary/exp.js';
import { log, log1p } from '../math/elementary/log.js';
import { accumulatedRate, type Curve, discount } from './curve.js';
import { type TermVolatility, volatilityIntegral } from './term-volatility.js';

/** A dividend: an amount of cash, or a proportion of the price before it. One of the two is 0. */
export interface Dividend {
  /** Time of the ex-date, years, above 0. What is observed on the ex-date is the price after the dividend. */
  readonly time: Years;
  /** Price units. */
  readonly cash: Price;
  /** Within [0, 1). */
  readonly proportion: number;
}

/** How an asset of another currency grows where its price counts as an amount of the market's currency (quanto). */
interface QuantoTerms {
  /** Interest rates of the asset's currency. */
  readonly curve: Curve;
  /** Correlation of the asset with the exchange rate, the price of the asset's currency in the market's. */
  readonly correlation: number;
  /** Volatility σ_X of the exchange rate. */
  readonly volatility: Volatility;
}

/**
 * The exchange rate in which the price of an asset of another currency is converted on each date (composite), where the asset's volatility is
 * random: the two are then simulated side by side. With a known volatility their product is an asset with one of its own.
 */
export interface CompositeTerms {
  /** Correlation of the asset with the exchange rate. */
  readonly correlation: number;
  /** Volatility σ_X of the exchange rate. */
  readonly volatility: Volatility;
}

/** Terms that determine an asset's growth. */
export interface GrowthTerms {
  readonly spot: Price;
  /** Continuous dividend yield. */
  readonly dividend: Rate;
  /** Dividends on dates, in order of time; absent where there are none. */
  readonly dividends?: readonly Dividend[];
  readonly quanto?: QuantoTerms;
  readonly composite?: CompositeTerms;
  /** The asset's own volatility σ, on which the quanto adjustment depends: a number or by time. */
  readonly volatility?: Volatility | undefined;
  readonly model?: { readonly type: string } | (TermVolatility & { readonly type: 'term_volatility' }) | undefined;
}

/** Distance in time up to which a dividend counts as paid at a time: half a minute, above the rounding of year fractions. */
const SAME_TIME: Years = 1e-6;

/**
 * Part of its price that an asset keeps where a dividend in cash is larger: the company pays no more than it is worth. Small enough that
 * nothing depends on it, and its logarithm is finite in single precision.
 */
export const MIN_SHARE_KEPT = 1e-6;

/** ∫₀ᵗ ρσσ_X; 0 where σ is random or local: paths then have the adjustment themselves (simulation/process/foreign.ts). */
function covariance({ volatility = 0, model }: GrowthTerms, quanto: QuantoTerms, t: Years): number {
  const ofAsset = model !== undefined && 'times' in model ? volatilityIntegral(model, t) : volatility * t;
  return quanto.correlation * quanto.volatility * ofAsset;
}

export const hasDividendBy = (dividend: Pick<Dividend, 'time'>, t: Years): boolean => dividend.time < t + SAME_TIME;

/** True if a dividend in cash is paid after `from` and by `to`: the spot at `to` is then not lognormal given that at `from`. */
export const paysCashBetween = ({ dividends = [] }: Pick<GrowthTerms, 'dividends'>, from: Years, to: Years): boolean =>
  dividends.some((one) => one.cash > 0 && !hasDividendBy(one, from) && hasDividendBy(one, to));

/** True if the asset grows by the market's rates and its dividend yield alone. */
const isPlain = ({ dividends, quanto }: GrowthTerms): boolean => dividends === undefined && quanto === undefined;

/** ln of the growth of the spot up to `t` without dividends in cash. `t` ≥ 0. */
export function logGrowth(curve: Curve, terms: GrowthTerms, t: Years): number {
  const { dividend, dividends = [], quanto } = terms;
  // Plain assets keep this formula: another one would change the last bits.
  if (isPlain(terms)) return -log(discount(curve, t)) - dividend * t;
  const proportions = dividends.reduce((sum, one) => (one.proportion > 0 && hasDividendBy(one, t) ? sum + log1p(-one.proportion) : sum), 0);
  return (
    accumulatedRate(quanto?.curve ?? curve, t) - dividend * t - (quanto === undefined ? 0 : covariance(terms, quanto, t)) + proportions
  );
}

/**
 * Forward price of an asset with dividends on dates: each amount of cash is taken off, and grows as the asset does. Where an amount exceeds
 * the forward itself, the share kept remains.
 */
export function forwardWithDividends(curve: Curve, terms: GrowthTerms, t: Years): Price {
  const { spot, dividends = [] } = terms;
  let worth = spot;
  for (const one of dividends) if (one.cash > 0 && hasDividendBy(one, t)) worth = afterCash(curve, terms, worth, one);
  return worth * exp(logGrowth(curve, terms, t));
}

/** @param worth  of the asset before the dividend, in units of today's spot */
const afterCash = (curve: Curve, terms: GrowthTerms, worth: Price, { cash, time }: Dividend): Price =>
  Math.max(worth - cash * exp(-logGrowth(curve, terms, time)), MIN_SHARE_KEPT * worth);

/** A dividend as the part of the forward that is kept after it. */
export interface PartKept {
  readonly time: Years;
  readonly part: number;
}

/** The dividends on dates as parts of the forward, of which they leave the same forwards. */
export function partsKept(curve: Curve, terms: GrowthTerms): PartKept[] {
  let worth = terms.spot;
  return (terms.dividends ?? []).map((one) => {
    if (!(one.cash > 0)) return { time: one.time, part: 1 - one.proportion };
    const previous = worth;
    worth = afterCash(curve, terms, previous, one);
    return { time: one.time, part: worth / previous };
  });
}

/**
 * Value today of the dividends in cash after `t` and by `last`, in units of the asset: Σ D e^(−G(t_D)). At `t` they are worth that times e^G(t).
 */
export const cashAfter = (curve: Curve, terms: GrowthTerms, t: Years, last: Years): Price =>
  (terms.dividends ?? []).reduce(
    (sum, one) =>
      one.cash > 0 && !hasDividendBy(one, t) && hasDividendBy(one, last) ? sum + one.cash * exp(-logGrowth(curve, terms, one.time)) : sum,
    0,
  );

/** True if `forward` suffices and `forwardWithDividends` is not needed. */
export const growsByRatesAlone = isPlain;

/** The dividend yield that gives the same forward at `t` in the market's curve, for closed forms; no cash dividend may be paid by then. */
export const yieldUpTo = (curve: Curve, terms: GrowthTerms, t: Years): Rate =>
  isPlain(terms) || t === 0 ? terms.dividend : (accumulatedRate(curve, t) - logGrowth(curve, terms, t)) / t;

/** The terms after `passed` years, with the dividends that are then still to come. */
export function withDividendsNearer<Terms extends Pick<GrowthTerms, 'dividends'>>(terms: Terms, passed: Years): Terms {
  if (terms.dividends === undefined) return terms;
  const { dividends, ...rest } = terms;
  const remaining = dividends.filter(({ time }) => time > passed).map((one) => ({ ...one, time: one.time - passed }));
  return { ...rest, ...(remaining.length > 0 && { dividends: remaining }) } as Terms;
}
