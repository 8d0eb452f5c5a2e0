/**
 * Resolves the contract forms that observe one asset on several dates: Asian, lookback, cliquet and variance swap. Past dates are numbers:
 * they shift a strike, a bound or an amount wherever that is the whole effect, and enter the observable elsewhere.
 */
import type { Price, Years } from '../../base/units.js';
import type { Average, Contract, Observable, Option } from './contract.js';
import { DATES_PER_YEAR, equallySpaced, initialFixingOn, type Lookup, type Observations, observationsOn } from './lookup.js';
import { knownPayment, NOTHING, paidAtExpiry } from './seasoning.js';
import type { Spec } from './spec.js';
import { sum } from './sum.js';

type Sign = Option['sign'];

export const option = (of: Observable, strike: number, sign: Sign, time: Years): Contract => ({
  type: 'payoff',
  of,
  pays: { type: 'option', strike, sign },
  time,
});

const paysOption = (x: number, strike: number, sign: Sign): number => Math.max(sign * (x - strike), 0);

/** Whether the last date of a contract has passed, so that nothing of it is left. Its fixing of that date is then required. */
function hasPaid(expiry: string, at: string, name: string, { valuationDate, fixingOn, happened }: Lookup): boolean {
  if (expiry >= valuationDate) return false;
  fixingOn(at, name, expiry);
  happened({ date: expiry, event: 'paid', description: `the contract on ${name} made its payment` });
  return true;
}

/** The times of the dates to come, the valuation date among them where it is not fixed: its spot counts. @param at  JSON pointer to the list */
const timesOf = ({ toCome }: Observations, at: string, { timeAt }: Lookup): Years[] =>
  toCome.map(({ date, position }) => timeAt(`${at}/${position}`, date));

type AsianSpec = Spec<'asian_call' | 'asian_put'>;

function averageOver(
  dates: readonly string[],
  spec: AsianSpec,
  asset: number,
  at: string,
  lookup: Lookup,
): { readonly average: Average; readonly value: number | undefined } {
  const { averaging: mean = 'arithmetic', underlying } = spec;
  const observations = observationsOn(dates, underlying, at, lookup);
  const times = timesOf(observations, at, lookup);
  const terms = observations.fixed.map(({ level }) => (mean === 'arithmetic' ? level : Math.log(level)));
  const known = { count: terms.length, sum: terms.reduce((total, term) => total + term, 0) };
  const average = { type: 'average', mean, asset, times, ...(known.count > 0 && { known }) } as const;
  const value = times.length > 0 ? undefined : mean === 'arithmetic' ? known.sum / known.count : Math.exp(known.sum / known.count);
  return { average, value };
}

/**
 * Option on an average. With m of N fixings known, of sum P, an arithmetic one is n/N options on the average of the n = N − m dates to
 * come with strike (N K − P)/n; where that is not positive, a call is exercised for certain and a put never.
 */
function averageOption({ average, value }: ReturnType<typeof averageOver>, strike: Price, sign: Sign, time: Years): Contract {
  if (value !== undefined) return knownPayment(paysOption(value, strike, sign), time);
  const { known, ...unknown } = average;
  if (known === undefined || average.mean === 'geometric') return option(average, strike, sign, time);
  const n = average.times.length;
  const total = n + known.count;
  const shifted = (total * strike - known.sum) / n;
  if (shifted > 0) return sum([{ weight: n / total, contract: option(unknown, shifted, sign, time) }]);
  if (sign < 0) return knownPayment(0, time);
  return sum([
    { weight: n / total, contract: { type: 'payoff', of: unknown, pays: { type: 'clamped' }, time } },
    { weight: (-shifted * n) / total, contract: { type: 'cash', time } },
  ]);
}

export const asian =
  (sign: Sign) =>
  (spec: AsianSpec, _: unknown, at: string, lookup: Lookup): Contract => {
    const asset = lookup.assetAt(`${at}/underlying`, spec.underlying);
    if (hasPaid(spec.expiry, `${at}/expiry`, spec.underlying, lookup)) return NOTHING;
    const time = lookup.timeAt(`${at}/expiry`, spec.expiry);
    const { averaging: mean = 'arithmetic', observationDates = [], strikeDates = [], strike, monitoring } = spec;
    const out =
      monitoring === undefined
        ? averageOver(observationDates, spec, asset, `${at}/observationDates`, lookup)
        : { average: { type: 'average', mean, asset, times: equallySpaced(time, monitoring) } as const, value: undefined };
    if (strike !== undefined) return averageOption(out, strike, sign, time);
    const into = averageOver(strikeDates, spec, asset, `${at}/strikeDates`, lookup);
    if (into.value !== undefined) return averageOption(out, into.value, sign, time);
    return option({ type: 'difference', of: out.average, less: into.average }, 0, sign, time);
  };

