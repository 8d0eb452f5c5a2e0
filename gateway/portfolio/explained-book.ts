/**
 * Profit and loss of a book of instruments between the markets of two days. The book is valued on both, so that a position without a value fails alone
 * with its reason; the risk service explains the others.
 */
import { act365f, type BookMarket, defaultReportingCurrency, parsedWith, type Trade, trade } from '#engine/schemas';
import { remainingTrade } from '#services/resources/trade';
import { defined } from '#services/runtime/defined';
import { computation, noted } from '../contract/computation.js';
import { invalidRequest } from '../contract/errors.js';
import { type FailedItem, type ItemError, itemError } from '../contract/failed-item.js';
import { severalPricers, weakestManifest } from '../contract/manifest.js';
import type { Computation, Dependencies, Outcome, RunContext } from '../contract/operation.js';
import { incompleteWarning } from './book-valuation.js';
import { bookInstruments } from './held-positions.js';
import { type ReadPosition, valueClosedForms } from './instrument-book.js';
import { notRevalued } from './scenario-book.js';
import { snapshotMarket } from './snapshot-market.js';
import { type HeldPortfolio, resolvePortfolio } from './stored-portfolio.js';

interface DayInput {
  readonly market?: BookMarket | undefined;
  readonly snapshotId?: string | undefined;
}

interface ExplainBody {
  readonly positions?: readonly unknown[] | undefined;
  readonly portfolioId?: string | undefined;
  readonly from: DayInput;
  readonly to: DayInput;
  readonly reportingCurrency?: string | undefined;
  readonly perPosition?: boolean | undefined;
}

/** The market of a day, with its date, and the warnings of a snapshot. */
interface Day {
  readonly market: BookMarket & { readonly valuationDate: string };
  readonly warnings: readonly string[];
}

/** A position of the caller's list, or of the portfolio, as it is on each of the two days. */
interface HeldPosition {
  readonly id?: string;
  readonly start?: object;
  readonly end?: object;
  readonly error?: ItemError;
}

export async function explainedBook<Data extends object>(
  body: ExplainBody,
  context: RunContext,
  dependencies: Dependencies,
): Promise<Outcome<Data> | Computation<Data>> {
  const { positions, portfolioId, reportingCurrency: stated, perPosition } = body;
  if ((positions === undefined) === (portfolioId === undefined))
    throw invalidRequest(
      '/positions',
      positions === undefined ? 'is required, or portfolioId in its place' : 'must be left out beside portfolioId',
    );
  const portfolio = portfolioId === undefined ? undefined : await resolvePortfolio(portfolioId, context, dependencies);
  const onDay = (day: string): readonly unknown[] => (portfolio === undefined ? (positions ?? []) : instrumentsOn(portfolio, day));
  // The market moves from one day to the other, and so has on both what is traded on either.
  const ofBoth = async (): Promise<readonly unknown[]> =>
    (await Promise.all([body.from, body.to].map(async (each) => onDay((await dateOf(each, context)) ?? '')))).flat();
  const [from, to] = [await dayOf('from', body, ofBoth, context), await dayOf('to', body, ofBoth, context)];
  const [startDate, endDate] = [from.market.valuationDate, to.market.valuationDate];
  if (endDate < startDate)
    throw invalidRequest('/to/market/valuationDate', `must not be before ${startDate}, that of from; got ${endDate}`);
  const entries =
    portfolio === undefined
      ? (positions ?? []).map((position) => aged(position, startDate, endDate))
      : joined(instrumentsOn(portfolio, startDate), instrumentsOn(portfolio, endDate));
  const setting = { market: from.market, reportingCurrency: stated, valuationDate: startDate };
  const reportingCurrency = defined(defaultReportingCurrency(setting), 'a currency of the market');
  const failures = new Map<number, FailedItem>();
  for (const [index, { error }] of entries.entries())
    if (error !== undefined) failures.set(index, { index, ...idOf(entries[index]), ...error });
  const manifests = [];
  const onDays: Record<'start' | 'end', Map<number, object>> = { start: new Map(), end: new Map() };
  for (const [day, market, valuationDate] of [
    ['start', from.market, startDate],
    ['end', to.market, endDate],
  ] as const) {
    const isInBook = (index: number): boolean => entries[index]?.[day] !== undefined && !failures.has(index);
    // A position that is not in the book on this day keeps its place, so that the pointers of the others fit.
    const list = entries.map((position) => position[day]);
    const inMarket = { market, reportingCurrency, valuationDate };
    const { read, book, manifest } = await valueClosedForms(list, inMarket, notRevalued, context, dependencies);
    if (manifest !== undefined) manifests.push(manifest);
    for (const [index, outcome] of book.positions.entries()) {
      if (!isInBook(index)) continue;
      if ('error' in outcome) failures.set(index, outcome);
      else {
        const { type, terms, quantity } = read[index] as ReadPosition;
        onDays[day].set(index, { type, terms, quantity });
      }
    }
  }
  const count = entries.length;
  const explained = entries.flatMap((position, index) => {
    const [start, end] = [onDays.start.get(index), onDays.end.get(index)];
    if (failures.has(index) || (start === undefined && end === undefined)) return [];
    return [{ index, ...idOf(position, index), ...(start && { start }), ...(end && { end }) }];
  });
  const [first] = failures.values();
  if (explained.length === 0 || manifests.length === 0)
    throw invalidRequest('/positions', `must hold one that is valued in both markets; ${first?.error.message ?? 'there is none'}`);
  const { pricerId } = weakestManifest(manifests);
  const request = {
    ...{ pricerId, reportingCurrency, from: from.market, to: to.market, positions: explained },
    failures: [...failures.values()].sort((a, b) => a.index - b.index),
    ...(perPosition !== undefined && { perPosition }),
  };
  const call = { ...context.call, today: endDate };
  return noted(computation<Data>('risk.explainBook', request, call, dependencies), {
    warnings: [
      ...from.warnings,
      ...to.warnings,
      ...(new Set(manifests.map((each) => each.pricerId)).size > 1 ? [severalPricers()] : []),
      ...incompleteWarning({ count, failed: failures.size }),
    ],
    marketDataAsOf: startDate,
  });
}

