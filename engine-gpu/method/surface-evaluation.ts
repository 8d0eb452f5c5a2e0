/** The values of a surface at stated points, and how well its local volatility reprices its quotes. */
import type { Price, Volatility, Years } from '../base/units.js';
import { black } from '../formula/black-76.js';
import { type Surface, totalVarianceAt } from '../market/surface.js';
import { exp } from '../math/elementary/exp.js';
import { log } from '../math/elementary/log.js';
import { inverseNormalCdf } from '../math/normal.js';
import { bisectedRoot } from '../math/root.js';
import {
  fitLocalVolatility,
  type LocalVolatility,
  localVolatilityAt,
  MIN_RELEVANT_VALUE,
  type RepricedQuote,
  smileUnder,
} from './local-volatility-fit.js';

/** A point of a surface: strike, and time within 0 < t ≤ the last expiry. */
export interface SurfacePoint {
  readonly strike: Price;
  readonly time: Years;
}

export interface SurfaceValue extends SurfacePoint {
  readonly impliedVolatility: Volatility;
  /** Local volatility at the time of the point and a spot equal to its strike. */
  readonly localVolatility: Volatility;
  /** σ²T */
  readonly totalVariance: number;
}

/**
 * Implied volatility, local volatility and total variance at points of a surface.
 *
 * @param forwardAt  F_t, price units, as it stands in the slices
 * @returns one value per point, in their order
 */
export function evaluateSurface(
  slices: Surface,
  forwardAt: (time: Years) => Price,
  points: readonly SurfacePoint[],
): { readonly values: readonly SurfaceValue[]; readonly repricing: SurfaceRepricing; readonly warnings: readonly string[] } {
  const fit = fitLocalVolatility(slices);
  const smiles = new Map(points.map(({ time }) => [time, undefined as ReturnType<typeof smileUnder> | undefined]));
  const smileAt = (time: Years) => {
    const smile = smiles.get(time) ?? smileUnder(fit, time);
    smiles.set(time, smile);
    return smile;
  };
  const values = points.map(({ strike, time }) => {
    const k = log(strike / forwardAt(time));
    const impliedVolatility = smileAt(time)(k);
    return {
      strike,
      time,
      impliedVolatility,
      localVolatility: localVolatilityAt(fit, k, time),
      totalVariance: impliedVolatility * impliedVolatility * time,
    };
  });
  return { values, repricing: repricingOf(fit), warnings: repricingWarnings(fit) };
}

/** Probability of the paths by which an upper tail is judged. */
const TAIL_PROBABILITY = 1e-5;
/** Step of a difference in ln(K/F), and a distance of strikes beyond which nothing is paid. */
const TAIL_STEP = 1e-4;
const TAIL_REACH = 50;

/**
 * How heavy the upper tail of a smile is: the σ√T of the lognormal law whose highest paths, of a probability of 1e-5, have the same share of its mean. That
 * share is C(K) + K P(S > K) per unit of the forward, P(S > K) = −C′(K).
 */
export function tailVolatility(slices: Surface, time: Years): number {
  const option = (k: number, sign: 1 | -1): number => black(1, exp(k), Math.sqrt(totalVarianceAt(slices, k, time)), sign);
  /** P(ln(S/F) > k), by the options out of the money. */
  const beyond = (k: number): number => {
    const sign = k >= 0 ? 1 : -1;
    const slope = (option(k + TAIL_STEP, sign) - option(k - TAIL_STEP, sign)) / (2 * TAIL_STEP * exp(k));
    return sign > 0 ? -slope : 1 - slope;
  };
  const k = bisectedRoot((moneyness) => TAIL_PROBABILITY - beyond(moneyness), -TAIL_REACH, TAIL_REACH);
  // Nearly no path is above 1e-20 of the forward: its own volatility says enough.
  if (k === undefined) return Math.sqrt(totalVarianceAt(slices, 0, time));
  const share = option(k, 1) + exp(k) * TAIL_PROBABILITY;
  return inverseNormalCdf(share) - inverseNormalCdf(TAIL_PROBABILITY);
}

