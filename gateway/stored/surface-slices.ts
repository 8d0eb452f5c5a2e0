/** Surfaces as callers write them: quotes, a grid, or parameters of SVI or SSVI, and the smiles that follow from them. */
import { z } from 'zod';
import {
  act365f,
  arbitrageReport,
  type Curve,
  dateOfDay,
  dayNumber,
  forwardPrice,
  inverseNormalCdf,
  quotedSlice,
  type Slice,
  ssviSlice,
} from '#engine/evaluate';
import {
  dividendYield,
  type FittedSsvi,
  flatRate,
  MIN_SVI_QUOTES,
  minSsviQuotes,
  oneAlternative,
  oneOfRequired,
  type SviSmilesResponse,
  spot,
  ssviSkewFields,
  type sviSmilesRequest,
  volatility,
} from '#engine/schemas';
import type { Fault } from '#proto/failure';
import { type StoredArbitrage, type Surface, surfaceTerms } from '#services/resources/surface';
import { invalidRequest, invalidRequests } from '../contract/errors.js';

const MAX_YEARS = 100;
const MAX_QUOTES = 5_000;
const MAX_EXPIRIES = 100;
const MAX_STRIKES = 200;
/** Largest implied volatility, decimal: that of the surfaces in requests, for which a stored one must be able to stand. */
const MAX_VOLATILITY = 10;

const time = z.number().positive().max(MAX_YEARS).optional().meta({ description: 'Years from the valuation date, ACT/365F' });
const expiry = z.iso.date().optional().meta({ description: 'ISO 8601 calendar date, in place of time' });
const impliedVolatility = volatility;

/** Requires exactly one of two fields. */
const oneOf =
  (one: string, other: string) =>
  (given: object, context: z.RefinementCtx): void => {
    const has = (name: string) => (given as Record<string, unknown>)[name] !== undefined;
    if (has(one) === has(other))
      context.addIssue({ code: 'custom', message: `must have exactly one of ${one} and ${other}`, input: given });
  };

const quote = z
  .strictObject({
    expiry,
    time,
    strike: z.number().positive().optional(),
    delta: z
      .number()
      .gt(-1)
      .lt(1)
      .optional()
      .meta({ description: 'Spot delta of the option quoted, in place of strike: above 0 of a call, below 0 of a put' }),
    impliedVolatility,
  })
  .superRefine(oneOf('expiry', 'time'))
  .superRefine(oneOf('strike', 'delta'))
  .meta({ id: 'SurfaceQuote', description: 'The implied volatility of one option' });
type Quote = z.output<typeof quote>;

const sviSlice = z
  .strictObject({
    expiry,
    time,
    a: z.number().min(-MAX_YEARS).max(MAX_YEARS),
    b: z.number().nonnegative().max(MAX_YEARS),
    rho: z.number().min(-1).max(1),
    m: z.number().min(-10).max(10),
    sigma: z.number().nonnegative().max(10),
  })
  .superRefine(oneOf('expiry', 'time'))
  .meta({ id: 'SviSlice', description: 'SVI parameters of one expiry, of total variance over log-moneyness ln(K/F)' });

const expiries = z
  .array(z.union([z.number().positive().max(MAX_YEARS), z.iso.date()]))
  .min(1)
  .max(MAX_EXPIRIES)
  .meta({ description: 'Years from the valuation date, or ISO 8601 dates, in order' });

const ssvi = z
  .strictObject({
    expiries,
    volatilities: z
      .array(z.number().positive().max(MAX_VOLATILITY))
      .max(MAX_EXPIRIES)
      .meta({ description: 'Implied volatility at the forward, one per expiry' }),
    ...ssviSkewFields,
  })
  .meta({
    id: 'SsviSurface',
    description:
      'The surface SSVI with a power-law skew (Gatheral and Jacquier 2014, 4.1 and 4.5), stored as the SVI smiles that its slices are. It is free of arbitrage where eta (1 + |rho|) is at most 2, gamma at most 1/2 and total variance does not fall',
  });

