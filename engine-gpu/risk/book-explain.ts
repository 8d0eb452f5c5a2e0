/**
 * Profit and loss of a book of instruments between two markets of different days, in the reporting currency, explained by full revaluation:
 *
 *   total         the value at the end less that at the start, and the cash paid between them
 *   carry         what the start's value earns at the first curve of its currency, V (1/P(Δt) − 1)
 *   roll          the rest of what time alone does, every curve keeping its zero rates by tenor, and fixings coming as the first market projects them
 *   fixings       the fixings that came, in place of those
 *   byFactor      each factor alone moved to the second market, at its date
 *   crossEffects  all factors together less the sum of each alone
 *   unexplained   the second market itself less the first with all factors moved: models and correlations
 *   newTrades     values of positions that are in the book at the end alone; deadTrades: of those at the start alone, with the cash that they paid
 *
 * The parts add up to the total. Cash is converted at the exchange rates of the end.
 */
import type { z } from 'zod';
import { invalid } from '../base/failure.js';
import type { Priced } from '../base/priced.js';
import type { Years } from '../base/units.js';
import { type BookMarket, ratesOf } from '../market/book-market.js';
import { hasSmiles } from '../market/cross-asset-input.js';
import { discount } from '../market/curve.js';
import { curveOf } from '../market/curve-input.js';
import type { ExchangeRateSmiles } from '../market/exchange-rate-smiles.js';
import { spotOf } from '../market/resolve-cross-asset.js';
import { smileTime } from '../market/resolve-exchange-smiles.js';
import { act365f, dateOfDay, dayNumber } from '../time/date.js';
import { cashFlowsOf } from '../valuation/cash-flows.js';
import { pricingPlan } from '../valuation/instrument-types.js';
import { projectionOf } from '../valuation/linear-flows.js';
import { type FactorKind, impliedPairs, movedMarket, tenorYears } from '../valuation/market-factors.js';
import type { MarketSetting } from '../valuation/pricing-plan.js';
import type { BookPosition, CashFlow } from '../valuation/requests.js';
import { openScenarioBook } from '../valuation/scenario-book.js';
import type { bookExplainRequest, heldPosition } from './book-requests.js';
import { sum } from './option-book.js';
import { currencyByIndex } from './projection-moves.js';
import type { bookExplainResponse } from './responses.js';

type Held = z.output<typeof heldPosition>;
type Curve = BookMarket['curves'][string];

export async function explainBook(request: z.output<typeof bookExplainRequest>): Promise<Priced<z.input<typeof bookExplainResponse>>> {
  const { pricerId, reportingCurrency, from, to, positions, failures, perPosition = false } = request;
  const [startDate, endDate] = [from.valuationDate, to.valuationDate];
  const dt = act365f(startDate, endDate);
  const atStart: MarketSetting = { market: from, reportingCurrency, valuationDate: startDate };
  const first = frozen(from, startDate);
  const projected = { ...first, valuationDate: endDate, fixings: projectedFixings(from, to, positions, startDate) };
  const aged = { ...projected, fixings: to.fixings };
  const factors = movedFactors(aged, frozen(to, endDate));
  const all = factors.reduce<BookMarket>((market, factor) => factor.move(market), aged);

  const startBook = bookOf(positions, 'start');
  const endBook = bookOf(positions, 'end');
  const startValues = await valuesOf(startBook, atStart, from, 'the market from');
  const projectedValues = await valuesOf(endBook, { ...atStart, market: projected, valuationDate: endDate }, projected, 'the market from');
  const revalued = openScenarioBook(endBook, { market: aged, reportingCurrency, valuationDate: endDate });
  const agedValues = await revalued.valuesIn(aged, 'the market from');
  const movedValues = await revalued.valuesIn(all, 'the market to');
  const endValues = await revalued.valuesIn({ ...to, valuationDate: endDate }, 'the market to');
  const rowAtStart = new Map(startBook.map(({ index }, row) => [index, row]));
  const isHeld = endBook.map(({ index }) => rowAtStart.has(index));
  const heldSum = (later: Float64Array, earlier: Float64Array): number =>
    later.reduce((total, value, i) => total + (isHeld[i] ? value - earlier[i]! : 0), 0);
  const byFactor = [];
  for (const { kind, name, move } of factors) {
    const pnl = heldSum(await revalued.valuesIn(move(aged), 'the market to'), agedValues);
    byFactor.push({ factor: { kind, name }, pnl });
  }

  const cash = startBook.map((position) => cashBetween(position, atStart, to, endDate));
  const carries = startBook.map((position, i) => startValues[i]! * carryRate(position, atStart, dt));
  const rowAtEnd = new Map(endBook.map(({ index }, row) => [index, row]));
  const isKept = startBook.map(({ index }) => rowAtEnd.has(index));
  const keptSum = (values: ArrayLike<number>): number => Array.from(values).reduce((total, value, i) => total + (isKept[i] ? value : 0), 0);
  const carry = keptSum(carries);
  const roll = heldSum(projectedValues, new Float64Array(endBook.length)) + keptSum(cash) - keptSum(startValues) - carry;
  const moved = heldSum(movedValues, agedValues);
  const parts = {
    carry,
    roll,
    fixings: heldSum(agedValues, projectedValues),
    byFactor,
    newTrades: sum(endValues.filter((_, i) => !isHeld[i])),
    deadTrades: startBook.reduce((total, _, i) => total + (isKept[i] ? 0 : cash[i]! - startValues[i]!), 0),
    crossEffects: byFactor.reduce((rest, { pnl }) => rest - pnl, moved),
    unexplained: heldSum(endValues, movedValues),
  };
  const result = {
    total: sum(endValues) - sum(startValues) + sum(cash),
    ...{ startValue: sum(startValues), endValue: sum(endValues), cash: sum(cash) },
    ...parts,
    currency: reportingCurrency,
    complete: failures.length === 0,
    failures,
    ...(perPosition && {
      positions: positions.map(({ index, id }) => {
        const [start, end] = [rowAtStart.get(index), rowAtEnd.get(index)];
        const value = (values: ArrayLike<number>, row: number | undefined): number => (row === undefined ? 0 : values[row]!);
        return {
          position: id ?? String(index),
          total: value(endValues, end) - value(startValues, start) + value(cash, start),
          startValue: value(startValues, start),
          endValue: value(endValues, end),
          cash: value(cash, start),
        };
      }),
    }),
    ...uncountedCash(startBook, atStart),
  };
  return { pricerId, result };
}

