/** The quotes of a surface as points of its smiles, and the faults among them. */
import type { Price, Rate, Volatility, Years } from '../base/units.js';
import { strikeOfDelta } from '../formula/delta-strike.js';
import type { Report } from '../market/curve-input.js';
import { DEFAULT_DELTA_CONVENTION, type DeltaConvention, type DeltaQuote } from '../market/delta-quotes.js';
import { MAX_QUOTED_VOLATILITY } from '../market/model-parameters.js';
import { exp } from '../math/elementary/exp.js';
import { NoSmile, quotedField, smileOfQuote } from './delta-smile.js';
import type { SurfaceQuote, SurfaceSlicesRequest } from './surface-request.js';

export interface QuotedPoint {
  readonly time: Years;
  readonly strike: Price;
  readonly volatility: Volatility;
  /** Pointer to the volatility in the request. */
  readonly place: string;
}

export interface SliceTimes {
  readonly timeOf: (timeOrDate: number | string, pointer: string) => Years;
  readonly forwardAt: (time: Years) => Price;
  readonly dateAt: (time: Years) => string;
  readonly report: Report;
}

/** The expiry of a quote or of a smile: years, or a date. */
export interface Expiring {
  readonly time?: Years | undefined;
  readonly expiry?: string | undefined;
}

/** The points of the smiles of a request that has quotes. */
export function pointsOf(request: SurfaceSlicesRequest, timeOf: SliceTimes['timeOf'], market: QuoteMarket): QuotedPoint[] {
  const { quotes, deltaQuotes, deltaConvention = DEFAULT_DELTA_CONVENTION } = request;
  if (quotes !== undefined) return quotePoints(quotes, market);
  return deltaQuotes === undefined ? gridPoints(request, timeOf, market.report) : deltaPoints(deltaQuotes, deltaConvention, market);
}

/** Years to expiries that a request lists in order. */
export function timesInOrder(rows: readonly (number | string)[], pointer: string, timeOf: SliceTimes['timeOf'], report: Report): number[] {
  const times = rows.map((row, i) => timeOf(row, `${pointer}/${i}`));
  times.forEach((time, i) => {
    if (i > 0 && time <= times[i - 1]!) report(`${pointer}/${i}`, `must be after ${rows[i - 1]}, the one before it; got ${rows[i]}`);
  });
  return times;
}

/** Requires a volatility of which a smile can be made. */
function requireVolatility(volatility: Volatility, place: string, report: Report): void {
  if (!(volatility > 0 && volatility <= MAX_QUOTED_VOLATILITY))
    report(place, `must be above 0 and at most ${MAX_QUOTED_VOLATILITY}; got ${volatility}`);
}

function gridPoints(
  { expiries: rows = [], strikes = [], volatilities = [] }: SurfaceSlicesRequest,
  timeOf: SliceTimes['timeOf'],
  report: Report,
): QuotedPoint[] {
  if (volatilities.length !== rows.length)
    report('/volatilities', `must have one row per expiry, ${rows.length}; got ${volatilities.length}`);
  const times = timesInOrder(rows, '/expiries', timeOf, report);
  strikes.forEach((strike, j) => {
    if (j > 0 && strike <= strikes[j - 1]!) report(`/strikes/${j}`, `must be above ${strikes[j - 1]}, the one before it; got ${strike}`);
  });
  return times.flatMap((time, i) => {
    const row = volatilities[i] ?? [];
    if (row.length !== strikes.length) report(`/volatilities/${i}`, `must have one entry per strike, ${strikes.length}; got ${row.length}`);
    return strikes.slice(0, row.length).map((strike, j) => {
      const place = `/volatilities/${i}/${j}`;
      requireVolatility(row[j]!, place, report);
      return { time, strike, volatility: row[j]!, place };
    });
  });
}

interface QuoteMarket {
  readonly expiryOf: (quote: Expiring, pointer: string) => Years;
  readonly forwardAt: (time: Years) => Price;
  readonly dividend: Rate;
  readonly report: Report;
}

const quotePoints = (quotes: readonly SurfaceQuote[], { expiryOf, forwardAt, dividend, report }: QuoteMarket): QuotedPoint[] =>
  quotes.map((quote, n) => {
    const time = expiryOf(quote, `/quotes/${n}`);
    const { strike, delta = Number.NaN, impliedVolatility: volatility } = quote;
    const place = `/quotes/${n}/impliedVolatility`;
    requireVolatility(volatility, place, report);
    if (strike !== undefined) return { time, strike, volatility, place };
    const [forward, discount] = [forwardAt(time), exp(-dividend * time)];
    const stdDev = volatility * Math.sqrt(time);
    const ofDelta = strikeOfDelta({ forward, stdDev, discount, premiumAdjusted: false }, delta);
    // A time that is refused already has no strikes.
    if (ofDelta === undefined && time > 0)
      report(
        `/quotes/${n}/delta`,
        `must be of an option: |delta| is above 0 and below ${discount}, and the strike a number above 0; got ${delta} at volatility ${volatility}`,
      );
    return { time, strike: ofDelta ?? forward, volatility, place };
  });

/** The points of the smiles that quotes by delta make, three or five an expiry, or one where there is no wing. */
function deltaPoints(
  rows: readonly DeltaQuote[],
  convention: DeltaConvention,
  { expiryOf, forwardAt, dividend, report }: QuoteMarket,
): QuotedPoint[] {
  const times = rows.map((row, i) => expiryOf(row, `/deltaQuotes/${i}`));
  return rows.flatMap((row, i) => {
    const time = times[i]!;
    const place = `/deltaQuotes/${i}`;
    // A time that is refused already has no smile.
    if (!(time > 0)) return [];
    if (times.indexOf(time) < i) report(place, `must not have the expiry of another; got ${row.expiry ?? time}`);
    try {
      const points = smileOfQuote(row, convention, { time, forward: forwardAt(time), foreignDiscount: exp(-dividend * time) });
      return points.map(({ strike, volatility, wing }) => {
        const ofPoint = `${place}/${quotedField({ wing })}`;
        requireVolatility(volatility, ofPoint, report);
        return { time, strike, volatility, place: ofPoint };
      });
    } catch (failure) {
      if (!(failure instanceof NoSmile)) throw failure;
      report(`${place}/${quotedField(failure)}`, failure.reason);
      return [];
    }
  });
}