const kinds = [
  { required: ['quotes'] },
  { required: ['expiries', 'strikes', 'volatilities'] },
  { required: ['svi'] },
  { required: ['ssvi'] },
] as const;
const rateKinds = [{ required: ['rate'] }, { required: ['forwardCurveId'] }] as const;

export const surfaceRequest = z
  .strictObject({
    ...surfaceTerms,
    spot,
    rate: flatRate.optional(),
    forwardCurveId: z.string().max(200).optional().meta({ description: 'A stored curve, in place of rate' }),
    dividend: dividendYield,
    quotes: z.array(quote).min(1).max(MAX_QUOTES).optional(),
    expiries: expiries.optional(),
    strikes: z.array(z.number().positive()).min(1).max(MAX_STRIKES).optional().meta({ description: 'In order' }),
    volatilities: z.array(z.array(impliedVolatility)).optional().meta({ description: 'A row per expiry and an entry per strike' }),
    svi: z.array(sviSlice).min(1).max(MAX_EXPIRIES).optional(),
    ssvi: ssvi.optional(),
    fit: z
      .enum(['svi', 'ssvi'])
      .optional()
      .meta({
        description: `svi fits an SVI smile to the quotes of each expiry, of which there are at least ${MIN_SVI_QUOTES}, in place of splines through them: free of arbitrage by itself and above the smile of the expiry before, where such a smile exists near the quotes. ssvi fits one surface SSVI to the quotes of all expiries, three more than there are expiries at least: always free of arbitrage, of few parameters, which the stored surface has as ssvi. Each slice says how well it meets its quotes`,
      }),
    interpolation: z.enum(['total_variance']).default('total_variance').meta({
      description: 'Cubic splines of total variance over log-moneyness, and total variance linear in time at the same moneyness',
    }),
    strict: z
      .boolean()
      .default(false)
      .meta({ description: 'Whether a surface that allows arbitrage is refused; otherwise it is stored with a warning' }),
  })
  .superRefine(oneAlternative(...kinds))
  .superRefine(oneAlternative(...rateKinds))
  .superRefine(({ fit, svi, ssvi: whole }, context) => {
    if (fit !== undefined && (svi !== undefined || whole !== undefined))
      context.addIssue({
        code: 'custom',
        path: ['fit'],
        message: `must be left out beside ${svi ? 'svi' : 'ssvi'}, which has nothing to fit; got ${fit}`,
        input: fit,
      });
  })
  .meta({
    id: 'SurfaceRequest',
    description: 'Implied volatilities of one underlying: quotes, a grid, or parameters of SVI or SSVI',
    allOf: [oneOfRequired(...kinds), oneOfRequired(...rateKinds)],
  });
export type SurfaceRequest = z.output<typeof surfaceRequest>;

/** A smile with the places in the request of its quotes, in order of strike; of SVI parameters, one place. */
interface PlacedSlice {
  readonly slice: Slice;
  readonly stored: Surface['slices'][number];
  readonly places: readonly string[];
}

export interface BuiltSurface {
  readonly slices: Surface['slices'];
  /** The parameters of SSVI, given or fitted. */
  readonly ssvi?: NonNullable<Surface['ssvi']>;
  readonly arbitrage: StoredArbitrage;
  readonly warnings?: string[];
}

/** Offences of each kind that are kept: enough to see what is wrong. */
const MAX_OFFENCES = 200;

/**
 * The smiles of a request, in order of expiry, and the arbitrage that they allow.
 *
 * @param curve interest rates behind the forwards
 * @param fitSmiles fits SVI where the request asks for it
 * @throws HttpFailure SVC-REQ-001 with every fault; with `strict`, with every point that allows arbitrage
 */
