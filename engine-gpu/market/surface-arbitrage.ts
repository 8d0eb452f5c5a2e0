/** Riskless profits that the smiles of a surface allow. */
import type { Fault } from '../base/failure.js';
import type { Price, Volatility, Years } from '../base/units.js';
import { black } from '../formula/black-76.js';
import { exp } from '../math/elementary/exp.js';
import { squareOf } from '../math/elementary/pow.js';
import { type Slice, type Surface, totalVariance } from './surface.js';
import { crossings, leastVariance, MAX_WING_SLOPE, negativeDensities, type SviParameters, wingSlope } from './svi.js';

/** A point of a smile that allows a riskless profit. */
export interface ArbitragePoint {
  /** Index of the slice in the surface, and of the point among its quotes in order of strike; an SVI slice has no quotes, and -1 stands there. */
  readonly slice: number;
  readonly quote: number;
  readonly time: Years;
  readonly strike: Price;
  readonly impliedVolatility: Volatility;
  /** Continues a sentence that begins with the name of the volatility: "must be at least 0.21, or …; got 0.2". */
  readonly reason: string;
}

export interface ArbitrageReport {
  /** Total variance that falls from one expiry to the next at the same moneyness. */
  readonly calendar: readonly ArbitragePoint[];
  /** Call prices that rise with the strike, fall faster than it rises, or are not convex in it. */
  readonly butterfly: readonly ArbitragePoint[];
}

/** Arbitrage up to this fraction of the forward, or of the variance, is attributed to the rounding of the quotes. */
const QUOTE_ROUNDING = 1e-7;

/** Beside a smile of quotes, an SVI smile is compared at this many log-moneynesses, evenly spaced within this many standard deviations of the forward. */
const SVI_POINTS = 201;
const SVI_SEARCH_DEVIATIONS = 5;

interface Point {
  readonly quote: number;
  readonly k: number;
  readonly strike: Price;
  readonly w: number;
}

function pointsOf(slice: Slice): Point[] {
  const { forward, spline } = slice;
  if (spline !== undefined) return spline.xs.map((k, quote) => ({ quote, k, strike: forward * exp(k), w: spline.ys[quote]! }));
  const reach = SVI_SEARCH_DEVIATIONS * Math.sqrt(Math.max(totalVariance(slice, 0).value, 0));
  return Array.from({ length: SVI_POINTS }, (_, i) => {
    const k = reach * ((2 * i) / (SVI_POINTS - 1) - 1);
    return { quote: -1, k, strike: forward * exp(k), w: totalVariance(slice, k).value };
  });
}

/**
 * Reports the points at which the surface allows a riskless profit. Quotes are judged by their prices alone. Smiles given by SVI parameters
 * are judged everywhere, and each offending interval is reported by its worst point. The run of a smile between quotes is not judged: local
 * volatilities are made free of arbitrage in any case.
 */
export function arbitrageReport(slices: Surface): ArbitrageReport {
  const calendar: ArbitragePoint[] = [];
  const butterfly: ArbitragePoint[] = [];
  slices.forEach((slice, i) => {
    const points = pointsOf(slice);
    const arbitrage = ({ quote, strike, w }: Point, reason: string): ArbitragePoint => ({
      slice: i,
      quote,
      time: slice.time,
      strike,
      impliedVolatility: Math.sqrt(Math.max(w, 0) / slice.time),
      reason,
    });
    const { svi } = slice;
    const butterflies = svi === undefined ? butterfliesOf(points, slice) : butterfliesOfSvi(svi, slice);
    for (const { point, reason } of butterflies) butterfly.push(arbitrage(point, reason));
    const earlier = slices[i - 1];
    if (earlier === undefined) return;
    if (svi !== undefined && earlier.svi !== undefined) {
      for (const { k } of crossings(earlier.svi, svi)) calendar.push(arbitrage(pointAt(slice, k), calendarReason(earlier, slice, k)));
      return;
    }
    for (const point of points) {
      if (earlier.held !== undefined && !isQuoted(earlier, point.k)) continue;
      const lowest = totalVariance(earlier, point.k).value;
      if (point.w < lowest * (1 - QUOTE_ROUNDING)) calendar.push(arbitrage(point, calendarReason(earlier, slice, point.k)));
    }
  });
  return { calendar, butterfly };
}

/**
 * True if the quotes of a smile reach to a log-moneyness. Of a part of an asset the smile is steep near what the asset never falls under,
 * and beyond its quotes it says nothing.
 */
