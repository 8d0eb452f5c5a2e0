/**
 * Future values of contracts on paths, by least squares.
 *
 * Each shift of the simulation fits its own regressions, on paths of its own that no exposure is taken from: a first pass over them finds the
 * ranges of the features, a second one accumulates the normal equations by QR updates, so that memory grows with neither paths nor dates. What is
 * regressed is what a group still pays, deflated to the date by the money-market account and counted in bonds to its last payment. So each shift
 * is an independent estimate, and the spread of the shifts has the error of the regressions in it. The bias that an exposure gets from them,
 * E[max(V + ε, 0)] − E[max(V, 0)], is of second order in ε.
 *
 * Barriers that have or have not been reached, and protections that are lost, have regressions of their own.
 */

import { EngineFailure } from '../../../base/failure.js';
import type { Years } from '../../../base/units.js';
import { powerOfTwo } from '../../../math/elementary/binary.js';
import { exp } from '../../../math/elementary/exp.js';
import { type CrossAssetModel, type DatedLogarithms, type LinearForm, logarithmsAt } from '../../../model/cross-asset.js';
import type { ContractAsset, ContractTerms } from '../../../product/trade/terms.js';
import { type Layout, type Row, STREAMS } from '../../../random/lattice.js';
import { SAME_TIME, sameTime } from '../../emit/grid.js';
import { plus } from '../paths/dated-terms.js';
import { exponentialOf } from '../paths/path-values.js';
import { BATCH, dimensionsOf, type PathPlan, pathPlan, simulateRow } from '../paths/state-paths.js';
import { openBasis, openSharedArrays } from './contract-basis.js';
import { type Group, groupsOf, groupWork, paymentTimesOf, sizeOf, spotForm } from './contract-groups.js';
import { type GroupPaths, openGroupPaths } from './contract-paths.js';
import { type DatedRegression, openRegression } from './contract-regression.js';

/** Paths of a shift on which regressions are fitted: so many at least, and no more than a row has. */
const MIN_LOG2_POINTS = 11;
const MAX_FIT_LOG2_POINTS = 12;

/** Paths on which a shift fits regressions, as a power of two. */
export const fittedLog2Points = ({ log2Points }: Layout): number => Math.min(Math.max(log2Points, MIN_LOG2_POINTS), MAX_FIT_LOG2_POINTS);

/** The payments of contracts and their dates, before anything is built. */
interface ContractOutline {
  readonly contracts: readonly ContractTerms[];
  /** The groups of all contracts, in their order. */
  readonly groups: readonly Group[];
  /** Dates on which contracts are valued, increasing; the first is today. */
  readonly times: readonly Years[];
  /** The dates of the paths of the regressions. */
  readonly dates: readonly Years[];
  readonly log2Points: number;
  /** Groups, as indices, whose regressions are fitted together: their sums fit into the memory of a portion. */
  readonly portions: readonly (readonly number[])[];
}

export interface ContractPlan extends ContractOutline {
  readonly model: CrossAssetModel;
  /** Paths of the regressions: to the last payment. */
  readonly paths: PathPlan;
  /** Remembered: every shift asks for every date. */
  readonly logsAt: (time: Years) => DatedLogarithms;
}

/** Most values of groups of payments over the dates: each is a regression with its coefficients, of some kilobytes. */
const MAX_DATED_REGRESSIONS = 40_000;

/**
 * Refuses more contracts than a simulation may have before their terms are built, which takes longer: each has one value at least at every date that it lives to.
 *
 * @param ends   last payments of the contracts
 * @param times  increasing
 * @throws EngineFailure `cost`
 */
export function requireFewContracts(ends: readonly Years[], times: readonly Years[]): void {
  const values = ends.reduce((sum, end) => sum + [0, ...times].filter((time) => end - time >= SAME_TIME).length, 0);
  if (values > MAX_DATED_REGRESSIONS)
    throw new EngineFailure(
      'cost',
      `trades have ${ends.length} contracts, which at ${times.length + 1} dates are at least ${values} values; the limit is ${MAX_DATED_REGRESSIONS}`,
    );
}

