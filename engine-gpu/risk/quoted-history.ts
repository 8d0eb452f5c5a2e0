/** Moves of factors from the levels that they had on past days. */
import { invalid } from '../base/failure.js';
import { pointerPart } from '../base/faults.js';
import { log } from '../math/elementary/log.js';
import { DEFAULT_MOVE_TYPES, type FactorKind, type MoveType, readFactor } from '../valuation/market-factors.js';
import { MAX_RETURNS } from './requests.js';

/** The level of a factor on a day. */
interface DayLevel {
  readonly date: string;
  readonly value: number;
}

interface QuotedHistory {
  /** Moves by factor between neighbouring days, the oldest first. */
  readonly returns: Record<string, number[]>;
  /** The day on which each ended. */
  readonly dates: string[];
  /** Days on which some factor had a level and this one had none, by factor; they are left out. */
  readonly missing: { readonly factor: string; readonly days: readonly string[] }[];
}

/**
 * Moves between the days on which every factor has a level.
 *
 * @param levels  by factor, in the order of time
 * @param typeOf  how the moves of a factor are stated
 * @throws EngineFailure `invalid` where fewer than three days are common, or a level has no relative move
 */
export function movesBetweenDays(
  levels: Readonly<Record<string, readonly DayLevel[]>>,
  place: string,
  typeOf: (factor: string) => MoveType,
): QuotedHistory {
  const byFactor = Object.entries(levels).map(([factor, days]) => [factor, new Map(days.map(({ date, value }) => [date, value]))] as const);
  const all = [...new Set(byFactor.flatMap(([, byDay]) => [...byDay.keys()]))].sort();
  const common = all.filter((day) => byFactor.every(([, byDay]) => byDay.has(day)));
  if (common.length < MIN_DAYS)
    throw invalid(place, `must have at least ${MIN_DAYS} days on which every factor has a quote; there are ${common.length}`);
  if (common.length > MAX_RETURNS) throw invalid(place, `must have at most ${MAX_RETURNS} days; there are ${common.length}`);
  const missing = byFactor.flatMap(([factor, byDay]) => {
    const days = all.filter((day) => !byDay.has(day));
    return days.length === 0 ? [] : [{ factor, days }];
  });
  const returns = byFactor.map(([factor, byDay]) => {
    const type = typeOf(factor);
    const moves = common.slice(1).map((day, i) => {
      const move = moveBetween(byDay.get(common[i]!)!, byDay.get(day)!, type);
      if (Number.isFinite(move)) return move;
      throw invalid(
        `${place}/symbols/${pointerPart(factor)}`,
        `must have levels above 0 for ${type} moves; it went from ${byDay.get(common[i]!)} to ${byDay.get(day)} on ${day}`,
      );
    });
    return [factor, moves] as const;
  });
  return { returns: Object.fromEntries(returns), dates: common.slice(1), missing };
}

/** How the moves of factors are stated: as those of their kinds. @throws EngineFailure `invalid` that names a factor of no kind */
export function factorTypes(
  names: readonly string[],
  types: Partial<Record<FactorKind, MoveType | undefined>> = {},
  place: string,
): (factor: string) => MoveType {
  const byName = new Map(
    names.map((name) => {
      const factor = readFactor(name);
      if (factor === undefined) throw invalid(`${place}/${pointerPart(name)}`, `must be kind:name, or kind:name:tenor; got ${name}`);
      return [name, types[factor.kind] ?? DEFAULT_MOVE_TYPES[factor.kind]] as const;
    }),
  );
  return (name) => byName.get(name)!;
}

/** Days whose levels make two moves. */
const MIN_DAYS = 3;

function moveBetween(earlier: number, later: number, type: MoveType): number {
  switch (type) {
    case 'absolute':
      return later - earlier;
    case 'relative':
      return earlier > 0 && later > 0 ? later / earlier - 1 : Number.NaN;
    case 'log':
      return earlier > 0 && later > 0 ? log(later / earlier) : Number.NaN;
  }
}
