/** The names that may stand for values in a request: what each stands for, where, and how its value is made of what is stored. */
import { z } from 'zod';
import {
  act365f,
  DEFAULT_UNDERLYING,
  date,
  gridOf,
  gridQuotesOf,
  impliedVolatilityAt,
  logMoneynessOf,
  type StoredPlace,
  sliceOf,
  smilesAfter,
  tableAfter,
  zeroRate,
} from '#engine/schemas';
import { type Correlation, correlations } from '#services/resources/correlation';
import { type CreditCurve, creditCurves } from '#services/resources/credit-curve';
import { type Curve, curves } from '#services/resources/curve';
import { quoteSymbol } from '#services/resources/quote';
import { type RateVolatilities, rateVolatilities } from '#services/resources/rate-volatility';
import { type Surface, surfaces } from '#services/resources/surface';
import { defined } from '#services/runtime/defined';
import { HttpFailure, httpFailure, invalidRequest } from '../contract/errors.js';
import type { StoredData } from '../contract/stored-data.js';

/** The place of a name in a request. */
export interface Position {
  /** JSON pointer to the name's own object. */
  readonly pointer: string;
  /** The objects around it, the nearest first, with the member under which it stands in each. */
  readonly around: readonly { readonly value: Readonly<Record<string, unknown>>; readonly member: string }[];
  /** True if the object may name the snapshot in which the names in it are looked up. */
  readonly holdsSnapshot?: boolean;
  /** The valuation date that the request states for the market around the name. */
  readonly valuationDate?: string;
}

/** The request itself. */
export const ROOT: Position = { pointer: '', around: [] };

/** A refusal of the name itself. */
const unusable = ({ pointer }: Position, key: string, reason: string): HttpFailure => invalidRequest(`${pointer}/${key}`, reason);

export interface StoredName {
  /** The field that holds the name. */
  readonly key: string;
  readonly places: readonly StoredPlace[];
  /** The object that stands for a number or a list. */
  readonly alone: z.ZodObject;
  /** The fields for which the name stands at places that are objects; beside them the object may have others. */
  readonly standsFor: Partial<Record<StoredPlace, readonly string[]>>;
  /** The value; for a place that is an object, the fields that the name stands for. */
  valueOf(name: never, place: StoredPlace, at: Position, stored: StoredData): Promise<unknown>;
}

const named = <Schema extends z.ZodObject>(
  name: Omit<StoredName, 'valueOf' | 'alone'> & {
    readonly alone: Schema;
    readonly valueOf: (name: z.output<Schema>, place: StoredPlace, at: Position, stored: StoredData) => Promise<unknown>;
  },
): StoredName => name as unknown as StoredName;

const MAX_ID = 200;
/** An id of stored data. */
const storedId = z.string().min(1).max(MAX_ID);
const time = z.number().nonnegative().max(1_000).optional();

/** Kinds of quotes that can stand for the value at a place. */
const QUOTE_KINDS: Partial<Record<StoredPlace, readonly string[]>> = {
  spot: ['spot', 'fx'],
  rate: ['rate'],
  volatility: ['volatility'],
  spread: ['spread'],
  fixings: ['spot', 'fx'],
  rateFixings: ['rate'],
  bookFixings: ['spot', 'fx', 'rate'],
};

/** A surface in place of a number: its volatility, by default at the strike and the expiry of the option to which the volatility belongs. */
const surfaceVolatility = z
  .strictObject({
    surfaceId: storedId,
    strike: z.number().positive().optional().meta({ description: 'By default that of the option' }),
    time: z.number().nonnegative().max(100).optional().meta({ description: 'Years to expiry; by default that of the option' }),
  })
  .meta({ id: 'VolatilityOfSurface', description: 'The implied volatility of a stored surface at a strike and a time to expiry' });

