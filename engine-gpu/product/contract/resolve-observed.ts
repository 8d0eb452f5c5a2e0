/**
 * Resolves the contract forms that observe one asset on several dates: Asian, lookback, cliquet and variance swap. Past dates are numbers:
 * they shift a strike, a bound or an amount wherever that is the whole effect, and enter the observable elsewhere.
 */
import type { Price, Years } from '../../base/units.js';
import { exp } from '../../math/elementary/exp.js';
import { log } from '../../math/elementary/log.js';
import { squareOf } from '../../math/elementary/pow.js';
import type { Average, Contract, Observable, Option } from './contract.js';
import { DATES_PER_YEAR, equallySpaced, initialFixingOn, type Lookup, type Observations, observationsOn } from './lookup.js';
import { knownPayment, NOTHING, paidAtExpiry } from './seasoning.js';
import type { Spec } from './spec-type.js';
import { sum } from './sum.js';

type Sign = Option['sign'];

export const option = (observable: Observable, strike: number, sign: Sign, time: Years): Contract => ({
  type: 'payoff',
  of: observable,
  pays: { type: 'option', strike, sign },
  time,
});

const paysOption = (x: number, strike: number, sign: Sign): number => Math.max(sign * (x - strike), 0);

/** True if the last date of a contract has passed, so that nothing of it remains. Its fixing of that date is then required. */
function hasPaid(expiry: string, pointer: string, name: string, { valuationDate, fixingOn, happened }: Lookup): boolean {
  if (expiry >= valuationDate) return false;
  fixingOn(pointer, name, expiry);
  happened({ date: expiry, event: 'paid', description: `the contract on ${name} made its payment` });
  return true;
}

/** The times of the dates to come, the valuation date among them where it is not fixed: its spot counts. @param at  JSON pointer to the list */
const timesOf = ({ toCome }: Observations, pointer: string, { timeAt }: Lookup): Years[] =>
  toCome.map(({ date, position }) => timeAt(`${pointer}/${position}`, date));

type AsianSpec = Spec<'asian_call' | 'asian_put'>;

function averageOver(
  dates: readonly string[],
  spec: AsianSpec,
  asset: number,
  pointer: string,
  lookup: Lookup,
): { readonly average: Average; readonly value: number | undefined } {
  const { averaging: mean = 'arithmetic', underlying } = spec;
  const observations = observationsOn(dates, underlying, pointer, lookup);
  const times = timesOf(observations, pointer, lookup);
  const terms = observations.fixed.map(({ level }) => (mean === 'arithmetic' ? level : log(level)));
  const past = { count: terms.length, sum: terms.reduce((total, term) => total + term, 0) };
  const average = { type: 'average', mean, asset, times, ...(past.count > 0 && { known: past }) } as const;
  const value = times.length > 0 ? undefined : mean === 'arithmetic' ? past.sum / past.count : exp(past.sum / past.count);
  return { average, value };
}

/**
 * Option on an average. With m of N fixings known, of sum P, an arithmetic one is n/N options on the average of the n = N − m dates to
 * come with strike (N K − P)/n; where that is not positive, a call is exercised for certain and a put never.
 */
function averageOption({ average, value }: ReturnType<typeof averageOver>, strike: Price, sign: Sign, time: Years): Contract {
  if (value !== undefined) return knownPayment(paysOption(value, strike, sign), time);
  const { known: past, ...unknown } = average;
  if (past === undefined || average.mean === 'geometric') return option(average, strike, sign, time);
  const n = average.times.length;
  const total = n + past.count;
  const shifted = (total * strike - past.sum) / n;
  if (shifted > 0) return sum([{ weight: n / total, contract: option(unknown, shifted, sign, time) }]);
  if (sign < 0) return knownPayment(0, time);
  return sum([
    { weight: n / total, contract: { type: 'payoff', of: unknown, pays: { type: 'clamped' }, time } },
    { weight: (-shifted * n) / total, contract: { type: 'cash', time } },
  ]);
}

export const asian =
  (sign: Sign) =>
  (spec: AsianSpec, _: unknown, pointer: string, lookup: Lookup): Contract => {
    const asset = lookup.assetAt(`${pointer}/underlying`, spec.underlying);
    if (hasPaid(spec.expiry, `${pointer}/expiry`, spec.underlying, lookup)) return NOTHING;
    const time = lookup.timeAt(`${pointer}/expiry`, spec.expiry);
    const { averaging: mean = 'arithmetic', observationDates = [], strikeDates = [], strike, monitoring } = spec;
    const averageOut =
      monitoring === undefined
        ? averageOver(observationDates, spec, asset, `${pointer}/observationDates`, lookup)
        : { average: { type: 'average', mean, asset, times: equallySpaced(time, monitoring) } as const, value: undefined };
    if (strike !== undefined) return averageOption(averageOut, strike, sign, time);
    const into = averageOver(strikeDates, spec, asset, `${pointer}/strikeDates`, lookup);
    if (into.value !== undefined) return averageOption(averageOut, into.value, sign, time);
    return option({ type: 'difference', of: averageOut.average, less: into.average }, 0, sign, time);
  };