/** The extreme of the observations so far, where any is known. */
function knownExtreme(
  spec: Spec<'lookback_call' | 'lookback_put'>,
  { fixed }: Observations,
  side: 'high' | 'low',
  at: string,
  lookup: Lookup,
) {
  const { startDate, extremeSoFar, underlying, observationDates } = spec;
  const { valuationDate, report } = lookup;
  if (observationDates === undefined) {
    if (startDate !== undefined && startDate > valuationDate)
      report(`${at}/startDate`, `must not be after ${valuationDate}, the valuation date; got ${startDate}`);
    if (startDate !== undefined && startDate < valuationDate && extremeSoFar === undefined)
      report(
        `${at}/extremeSoFar`,
        `is required, because ${underlying} was observed from ${startDate} on, before ${valuationDate}, the valuation date`,
      );
    return extremeSoFar === undefined ? undefined : { level: extremeSoFar, observesToday: true };
  }
  const initial = startDate === undefined ? undefined : initialFixingOn(startDate, underlying, `${at}/startDate`, lookup);
  const levels = [...(initial === undefined ? [] : [initial]), ...fixed.map(({ level }) => level)];
  if (levels.length === 0) return undefined;
  const level = side === 'high' ? Math.max(...levels) : Math.min(...levels);
  return { level, observesToday: startDate === valuationDate && initial === undefined };
}

export const lookback =
  (sign: Sign) =>
  (spec: Spec<'lookback_call' | 'lookback_put'>, _: unknown, at: string, lookup: Lookup): Contract => {
    const asset = lookup.assetAt(`${at}/underlying`, spec.underlying);
    if (hasPaid(spec.expiry, `${at}/expiry`, spec.underlying, lookup)) return NOTHING;
    const time = lookup.timeAt(`${at}/expiry`, spec.expiry);
    const { strike, underlying, observationDates, monitoring = 'continuous' } = spec;
    const observed = observationsOn(observationDates ?? [], underlying, `${at}/observationDates`, lookup);
    const floating = strike === undefined;
    // A call with a fixed strike looks back at the highest spot, one with a floating strike at the lowest.
    const side = (sign === 1) === floating ? 'low' : 'high';
    const known = knownExtreme(spec, observed, side, at, lookup);
    const on =
      observationDates !== undefined
        ? timesOf(observed, `${at}/observationDates`, lookup)
        : monitoring === 'continuous'
          ? monitoring
          : equallySpaced(time, monitoring);
    if (known !== undefined && !known.observesToday && on.length === 0) {
      if (!floating) return knownPayment(paysOption(known.level, strike, sign), time);
      return fromExtreme(spec, known.level, sign, at, lookup);
    }
    const of = { type: 'extreme', side, floating, asset, monitoring: on, ...(known && { known }) } as const;
    return floating ? { type: 'payoff', of, pays: { type: 'clamped' }, time } : option(of, strike, sign, time);
  };