/** How well a local volatility reprices the quotes of its surface; far quotes that are worth less than 1e-9 of the forward do not count. */
export interface SurfaceRepricing {
  /** Name of the asset, where a market names it. */
  readonly asset?: string;
  readonly quotes: number;
  /** Largest error of an implied volatility, decimal, and the quote that has it. */
  readonly maxVolatilityError: Volatility;
  readonly expiry: Years;
  readonly strike: Price;
  /** Largest error of an undiscounted price over the quotes, price units. */
  readonly maxPriceError: Price;
}

/** Error of an implied volatility above which a quote is named as not repriced: a tenth of a volatility point. */
const NAMED_ERROR = 1e-3;
/** Number of quotes, and of expiries, that a warning names. */
const MAX_NAMED_QUOTES = 5;

const volatilityError = ({ repriced, impliedVolatility }: RepricedQuote): number =>
  repriced === undefined ? 0 : Math.abs(repriced - impliedVolatility);

function countedQuotes({ slices, quotes }: LocalVolatility): RepricedQuote[] {
  return quotes.filter(({ slice, time, strike, impliedVolatility }) => {
    const forward = slices[slice]!.forward + (slices[slice]!.held?.floor ?? 0);
    return black(forward, strike, impliedVolatility * Math.sqrt(time), strike >= forward ? 1 : -1) >= MIN_RELEVANT_VALUE * forward;
  });
}

export function repricingOf(fit: LocalVolatility): SurfaceRepricing {
  const counted = countedQuotes(fit);
  const worst = counted.reduce<RepricedQuote | undefined>(
    (most, quote) => (most === undefined || volatilityError(quote) > volatilityError(most) ? quote : most),
    undefined,
  );
  return {
    quotes: fit.quotes.length,
    maxVolatilityError: worst === undefined ? 0 : volatilityError(worst),
    expiry: worst?.time ?? 0,
    strike: worst?.strike ?? 0,
    maxPriceError: Math.max(0, ...fit.quotes.map(({ priceError }) => Math.abs(priceError))),
  };
}

const points = (volatility: Volatility): string => (100 * volatility).toFixed(2);
const level = (value: number): string => String(Number(value.toPrecision(6)));
const listed = (texts: readonly string[]): string =>
  texts.length > MAX_NAMED_QUOTES
    ? `${texts.slice(0, MAX_NAMED_QUOTES).join(', ')} and ${texts.length - MAX_NAMED_QUOTES} more`
    : texts.join(', ');

/**
 * Warnings that name the quotes that the local volatility does not reprice, and the expiries whose smile admits arbitrage between or beyond
 * its quotes, of more than the accuracy with which it reprices them.
 *
 * @param asset  name of the asset, where there are several
 */
export function repricingWarnings(fit: LocalVolatility, asset?: string): string[] {
  const subject = asset === undefined ? 'the local volatility' : `the local volatility of ${asset}`;
  const missed = countedQuotes(fit)
    .filter((quote) => volatilityError(quote) > NAMED_ERROR)
    .map(
      ({ strike, time, impliedVolatility, repriced = 0 }) =>
        `strike ${level(strike)} at ${level(time)} years (quoted at ${points(impliedVolatility)}, repriced at ${points(repriced)})`,
    );
  // Without a correction the bounds move no quote by more than the accuracy with which the surface is repriced.
  const bounded = fit.stretches.flatMap(({ slice, bounded: range, correction }) =>
    range === undefined || correction === undefined
      ? []
      : [`strikes ${level(range.low)} to ${level(range.high)} at ${level(slice.time)} years`],
  );
  return [
    ...(missed.length > 0
      ? [`${subject} does not reprice ${missed.length} of ${fit.quotes.length} quotes, in volatility points: ${listed(missed)}`]
      : []),
    ...(bounded.length > 0
      ? [
          `the interpolation of the quotes admits arbitrage within ${listed(bounded)}; there ${subject} is fitted to the quotes in its place, and further quotes would settle it`,
        ]
      : []),
  ];
}
