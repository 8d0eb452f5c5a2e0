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
import type { Years } from '../../base/units.js';
import { type CrossAssetModel, logarithmsAt } from '../../model/cross-asset.js';
import type { ContractTerms } from '../../product/trade/terms.js';
import { type Layout, type Row, STREAMS } from '../../random/lattice.js';
import { SAME_TIME, sameTime } from '../emit/grid.js';
import { openBasis } from './contract-basis.js';
import { type Group, groupsOf, spotForm } from './contract-groups.js';
import { type GroupPaths, openGroupPaths } from './contract-paths.js';
import { type DatedRegression, openRegression } from './contract-regression.js';
import { exponentialOf } from './path-values.js';
import { BATCH, dimensionsOf, type PathPlan, pathPlan, simulateRow } from './state-paths.js';
import { plus } from './value-terms.js';

export interface ContractPlan {
  readonly model: CrossAssetModel;
  readonly contracts: readonly ContractTerms[];
  /** Of all contracts, in their order. */
  readonly groups: readonly Group[];
  /** Dates on which contracts are valued, increasing; the first is today. */
  readonly times: readonly Years[];
  /** Paths of the regressions: to the last payment. */
  readonly paths: PathPlan;
  readonly log2Points: number;
}

/** Paths of a shift on which regressions are fitted: so many at least, and no more than a row has. */
const MIN_LOG2_POINTS = 11;
const MAX_LOG2_POINTS = 12;

/** @param times  on which contracts are valued */
export function contractPlan(
  model: CrossAssetModel,
  contracts: readonly ContractTerms[],
  times: readonly Years[],
  { log2Points }: Layout,
): ContractPlan | undefined {
  const groups = contracts.flatMap((terms) => groupsOf(terms, model));
  if (contracts.length === 0) return undefined;
  const end = Math.max(0, ...groups.map((group) => group.end));
  const dates = [...times, ...groups.flatMap((group) => group.dates)]
    .filter((time) => time >= SAME_TIME && time - end < SAME_TIME)
    .sort((a, b) => a - b);
  return {
    model,
    contracts,
    groups,
    times: [0, ...times.filter((time) => time >= SAME_TIME)],
    paths: pathPlan(
      model,
      dates.filter((date, i) => i === 0 || date - dates[i - 1] >= SAME_TIME),
    ),
    log2Points: Math.min(Math.max(log2Points, MIN_LOG2_POINTS), MAX_LOG2_POINTS),
  };
}

/** Dates of a contract up to a time, which its paths have to visit. */
export const datesUpTo = ({ groups }: ContractPlan, last: Years): Years[] =>
  groups.flatMap(({ dates }) => dates.filter((date) => date >= SAME_TIME && date - last < SAME_TIME));

/** Random numbers of all regressions, two passes each, and the formulas of their bases. */
export const fittingCost = ({ paths, log2Points, groups, times }: ContractPlan, { shifts }: Layout): number =>
  2 *
  shifts *
  2 ** log2Points *
  (dimensionsOf(paths) + groups.filter(({ exact }) => !exact).reduce((sum, group) => sum + times.length * sizeOf(group), 0));
const sizeOf = (group: Group): number => (group.kind === 'flows' ? group.claims.length : 1);

/** Follows all groups along the paths of a batch. */
export interface ContractWalk {
  readonly paths: readonly GroupPaths[];
  /** Moves to a date; the first date of a batch begins its paths. */
  readonly move: (date: number, states: readonly Float64Array[], count: number) => void;
}