const bookOf = (positions: readonly Held[], day: 'start' | 'end'): BookPosition[] =>
  positions.flatMap(({ index, id, [day]: terms }) => (terms === undefined ? [] : [{ index, ...(id !== undefined && { id }), ...terms }]));

const valuesOf = (book: readonly BookPosition[], setting: MarketSetting, market: BookMarket, name: string): Promise<Float64Array> =>
  openScenarioBook(book, setting).valuesIn(market, name);

/** The market with its curves and smiles by times instead of dates, so that they keep their zero rates and volatilities by tenor on another day. */
function frozen(market: BookMarket, valuationDate: string): BookMarket {
  const byTime = ({ expiries, ...smiles }: ExchangeRateSmiles): ExchangeRateSmiles => ({
    ...smiles,
    expiries: expiries.map(({ date: _, ...row }, i) => ({ ...row, time: smileTime(expiries[i]!, valuationDate) })),
  });
  const curves = <Curves extends Readonly<Record<string, Curve>>>(inputs: Curves): Record<string, Curve> =>
    Object.fromEntries(
      Object.entries(inputs).map(([name, input]) => {
        if ('rate' in input) return [name, input];
        const { times, zeroRates, interpolation, shift } = curveOf(ratesOf(input), valuationDate);
        const copied = shift && { shift: { times: [...shift.times], zeroRates: [...shift.zeroRates] } };
        return [name, { times: [...times], zeroRates: [...zeroRates], interpolation, ...copied }];
      }),
    );
  const volatilities = Object.entries(market.volatilities).map(([name, quote]) => [name, hasSmiles(quote) ? byTime(quote) : quote]);
  const { projectionCurves } = market;
  return {
    ...market,
    volatilities: Object.fromEntries(volatilities),
    curves: curves(market.curves),
    projections: curves(market.projections),
    ...(projectionCurves && { projectionCurves: curves(projectionCurves) }),
  };
}

/** The fixings of the second market, of which those that the first had not are as its curves projected them. */
function projectedFixings(from: BookMarket, to: BookMarket, positions: readonly Held[], startDate: string): BookMarket['fixings'] {
  const currencies = currencyByIndex(
    positions.flatMap(({ start, end }) => [start, end].flatMap((each) => (each === undefined ? [] : [each.terms]))),
  );
  return Object.fromEntries(
    Object.entries(to.fixings).map(([index, list]) => {
      const former = new Set((from.fixings[index] ?? []).map(({ date }) => date));
      const { field, name } = projectionOf(from, index, currencies.get(index) ?? '');
      const input = from[field]?.[name];
      if (input === undefined) return [index, list];
      const curve = curveOf(ratesOf(input), startDate);
      const projected = list.map(({ date, value }) => {
        if (date < startDate || former.has(date)) return { date, value };
        const start = act365f(startDate, date);
        const tenor = tenorYears(index) ?? OVERNIGHT;
        return { date, value: (discount(curve, start) / discount(curve, start + tenor) - 1) / tenor };
      });
      return [index, projected];
    }),
  );
}

/** Tenor of an index whose name has none, years. */
const OVERNIGHT: Years = 1 / 365;

interface MovedFactor {
  readonly kind: FactorKind;
  readonly name: string;
  /** The market with the factor at its level in the second one. */
  readonly move: (market: BookMarket) => BookMarket;
}