export async function builtSurface(request: SurfaceRequest, curve: Curve, fitSmiles: FitSmiles): Promise<BuiltSurface> {
  const faults: Fault[] = [];
  const placed = placedSlices(request, curve, (pointer, reason) => void faults.push({ pointer, reason }));
  if (faults.length > 0) throw invalidRequests(faults);
  const inOrder = placed.toSorted((one, other) => one.slice.time - other.slice.time);
  const { slices: ordered, ssvi: fitted } =
    request.fit === undefined ? { slices: inOrder } : await fittedSlices(inOrder, request.fit, fitSmiles);
  const whole = fitted ?? givenSsvi(request.ssvi, inOrder);
  const report = arbitrageReport(ordered.map(({ slice }) => slice));
  const count = report.calendar.length + report.butterfly.length;
  if (request.strict && count > 0)
    throw invalidRequests(
      [...report.butterfly, ...report.calendar].map(({ slice, quote: index, reason }) => {
        const { places } = ordered[slice];
        return { pointer: places[Math.max(0, index)] ?? places[0], reason };
      }),
    );
  const kept = (points: typeof report.calendar) =>
    points.slice(0, MAX_OFFENCES).map(({ slice, time: at, strike, impliedVolatility: implied, reason }) => ({
      expiry: ordered[slice].stored.expiry,
      time: at,
      strike,
      impliedVolatility: implied,
      reason,
    }));
  return {
    slices: ordered.map(({ stored }) => stored),
    ...(whole && { ssvi: { ...whole, thetas: [...whole.thetas] } }),
    arbitrage: { calendar: kept(report.calendar), butterfly: kept(report.butterfly) },
    ...(count > 0 && {
      warnings: [
        `the surface allows arbitrage at ${count} points (${report.calendar.length} calendar, ${report.butterfly.length} butterfly)`,
      ],
    }),
  };
}

const givenSsvi = (given: SurfaceRequest['ssvi'], slices: readonly PlacedSlice[]) =>
  given && {
    rho: given.rho,
    eta: given.eta,
    gamma: given.gamma,
    thetas: slices.map(({ slice: { time: at } }, i) => given.volatilities[i] ** 2 * at),
  };

/** Fits SVI or SSVI to the quotes of each expiry, in order. */
type FitSmiles = (request: z.input<typeof sviSmilesRequest>) => Promise<SviSmilesResponse>;

/** @throws HttpFailure SVC-REQ-001 that names every expiry with too few quotes */
async function fittedSlices(
  quoted: readonly PlacedSlice[],
  model: 'svi' | 'ssvi',
  fitSmiles: FitSmiles,
): Promise<{ readonly slices: PlacedSlice[]; readonly ssvi?: FittedSsvi }> {
  const few = quoted.filter(({ places }) => model === 'svi' && places.length < MIN_SVI_QUOTES);
  if (few.length > 0)
    throw invalidRequests(
      few.map(({ places, stored }) => ({
        pointer: places[0],
        reason: `must be one of at least ${MIN_SVI_QUOTES} quotes of ${stored.expiry}, its expiry, for a fit of SVI; there are ${places.length}`,
      })),
    );
  const count = quoted.reduce((sum, { places }) => sum + places.length, 0);
  if (model === 'ssvi' && count < minSsviQuotes(quoted.length))
    throw invalidRequest(
      '/fit',
      `must be of at least ${minSsviQuotes(quoted.length)} quotes for ssvi, three more than there are expiries; there are ${count}`,
    );
  const { fits, ssvi: whole } = await fitSmiles({
    // As before there was another.
    ...(model !== 'svi' && { model }),
    smiles: quoted.map(({ stored: { time: at, forward, strikes = [], volatilities = [] } }) => ({
      time: at,
      ks: strikes.map((strike) => Math.log(strike / forward)),
      volatilities,
    })),
  });
  const slices = quoted.map(({ stored, places }, i) => {
    const { expiry: date, time: at, forward, strikes = [], volatilities = [] } = stored;
    const { svi, modelVolatilities, ...report } = fits[i];
    const against = strikes.map((strike, k) => ({ strike, marketVolatility: volatilities[k], modelVolatility: modelVolatilities[k] }));
    return {
      slice: { time: at, svi, forward },
      stored: { expiry: date, time: at, forward, svi, fit: { ...report, fitted: against } },
      places,
    };
  });
  return { slices, ...(whole && { ssvi: whole }) };
}

type Report = (pointer: string, reason: string) => void;

