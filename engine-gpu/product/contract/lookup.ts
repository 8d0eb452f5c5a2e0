/** Translates names and dates of a contract into asset indices and year fractions of a market. */

import { MAX_HORIZON_YEARS } from '../../base/terms.js';
import type { Years } from '../../base/units.js';

/** Each function checks its argument; a fault is recorded at the pointer, and resolution continues. */
export interface Lookup {
  readonly valuationDate: string;
  readonly index: (name: string) => number;
  readonly spot: (name: string) => number;
  readonly assetAt: (pointer: string, name: string) => number;
  readonly timeAt: (pointer: string, date: string) => Years;
  /** As `timeAt`, for a date that must be after the valuation date. */
  readonly timeAfter: (pointer: string, date: string) => Years;
}

export const DATES_PER_YEAR = { daily: 252, weekly: 52, monthly: 12 } as const;
export type Schedule = keyof typeof DATES_PER_YEAR;

/** i T/n for i = 1 … n, n = max(1, round(perYear T)). The last is exactly T. Empty for a T outside [0, 100] years, which is refused elsewhere. */
export function equallySpaced(T: Years, schedule: Schedule): Years[] {
  if (T < 0 || T > MAX_HORIZON_YEARS) return [];
  const n = Math.max(1, Math.round(DATES_PER_YEAR[schedule] * T));
  return Array.from({ length: n }, (_, i) => (i + 1 === n ? T : ((i + 1) * T) / n));
}