/** The extreme of the observations so far, where any is known. */
function knownExtreme(
  spec: Spec<'lookback_call' | 'lookback_put'>,
  { fixed }: Observations,
  side: 'high' | 'low',
  pointer: string,
  lookup: Lookup,
) {
  const { startDate, extremeSoFar, underlying, observationDates } = spec;
  const { valuationDate, report } = lookup;
  if (observationDates === undefined) {
    if (startDate !== undefined && startDate > valuationDate)
      report(`${pointer}/startDate`, `must not be after ${valuationDate}, the valuation date; got ${startDate}`);
    if (startDate !== undefined && startDate < valuationDate && extremeSoFar === undefined)
      report(
        `${pointer}/extremeSoFar`,
        `is required, because ${underlying} was observed from ${startDate} on, before ${valuationDate}, the valuation date`,
      );
    return extremeSoFar === undefined ? undefined : { level: extremeSoFar, observesToday: true };
  }
  const initial = startDate === undefined ? undefined : initialFixingOn(startDate, underlying, `${pointer}/startDate`, lookup);
  const levels = [...(initial === undefined ? [] : [initial]), ...fixed.map(({ level }) => level)];
  if (levels.length === 0) return undefined;
  const level = side === 'high' ? Math.max(...levels) : Math.min(...levels);
  return { level, observesToday: startDate === valuationDate && initial === undefined };
}

export const lookback =
  (sign: Sign) =>
  (spec: Spec<'lookback_call' | 'lookback_put'>, _: unknown, pointer: string, lookup: Lookup): Contract => {
    const asset = lookup.assetAt(`${pointer}/underlying`, spec.underlying);
    if (hasPaid(spec.expiry, `${pointer}/expiry`, spec.underlying, lookup)) return NOTHING;
    const time = lookup.timeAt(`${pointer}/expiry`, spec.expiry);
    const { strike, underlying, observationDates, monitoring = 'continuous' } = spec;
    const observed = observationsOn(observationDates ?? [], underlying, `${pointer}/observationDates`, lookup);
    const floating = strike === undefined;
    // A call with a fixed strike looks back at the highest spot, one with a floating strike at the lowest.
    const side = (sign === 1) === floating ? 'low' : 'high';
    const past = knownExtreme(spec, observed, side, pointer, lookup);
    const on =
      observationDates !== undefined
        ? timesOf(observed, `${pointer}/observationDates`, lookup)
        : monitoring === 'continuous'
          ? monitoring
          : equallySpaced(time, monitoring);
    if (past !== undefined && !past.observesToday && on.length === 0) {
      if (!floating) return knownPayment(paysOption(past.level, strike, sign), time);
      return fromExtreme(spec, past.level, sign, pointer, lookup);
    }
    const observable = { type: 'extreme', side, floating, asset, monitoring: on, ...(past && { known: past }) } as const;
    return floating ? { type: 'payoff', of: observable, pays: { type: 'clamped' }, time } : option(observable, strike, sign, time);
  };

/** The distance of the spot at expiry from an extreme that is known: sign·(S − extreme). */
const fromExtreme = (spec: Spec<'lookback_call' | 'lookback_put'>, extreme: Price, sign: Sign, pointer: string, lookup: Lookup): Contract =>
  paidAtExpiry(
    spec,
    pointer,
    lookup,
    ([spot]) => sign * (spot! - extreme),
    ([asset], time) => {
      const call = { type: 'vanilla', asset: asset!, strike: extreme, time, sign: 1 } as const;
      return sum([
        { weight: sign, contract: call },
        { weight: -sign, contract: { ...call, sign: -1 } },
      ]);
    },
  );

/** The levels between which the returns of a schedule are taken, as far as they are known: the first is the initial fixing. */
function knownLevels(
  { startDate, underlying, observationDates }: { startDate?: string | undefined; underlying: string; observationDates: readonly string[] },
  observed: Observations,
  pointer: string,
  lookup: Lookup,
): readonly Price[] {
  const initial = startDate === undefined ? undefined : initialFixingOn(startDate, underlying, `${pointer}/startDate`, lookup);
  if (lookup.seasoned && observed.fixed.length > 0 && initial === undefined)
    lookup.report(
      `${pointer}/startDate`,
      `must be a date before ${observationDates[0]}, the first observation, with a fixing of ${underlying}; ` +
        (startDate === undefined ? 'it is left out' : `got ${startDate}`),
    );
  if (initial === undefined && observationDates[0] === lookup.valuationDate && observed.fixed.length === 0)
    lookup.report(
      `${pointer}/observationDates/0`,
      `must be after ${lookup.valuationDate}, the date of the initial fixing, unless startDate is before it; got ${observationDates[0]}`,
    );
  return initial === undefined ? [] : [initial, ...observed.fixed.map(({ level }) => level)];
}

