/** Resolves an autocallable note: past observation dates are decided by their fixings, and the rest is a note of the dates to come. */
import { formatNumber, formatPercent } from '../../base/format.js';
import { act365f } from '../../time/date.js';
import type { Autocall, Contract, Level } from './contract.js';
import { equallySpaced, initialFixingOn, type Lookup } from './lookup.js';
import { type NoteState, observedOn } from './note-observation.js';
import { fixingsOf, knownEvent, knownPayment } from './seasoning.js';
import type { Spec } from './spec-type.js';
import { sum } from './sum.js';

type NoteSpec = Spec<'worst_of_autocall'>;

export interface ResolvedNote {
  /** The note on the dates to come; absent where it has been redeemed. */
  readonly note?: Autocall;
  /** Paid on the valuation date, by fixings of that date. */
  readonly paidToday: { readonly coupon: number; readonly redemption: number };
  /** Number of observation dates that are decided. */
  readonly decided: number;
  /** Position of the date on which it was called, if it was. */
  readonly calledOn?: number;
  /** True if it was redeemed on its last date without protection. */
  readonly lost: boolean;
}

/** All that is still to be paid. */
export const noteContract = ({ note, paidToday: { coupon, redemption } }: ResolvedNote): Contract => {
  const paid = coupon + redemption === 0 ? [] : [{ weight: 1, contract: knownPayment(coupon + redemption, 0) }];
  return sum([...(note === undefined ? [] : [{ weight: 1, contract: note }]), ...paid]);
};

export function resolveNote(spec: NoteSpec, pointer: string, lookup: Lookup): ResolvedNote {
  const { underlyings, observationDates } = spec;
  const terms = termsOf(spec, pointer, lookup);
  const { initialFixings, protectionBarrier, protectionMonitoring } = terms;
  const lostBefore = spec.knocked !== undefined && terms.watched;
  let state: NoteState = { missed: 0, protectionLost: lostBefore };
  if (lostBefore && spec.knocked !== undefined) knockedOn(knownEvent(spec.knocked, pointer, lookup, `${pointer}/knocked`), lookup);
  let paidToday = { coupon: 0, redemption: 0 };
  for (const [i, date] of observationDates.entries()) {
    const observed = date > lookup.valuationDate ? [] : underlyings.map((name) => ({ at: `${pointer}/observationDates/${i}`, name }));
    const fixings = fixingsOf(date, observed, lookup);
    if (fixings === undefined) return { ...toCome(terms, state, i, pointer, spec, lookup), paidToday, decided: i, lost: false };
    const performances = fixings.map((level, k) => level / initialFixings[k]!);
    if (terms.watched && !state.protectionLost && performances.some((performance) => performance <= protectionBarrier)) {
      state = { ...state, protectionLost: true };
      knockedOn(date, lookup);
    }
    const whole = { ...terms.note, times: observationDates.map(() => 0), ...(protectionMonitoring && { protectionMonitoring }) };
    const { coupon, redemption, called, missed } = observedOn(whole, i, Math.min(...performances), state);
    const last = i === observationDates.length - 1;
    tell(date, { coupon, redemption, called, last }, lookup);
    if (date === lookup.valuationDate) paidToday = { coupon, redemption };
    state = { ...state, missed };
    if (called || last)
      return {
        paidToday,
        decided: i + 1,
        ...(called && { calledOn: i }),
        lost: !called && isLost(whole, Math.min(...performances), state),
      };
  }
  throw new Error('a note has at least one observation date');
}

const isLost = (note: Autocall, worst: number, { protectionLost }: NoteState): boolean =>
  note.protectionMonitoring === undefined && !protectionLost ? worst < note.protectionBarrier : protectionLost;

const knockedOn = (date: string, { happened }: Lookup): void =>
  happened({ date, event: 'knocked_in', description: 'the protection barrier was reached' });