/**
 * @param times  on which contracts are valued
 * @throws EngineFailure `cost` where there would be more regressions than a simulation may have
 */
export function outlineContracts(
  model: CrossAssetModel,
  contracts: readonly ContractTerms[],
  times: readonly Years[],
  layout: Layout,
): ContractOutline | undefined {
  if (contracts.length === 0) return undefined;
  const groups = contracts.flatMap((terms) => groupsOf(terms, model));
  const end = Math.max(0, ...groups.map((group) => group.end));
  const valued = [0, ...times.filter((time) => time >= SAME_TIME)];
  const regressions = groups.reduce((sum, group) => sum + valued.filter((time) => group.end - time >= SAME_TIME).length, 0);
  if (regressions > MAX_DATED_REGRESSIONS)
    throw new EngineFailure(
      'cost',
      `trades have ${groups.length} payments of contracts under barriers of their own or on assets of their own, which at ${valued.length} dates are ${regressions} values; the limit is ${MAX_DATED_REGRESSIONS}`,
    );
  // Contracts share most of their dates: a list of all of them would be millions long.
  const distinct = new Set(times);
  for (const group of groups) for (const date of group.dates) distinct.add(date);
  const dates = [...distinct].filter((time) => time >= SAME_TIME && time - end < SAME_TIME).sort((a, b) => a - b);
  return {
    contracts,
    groups,
    times: valued,
    dates: dates.filter((date, i) => i === 0 || date - dates[i - 1]! >= SAME_TIME),
    log2Points: fittedLog2Points(layout),
    portions: portionsOf(groups, valued.length, powerOfTwo(fittedLog2Points(layout))),
  };
}

export const contractPlan = (model: CrossAssetModel, outline: ContractOutline): ContractPlan => ({
  ...outline,
  model,
  paths: pathPlan(model, outline.dates),
  logsAt: remembered(model),
});

function remembered(model: CrossAssetModel): ContractPlan['logsAt'] {
  const memo = new Map<Years, DatedLogarithms>();
  return (time) => {
    const logs = memo.get(time) ?? logarithmsAt(model, time);
    memo.set(time, logs);
    return logs;
  };
}

/** Numbers that the regressions of a portion may hold while they are fitted: 32 MiB. */
const MAX_PORTION_NUMBERS = powerOfTwo(22);
/** Numbers of the triangle of one regression, about: some forty functions. */
const NUMBERS_PER_REGRESSION = 1_600;

/** Consecutive groups, as many as a portion may hold and one at least. What a group is fitted to does not depend on the others. */
function portionsOf(groups: readonly Group[], times: number, points: number): number[][] {
  const portions: number[][] = [];
  let capacity = 0;
  groups.forEach((group, g) => {
    const size = group.exact ? 0 : points * (1 + 2 * group.controls.length) + times * patternsOf(group) * NUMBERS_PER_REGRESSION;
    if (g === 0 || size > capacity) {
      portions.push([]);
      capacity = MAX_PORTION_NUMBERS;
    }
    portions[portions.length - 1]!.push(g);
    capacity -= size;
  });
  return portions;
}

/** Regressions of a date that barriers tell apart. */
const patternsOf = (group: Group): number =>
  powerOfTwo(group.conditions.filter(({ style }) => style === 'in').length) *
  (group.kind === 'autocall' && group.claim.protection.length > 0 ? 2 : 1);

/** Dates of a contract up to a time, which its paths have to visit. */
export const datesUpTo = ({ groups }: ContractPlan, last: Years): Years[] =>
  groups.flatMap(({ dates }) => dates.filter((date) => date >= SAME_TIME && date - last < SAME_TIME));

/** Random numbers of all regressions, two passes each, and the formulas of their bases. */
export const fittingCost = ({ paths, log2Points, groups, times, portions }: ContractPlan, { shifts }: Layout): number =>
  2 *
  shifts *
  powerOfTwo(log2Points) *
  (portions.length * dimensionsOf(paths) +
    groups.filter(({ exact }) => !exact).reduce((sum, group) => sum + times.length * sizeOf(group), 0));