export const STORED_NAMES: readonly StoredName[] = [
  named({
    key: 'curveId',
    places: ['curve', 'rate'],
    alone: z
      .strictObject({
        curveId: storedId,
        time: time.meta({ description: 'Years; by default the time to expiry of the option beside the rate' }),
      })
      .meta({ id: 'RateOfCurve', description: 'The zero rate of a stored curve' }),
    standsFor: { curve: ['times', 'zeroRates', 'dates', 'discountFactors', 'interpolation'] },
    valueOf: async ({ curveId, time }, place, position, stored) => {
      const { fields, asOf } = await notedAt(
        position,
        'curveId',
        stored.document<Curve>(curves, curveId, 'curve', (curve) => curve.valuationDate),
      );
      requireNotAfter(asOf, position, 'curveId');
      requireCurrency(fields.currency, position, 'curveId');
      const times = fields.nodes.map((node) => node.time);
      const zeroRates = fields.nodes.map((node) => node.zeroRate);
      const { interpolation } = fields;
      if (place === 'curve') return { times, zeroRates, interpolation };
      return zeroRate({ times, zeroRates, interpolation }, time ?? timeBeside(position, 'curveId'));
    },
  }),
  named({
    key: 'symbol',
    places: ['spot', 'rate', 'volatility', 'spread'],
    alone: z
      .strictObject({ symbol: quoteSymbol })
      .meta({ id: 'QuoteBySymbol', description: 'The value of the latest stored quote of a symbol' }),
    standsFor: {},
    valueOf: async ({ symbol }, place, position, stored) => {
      const { fields, asOf } = await notedAt(position, 'symbol', stored.quote(symbol));
      requireNotAfter(asOf, position, 'symbol');
      requireKind(fields.kind, symbol, place, position);
      return fields.value;
    },
  }),
  named({
    key: 'symbol',
    places: ['fixings', 'rateFixings', 'bookFixings'],
    alone: z
      .strictObject({
        symbol: quoteSymbol,
        from: date.optional().meta({ description: 'The first date that is read; by default the first that is stored, of at most 4 000' }),
      })
      .meta({
        id: 'FixingsOfSymbol',
        description: 'The stored quotes of a symbol from before the valuation date: the last of each day, in UTC, is its fixing',
      }),
    standsFor: {},
    valueOf: async ({ symbol, from }, place, position, stored) => {
      const { fields } = await notedAt(position, 'symbol', stored.series(symbol, from, valuationDateOf(position)));
      for (const { kind } of fields) requireKind(kind, symbol, place, position);
      return fields.map(({ date, value }) => ({ date, value }));
    },
  }),
  named({
    key: 'counterpartyId',
    places: ['credit', 'hazardCurve', 'hazardRate', 'recovery'],
    alone: z
      .strictObject({ counterpartyId: storedId })
      .meta({ id: 'CreditOfCounterparty', description: 'From the stored credit curve of a counterparty' }),
    standsFor: { credit: ['hazardRate', 'hazardCurve', 'cdsCurve', 'recoveryRate'], hazardCurve: ['times', 'hazardRates'] },
    valueOf: async ({ counterpartyId }, place, position, stored) => {
      const key = 'counterpartyId';
      const { fields } = await notedAt(position, key, creditCurveOf(counterpartyId, stored));
      const { nodes, recoveryRate, valuationDate } = fields;
      requireNotAfter(valuationDate, position, key);
      if (place === 'recovery') return recoveryRate;
      const hazardCurve = { times: nodes.map(({ time }) => time), hazardRates: nodes.map(({ hazardRate }) => hazardRate) };
      if (place === 'credit') return { hazardCurve, recoveryRate };
      if (place === 'hazardCurve') return hazardCurve;
      if (nodes.length > 1)
        throw unusable(position, key, `must name a credit curve of one default intensity; this one has ${nodes.length}`);
      return defined(nodes[0], 'a node of the credit curve').hazardRate;
    },
  }),
  named({
    key: 'surfaceId',
    places: ['volatility', 'surface', 'volatilityQuotes', 'smiles'],
    alone: surfaceVolatility,
    standsFor: { surface: ['strikes', 'expiries', 'volatilities'] },
    valueOf: async ({ surfaceId, ...point }, place, position, stored) => {
      const lookUp = stored.document<Surface>(surfaces, surfaceId, 'surface', ({ valuationDate }) => valuationDate);
      const { fields, asOf } = await notedAt(position, 'surfaceId', lookUp);
      requireNotAfter(asOf, position, 'surfaceId');
      if (place === 'volatility') return volatilityOf(fields, point, position);
      if (place === 'smiles') return smilesOf(fields, position);
      return place === 'surface' ? remainingGrid(fields, position) : gridQuotesOf(fields);
    },
  }),
  named({
    key: 'rateVolatilitiesId',
    places: ['rateVolatilities'],
    alone: z.strictObject({ rateVolatilitiesId: storedId }),
    standsFor: { rateVolatilities: ['type', 'shift', 'expiries', 'tenors', 'strikeSpreads', 'strikes', 'volatilities'] },
    valueOf: async ({ rateVolatilitiesId }, _, position, stored) => {
      const key = 'rateVolatilitiesId';
      const asOf = ({ valuationDate }: RateVolatilities): string => valuationDate;
      const lookUp = stored.document<RateVolatilities>(rateVolatilities, rateVolatilitiesId, 'table of volatilities', asOf);
      const { fields } = await notedAt(position, key, lookUp);
      requireNotAfter(fields.valuationDate, position, key);
      return remainingTable(fields, position);
    },
  }),
  named({
    key: 'correlationId',
    places: ['correlations'],
    alone: z
      .strictObject({ correlationId: storedId })
      .meta({ id: 'StoredCorrelations', description: 'The pairs of a stored correlation matrix whose assets the request has' }),
    standsFor: {},
    valueOf: async ({ correlationId }, _, position, stored) => {
      const key = 'correlationId';
      const { fields } = await notedAt(position, key, stored.document<Correlation>(correlations, correlationId, 'correlation'));
      return pairsOf(fields, position, key);
    },
  }),
];