const clamp = (x: number, floor = Number.NEGATIVE_INFINITY, cap = Number.POSITIVE_INFINITY): number => Math.max(floor, Math.min(cap, x));
const less = (bound: number | undefined, sum: number): number | undefined => (bound === undefined ? undefined : bound - sum);

/** The sum of the returns known so far is an amount for certain, by which the bounds of the rest are nearer. */
export function cliquet(spec: Spec<'cliquet'>, _: unknown, pointer: string, lookup: Lookup): Contract {
  const { underlying, observationDates, localFloor: floor, localCap: cap, globalFloor, globalCap } = spec;
  const expiry = observationDates[observationDates.length - 1]!;
  const asset = lookup.assetAt(`${pointer}/underlying`, underlying);
  if (hasPaid(expiry, `${pointer}/observationDates/${observationDates.length - 1}`, underlying, lookup)) return NOTHING;
  const observed = observationsOn(observationDates, underlying, `${pointer}/observationDates`, lookup);
  const levels = knownLevels(spec, observed, pointer, lookup);
  const returns = levels.slice(1).map((level, i) => clamp(level / levels[i]! - 1, floor, cap));
  const pastReturn = returns.reduce((total, each) => total + each, 0);
  const times = timesOf(observed, `${pointer}/observationDates`, lookup);
  if (times.length === 0) return knownPayment(clamp(pastReturn, globalFloor, globalCap), 0);
  const time = times[times.length - 1]!;
  const lastFixing = levels.at(-1);
  const rest: Contract = {
    type: 'payoff',
    of: { type: 'returns', asset, times, floor, cap, ...(lastFixing !== undefined && { lastFixing }) },
    pays: { type: 'clamped', floor: less(globalFloor, pastReturn), cap: less(globalCap, pastReturn) },
    time,
  };
  return returns.length === 0
    ? rest
    : sum([
        { weight: 1, contract: rest },
        { weight: pastReturn, contract: { type: 'cash', time } },
      ]);
}

/** Number of observations per year to which the variance over observationDates is scaled, where it is not given. */
const USUAL_PERIODS_PER_YEAR = 252;

/** The realised part of a variance is an amount for certain. */
export function varianceSwap(spec: Spec<'variance_swap'>, _: unknown, pointer: string, lookup: Lookup): Contract {
  const asset = lookup.assetAt(`${pointer}/underlying`, spec.underlying);
  if (hasPaid(spec.expiry, `${pointer}/expiry`, spec.underlying, lookup)) return NOTHING;
  const time = lookup.timeAt(`${pointer}/expiry`, spec.expiry);
  const { monitoring = 'daily', strikeVolatility, observationDates } = spec;
  const fixedLeg = -(strikeVolatility * strikeVolatility);
  const swap = (observable: Observable, amount: number): Contract => ({
    type: 'sum',
    terms: [
      { weight: 1, contract: { type: 'payoff', of: observable, pays: { type: 'clamped' }, time } },
      { weight: amount, contract: { type: 'cash', time } },
    ],
  });
  if (observationDates === undefined)
    return swap({ type: 'variance', asset, times: equallySpaced(time, monitoring), perYear: DATES_PER_YEAR[monitoring] }, fixedLeg);
  const observed = observationsOn(observationDates, spec.underlying, `${pointer}/observationDates`, lookup);
  const levels = knownLevels({ ...spec, observationDates }, observed, pointer, lookup);
  const perReturn = (spec.periodsPerYear ?? USUAL_PERIODS_PER_YEAR) / observationDates.length;
  const realised = levels.slice(1).reduce((total, level, i) => total + squareOf(log(level / levels[i]!)), 0) * perReturn;
  const times = timesOf(observed, `${pointer}/observationDates`, lookup);
  if (times.length === 0) return knownPayment(realised + fixedLeg, time);
  const lastFixing = levels.at(-1);
  // The engine divides by the number of dates to come; the contract divides by that of all dates.
  const perYear = perReturn * times.length;
  return swap({ type: 'variance', asset, times, perYear, ...(lastFixing !== undefined && { lastFixing }) }, realised + fixedLeg);
}
