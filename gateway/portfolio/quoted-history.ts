/** The moves of a history of stored quotes, which a request may name in place of stating moves. */
import { type BookMarket, dateOfDay, dayNumber, factorTypes, type MoveType, movesBetweenDays, pointerPart } from '#engine/schemas';
import { invalidRequest } from '../contract/errors.js';
import type { RunContext } from '../contract/operation.js';
import { notedAt, ROOT } from '../stored/names.js';

interface HistoryBody {
  readonly positions: readonly unknown[];
  readonly market?: BookMarket | undefined;
  readonly returns?: Readonly<Record<string, readonly number[]>> | undefined;
  readonly dates?: readonly string[] | undefined;
  readonly moves?: Partial<Record<string, MoveType>> | undefined;
  readonly history?: QuotedHistoryInput | undefined;
}

interface QuotedHistoryInput {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly symbols?: Readonly<Record<string, string>> | undefined;
  readonly moves?: Partial<Record<string, MoveType>> | undefined;
}

/** Factors that a warning names. */
const MAX_NAMED_FACTORS = 5;

/**
 * The body with the moves of its history in their place, and what it warns of.
 *
 * @throws HttpFailure SVC-REQ-001 where the body has both or neither; SVC-RES-001 that names a symbol without quotes
 */
export async function withQuotedHistory<Body extends HistoryBody>(
  body: Body,
  { call, stored }: RunContext,
): Promise<{ readonly body: Omit<Body, 'history'>; readonly warnings: readonly string[] }> {
  const { history, ...rest } = body;
  if (history === undefined) {
    if (body.returns === undefined) throw invalidRequest('/returns', 'is required, or history in its place');
    return { body: rest, warnings: [] };
  }
  for (const field of ['returns', 'dates', 'moves'] as const)
    if (body[field] !== undefined) throw invalidRequest(`/${field}`, 'must be left out beside history');
  const { from, to = body.market?.valuationDate ?? call.today, moves } = history;
  const symbols = history.symbols ?? defaultSymbols(body);
  if (Object.keys(symbols).length === 0) throw invalidRequest('/history/symbols', 'must name the symbol of at least 1 factor');
  const place = { ...ROOT, pointer: '/history/symbols' };
  const levels: Record<string, readonly { readonly date: string; readonly value: number }[]> = {};
  for (const [factor, symbol] of Object.entries(symbols)) {
    const { fields } = await notedAt(place, pointerPart(factor), stored.series(symbol, from, dateOfDay(dayNumber(to) + 1)));
    levels[factor] = fields.map(({ date, value }) => ({ date, value }));
  }
  const typeOf = body.market === undefined ? (): MoveType => 'relative' : factorTypes(Object.keys(symbols), moves, '/history/symbols');
  const { returns, dates, missing } = movesBetweenDays(levels, '/history', typeOf);
  const ofMarket = body.market === undefined ? {} : { dates, ...(moves && { moves }) };
  return { body: { ...rest, returns, ...ofMarket } as Omit<Body, 'history'>, warnings: missingWarning(missing) };
}

/** Assets and exchange rates of the market by their own names, or the underlyings of an option book. */
function defaultSymbols({ market, positions }: HistoryBody): Readonly<Record<string, string>> {
  const named = (names: readonly string[], kind = ''): (readonly [string, string])[] => names.map((name) => [kind + name, name]);
  if (market !== undefined)
    return Object.fromEntries([...named(Object.keys(market.assets), 'spot:'), ...named(Object.keys(market.fx), 'fx:')]);
  const underlyings = positions.flatMap((position) => {
    const { underlying } = (position ?? {}) as { readonly underlying?: unknown };
    return typeof underlying === 'string' ? [underlying] : [];
  });
  return Object.fromEntries(named([...new Set(underlyings)]));
}

function missingWarning(missing: readonly { readonly factor: string; readonly days: readonly string[] }[]): string[] {
  if (missing.length === 0) return [];
  const days = new Set(missing.flatMap((each) => each.days)).size;
  const named = missing.slice(0, MAX_NAMED_FACTORS).map((each) => `${each.factor} on ${each.days.length} (first ${each.days[0]})`);
  const unnamed = missing.length - named.length;
  return [
    `${days} days of the history are left out, on which not every factor has a quote; there is none of ${named.join(', ')}${unnamed > 0 ? ` and ${unnamed} more` : ''}`,
  ];
}