function placedSlices(request: SurfaceRequest, curve: Curve, report: Report): PlacedSlice[] {
  const { valuationDate, spot: price, dividend, svi, ssvi: whole, quotes } = request;
  const today = dayNumber(valuationDate);
  const forwardAt = (at: number) => forwardPrice(curve, { spot: price, dividend }, at);
  const dateAt = (at: number) => dateOfDay(today + Math.round(365 * at));
  const timeOf = (given: number | string, pointer: string): number => {
    const at = typeof given === 'number' ? given : act365f(valuationDate, given);
    if (!(at > 0 && at <= MAX_YEARS))
      report(pointer, `must be after ${valuationDate}, the valuation date, by at most ${MAX_YEARS} years; got ${given}`);
    return at;
  };
  const expiryOf = (given: { readonly time?: number | undefined; readonly expiry?: string | undefined }, at: string): number =>
    given.time !== undefined ? timeOf(given.time, `${at}/time`) : timeOf(given.expiry ?? '', `${at}/expiry`);

  if (svi !== undefined) {
    const slices = svi.map(({ expiry: _, time: __, ...parameters }, i): PlacedSlice => {
      const at = expiryOf(svi[i], `/svi/${i}`);
      const { a, b, rho, sigma } = parameters;
      const least = a + b * sigma * Math.sqrt(1 - rho * rho);
      if (least < 0) report(`/svi/${i}`, `must not have a negative total variance; its least is ${least}`);
      const forward = forwardAt(at);
      return {
        slice: { time: at, forward, svi: parameters },
        stored: { expiry: dateAt(at), time: at, forward, svi: parameters },
        places: [`/svi/${i}`],
      };
    });
    requireDistinct(slices, report);
    return slices;
  }

  if (whole !== undefined) return ssviSlices(whole, { timeOf, forwardAt, dateAt, report });

  const points =
    quotes === undefined ? gridPoints(request, timeOf, report) : quotePoints(quotes, { expiryOf, forwardAt, dividend, report });
  const byTime = new Map<number, QuotedPoint[]>();
  for (const point of points) byTime.set(point.at, [...(byTime.get(point.at) ?? []), point]);
  return [...byTime].map(([at, own]): PlacedSlice => {
    const ordered = own.toSorted((one, other) => one.strike - other.strike);
    ordered.forEach(({ strike, place }, i) => {
      if (i > 0 && strike === ordered[i - 1].strike) report(place, `must not quote strike ${strike} of its expiry twice`);
    });
    const forward = forwardAt(at);
    const strikes = ordered.map(({ strike }) => strike);
    const volatilities = ordered.map((point) => point.implied);
    return {
      slice: sliceOf({ time: at, forward, strikes, volatilities }),
      stored: { expiry: dateAt(at), time: at, forward, strikes, volatilities },
      places: ordered.map(({ place }) => place),
    };
  });
}

function ssviSlices(
  { expiries: rows, volatilities: atForward, ...skew }: NonNullable<SurfaceRequest['ssvi']>,
  { timeOf, forwardAt, dateAt, report }: SliceTimes,
): PlacedSlice[] {
  if (atForward.length !== rows.length)
    report('/ssvi/volatilities', `must have one entry per expiry, ${rows.length}; got ${atForward.length}`);
  const times = timesInOrder(rows, '/ssvi/expiries', timeOf, report);
  return times.slice(0, atForward.length).map((at, i) => {
    const [own, forward] = [ssviSlice(skew, atForward[i] ** 2 * at), forwardAt(at)];
    return {
      slice: { time: at, forward, svi: own },
      stored: { expiry: dateAt(at), time: at, forward, svi: own },
      places: [`/ssvi/volatilities/${i}`],
    };
  });
}

interface SliceTimes {
  readonly timeOf: (given: number | string, pointer: string) => number;
  readonly forwardAt: (time: number) => number;
  readonly dateAt: (time: number) => string;
  readonly report: Report;
}

