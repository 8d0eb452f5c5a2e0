/**
 * The factors of the market of a book: their names, and the market in which some of them have moved.
 *
 * Names are `spot:ACME`, `fx:EURUSD`, `volatility:ACME`, `dividend:ACME`, `credit:ISSUER`, `rate:USD:5Y` or `projection:SOFR:5Y` for a zero rate at
 * a tenor, and `volatility:EURUSD:1Y` for the volatilities of an exchange rate, a share, a currency or an index that has them by expiry. What is between tenors moves on
 * straight lines, and beyond them as at the nearest; a name without a tenor moves the whole curve, and all expiries.
 */
import { type Fault, invalid } from '../base/failure.js';
import { pointerPart } from '../base/faults.js';
import type { Rate, Volatility, Years } from '../base/units.js';
import { type BookMarket, ratesOf } from '../market/book-market.js';
import { type Curve, zeroRate } from '../market/curve.js';
import { curveOf } from '../market/curve-input.js';
import { spotOf } from '../market/resolve-cross-asset.js';
import { exp } from '../math/elementary/exp.js';
import { hatShares } from '../math/hat-shares.js';
import { changedAsset, changedQuote, expiriesOf, quoteOfAsset, timesOf } from './quoted-expiries.js';

export const FACTOR_KINDS = ['spot', 'fx', 'rate', 'projection', 'credit', 'volatility', 'dividend'] as const;
export type FactorKind = (typeof FACTOR_KINDS)[number];

/** How a move changes a level x: to x + m, to x(1 + m), or to x·eᵐ. */
export const MOVE_TYPES = ['absolute', 'relative', 'log'] as const;
export type MoveType = (typeof MOVE_TYPES)[number];

/** The type of moves where a request states none. */
export const DEFAULT_MOVE_TYPES: Readonly<Record<FactorKind, MoveType>> = {
  ...{ spot: 'relative', fx: 'relative', rate: 'absolute', projection: 'absolute' },
  ...{ credit: 'absolute', volatility: 'absolute', dividend: 'absolute' },
};

export interface MarketFactor {
  readonly kind: FactorKind;
  readonly name: string;
  /** That of a zero rate or of a volatility by expiry; absent where all of them move. */
  readonly tenor?: Years;
}

export interface FactorMove extends MarketFactor {
  readonly move: number;
  readonly type: MoveType;
}

type CurveInput = BookMarket['curves'][string];

/** Days, weeks, months and years of a tenor, in years. */
const TENOR_UNITS: Readonly<Record<string, Years>> = { D: 1 / 365, W: 7 / 365, M: 1 / 12, Y: 1 };
const TENOR = /^(\d{1,5}(?:\.\d{1,6})?)([DWMY])$/;

/** Years of the tenor at the end of the name of an index, after a hyphen; undefined where it has none. */
export function tenorYears(index: string): Years | undefined {
  const match = TENOR.exec(index.slice(index.lastIndexOf('-') + 1));
  return match === null ? undefined : Number(match[1]) * TENOR_UNITS[match[2]!]!;
}

/** @param text  kind:name or kind:name:tenor @returns undefined where it names no kind of factor */
export function readFactor(text: string): MarketFactor | undefined {
  const [kindText = '', ...rest] = text.split(':');
  const kind = FACTOR_KINDS.find((each) => each === kindText);
  if (kind === undefined || rest.length === 0) return undefined;
  const match = rest.length > 1 ? TENOR.exec(rest.at(-1)!) : null;
  if (match === null) return { kind, name: rest.join(':') };
  return { kind, name: rest.slice(0, -1).join(':'), tenor: Number(match[1]) * TENOR_UNITS[match[2]!]! };
}

/** Why a factor does not move in the market; undefined where it does. */
function factorFault(market: BookMarket, { kind, name, tenor }: MarketFactor): string | undefined {
  const hasTenors = kind === 'rate' || kind === 'projection' || (kind === 'volatility' && hasExpiries(market, name));
  if (tenor !== undefined && !hasTenors) return `must have no tenor: the market has one ${kind} of ${name}`;
  const levels = levelsOf(market, kind);
  if (levels.some((each) => Object.hasOwn(each, name))) return undefined;
  const names = levels.flatMap((each) => Object.keys(each));
  return `must name a factor of the market; of kind ${kind} it has ${names.length === 0 ? 'none' : names.join(', ')}`;
}

/** True of volatilities by expiry. */
function hasExpiries({ volatilities, assets }: BookMarket, name: string): boolean {
  const quotes = [
    ...(Object.hasOwn(volatilities, name) ? [volatilities[name]!] : []),
    ...(Object.hasOwn(assets, name) ? [quoteOfAsset(assets[name]!)] : []),
  ];
  return quotes.some((quote) => expiriesOf(quote) !== undefined);
}

function levelsOf(market: BookMarket, kind: FactorKind): readonly object[] {
  const { assets, fx, curves, projections, projectionCurves = {}, credit, volatilities } = market;
  switch (kind) {
    case 'spot':
    case 'dividend':
      return [assets];
    case 'volatility':
      return [assets, volatilities];
    case 'fx':
      return [fx];
    case 'rate':
      return [curves];
    case 'projection':
      return [projections, projectionCurves];
    case 'credit':
      return [credit];
  }
}