/** The id by which a position is named in the answer: its own, or its place. */
function idOf(position: unknown, index?: number): { readonly id?: string } {
  const { id } = (position ?? {}) as { readonly id?: unknown };
  if (typeof id === 'string') return { id };
  return index === undefined ? {} : { id: String(index) };
}

/** Look-ups of one day have names of their own: its snapshot may lack what the other holds. */
const ofDay = (field: 'from' | 'to', context: RunContext): RunContext => ({
  ...context,
  resolve: (name, lookUp) => context.resolve(field === 'from' ? name : `to/${name}`, lookUp),
});

async function dayOf(field: 'from' | 'to', body: ExplainBody, named: () => Promise<readonly unknown[]>, context: RunContext): Promise<Day> {
  const { market, snapshotId } = body[field];
  if ((market === undefined) === (snapshotId === undefined))
    throw invalidRequest(
      `/${field}/market`,
      market === undefined ? 'is required, or snapshotId in its place' : 'must be left out beside snapshotId',
    );
  const { market: dayMarket, warnings } =
    market === undefined
      ? await snapshotMarket(defined(snapshotId, 'a snapshot'), named, body.reportingCurrency, ofDay(field, context))
      : { market, warnings: [] };
  if (dayMarket.valuationDate === undefined)
    throw invalidRequest(`/${field}/market/valuationDate`, 'is required: time passes between the markets');
  return { market: { ...dayMarket, valuationDate: dayMarket.valuationDate }, warnings };
}

/** The date of a market or of a snapshot; undefined where a market states none, which is refused. */
const dateOf = async ({ market, snapshotId }: DayInput, { stored }: RunContext): Promise<string | undefined> =>
  snapshotId === undefined ? market?.valuationDate : (await stored.within(snapshotId)).day;

/** The positions of a portfolio on a day, without the trades that were made after it. */
function instrumentsOn({ positions, ...portfolio }: HeldPortfolio, day: string): readonly object[] {
  const booked = positions.filter((position) => !('trade' in position) || position.trade.tradeDate <= day);
  return booked.length === 0 ? [] : bookInstruments({ ...portfolio, positions: booked }, day).items;
}

/** The positions of a portfolio on two days, each once. */
function joined(start: readonly object[], end: readonly object[]): HeldPosition[] {
  const byId = new Map<string, HeldPosition>();
  for (const [day, list] of [
    ['start', start],
    ['end', end],
  ] as const)
    for (const position of list) {
      const { id = '' } = idOf(position);
      byId.set(id, { ...byId.get(id), id, [day]: position });
    }
  return [...byId.values()];
}

/** Fields of instruments that are times, in years where they are no dates. */
const TIMES = ['time', 'maturity', 'expiry', 'deliveryDate'] as const;

/** A position of the start, and as it is when the time to the end has passed: times in years are shorter, and what has ended is gone. */
function aged(position: unknown, startDate: string, endDate: string): HeldPosition {
  const passed = act365f(startDate, endDate);
  const fields = (typeof position === 'object' && position !== null ? position : {}) as Readonly<Record<string, unknown>>;
  const atStart = { ...idOf(position), start: fields };
  const stated = TIMES.flatMap((field) => (fields[field] === undefined ? [] : [fields[field]]));
  if (stated.some((time) => typeof time === 'string' && time <= endDate)) return atStart;
  if (passed === 0 || stated.every((time) => typeof time === 'string')) return { ...atStart, end: fields };
  if (typeof fields.time === 'number')
    return fields.time > passed ? { ...atStart, end: { ...fields, time: fields.time - passed } } : atStart;
  const { id: _, quantity = 1, kind, ...terms } = fields;
  const parsed = parsedWith(trade, { ...terms, type: terms.type ?? kind, ...('quantity' in fields && { quantity: 1 }) });
  if (!parsed.success)
    return { ...atStart, error: itemError(invalidRequest('', 'must have its times as dates: time passes between the markets')) };
  const remaining = remainingTrade(parsed.data as Trade, passed);
  return remaining === undefined ? atStart : { ...atStart, end: { ...remaining, ...idOf(position), quantity } };
}