/** Evaluations (cost.ts) of all regressions and of what their paths observe. */
export function contractWork(outline: ContractOutline, layout: Layout): number {
  const { log2Points, groups, portions, dates } = outline;
  const drawn = 2 * layout.shifts * powerOfTwo(log2Points) * portions.length * dates.length * PER_DRAWN_DATE;
  return groups.reduce((sum, group) => sum + groupWork(group, outline, layout), drawn);
}

/** Drawing the state of a date again. */
const PER_DRAWN_DATE = 10;

/** Follows all groups along the paths of a batch. */
interface ContractWalk {
  readonly paths: readonly GroupPaths[];
  /** Moves to a date; the first date of a batch begins its paths. */
  readonly move: (date: number, states: readonly Float64Array[], count: number) => void;
}

/** @param dates  of the paths */
function openWalk({ model, logsAt }: ContractPlan, groups: readonly Group[], dates: readonly Years[]): ContractWalk {
  const paths = groups.map((group) => openGroupPaths(group, model.market));
  /** Per date: the groups that visit it, and the spots that they observe, each once. */
  const visits = dates.map(() => ({ groups: [] as number[], forms: new Map<string, LinearForm>() }));
  groups.forEach(({ terms, assets, dates: observationDates }, g) => {
    for (const time of new Set(observationDates)) {
      const date = indexOfTime(dates, time);
      if (date < 0 || visits[date]!.groups.at(-1) === g) continue;
      const { groups: visitors, forms } = visits[date]!;
      visitors.push(g);
      for (const asset of assets) {
        const key = keyOfAsset(terms.assets[asset]!);
        if (!forms.has(key)) forms.set(key, spotForm(logsAt(dates[date]!), terms.assets[asset]!));
      }
    }
  });
  const spots = new Map<string, Float64Array>();
  const spotsOf = (key: string): Float64Array => {
    const spot = spots.get(key) ?? new Float64Array(BATCH);
    spots.set(key, spot);
    return spot;
  };
  return {
    paths,
    move: (date, states, count) => {
      if (date === 0) for (const each of paths) each.start();
      for (const [key, { loads, constant }] of visits[date]!.forms) exponentialOf(loads, constant, states, count, spotsOf(key));
      for (const g of visits[date]!.groups)
        paths[g]!.move(dates[date]!, (asset) => spotsOf(keyOfAsset(groups[g]!.terms.assets[asset]!)), count);
    },
  };
}

const keyOfAsset = (asset: ContractAsset): string => (asset.kind === 'share' ? `share ${asset.share}` : `rate ${asset.one} ${asset.other}`);

/** Index of a time among increasing ones; −1 where it is not among them. */
function indexOfTime(times: readonly Years[], time: Years): number {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle]! < time && !sameTime(times[middle]!, time)) low = middle + 1;
    else high = middle;
  }
  return low < times.length && sameTime(times[low]!, time) ? low : -1;
}

/** Future values of all groups on a date's paths. */
interface GroupFit {
  readonly group: Group;
  /** Per time; absent from the last payment on. */
  readonly dated: readonly (DatedRegression | undefined)[];
}

export interface ContractFits {
  readonly plan: ContractPlan;
  readonly groups: readonly GroupFit[];
  /** Value today of one of each contract, in the reporting currency. */
  readonly today: readonly number[];
}

/** Fits the regressions of a shift, a portion after the other, all on the same paths. */
export function fitContracts(plan: ContractPlan, seed: number, shift: number): ContractFits {
  const { contracts, groups, portions } = plan;
  const fitted = portions.map((portion) =>
    fitPortion(
      plan,
      portion.map((g) => groups[g]!),
      seed,
      shift,
    ),
  );
  const values = fitted.flatMap(({ today }) => today);
  return {
    plan,
    groups: fitted.flatMap(({ fits }) => fits),
    today: contracts.map((terms) => groups.reduce((sum, group, g) => (group.terms === terms ? sum + values[g]! : sum), 0)),
  };
}

