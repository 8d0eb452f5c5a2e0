/** What the names and dates of a contract stand for in a market. */

import { MAX_HORIZON_YEARS } from '../../base/terms.js';
import type { Years } from '../../base/units.js';

/** What stands at a pointer is checked, and a fault is noted there; resolving goes on. */
export interface Lookup {
  readonly valuationDate: string;
  readonly index: (name: string) => number;
  readonly spot: (name: string) => number;
  readonly assetAt: (pointer: string, name: string) => number;
  readonly timeAt: (pointer: string, date: string) => Years;
  /** The same of a date that cannot be today. */
  readonly timeAfter: (pointer: string, date: string) => Years;
}

export const DATES_A_YEAR = { daily: 252, weekly: 52, monthly: 12 } as const;
export type Schedule = keyof typeof DATES_A_YEAR;

/** i T / n for i = 1 … n, n = max(1, round(perYear T)). The last is T itself, to the bit; an impossible T, a fault elsewhere, has none. */
export function equallySpaced(T: Years, schedule: Schedule): Years[] {
  if (T < 0 || T > MAX_HORIZON_YEARS) return [];
  const n = Math.max(1, Math.round(DATES_A_YEAR[schedule] * T));
  return Array.from({ length: n }, (_, i) => (i + 1 === n ? T : ((i + 1) * T) / n));
}