/** The factors that are in both markets and differ. An exchange rate that others imply moves with them. */
function movedFactors(from: BookMarket, to: BookMarket): MovedFactor[] {
  const differing = <Level>(earlier: Readonly<Record<string, Level>> = {}, later: Readonly<Record<string, Level>> = {}): string[] =>
    Object.keys(earlier).filter((name) => Object.hasOwn(later, name) && JSON.stringify(earlier[name]) !== JSON.stringify(later[name]));
  const replaced = (kind: FactorKind, field: 'curves' | 'projections' | 'projectionCurves' | 'credit' | 'volatilities'): MovedFactor[] =>
    differing<object>(from[field], to[field]).map((name) => ({
      ...{ kind, name },
      move: (market) => ({ ...market, [field]: { ...market[field], [name]: to[field]![name] } }),
    }));
  const ofAsset = (kind: 'spot' | 'volatility' | 'dividend', part: (asset: BookMarket['assets'][string]) => object): MovedFactor[] =>
    differing(from.assets, to.assets)
      .filter((name) => JSON.stringify(part(from.assets[name]!)) !== JSON.stringify(part(to.assets[name]!)))
      .map((name) => ({
        ...{ kind, name },
        move: (market) => ({
          ...market,
          assets: { ...market.assets, [name]: { ...market.assets[name]!, ...part(to.assets[name]!) } },
        }),
      }));
  const pairs = differing(from.fx, to.fx);
  const implied = impliedPairs(from.fx, pairs);
  const exchange = pairs
    .filter((pair) => !implied.includes(pair))
    .map((name): MovedFactor => {
      const change = { kind: 'fx', name, move: to.fx[name]! - from.fx[name]!, type: 'absolute' } as const;
      return { kind: 'fx', name, move: (market) => movedMarket(market, [change]) };
    });
  return [
    ...ofAsset('spot', ({ spot }) => ({ spot })),
    ...exchange,
    ...replaced('rate', 'curves'),
    ...replaced('projection', 'projections'),
    ...replaced('projection', 'projectionCurves'),
    ...replaced('credit', 'credit'),
    ...ofAsset('volatility', ({ volatility, surface }) => ({ volatility, surface })),
    ...replaced('volatility', 'volatilities'),
    ...ofAsset('dividend', ({ dividend, dividends }) => ({ dividend, dividends })),
  ];
}

/** 1/P(Δt) − 1 of the curve of a position's currency. */
function carryRate({ type, terms }: BookPosition, setting: MarketSetting, dt: Years): number {
  const { currency = setting.reportingCurrency } = pricingPlan(type, terms, setting);
  const input = setting.market.curves[currency] ?? setting.market.curves[setting.reportingCurrency];
  if (input === undefined) throw invalid('/from/market/curves', `must have an entry for ${currency}`);
  return 1 / discount(curveOf(ratesOf(input), setting.valuationDate), dt) - 1;
}

/** Payments after the start and until the end, with the fixings that came, in the reporting currency. */
function cashBetween({ type, terms, quantity }: BookPosition, start: MarketSetting, to: BookMarket, endDate: string): number {
  const setting = { ...start, market: { ...start.market, fixings: to.fixings } };
  const flowsFrom = (valuationDate: string) =>
    cashFlowsOf(pricingPlan(type, terms, { ...setting, valuationDate }), terms.index, { ...setting, valuationDate }) ?? [];
  const paid = flowsFrom(start.valuationDate).filter(({ date }) => date <= endDate);
  const isFloatingOn =
    (day: string) =>
    ({ date, kind }: CashFlow): boolean =>
      date === day && kind === 'floating';
  const projectedDays = new Set(paid.flatMap((flow) => (flow.kind === 'floating' && !flow.known ? [flow.date] : [])));
  const settled = paid.filter(({ date, kind }) => kind !== 'floating' || !projectedDays.has(date));
  for (const day of projectedDays) {
    // On the eve of a payment its fixings are known. Times in years count from any day, and keep what the market projects.
    const eve = dateOfDay(dayNumber(day) - 1);
    const onEve = flowsFrom(eve < start.valuationDate ? start.valuationDate : eve).filter(isFloatingOn(day));
    settled.push(...(onEve.length > 0 ? onEve : paid.filter(isFloatingOn(day))));
  }
  const cash = settled.reduce((total, { amount, currency }) => total + amount * spotOf(to.fx, currency, start.reportingCurrency)!, 0);
  return quantity * cash;
}

/** A warning of positions whose payments are not known. */
function uncountedCash(book: readonly BookPosition[], setting: MarketSetting) {
  const types = new Set(
    book.flatMap(({ type, terms }) => {
      const plan = pricingPlan(type, terms, setting);
      return cashFlowsOf(plan, terms.index, setting) === undefined ? [type] : [];
    }),
  );
  if (types.size === 0) return {};
  return { warnings: [`payments between the two days, if any, are not in the total of positions with a choice: ${[...types].join(', ')}`] };
}