/** The distance of the spot at expiry from an extreme that is known: sign·(S − extreme). */
const fromExtreme = (spec: Spec<'lookback_call' | 'lookback_put'>, extreme: Price, sign: Sign, at: string, lookup: Lookup): Contract =>
  paidAtExpiry(
    spec,
    at,
    lookup,
    ([spot]) => sign * (spot - extreme),
    ([asset], time) => {
      const call = { type: 'vanilla', asset, strike: extreme, time, sign: 1 } as const;
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
  at: string,
  lookup: Lookup,
): readonly Price[] {
  const initial = startDate === undefined ? undefined : initialFixingOn(startDate, underlying, `${at}/startDate`, lookup);
  if (lookup.seasoned && observed.fixed.length > 0 && initial === undefined)
    lookup.report(
      `${at}/startDate`,
      `must be a date before ${observationDates[0]}, the first observation, with a fixing of ${underlying}; ` +
        (startDate === undefined ? 'it is left out' : `got ${startDate}`),
    );
  if (initial === undefined && observationDates[0] === lookup.valuationDate && observed.fixed.length === 0)
    lookup.report(
      `${at}/observationDates/0`,
      `must be after ${lookup.valuationDate}, the date of the initial fixing, unless startDate is before it; got ${observationDates[0]}`,
    );
  return initial === undefined ? [] : [initial, ...observed.fixed.map(({ level }) => level)];
}

const clamp = (x: number, floor = Number.NEGATIVE_INFINITY, cap = Number.POSITIVE_INFINITY): number => Math.max(floor, Math.min(cap, x));
const less = (bound: number | undefined, known: number): number | undefined => (bound === undefined ? undefined : bound - known);

/** The sum of the returns known so far is an amount for certain, by which the bounds of the rest are nearer. */
export function cliquet(spec: Spec<'cliquet'>, _: unknown, at: string, lookup: Lookup): Contract {
  const { underlying, observationDates, localFloor: floor, localCap: cap, globalFloor, globalCap } = spec;
  const expiry = observationDates[observationDates.length - 1];
  const asset = lookup.assetAt(`${at}/underlying`, underlying);
  if (hasPaid(expiry, `${at}/observationDates/${observationDates.length - 1}`, underlying, lookup)) return NOTHING;
  const observed = observationsOn(observationDates, underlying, `${at}/observationDates`, lookup);
  const levels = knownLevels(spec, observed, at, lookup);
  const returns = levels.slice(1).map((level, i) => clamp(level / levels[i] - 1, floor, cap));
  const known = returns.reduce((total, each) => total + each, 0);
  const times = timesOf(observed, `${at}/observationDates`, lookup);
  if (times.length === 0) return knownPayment(clamp(known, globalFloor, globalCap), 0);
  const time = times[times.length - 1];
  const lastFixing = levels.at(-1);
  const rest: Contract = {
    type: 'payoff',
    of: { type: 'returns', asset, times, floor, cap, ...(lastFixing !== undefined && { lastFixing }) },
    pays: { type: 'clamped', floor: less(globalFloor, known), cap: less(globalCap, known) },
    time,
  };
  return returns.length === 0
    ? rest
    : sum([
        { weight: 1, contract: rest },
        { weight: known, contract: { type: 'cash', time } },
      ]);
}

/** Number of observations per year to which the variance over observationDates is scaled, where it is not given. */
const USUAL_PERIODS_PER_YEAR = 252;

/** The realised part of a variance is an amount for certain. */
export function varianceSwap(spec: Spec<'variance_swap'>, _: unknown, at: string, lookup: Lookup): Contract {
  const asset = lookup.assetAt(`${at}/underlying`, spec.underlying);
  if (hasPaid(spec.expiry, `${at}/expiry`, spec.underlying, lookup)) return NOTHING;
  const time = lookup.timeAt(`${at}/expiry`, spec.expiry);
  const { monitoring = 'daily', strikeVolatility, observationDates } = spec;
  const fixedLeg = -(strikeVolatility ** 2);
  const swap = (of: Observable, amount: number): Contract => ({
    type: 'sum',
    terms: [
      { weight: 1, contract: { type: 'payoff', of, pays: { type: 'clamped' }, time } },
      { weight: amount, contract: { type: 'cash', time } },
    ],
  });
  if (observationDates === undefined)
    return swap({ type: 'variance', asset, times: equallySpaced(time, monitoring), perYear: DATES_PER_YEAR[monitoring] }, fixedLeg);
  const observed = observationsOn(observationDates, spec.underlying, `${at}/observationDates`, lookup);
  const levels = knownLevels({ ...spec, observationDates }, observed, at, lookup);
  const perReturn = (spec.periodsPerYear ?? USUAL_PERIODS_PER_YEAR) / observationDates.length;
  const realised = levels.slice(1).reduce((total, level, i) => total + Math.log(level / levels[i]) ** 2, 0) * perReturn;
  const times = timesOf(observed, `${at}/observationDates`, lookup);
  if (times.length === 0) return knownPayment(realised + fixedLeg, time);
  const lastFixing = levels.at(-1);
  // The engine divides by the number of dates to come; the contract divides by that of all dates.
  const perYear = perReturn * times.length;
  return swap({ type: 'variance', asset, times, perYear, ...(lastFixing !== undefined && { lastFixing }) }, realised + fixedLeg);
}