/** @param dates  of the paths */
export function openWalk({ model, groups }: ContractPlan, dates: readonly Years[]): ContractWalk {
  const paths = groups.map((group) => openGroupPaths(group, model.market));
  const spots = new Map<string, Float64Array>();
  const forms = dates.map((date) => {
    const logs = logarithmsAt(model, date);
    return groups.map(({ terms, assets, dates: own }) =>
      own.some((time) => sameTime(time, date)) ? new Map(assets.map((asset) => [asset, spotForm(logs, terms.assets[asset])])) : undefined,
    );
  });
  return {
    paths,
    move: (date, states, count) => {
      if (date === 0) for (const each of paths) each.start();
      forms[date].forEach((ofGroup, g) => {
        if (ofGroup === undefined) return;
        for (const [asset, { loads, constant }] of ofGroup) {
          const spot = spots.get(`${asset}`) ?? new Float64Array(BATCH);
          spots.set(`${asset}`, spot);
          exponentialOf(loads, constant, states, count, spot);
        }
        paths[g].move(dates[date], (asset) => spots.get(`${asset}`) ?? new Float64Array(BATCH), count);
      });
    },
  };
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

/** Fits the regressions of a shift. */
export function fitContracts(plan: ContractPlan, seed: number, shift: number): ContractFits {
  const { model, contracts, groups, times, paths, log2Points } = plan;
  const points = 2 ** log2Points;
  const row: Row = { shift, residue: 0, log2Points, width: points };
  const fits = groups.map(
    (group): GroupFit => ({
      group,
      dated: times.map((time) => (group.end - time < SAME_TIME ? undefined : openRegression(openBasis(model, group, time)))),
    }),
  );
  const timeAt = paths.dates.map((date) => times.findIndex((time) => sameTime(time, date)));
  const accounts = paths.dates.map((date) => logarithmsAt(model, date).account);
  const rates = paths.dates.map((date) => {
    const logs = logarithmsAt(model, date);
    return groups.map(({ terms }) => logs.exchangeRate(terms.currency));
  });
  const amount = new Float64Array(BATCH);

  /** Goes over the paths; `receive` is given what each has been paid so far of a group, deflated, on each date on which it is valued. */
  const pass = (
    receive: (
      g: number,
      date: number,
      at: GroupPaths,
      states: readonly Float64Array[],
      soFar: Float64Array,
      first: number,
      count: number,
    ) => void,
  ): void => {
    const walk = openWalk(plan, paths.dates);
    const [before, soFar] = [groups, groups].map((list) => list.map(() => new Float64Array(BATCH)));
    const visit = (date: number, states: readonly Float64Array[], first: number, count: number): void => {
      walk.move(date, states, count);
      groups.forEach(({ exact, dates }, g) => {
        if (exact) return;
        const { paid } = walk.paths[g];
        if (date === 0) for (const list of [before, soFar]) list[g].fill(0);
        if (dates.some((time) => sameTime(time, paths.dates[date]))) {
          const { loads, constant } = plus(rates[date][g], accounts[date], -1);
          exponentialOf(loads, constant, states, count, amount);
          for (let p = 0; p < count; p++) soFar[g][p] = soFar[g][p] + amount[p] * (paid[p] - before[g][p]);
          before[g].set(paid);
        }
        receive(g, date, walk.paths[g], states, soFar[g], first, count);
      });
    };
    simulateRow(paths, row, seed, visit, STREAMS.fitting);
  };

  /** Σ of what each group pays on each path, deflated. */
  const totals = groups.map(() => new Float64Array(points));
  /** What its controls pay at its end, deflated, two each. */
  const controlled = groups.map(({ controls }) => controls.flatMap(() => [new Float64Array(points), new Float64Array(points)]));
  const spot = new Float64Array(BATCH);
  const payControls = (g: number, date: number, states: readonly Float64Array[], first: number, count: number): void => {
    const logs = logarithmsAt(model, paths.dates[date]);
    const { loads, constant } = plus(rates[date][g], accounts[date], -1);
    exponentialOf(loads, constant, states, count, amount);
    groups[g].controls.forEach(({ asset, strike }, i) => {
      const form = spotForm(logs, groups[g].terms.assets[asset]);
      exponentialOf(form.loads, form.constant, states, count, spot);
      const [held, called] = controlled[g].slice(2 * i, 2 * i + 2);
      for (let p = 0; p < count; p++) {
        held[first + p] = amount[p] * spot[p];
        called[first + p] = amount[p] * Math.max(spot[p] - strike, 0);
      }
    });
  };
  if (groups.some(({ exact }) => !exact)) {
    pass((g, date, at, states, soFar, first, count) => {
      totals[g].set(soFar.subarray(0, count), first);
      if (sameTime(paths.dates[date], groups[g].end)) payControls(g, date, states, first, count);
      if (timeAt[date] >= 0) fits[g].dated[timeAt[date]]?.look(at, states, count);
    });
    const left = new Float64Array(BATCH);
    pass((g, date, at, states, soFar, first, count) => {
      const regression = timeAt[date] >= 0 ? fits[g].dated[timeAt[date]] : undefined;
      if (regression === undefined) return;
      const { loads, constant } = plus(accounts[date], regression.basis.unit, -1);
      exponentialOf(loads, constant, states, count, amount);
      for (let p = 0; p < count; p++) left[p] = amount[p] * (totals[g][first + p] - soFar[p]);
      const controls = controlled[g].map((paid) => {
        const now = new Float64Array(count);
        for (let p = 0; p < count; p++) now[p] = amount[p] * paid[first + p];
        return now;
      });
      regression.add(at, states, left, controls, count);
    });
    for (const { group, dated } of fits) if (!group.exact) for (const each of dated) each?.solve();
  }
  const todayOf = ({ group, dated }: GroupFit, g: number): number => {
    if (!group.exact) return totals[g].reduce((sum, value) => sum + value, 0) / points;
    const [basis] = dated.map((each) => each?.basis);
    if (basis === undefined) return 0;
    basis.evaluate(
      openGroupPaths(group, model.market),
      model.coordinates.map(() => new Float64Array(1)),
      1,
    );
    return Math.exp(basis.unit.constant) * basis.forms[0][0];
  };
  const values = fits.map(todayOf);
  return {
    plan,
    groups: fits,
    today: contracts.map((terms) => groups.reduce((sum, group, g) => (group.terms === terms ? sum + values[g] : sum), 0)),
  };
}

/** Values of contracts on the paths of a batch. */
export interface ContractValues {
  /** Moves to a date of the paths. */
  readonly move: ContractWalk['move'];
  /** What each group has paid so far, in the currency of its contract: the arrays are reused. */
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
  const walk = openWalk(plan, dates);
  const rates = plan.times.map((time) => {
    const logs = logarithmsAt(plan.model, time);
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
        const at = walk.paths[g];
        const regression = dated[time];
        if (regression !== undefined) {
          if (group.exact) {
            regression.basis.evaluate(at, states, count);
            values.set(regression.basis.forms[0].subarray(0, count));
          } else regression.evaluate(at, states, count, values);
          const { loads, constant } = regression.basis.unit;
          exponentialOf(loads, constant, states, count, unit);
          for (let p = 0; p < count; p++) into[p] = into[p] + unit[p] * values[p];
        }
        if (since === undefined) return;
        const { loads, constant } = rates[time][contract];
        exponentialOf(loads, constant, states, count, unit);
        for (let p = 0; p < count; p++) into[p] = into[p] + unit[p] * (at.paid[p] - since[g][p]);
      });
    },
  };
}