/** A level after a move; one that cannot be negative ends at 0. */
function movedLevel(level: number, { move, type }: Pick<FactorMove, 'move' | 'type'>): number {
  switch (type) {
    case 'absolute':
      return level + move;
    case 'relative':
      return level * (1 + move);
    case 'log':
      return level * exp(move);
  }
}

const notNegative = (level: number): number => Math.max(level, 0);

/**
 * The market after moves. An exchange rate that follows from others which move keeps its relation to them.
 *
 * @param moves  of factors of the market, each once; of one curve either at tenors or as a whole
 */
export function movedMarket(market: BookMarket, moves: readonly FactorMove[]): BookMarket {
  const movesOf = (kind: FactorKind): FactorMove[] => moves.filter((each) => each.kind === kind);
  const change = <Level>(levels: Readonly<Record<string, Level>>, kind: FactorKind, moved: (level: Level, move: FactorMove) => Level) => {
    const changed = { ...levels };
    for (const move of movesOf(kind)) if (Object.hasOwn(levels, move.name)) changed[move.name] = moved(changed[move.name]!, move);
    return changed;
  };
  const changeCurves = (curves: Readonly<Record<string, CurveInput>>, kind: FactorKind): Record<string, CurveInput> => {
    const changed = { ...curves };
    for (const name of new Set(movesOf(kind).map((move) => move.name)))
      if (Object.hasOwn(curves, name)) {
        const ofCurve = movesOf(kind).filter((move) => move.name === name);
        changed[name] = movedCurve(curves[name]!, ofCurve, market.valuationDate);
      }
    return changed;
  };
  const { projectionCurves } = market;
  const spots = change(market.assets, 'spot', (asset, move) => ({ ...asset, spot: notNegative(movedLevel(asset.spot, move)) }));
  const volatilityMoves = (name: string): FactorMove[] => movesOf('volatility').filter((move) => move.name === name);
  const volatile = Object.fromEntries(
    Object.entries(spots).map(([name, asset]) => {
      const ofAsset = volatilityMoves(name);
      return [name, ofAsset.length === 0 ? asset : changedAsset(asset, movedAt(expiryTimes(quoteOfAsset(asset)), ofAsset))];
    }),
  );
  return {
    ...market,
    assets: change(volatile, 'dividend', (asset, move) => ({ ...asset, dividend: movedLevel(asset.dividend, move) })),
    fx: movedRates(market.fx, movesOf('fx')),
    curves: changeCurves(market.curves, 'rate'),
    projections: changeCurves(market.projections, 'projection'),
    ...(projectionCurves && { projectionCurves: changeCurves(projectionCurves, 'projection') }),
    credit: change(market.credit, 'credit', movedCredit),
    volatilities: movedVolatilities(market, volatilityMoves),
  };
}

function movedVolatilities(
  { volatilities, valuationDate }: BookMarket,
  movesOf: (name: string) => readonly FactorMove[],
): BookMarket['volatilities'] {
  const moved = { ...volatilities };
  for (const [name, quote] of Object.entries(volatilities)) {
    const moves = movesOf(name);
    if (moves.length === 0) continue;
    moved[name] = changedQuote(quote, movedAt(expiryTimes(quote, valuationDate), moves));
  }
  return moved;
}

const expiryTimes = (quote: Parameters<typeof expiriesOf>[0], valuationDate = ''): Years[] =>
  timesOf(expiriesOf(quote) ?? [{ time: WHOLE_CURVE }], valuationDate);

/** A volatility of an expiry after moves: on straight lines between their tenors, as at the nearest beyond them. */
function movedAt(times: readonly Years[], moves: readonly FactorMove[]): (volatility: Volatility, expiry: number) => Volatility {
  const sorted = moves.toSorted((one, other) => (one.tenor ?? 0) - (other.tenor ?? 0));
  const tenors = sorted.map(({ tenor = WHOLE_CURVE }) => tenor);
  const { type } = sorted[0]!;
  const moveAt = times.map((time) => hatShares(time, tenors).reduce((sum, { node, share }) => sum + share * sorted[node]!.move, 0));
  return (volatility, expiry) => notNegative(movedLevel(volatility, { move: moveAt[expiry]!, type }));
}

function movedCredit(issuer: BookMarket['credit'][string], move: FactorMove): BookMarket['credit'][string] {
  const { hazardRate, hazardCurve } = issuer;
  const moved = (rate: Rate): Rate => notNegative(movedLevel(rate, move));
  if (hazardCurve !== undefined) return { ...issuer, hazardCurve: { ...hazardCurve, hazardRates: hazardCurve.hazardRates.map(moved) } };
  return { ...issuer, hazardRate: moved(hazardRate!) };
}