/** Years to expiries that a request lists in order. */
function timesInOrder(rows: readonly (number | string)[], place: string, timeOf: SliceTimes['timeOf'], report: Report): number[] {
  const times = rows.map((row, i) => timeOf(row, `${place}/${i}`));
  times.forEach((at, i) => {
    if (i > 0 && at <= times[i - 1]) report(`${place}/${i}`, `must be after ${rows[i - 1]}, the one before it; got ${rows[i]}`);
  });
  return times;
}

/** A stored smile as the engine evaluates it: one quote is a smile that is the same at every strike. */
export function sliceOf({ time: at, forward, strikes = [], volatilities = [], svi }: Omit<Surface['slices'][number], 'expiry'>): Slice {
  if (svi !== undefined) return { time: at, forward, svi };
  if (strikes.length > 1) return quotedSlice(at, forward, strikes, volatilities);
  return { time: at, forward, svi: { a: volatilities[0] ** 2 * at, b: 0, rho: 0, m: 0, sigma: 0 } };
}

interface QuotedPoint {
  readonly at: number;
  readonly strike: number;
  readonly implied: number;
  /** Pointer to the volatility in the request. */
  readonly place: string;
}

function requireDistinct(slices: readonly PlacedSlice[], report: Report): void {
  slices.forEach(({ slice, places }, i) => {
    if (slices.slice(0, i).some((before) => before.slice.time === slice.time))
      report(places[0], `must not have the expiry of another; got ${slice.time}`);
  });
}

/** Requires a volatility of which a smile can be made. */
function requireVolatility(implied: number, place: string, report: Report): void {
  if (!(implied > 0 && implied <= MAX_VOLATILITY)) report(place, `must be above 0 and at most ${MAX_VOLATILITY}; got ${implied}`);
}

function gridPoints(
  { expiries: rows = [], strikes = [], volatilities = [] }: SurfaceRequest,
  timeOf: (given: number | string, pointer: string) => number,
  report: Report,
): QuotedPoint[] {
  if (volatilities.length !== rows.length)
    report('/volatilities', `must have one row per expiry, ${rows.length}; got ${volatilities.length}`);
  const times = timesInOrder(rows, '/expiries', timeOf, report);
  strikes.forEach((strike, j) => {
    if (j > 0 && strike <= strikes[j - 1]) report(`/strikes/${j}`, `must be above ${strikes[j - 1]}, the one before it; got ${strike}`);
  });
  return times.flatMap((at, i) => {
    const row = volatilities[i] ?? [];
    if (row.length !== strikes.length) report(`/volatilities/${i}`, `must have one entry per strike, ${strikes.length}; got ${row.length}`);
    return strikes.slice(0, row.length).map((strike, j) => {
      const place = `/volatilities/${i}/${j}`;
      requireVolatility(row[j], place, report);
      return { at, strike, implied: row[j], place };
    });
  });
}

interface QuoteMarket {
  readonly expiryOf: (given: Quote, at: string) => number;
  readonly forwardAt: (time: number) => number;
  readonly dividend: number;
  readonly report: Report;
}

const quotePoints = (quotes: readonly Quote[], { expiryOf, forwardAt, dividend, report }: QuoteMarket): QuotedPoint[] =>
  quotes.map((given, n) => {
    const at = expiryOf(given, `/quotes/${n}`);
    const { strike, delta = Number.NaN, impliedVolatility: implied } = given;
    const place = `/quotes/${n}/impliedVolatility`;
    requireVolatility(implied, place, report);
    if (strike !== undefined) return { at, strike, implied, place };
    // Δ = ±e^(−qT) Φ(±d₁), so that d₁ = ±Φ⁻¹(|Δ| e^(qT)).
    const probability = Math.abs(delta) * Math.exp(dividend * at);
    if (!(probability > 0 && probability < 1))
      report(`/quotes/${n}/delta`, `must be of an option: |delta| is above 0 and below ${Math.exp(-dividend * at)}; got ${delta}`);
    const deviation = implied * Math.sqrt(at);
    const d1 = Math.sign(delta) * inverseNormalCdf(probability);
    return { at, strike: forwardAt(at) * Math.exp(0.5 * deviation * deviation - d1 * deviation), implied, place };
  });