/** The pairs of a matrix whose assets the request has; all pairs where it does not say which it has. */
function pairsOf({ assets, matrix }: Correlation, position: Position, key: string) {
  const { required, admitted } = assetsBeside(position);
  const missing = required.filter((name) => !assets.includes(name));
  if (missing.length > 0)
    throw unusable(
      position,
      key,
      `must name a matrix with every asset of the request; it lacks ${missing.slice(0, MAX_NAMED_ASSETS).join(', ')}`,
    );
  return pairsAmong({ assets, matrix }, admitted === undefined ? assets : assets.filter((name) => admitted.has(name)));
}

/** The pairs of some of the assets of a matrix, as a request states them. */
export function pairsAmong({ assets, matrix }: Pick<Correlation, 'assets' | 'matrix'>, names: readonly string[]) {
  const rows = names.map((name) => assets.indexOf(name));
  return rows.flatMap((row, i) =>
    rows.slice(0, i).map((column, j) => ({ asset1: names[j], asset2: names[i], correlation: matrix[row]?.[column] })),
  );
}

/** An error message lists at most so many assets. */
const MAX_NAMED_ASSETS = 8;

/** The assets that correlations must be of, and those that they may be of (undefined: any), from the object around them. */
function assetsBeside({ around }: Position): { readonly required: readonly string[]; readonly admitted?: ReadonlySet<string> } {
  const { assets, positions, curves: byCurrency, fx } = (around[0]?.value ?? {}) as Readonly<Record<string, unknown>>;
  const shares = keysOf(assets);
  // A market of several currencies correlates short rates and exchange rates too, and takes pairs without an entry as uncorrelated.
  if (byCurrency !== undefined) return { required: [], admitted: new Set([...shares, ...keysOf(byCurrency), ...keysOf(fx)]) };
  const names = Array.isArray(positions) ? positions.flatMap(underlyingOf) : shares;
  return assets === undefined && !Array.isArray(positions) ? { required: [] } : { required: [...new Set(names)], admitted: new Set(names) };
}

const keysOf = (value: unknown): string[] =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.keys(value) : [];

function underlyingOf(position: unknown): string[] {
  const { underlying = DEFAULT_UNDERLYING } = (position ?? {}) as { readonly underlying?: unknown };
  return typeof underlying === 'string' ? [underlying] : [];
}

/** The stored credit curve of a counterparty. */
export const creditCurveOf = (counterpartyId: string, stored: StoredData) =>
  stored
    .document<CreditCurve>(
      creditCurves,
      counterpartyId,
      'credit curve',
      ({ valuationDate, marketDataAsOf }) => marketDataAsOf ?? valuationDate,
    )
    .catch((error: unknown) => {
      const { code } = httpFailure(error);
      throw code === 'SVC-RES-001' ? new HttpFailure(code, `there is no credit curve of ${counterpartyId}`) : error;
    });

/** Awaits a look-up; a name of nothing is a 404 that says where it was named. */
export async function notedAt<T>({ pointer }: Position, key: string, lookUp: Promise<T>): Promise<T> {
  try {
    return await lookUp;
  } catch (error) {
    const { code, message } = httpFailure(error);
    if (code !== 'SVC-RES-001') throw error;
    const namePointer = `${pointer}/${key}`;
    throw new HttpFailure(code, `${namePointer.slice(1).replaceAll('/', '.')}: ${message}`, [{ pointer: namePointer, reason: message }]);
  }
}

function requireKind(kind: string, symbol: string, place: StoredPlace, position: Position): void {
  const kinds = QUOTE_KINDS[place] ?? [];
  if (!kinds.includes(kind))
    throw unusable(position, 'symbol', `must name a quote of kind ${kinds.join(' or ')}; ${symbol} is of kind ${kind}`);
}

/** The valuation date of the market around a name, or of the market beside an instrument that holds it. */
function valuationDateOf({ valuationDate, around }: Position): string | undefined {
  if (valuationDate !== undefined) return valuationDate;
  for (const { value } of around) {
    const { market } = value;
    if (typeof market !== 'object' || market === null) continue;
    const { valuationDate: beside } = market as { readonly valuationDate?: unknown };
    if (typeof beside === 'string') return beside;
  }
  return undefined;
}