/** A curve whose zero rates at the tenors of the moves have moved. */
function movedCurve(input: CurveInput, moves: readonly FactorMove[], valuationDate: string | undefined): CurveInput {
  const sorted = [...moves].sort((a, b) => (a.tenor ?? 0) - (b.tenor ?? 0));
  let curve: Curve | undefined;
  const base = (): Curve => (curve ??= curveOf(ratesOf(input), valuationDate ?? ''));
  const times = sorted.map(({ tenor = WHOLE_CURVE }) => tenor);
  return withShift(input, { times, zeroRates: sorted.map((move, i) => rateMove(base, times[i]!, move)) });
}

/** The tenor at which a move of a whole curve is read. */
export const WHOLE_CURVE: Years = 1;

/** The change of the zero rate of a curve at a tenor. */
export function rateMove(curve: () => Curve, tenor: Years, { move, type }: Pick<FactorMove, 'move' | 'type'>): Rate {
  if (type === 'absolute') return move;
  const rate = zeroRate(curve(), tenor);
  return movedLevel(rate, { move, type }) - rate;
}

type Shift = { readonly times: readonly Years[]; readonly zeroRates: readonly Rate[] };

/** A curve with something added to its zero rates, on straight lines between the times. */
export function withShift(input: CurveInput, { times, zeroRates }: Shift): CurveInput {
  const { shift, ...curve } = 'rate' in input ? { times: [1], zeroRates: [input.rate], shift: undefined } : input;
  if (shift === undefined) return { ...curve, shift: { times: [...times], zeroRates: [...zeroRates] } };
  const nodes = [...new Set([...shift.times, ...times])].sort((a, b) => a - b);
  const line = (shifted: Shift) => ({ times: shifted.times, zeroRates: shifted.zeroRates, interpolation: 'linear_zero' }) as const;
  const sums = nodes.map((time) => zeroRate(line(shift), time) + zeroRate(line({ times, zeroRates }), time));
  return { ...curve, shift: { times: nodes, zeroRates: sums } };
}

/** Exchange rates after moves. Pairs that moved and close no triangle keep their own; every other pair that others imply is moved as they imply. */
function movedRates(fx: BookMarket['fx'], moves: readonly FactorMove[]): BookMarket['fx'] {
  const moveByPair = new Map(moves.map((move) => [move.name, move]));
  const movedFirst = Object.keys(fx).sort((a, b) => Number(moveByPair.has(b)) - Number(moveByPair.has(a)));
  const quoted: Record<string, number> = {};
  const changed: Record<string, number> = {};
  const implied: string[] = [];
  for (const pair of movedFirst) {
    if (spotOf(quoted, pair.slice(0, 3), pair.slice(3)) !== undefined) {
      implied.push(pair);
      continue;
    }
    quoted[pair] = fx[pair]!;
    const move = moveByPair.get(pair);
    changed[pair] = move === undefined ? fx[pair]! : movedLevel(fx[pair]!, move);
  }
  const rates = { ...fx, ...changed };
  for (const pair of implied) {
    const [from, to] = [pair.slice(0, 3), pair.slice(3)];
    rates[pair] = fx[pair]! * (spotOf(changed, from, to)! / spotOf(quoted, from, to)!);
  }
  return rates;
}

/** The pairs among moved ones whose own move has no effect, since others imply them. */
export function impliedPairs(fx: BookMarket['fx'], moved: readonly string[]): string[] {
  const chosen: Record<string, number> = {};
  return Object.keys(fx).filter((pair) => {
    if (!moved.includes(pair)) return false;
    if (spotOf(chosen, pair.slice(0, 3), pair.slice(3)) !== undefined) return true;
    chosen[pair] = fx[pair]!;
    return false;
  });
}

/** Faults of moved factors, at `place` and the name of each. */
export function factorFaults(market: BookMarket, names: readonly string[], place: string): Fault[] {
  const wholes = new Set<string>();
  const tenors = new Set<string>();
  const textByFactor = new Map<string, string>();
  return names.flatMap((text): Fault[] => {
    const fault = (reason: string): Fault[] => [{ pointer: `${place}/${pointerPart(text)}`, reason }];
    const factor = readFactor(text);
    if (factor === undefined) return fault(`must be kind:name, or kind:name:tenor, with a kind of ${FACTOR_KINDS.join(', ')}`);
    const reason = factorFault(market, factor);
    if (reason !== undefined) return fault(reason);
    const curve = `${factor.kind}:${factor.name}`;
    const same = textByFactor.get(`${curve}:${factor.tenor}`);
    if (same !== undefined) return fault(`must be left out: ${same} is the same factor`);
    textByFactor.set(`${curve}:${factor.tenor}`, text);
    (factor.tenor === undefined ? wholes : tenors).add(curve);
    return wholes.has(curve) && tenors.has(curve) ? fault(`must be left out: ${curve} moves either as a whole or at tenors`) : [];
  });
}

/** @throws EngineFailure `invalid` where the text names no kind of factor */
export function factorNamed(text: string): MarketFactor {
  const factor = readFactor(text);
  if (factor === undefined) throw invalid('', `${text} names no factor`);
  return factor;
}
