/** Payments and barriers that the past has decided, in part or wholly. */
import { formatNumber } from '../../base/format.js';
import type { Price, Years } from '../../base/units.js';
import { act365f } from '../../time/date.js';
import type { Barrier, Contract } from './contract.js';
import { horizon, underlyings } from './horizon.js';
import { equallySpaced, type Lookup } from './lookup.js';
import type { Spec } from './spec-type.js';
import { sum } from './sum.js';

/** A contract of which nothing is left. */
export const NOTHING: Contract = { type: 'sum', terms: [] };
export const isNothing = (contract: Contract): boolean => contract.type === 'sum' && contract.terms.length === 0;

/** An amount that is known and paid at a time. */
export const knownPayment = (amount: Price, time: number): Contract => sum([{ weight: amount, contract: { type: 'cash', time } }]);

interface Observed {
  /** Pointer that a missing fixing is reported at. */
  readonly at: string;
  readonly name: string;
}

interface Expiring {
  readonly expiry: string;
  readonly underlying?: string | undefined;
  readonly underlyings?: readonly string[] | undefined;
}

/**
 * A payment that the spots of its own date decide: nothing once it has been made, an amount where today's fixings are given.
 *
 * @param amount  of the fixings, in the order of the assets
 * @param live    the contract while the date is to come, given the assets' indices and the time
 */
export function paidAtExpiry(
  spec: Expiring,
  pointer: string,
  lookup: Lookup,
  amount: (fixings: readonly Price[]) => Price,
  live: (assets: readonly number[], time: Years) => Contract,
): Contract {
  const { expiry: date, underlying, underlyings = [] } = spec;
  const names = underlying === undefined ? underlyings : [underlying];
  const assets = names.map((name, i) =>
    lookup.assetAt(underlying === undefined ? `${pointer}/underlyings/${i}` : `${pointer}/underlying`, name),
  );
  const observed = names.map((name) => ({ at: `${pointer}/expiry`, name }));
  const fixings = fixingsOf(date, observed, lookup);
  if (fixings === undefined) return live(assets, lookup.timeAt(`${pointer}/expiry`, date));
  const paid = amount(fixings);
  if (date >= lookup.valuationDate) {
    for (const [i, name] of names.entries()) lookup.happened({ date, event: 'fixed', description: `${name} was fixed at ${fixings[i]}` });
    return knownPayment(paid, 0);
  }
  lookup.happened({ date, event: 'paid', description: `${formatNumber(paid)} was paid` });
  return NOTHING;
}

/** The fixings of several assets on a date; undefined where the date is to come. A date on which only some are fixed is a fault. */
export function fixingsOf(date: string, observed: readonly Observed[], lookup: Lookup): readonly Price[] | undefined {
  const { fixingOn, report, valuationDate } = lookup;
  if (date > valuationDate) return undefined;
  const levels = observed.map(({ at: pointer, name }) => fixingOn(pointer, name, date));
  const missing = observed.filter((_, i) => levels[i] === undefined);
  if (missing.length === observed.length) return undefined;
  for (const { at: pointer, name } of missing)
    report(pointer, `must have fixings of all its assets on ${date} or of none; market.fixings lacks ${name}`);
  return levels.map((level) => level ?? Number.NaN);
}

type Condition = Spec<'conditional'>['condition'];

/** A contract under a barrier of which some dates, or a known event, may lie in the past. */
export function conditional({ contract, condition }: Spec<'conditional'>, inner: Contract, pointer: string, lookup: Lookup): Contract {
  const { underlying, level, direction, style, monitoringDates, monitoring = 'continuous', knocked } = condition;
  // The schema requires that the contract has exactly one underlying where the condition names none.
  const name = underlying ?? underlyings(contract)[0];
  const asset = underlying === undefined ? lookup.index(name!) : lookup.assetAt(`${pointer}/condition/underlying`, underlying);
  const reachedOn = knocked === undefined ? firstReached(condition, name!, pointer, lookup) : knownEvent(knocked, pointer, lookup);
  if (isNothing(inner)) return inner;
  const decided = (event: 'knocked_out' | 'knocked_in', date: string) =>
    lookup.happened({ date, event, description: `${name} reached ${formatNumber(level)}` });
  if (reachedOn !== undefined) {
    decided(style === 'knock_out' ? 'knocked_out' : 'knocked_in', reachedOn);
    return style === 'knock_out' ? NOTHING : inner;
  }
  const barrier = (on: Barrier['monitoring']): Contract => ({
    type: 'barrier',
    contract: inner,
    asset,
    level,
    direction,
    style,
    monitoring: on,
  });
  if (monitoringDates === undefined)
    return barrier(monitoring === 'continuous' ? monitoring : equallySpaced(act365f(lookup.valuationDate, horizon(contract)), monitoring));
  const remainingTimes = monitoringDates.flatMap((date, i) =>
    isKnown(date, name!, lookup) ? [] : [lookup.timeAt(`${pointer}/condition/monitoringDates/${i}`, date)],
  );
  if (remainingTimes.length > 0) return barrier(remainingTimes);
  if (style === 'knock_out') return inner;
  lookup.happened({
    date: monitoringDates[monitoringDates.length - 1]!,
    event: 'not_knocked_in',
    description: `${name} never reached ${formatNumber(level)}`,
  });
  return NOTHING;
}

const isKnown = (date: string, name: string, { valuationDate, fixingOn }: Lookup): boolean =>
  date < valuationDate || (date === valuationDate && fixingOn('', name, date) !== undefined);

/** The first past date on which a fixing was at or beyond the level. */
function firstReached(
  { monitoringDates = [], level, direction }: Condition,
  name: string,
  pointer: string,
  { fixingOn }: Lookup,
): string | undefined {
  for (const [i, date] of monitoringDates.entries()) {
    const fixing = fixingOn(`${pointer}/condition/monitoringDates/${i}`, name, date);
    if (fixing !== undefined && (direction === 'down' ? fixing <= level : fixing >= level)) return date;
  }
  return undefined;
}

/** The date of a known event, which must not be to come. */
export function knownEvent(date: string, place: string, { valuationDate, report }: Lookup, pointer = `${place}/condition/knocked`): string {
  if (date > valuationDate) report(pointer, `must not be after ${valuationDate}, the valuation date; got ${date}`);
  return date;
}
