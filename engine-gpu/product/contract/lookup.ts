/** Translates names and dates of a contract into asset indices and year fractions of a market, and past dates into their fixings. */

import { MAX_HORIZON_YEARS } from '../../base/terms.js';
import type { Price, Years } from '../../base/units.js';
import type { LifecycleEvent } from '../lifecycle.js';

/** Each function checks its argument; a fault is recorded at the pointer, and resolution continues. */
export interface Lookup {
  readonly valuationDate: string;
  readonly index: (name: string) => number;
  readonly spot: (name: string) => number;
  readonly assetAt: (pointer: string, name: string) => number;
  readonly timeAt: (pointer: string, date: string) => Years;
  /** True if the market gives fixings, so that payments before the valuation date have been made. */
  readonly seasoned: boolean;
  /**
   * The fixing of an asset on a date that has passed, or on the valuation date where one is given; undefined where the spot of the date is
   * to come. A past date without a fixing is a fault, and gives NaN.
   */
  readonly fixingOn: (pointer: string, name: string, date: string) => Price | undefined;
  /** Records a fault. */
  readonly report: (pointer: string, reason: string) => void;
  /** Records what has happened to the contract. */
  readonly happened: (event: LifecycleEvent) => void;
}

export const DATES_PER_YEAR = { daily: 252, weekly: 52, monthly: 12 } as const;
export type Schedule = keyof typeof DATES_PER_YEAR;

/** i T/n for i = 1 … n, n = max(1, round(perYear T)). The last is exactly T. Empty for a T outside [0, 100] years, which is refused elsewhere. */
export function equallySpaced(T: Years, schedule: Schedule): Years[] {
  if (T < 0 || T > MAX_HORIZON_YEARS) return [];
  const n = Math.max(1, Math.round(DATES_PER_YEAR[schedule] * T));
  return Array.from({ length: n }, (_, i) => (i + 1 === n ? T : ((i + 1) * T) / n));
}

/** The observation dates of a schedule, split into those that are known and those to come. */
export interface Observations {
  /** Fixings in the order of their dates. */
  readonly fixed: readonly { readonly date: string; readonly level: Price }[];
  /** Dates to come, in order, each with its position in the schedule. */
  readonly toCome: readonly { readonly date: string; readonly position: number }[];
}

/** Splits dates in increasing order. @param pointer  JSON pointer to the list */
export function observationsOn(dates: readonly string[], name: string, pointer: string, { fixingOn, happened }: Lookup): Observations {
  const fixed: { date: string; level: Price }[] = [];
  const toCome: { date: string; position: number }[] = [];
  dates.forEach((date, position) => {
    const level = fixingOn(`${pointer}/${position}`, name, date);
    if (level === undefined) toCome.push({ date, position });
    else {
      fixed.push({ date, level });
      happened({ date, event: 'fixed', description: `${name} was fixed at ${level}` });
    }
  });
  return { fixed, toCome };
}

/**
 * The level of an asset on the date from which a contract counts: its fixing, or today's spot where that is the valuation date.
 *
 * @returns undefined where today's spot counts
 */
export function initialFixingOn(date: string, name: string, pointer: string, lookup: Lookup): Price | undefined {
  if (date > lookup.valuationDate) lookup.report(pointer, `must not be after ${lookup.valuationDate}, the valuation date; got ${date}`);
  return lookup.fixingOn(pointer, name, date);
}