/** Refuses values from after the valuation date: nobody can have known them then. */
function requireNotAfter(asOf: string, position: Position, key: string): void {
  if (position.valuationDate !== undefined && asOf > position.valuationDate)
    throw unusable(position, key, `must name what was known on ${position.valuationDate}, the valuation date; it is as of ${asOf}`);
}

/** Refuses a curve of another currency where the request says which: in `curves`, a curve by currency. */
function requireCurrency(currency: string, { around, pointer }: Position, key: string): void {
  const byCurrency = around.findIndex(({ member }) => member === 'curves');
  const expected = around[byCurrency - 1]?.member;
  if (expected !== undefined && expected !== currency)
    throw invalidRequest(`${pointer}/${key}`, `must name a curve in ${expected}; it is in ${currency}`);
}

/** Years to the expiry of the option beside which a rate stands. */
function timeBeside(position: Position, key: string): number {
  const beside = position.around[0]?.value.time;
  if (typeof beside === 'number' && beside >= 0) return beside;
  throw unusable(
    position,
    key,
    'gives a rate only at a time: give `time` beside it, or name the curve in `curve` where the request has that field',
  );
}

/** The implied volatility at the strike and the time that the name states, or that the option beside it has. */
function volatilityOf(
  stored: Surface,
  point: { readonly strike?: number | undefined; readonly time?: number | undefined },
  position: Position,
): number {
  const option = optionBeside(position, stored.valuationDate);
  const { strike = option.strike, time = option.time } = point;
  if (strike === undefined || time === undefined)
    throw unusable(
      position,
      'surfaceId',
      'gives a volatility only at a strike and a time: give `strike` and `time` beside it, or name the surface in a model of type local_vol',
    );
  const slices = stored.slices.map(sliceOf);
  // The limit at time 0 is the volatility of the first expiry at the same moneyness.
  const positive = time > 0 ? time : defined(slices[0], 'a slice').time;
  return impliedVolatilityAt(slices, logMoneynessOf(stored, strike, time), positive);
}

/** The smiles of a surface of the pair around the name that have not expired. */
function smilesOf(surface: Surface, position: Position) {
  const pair = position.around[1]?.member;
  if (surface.underlying !== pair)
    throw unusable(position, 'surfaceId', `must name a surface of ${pair}; its underlying is ${surface.underlying}`);
  const date = position.valuationDate ?? surface.valuationDate;
  const smiles = smilesAfter(surface, date);
  if (smiles.length === 0) throw unusable(position, 'surfaceId', `must name a surface with an expiry after ${date}`);
  return smiles;
}

/** The expiries of a surface that have not passed, in years from the valuation date. */
function remainingGrid(surface: Surface, { valuationDate, ...position }: Position) {
  const grid = gridOf(surface, valuationDate === undefined ? 0 : act365f(surface.valuationDate, valuationDate));
  if (grid.expiries.length === 0) throw unusable(position, 'surfaceId', `must name a surface with an expiry after ${valuationDate}`);
  return grid;
}

/** The expiries of a table that have not passed, in years from the valuation date. */
function remainingTable({ table, valuationDate: asOf, underlying }: RateVolatilities, position: Position) {
  const [inside, outside] = position.around;
  if (outside?.member === 'volatilities' && inside?.member !== underlying)
    throw unusable(position, 'rateVolatilitiesId', `must name a table of ${inside?.member}; this one is of ${underlying}`);
  const { valuationDate = asOf } = position;
  const remaining = tableAfter(table, act365f(asOf, valuationDate));
  if (remaining.expiries.length === 0)
    throw unusable(position, 'rateVolatilitiesId', `must name a table with an expiry after ${valuationDate}`);
  return remaining;
}

/** Members beside a market that hold the option which is priced in it. */
const INSTRUMENTS = ['instrument', 'contract', 'strategy'];

/** Strike and time to expiry of the option to which a volatility belongs: in its own object, or beside the market that it is of. */
function optionBeside({ around, valuationDate }: Position, ofSurface: string): { readonly strike?: number; readonly time?: number } {
  const [innermost, outer] = around;
  const beside = innermost?.value ?? {};
  const candidates = [beside, ...INSTRUMENTS.map((name) => (outer?.member === 'market' ? outer.value[name] : undefined))];
  for (const candidate of candidates) {
    if (typeof candidate !== 'object' || candidate === null) continue;
    const { strike, time, expiry } = candidate as Readonly<Record<string, unknown>>;
    const years = typeof time === 'number' ? time : yearsTo(expiry, valuationDate ?? ofSurface);
    if (typeof strike === 'number' && strike > 0 && years !== undefined && years >= 0) return { strike, time: years };
  }
  return {};
}

function yearsTo(expiry: unknown, from: string): number | undefined {
  const years = typeof expiry === 'string' ? act365f(from, expiry) : Number.NaN;
  return Number.isFinite(years) ? years : undefined;
}
