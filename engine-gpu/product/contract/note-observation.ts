/** The payments of an autocall on an observation date, given the performances of that date. */
import type { Autocall, Level } from './contract.js';

/** A barrier on observation date i. */
export const levelOn = (level: Level, i: number): number => (typeof level === 'number' ? level : level[i]!);

/** State of a note between two observation dates. */
export interface NoteState {
  /** Coupons missed since the last one paid. */
  readonly missed: number;
  readonly protectionLost: boolean;
}

interface Observed {
  readonly coupon: number;
  /** Redemption, with the participation of the last date; 0 where the note goes on. */
  readonly redemption: number;
  readonly called: boolean;
  /** Coupons missed after this date since the last one paid. */
  readonly missed: number;
}

/** The repayment without protection. */
const unprotected = ({ airbag }: Autocall, worst: number): number => (airbag === undefined ? worst : Math.min(1, worst / airbag));

/**
 * The payment and the state of the note on observation date i.
 *
 * @param worst  worst performance on that date
 */
export function observedOn(note: Autocall, i: number, worst: number, { missed, protectionLost }: NoteState): Observed {
  const earned = worst >= levelOn(note.couponBarrier, i);
  const called = worst >= levelOn(note.callBarrier, i);
  const last = i === note.times.length - 1;
  const watched = note.protectionMonitoring !== undefined || protectionLost;
  const safe = watched ? !protectionLost : worst >= note.protectionBarrier;
  const fallen = watched ? Math.min(1, unprotected(note, worst)) : unprotected(note, worst);
  const principal = called || (last && safe) ? 1 : last ? fallen : 0;
  return {
    coupon: earned ? note.couponRate * (1 + (note.memory ? missed : 0)) : 0,
    redemption: principal + (last ? (note.participation ?? 0) * Math.max(worst - 1, 0) : 0),
    called,
    missed: earned ? 0 : missed + 1,
  };
}

/** The call barrier of the last date. */
export const lastCallBarrier = ({ callBarrier, times }: Autocall): number => levelOn(callBarrier, times.length - 1);