const isQuoted = ({ spline }: Slice, k: number): boolean =>
  spline !== undefined && k >= spline.xs[0]! && k <= spline.xs[spline.xs.length - 1]!;

const pointAt = (slice: Slice, k: number): Point => ({
  quote: -1,
  k,
  strike: slice.forward * exp(k),
  w: totalVariance(slice, k).value,
});

function calendarReason(earlier: Slice, later: Slice, k: number): string {
  const volatilityOf = (slice: Slice) => Math.sqrt(Math.max(totalVariance(slice, k).value, 0) / later.time);
  return `must be at least ${volatilityOf(earlier).toPrecision(6)}, or a calendar spread from expiry ${earlier.time} at the same moneyness is worth less than zero; got ${shown(volatilityOf(later))}`;
}

/** Points at which an SVI smile has a negative variance or density or too steep a wing, one for each. */
function butterfliesOfSvi(svi: SviParameters, slice: Slice): { readonly point: Point; readonly reason: string }[] {
  const least = leastVariance(svi);
  const lowest = Math.abs(svi.rho) < 1 ? svi.m - (svi.rho * svi.sigma) / Math.sqrt(1 - squareOf(svi.rho)) : svi.m;
  if (least < 0 || (least === 0 && svi.b > 0))
    return [{ point: pointAt(slice, lowest), reason: `must not come from a negative total variance; got ${least}` }];
  if (least === 0) return [];
  const slope = wingSlope(svi);
  const steep =
    slope > MAX_WING_SLOPE
      ? [
          {
            point: pointAt(slice, svi.m),
            reason: `must have wings no steeper than ${MAX_WING_SLOPE}, or prices far from the forward exceed their bounds (Lee); b (1 + |rho|) is ${slope.toPrecision(6)}`,
          },
        ]
      : [];
  const negative = negativeDensities(svi).map(({ k, value }) => ({
    point: pointAt(slice, k),
    reason: `makes a butterfly at log-moneyness ${k.toPrecision(6)} and expiry ${slice.time} worth less than zero: g(k) is ${value.toPrecision(6)}`,
  }));
  return [...steep, ...negative];
}

/** The points of a smile at which call prices do not fall with the strike, at most as fast as it rises, or are not convex. */
function butterfliesOf(points: readonly Point[], { forward, time }: Slice): { readonly point: Point; readonly reason: string }[] {
  const violations: { point: Point; reason: string }[] = [];
  const negative = points.filter(({ w }) => w < 0);
  if (negative.length > 0)
    return negative.map((point) => ({ point, reason: `must not come from a negative total variance; got ${point.w}` }));
  const calls = points.map(({ strike, w }) => black(forward, strike, Math.sqrt(w), 1));
  for (let j = 1; j < points.length; j++) {
    const point = points[j]!;
    const width = point.strike - points[j - 1]!.strike;
    const slope = (calls[j]! - calls[j - 1]!) / width;
    const allowed = QUOTE_ROUNDING * (forward / width);
    if (slope > allowed || slope < -1 - allowed)
      violations.push({
        point,
        reason: `makes call prices change by ${slope.toPrecision(6)} per unit of strike from ${shown(points[j - 1]!.strike)} to ${shown(point.strike)}; arbitrage allows -1 to 0`,
      });
    if (j + 1 === points.length) continue;
    const nextWidth = points[j + 1]!.strike - point.strike;
    const next = (calls[j + 1]! - calls[j]!) / nextWidth;
    if (next < slope - allowed - QUOTE_ROUNDING * (forward / nextWidth))
      violations.push({
        point,
        reason: `makes a butterfly at strike ${shown(point.strike)} and expiry ${time} worth less than zero; got ${shown(Math.sqrt(point.w / time))}`,
      });
  }
  return violations;
}

/** A number as it was given: strikes and volatilities pass through logarithms and squares, which move the last digits. */
const shown = (value: number): number => Number(value.toPrecision(12));

/**
 * The report as faults of a request that must be free of arbitrage.
 *
 * @param pointer  JSON pointer to the quotes in the request
 * @returns one fault per offence, with a pointer to the volatility that must move, by slice
 */
export function arbitrageFaults(slices: Surface, pointer: string): Fault[] {
  const { butterfly, calendar } = arbitrageReport(slices);
  return slices.flatMap((_, i) =>
    [...butterfly, ...calendar]
      .filter(({ slice }) => slice === i)
      .map(({ quote, reason }) => ({ pointer: `${pointer}/volatilities/${i}/${quote}`, reason })),
  );
}
