/** The smiles that a request for a stored surface states, and the arbitrage that they allow. */
import { type Fault, invalid } from '../base/failure.js';
import { refusal } from '../base/faults.js';
import type { Priced, Unpriced } from '../base/priced.js';
import { SOLVERS } from '../base/solvers.js';
import { MAX_HORIZON_YEARS } from '../base/terms.js';
import type { Price, Volatility, Years } from '../base/units.js';
import { forwardPrice } from '../market/curve.js';
import { curveOf, type Report } from '../market/curve-input.js';
import { type StoredSmile, sliceOf } from '../market/stored-surface.js';
import type { Slice } from '../market/surface.js';
import { arbitrageReport } from '../market/surface-arbitrage.js';
import { ssviSlice } from '../market/svi.js';
import { log } from '../math/elementary/log.js';
import { squareOf } from '../math/elementary/pow.js';
import { act365f, dateAfter } from '../time/date.js';
import { type Expiring, pointsOf, type QuotedPoint, type SliceTimes, timesInOrder } from './surface-quotes.js';
import type { SurfaceSlicesRequest } from './surface-request.js';
import { fitSmiles } from './svi.js';
import { type FittedSsvi, MAX_FITTED_EXPIRIES, MIN_SVI_QUOTES, minSsviQuotes } from './svi-fit.js';

/** A smile, and JSON pointers to its quotes in order of strike, or to its SVI parameters. */
interface PlacedSlice {
  readonly slice: Slice;
  readonly stored: StoredSmile;
  readonly places: readonly string[];
}

/** A point of a surface that allows a riskless profit. */
interface StoredOffence {
  readonly expiry: string;
  readonly time: Years;
  readonly strike: Price;
  readonly impliedVolatility: Volatility;
  readonly reason: string;
}

/** The part of a stored surface that follows from its quotes or parameters. */
export interface SurfaceSlices {
  readonly slices: StoredSmile[];
  /** The parameters of SSVI, stated or fitted. */
  readonly ssvi?: FittedSsvi;
  readonly arbitrage: { readonly calendar: StoredOffence[]; readonly butterfly: StoredOffence[] };
  readonly warnings?: string[];
}

/** Largest number of arbitrage points of each kind that a report lists: enough to see what is wrong. */
const MAX_OFFENCES = 200;

/**
 * The smiles of a request, in order of expiry, and the arbitrage that they allow.
 *
 * @throws EngineFailure `invalid` with every fault; with `strict`, with every point that allows arbitrage
 */
export function surfaceSlices(request: SurfaceSlicesRequest): Priced<SurfaceSlices> | Unpriced<SurfaceSlices> {
  const faults: Fault[] = [];
  const placed = placedSlices(request, (pointer, reason) => void faults.push({ pointer, reason }));
  if (faults.length > 0) throw refusal(faults);
  const inOrder = placed.toSorted((one, other) => one.slice.time - other.slice.time);
  const { slices: ordered, ssvi: fitted } = request.fit === undefined ? { slices: inOrder } : fittedSlices(inOrder, request.fit);
  const whole = fitted ?? statedSsvi(request.ssvi, inOrder);
  const report = arbitrageReport(ordered.map(({ slice }) => slice));
  const count = report.calendar.length + report.butterfly.length;
  if (request.strict && count > 0)
    throw refusal(
      [...report.butterfly, ...report.calendar].map(({ slice, quote: index, reason }) => {
        const { places } = ordered[slice]!;
        return { pointer: places[Math.max(0, index)] ?? places[0]!, reason };
      }),
    );
  const listed = (points: typeof report.calendar): StoredOffence[] =>
    points.slice(0, MAX_OFFENCES).map(({ slice, time, strike, impliedVolatility, reason }) => ({
      expiry: ordered[slice]!.stored.expiry,
      time,
      strike,
      impliedVolatility,
      reason,
    }));
  const warning = `the surface allows arbitrage at ${count} points (${report.calendar.length} calendar, ${report.butterfly.length} butterfly)`;
  return {
    ...(request.fit && { pricerId: SOLVERS[request.fit].id }),
    result: {
      slices: ordered.map(({ stored }) => stored),
      ...(whole && { ssvi: whole }),
      arbitrage: { calendar: listed(report.calendar), butterfly: listed(report.butterfly) },
      ...(count > 0 && { warnings: [warning] }),
    },
  };
}

const statedSsvi = (ssvi: SurfaceSlicesRequest['ssvi'], slices: readonly PlacedSlice[]): FittedSsvi | undefined =>
  ssvi && {
    rho: ssvi.rho,
    eta: ssvi.eta,
    gamma: ssvi.gamma,
    thetas: slices.map(({ slice: { time } }, i) => squareOf(ssvi.volatilities[i]!) * time),
  };

/**
 * Fits SVI or SSVI to the quotes of each expiry, in order.
 *
 * @throws EngineFailure `invalid` for too many expiries, or that names every expiry with too few quotes
 */