function fitPortion(
  plan: ContractPlan,
  groups: readonly Group[],
  seed: number,
  shift: number,
): { readonly fits: readonly GroupFit[]; readonly today: readonly number[] } {
  const { model, times, paths, log2Points, logsAt } = plan;
  const points = powerOfTwo(log2Points);
  const row: Row = { shift, residue: 0, log2Points, width: points };
  const shared = openSharedArrays();
  const fits = groups.map(
    (group): GroupFit => ({
      group,
      dated: times.map((time) =>
        group.end - time < SAME_TIME ? undefined : openRegression(openBasis(model, logsAt(time), group, time, shared)),
      ),
    }),
  );
  const timeAt = paths.dates.map((date) => indexOfTime(times, date));
  const accounts = paths.dates.map((date) => logsAt(date).account);
  const currencies = [...new Set(groups.map(({ terms }) => terms.currency))];
  /** The deflated value of a unit of each currency on the paths of a batch. */
  const deflated = new Map(currencies.map((currency) => [currency, new Float64Array(BATCH)]));
  const deflatedAt = (currency: number, date: number, states: readonly Float64Array[], count: number): Float64Array => {
    const discounts = deflated.get(currency) ?? new Float64Array(BATCH);
    const { loads, constant } = plus(logsAt(paths.dates[date]!).exchangeRate(currency), accounts[date]!, -1);
    exponentialOf(loads, constant, states, count, discounts);
    return discounts;
  };
  const paidOn = groups.map((group) => new Set(paymentTimesOf(group).map((time) => indexOfTime(paths.dates, time))));
  const amount = new Float64Array(BATCH);

  /** Goes over the paths; `receive` is given what each has been paid so far of a group, deflated, on each date on which it pays or is valued. */
  const pass = (
    receive: (
      g: number,
      date: number,
      groupPaths: GroupPaths,
      states: readonly Float64Array[],
      soFar: Float64Array,
      first: number,
      count: number,
    ) => void,
  ): void => {
    const walk = openWalk(plan, groups, paths.dates);
    const [paidBefore, soFar] = [groups, groups].map((list) => list.map(() => new Float64Array(BATCH)));
    const visit = (date: number, states: readonly Float64Array[], first: number, count: number): void => {
      walk.move(date, states, count);
      const units = new Map<number, Float64Array>();
      groups.forEach(({ exact, terms: { currency } }, g) => {
        if (exact) return;
        const { paid } = walk.paths[g]!;
        if (date === 0) for (const list of [paidBefore, soFar]) list![g]!.fill(0);
        if (paidOn[g]!.has(date)) {
          const unit = units.get(currency) ?? deflatedAt(currency, date, states, count);
          units.set(currency, unit);
          for (let p = 0; p < count; p++) soFar![g]![p] = soFar![g]![p]! + unit[p]! * (paid[p]! - paidBefore![g]![p]!);
          paidBefore![g]!.set(paid);
        }
        if (paidOn[g]!.has(date) || timeAt[date]! >= 0) receive(g, date, walk.paths[g]!, states, soFar![g]!, first, count);
      });
    };
    simulateRow(paths, row, seed, visit, STREAMS.fitting);
  };

  /** Σ of what each group pays on each path, deflated. */
  const totals = groups.map(() => new Float64Array(points));
  /** The deflated payments of its controls at its end, two each. */
  const controlled = groups.map(({ controls }) => controls.flatMap(() => [new Float64Array(points), new Float64Array(points)]));
  const spot = new Float64Array(BATCH);
  const payControls = (g: number, date: number, states: readonly Float64Array[], first: number, count: number): void => {
    const logs = logsAt(paths.dates[date]!);
    const unit = deflatedAt(groups[g]!.terms.currency, date, states, count);
    groups[g]!.controls.forEach(({ asset, strike }, i) => {
      const form = spotForm(logs, groups[g]!.terms.assets[asset]!);
      exponentialOf(form.loads, form.constant, states, count, spot);
      const [heldSum, called] = controlled[g]!.slice(2 * i, 2 * i + 2);
      for (let p = 0; p < count; p++) {
        heldSum![first + p] = unit[p]! * spot[p]!;
        called![first + p] = unit[p]! * Math.max(spot[p]! - strike, 0);
      }
    });
  };
  if (groups.some(({ exact }) => !exact)) {
    pass((g, date, groupPaths, states, soFar, first, count) => {
      totals[g]!.set(soFar.subarray(0, count), first);
      if (sameTime(paths.dates[date]!, groups[g]!.end)) payControls(g, date, states, first, count);
      if (timeAt[date]! >= 0) fits[g]!.dated[timeAt[date]!]?.look(groupPaths, states, count);
    });
    const unpaid = new Float64Array(BATCH);
    pass((g, date, groupPaths, states, soFar, first, count) => {
      const regression = timeAt[date]! >= 0 ? fits[g]!.dated[timeAt[date]!] : undefined;
      if (regression === undefined) return;
      const { loads, constant } = plus(accounts[date]!, regression.basis.unit, -1);
      exponentialOf(loads, constant, states, count, amount);
      for (let p = 0; p < count; p++) unpaid[p] = amount[p]! * (totals[g]![first + p]! - soFar[p]!);
      const controls = controlled[g]!.map((paid) => {
        const now = new Float64Array(count);
        for (let p = 0; p < count; p++) now[p] = amount[p]! * paid[first + p]!;
        return now;
      });
      regression.add(groupPaths, states, unpaid, controls, count);
    });
    for (const { group, dated } of fits) if (!group.exact) for (const each of dated) each?.solve();
  }
  const todayOf = ({ group, dated }: GroupFit, g: number): number => {
    if (!group.exact) return totals[g]!.reduce((sum, value) => sum + value, 0) / points;
    const [basis] = dated.map((each) => each?.basis);
    if (basis === undefined) return 0;
    basis.evaluate(
      openGroupPaths(group, model.market),
      model.coordinates.map(() => new Float64Array(1)),
      1,
    );
    return exp(basis.unit.constant) * basis.forms[0]![0]!;
  };
  return { fits, today: fits.map(todayOf) };
}