function tell(
  date: string,
  { coupon, redemption, called, last }: { coupon: number; redemption: number; called: boolean; last: boolean },
  { happened, valuationDate }: Lookup,
): void {
  const due = date === valuationDate ? 'is paid today' : 'was paid';
  if (coupon > 0) happened({ date, event: 'coupon_paid', description: `a coupon of ${formatPercent(coupon)} ${due}` });
  else happened({ date, event: 'coupon_missed', description: 'no coupon was paid' });
  if (called || last) happened({ date, event: called ? 'called' : 'redeemed', description: `${formatNumber(redemption)} ${due}` });
}

interface Terms {
  /** The note without times. */
  readonly note: Omit<Autocall, 'times' | 'protectionMonitoring'>;
  readonly initialFixings: readonly number[];
  readonly protectionBarrier: number;
  /** True if the protection barrier is watched before the last date. */
  readonly watched: boolean;
  readonly protectionMonitoring?: Autocall['protectionMonitoring'];
}

function termsOf(spec: NoteSpec, pointer: string, lookup: Lookup): Terms {
  const { underlyings, protectionMonitoring = 'final', callBarrier, callBarriers, airbag, participation } = spec;
  // No asset is ever at or below a barrier at 0.
  const watched = protectionMonitoring !== 'final' && spec.protectionBarrier > 0;
  const initialFixings = initialFixingsOf(spec, pointer, lookup);
  const note = {
    type: 'autocall' as const,
    assets: underlyings.map((name, i) => lookup.assetAt(`${pointer}/underlyings/${i}`, name)),
    initialFixings,
    // The schema requires exactly one of the two.
    callBarrier: callBarrier ?? callBarriers ?? Number.NaN,
    couponBarrier: spec.couponBarrier,
    protectionBarrier: spec.protectionBarrier,
    couponRate: spec.couponRate,
    memory: spec.memoryCoupon,
    ...(airbag !== undefined && { airbag }),
    ...(participation !== undefined && { participation }),
  };
  const monitoring = watched ? { protectionMonitoring: protectionMonitoring === 'continuous' ? protectionMonitoring : [] } : {};
  return { note, initialFixings, protectionBarrier: spec.protectionBarrier, watched, ...monitoring };
}

function initialFixingsOf(spec: NoteSpec, pointer: string, lookup: Lookup): readonly number[] {
  const { underlyings, initialFixings, startDate, observationDates } = spec;
  if (initialFixings !== undefined) return initialFixings;
  if (startDate !== undefined)
    return underlyings.map((name) => initialFixingOn(startDate, name, `${pointer}/startDate`, lookup) ?? lookup.spot(name));
  if (lookup.seasoned && observationDates[0]! < lookup.valuationDate)
    lookup.report(
      `${pointer}/initialFixings`,
      `is required, or startDate, because ${observationDates[0]}, the first observation date, is before ${lookup.valuationDate}, the valuation date`,
    );
  return underlyings.map(lookup.spot);
}

/** The note from observation date `from` on. */
function toCome(
  { note, watched }: Terms,
  { missed, protectionLost }: NoteState,
  from: number,
  pointer: string,
  spec: NoteSpec,
  lookup: Lookup,
) {
  const dates = spec.observationDates.slice(from);
  const rest = (level: Level): Level => (typeof level === 'number' ? level : level.slice(from));
  const last = dates[dates.length - 1]!;
  const monitored =
    watched && !protectionLost
      ? {
          protectionMonitoring:
            spec.protectionMonitoring === 'continuous'
              ? ('continuous' as const)
              : equallySpaced(act365f(lookup.valuationDate, last), 'daily'),
        }
      : {};
  return {
    note: {
      ...note,
      times: dates.map((date, i) => lookup.timeAt(`${pointer}/observationDates/${from + i}`, date)),
      callBarrier: rest(note.callBarrier),
      ...monitored,
      ...(protectionLost && { protectionLost: true as const }),
      ...(missed > 0 && note.memory && { missed }),
    },
  };
}