function fittedSlices(
  quoted: readonly PlacedSlice[],
  model: 'svi' | 'ssvi',
): { readonly slices: PlacedSlice[]; readonly ssvi?: FittedSsvi } {
  if (quoted.length > MAX_FITTED_EXPIRIES)
    throw invalid('/fit', `must be of at most ${MAX_FITTED_EXPIRIES} expiries; there are ${quoted.length}`);
  const few = quoted.filter(({ places }) => model === 'svi' && places.length < MIN_SVI_QUOTES);
  if (few.length > 0)
    throw refusal(
      few.map(({ places, stored }) => ({
        pointer: places[0]!,
        reason: `must be one of at least ${MIN_SVI_QUOTES} quotes of ${stored.expiry}, its expiry, for a fit of SVI; there are ${places.length}`,
      })),
    );
  const count = quoted.reduce((sum, { places }) => sum + places.length, 0);
  if (model === 'ssvi' && count < minSsviQuotes(quoted.length))
    throw invalid(
      '/fit',
      `must be of at least ${minSsviQuotes(quoted.length)} quotes for ssvi, three more than there are expiries; there are ${count}`,
    );
  const smiles = quoted.map(({ stored: { time, forward, strikes = [], volatilities = [] } }) => ({
    time,
    ks: strikes.map((strike) => log(strike / forward)),
    volatilities,
  }));
  const { fits, ssvi: whole } = fitSmiles(model, smiles);
  const slices = quoted.map(({ stored, places }, i) => {
    const { expiry, time, forward, strikes = [], volatilities = [] } = stored;
    const { svi, modelVolatilities, ...report } = fits[i]!;
    const fitted = strikes.map((strike, k) => ({ strike, marketVolatility: volatilities[k], modelVolatility: modelVolatilities[k] }));
    return {
      slice: { time, svi, forward },
      stored: { expiry, time, forward, svi, fit: { ...report, fitted } },
      places,
    };
  });
  return { slices, ...(whole && { ssvi: whole }) };
}

function placedSlices(request: SurfaceSlicesRequest, report: Report): PlacedSlice[] {
  const { valuationDate, spot, dividend, svi, ssvi: whole } = request;
  const forwardCurve = curveOf(request, valuationDate, '/curve');
  const forwardAt = (time: Years) => forwardPrice(forwardCurve, { spot, dividend }, time);
  const dateAt = (time: Years) => dateAfter(valuationDate, time);
  const timeOf = (timeOrDate: number | string, pointer: string): Years => {
    const time = typeof timeOrDate === 'number' ? timeOrDate : act365f(valuationDate, timeOrDate);
    if (!(time > 0 && time <= MAX_HORIZON_YEARS))
      report(pointer, `must be after ${valuationDate}, the valuation date, by at most ${MAX_HORIZON_YEARS} years; got ${timeOrDate}`);
    return time;
  };
  const expiryOf = ({ time, expiry = '' }: Expiring, pointer: string): Years =>
    time !== undefined ? timeOf(time, `${pointer}/time`) : timeOf(expiry, `${pointer}/expiry`);

  if (svi !== undefined) {
    const slices = svi.map(({ expiry: _, time: __, ...parameters }, i): PlacedSlice => {
      const time = expiryOf(svi[i]!, `/svi/${i}`);
      const { a, b, rho, sigma } = parameters;
      const least = a + b * sigma * Math.sqrt(1 - rho * rho);
      if (least < 0) report(`/svi/${i}`, `must not have a negative total variance; its least is ${least}`);
      const forward = forwardAt(time);
      return {
        slice: { time, forward, svi: parameters },
        stored: { expiry: dateAt(time), time, forward, svi: parameters },
        places: [`/svi/${i}`],
      };
    });
    requireDistinct(slices, report);
    return slices;
  }

  if (whole !== undefined) return ssviSlices(whole, { timeOf, forwardAt, dateAt, report });

  const points = pointsOf(request, timeOf, { expiryOf, forwardAt, dividend, report });
  const byTime = new Map<number, QuotedPoint[]>();
  for (const point of points) byTime.set(point.time, [...(byTime.get(point.time) ?? []), point]);
  return [...byTime].map(([time, quoted]): PlacedSlice => {
    const ordered = quoted.toSorted((one, other) => one.strike - other.strike);
    ordered.forEach(({ strike, place }, i) => {
      if (i > 0 && strike === ordered[i - 1]!.strike) report(place, `must not quote strike ${strike} of its expiry twice`);
    });
    const forward = forwardAt(time);
    const strikes = ordered.map(({ strike }) => strike);
    const volatilities = ordered.map((point) => point.volatility);
    return {
      slice: sliceOf({ time, forward, strikes, volatilities }),
      stored: { expiry: dateAt(time), time, forward, strikes, volatilities },
      places: ordered.map(({ place }) => place),
    };
  });
}

function ssviSlices(
  { expiries: rows, volatilities: atForward, ...skew }: NonNullable<SurfaceSlicesRequest['ssvi']>,
  { timeOf, forwardAt, dateAt, report }: SliceTimes,
): PlacedSlice[] {
  if (atForward.length !== rows.length)
    report('/ssvi/volatilities', `must have one entry per expiry, ${rows.length}; got ${atForward.length}`);
  const times = timesInOrder(rows, '/ssvi/expiries', timeOf, report);
  return times.slice(0, atForward.length).map((time, i) => {
    const [svi, forward] = [ssviSlice(skew, squareOf(atForward[i]!) * time), forwardAt(time)];
    return {
      slice: { time, forward, svi },
      stored: { expiry: dateAt(time), time, forward, svi },
      places: [`/ssvi/volatilities/${i}`],
    };
  });
}

function requireDistinct(slices: readonly PlacedSlice[], report: Report): void {
  slices.forEach(({ slice, places }, i) => {
    if (slices.slice(0, i).some((other) => other.slice.time === slice.time))
      report(places[0]!, `must not have the expiry of another; got ${slice.time}`);
  });
}