/** Values of contracts on the paths of a batch. */
interface ContractValues {
  /** Moves to a date of the paths. */
  readonly move: ContractWalk['move'];
  /** The amount that each group has paid so far, in the currency of its contract: the arrays are reused. */
  readonly paid: readonly Float64Array[];
  /**
   * The value of one of a contract, in the reporting currency.
   *
   * @param time   among the times of the plan
   * @param since  what each group had been paid up to the time from which payments count as unpaid; absent: payments up to now do not count
   */
  readonly valuesOf: (
    contract: number,
    time: number,
    states: readonly Float64Array[],
    since: readonly Float64Array[] | undefined,
    count: number,
    into: Float64Array,
  ) => void;
}

/** @param dates  of the paths */
export function openContractValues({ plan, groups }: ContractFits, dates: readonly Years[]): ContractValues {
  const walk = openWalk(plan, plan.groups, dates);
  const rates = plan.times.map((time) => {
    const logs = plan.logsAt(time);
    return plan.contracts.map(({ currency }) => logs.exchangeRate(currency));
  });
  const [values, unit] = [new Float64Array(BATCH), new Float64Array(BATCH)];
  return {
    move: walk.move,
    paid: walk.paths.map(({ paid }) => paid),
    valuesOf: (contract, time, states, since, count, into) => {
      into.fill(0, 0, count);
      const terms = plan.contracts[contract];
      groups.forEach(({ group, dated }, g) => {
        if (group.terms !== terms) return;
        const groupPaths = walk.paths[g]!;
        const regression = dated[time];
        if (regression !== undefined) {
          if (group.exact) {
            regression.basis.evaluate(groupPaths, states, count);
            values.set(regression.basis.forms[0]!.subarray(0, count));
          } else regression.evaluate(groupPaths, states, count, values);
          const { loads, constant } = regression.basis.unit;
          exponentialOf(loads, constant, states, count, unit);
          for (let p = 0; p < count; p++) into[p] = into[p]! + unit[p]! * values[p]!;
        }
        if (since === undefined) return;
        const { loads, constant } = rates[time]![contract]!;
        exponentialOf(loads, constant, states, count, unit);
        for (let p = 0; p < count; p++) into[p] = into[p]! + unit[p]! * (groupPaths.paid[p]! - since[g]![p]!);
      });
    },
  };
}
