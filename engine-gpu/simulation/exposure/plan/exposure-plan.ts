/**
 * Plan of an exposure simulation: everything that does not depend on random numbers. A row of lattice points is a block of work; blocks are
 * independent of each other and their sums are added in the order of the rows, so that the result does not depend on who computed which.
 */

import { EngineFailure } from '../../../base/failure.js';
import type { Years } from '../../../base/units.js';
import { powerOfTwo } from '../../../math/elementary/binary.js';
import { type CrossAssetModel, covariances, type LinearForm, logarithmsAt } from '../../../model/cross-asset.js';
import type { TradeTerms } from '../../../product/trade/terms.js';
import { allRows, type Layout, layoutFor, MAX_ROW_WIDTH, type Row } from '../../../random/lattice.js';
import { SAME_TIME, sameTime } from '../../emit/grid.js';
import { type ContractPlan, contractPlan, contractWork, datesUpTo, fittingCost, outlineContracts } from '../contract/contract-fits.js';
import { paymentTimesOf } from '../contract/contract-groups.js';
import type { CollateralTerms } from '../paths/collateral.js';
import type { Coefficients, DatedTerms, Mask, View } from '../paths/dated-terms.js';
import { BATCH } from '../paths/path-arithmetic.js';
import { type CreditTerms, type DatedCredit, datedCredit } from '../paths/path-credit.js';
import { type Integration, justBefore, type ProfilePoint, profilePoints, timeOfPoint } from '../paths/profile-points.js';
import { dimensionsOf, type PathPlan, pathPlan } from '../paths/state-paths.js';
import { datesBefore, distinctTimes, valuedDates } from '../paths/valued-dates.js';
import { boundariesBefore, type Decision, decisionsOf } from '../sensitivities/exercise-jumps.js';
import type { Requirement, RequirementAt, Weighting } from '../sensitivities/path-amounts.js';
import { coefficientsOf, coefficientTools } from '../trade/coefficients.js';
import { exercisesAt, type PlannedExercise } from '../trade/exercise.js';
import { netted, withCommonTimes } from '../trade/netting.js';
import { openFixings, termsAt, type ValuedTrades } from '../trade/value-terms.js';
import type { Fixing, TradeValuer, ValuationDate } from '../trade/valuer.js';
import { valuerOf } from '../trade/valuers.js';
import {
  type Amounts,
  evaluationsOfAmounts,
  evaluationsOfJumps,
  evaluationsOfTables,
  isModelled,
  type MemoryCount,
  numbersOf,
  numbersOfStages,
  openMemoryCount,
  readsOf,
  requireAffordable,
  requireBelow,
  requireMoments,
} from './cost.js';
import { compoundedStarts, type DatedFixing, datesOfFixings, fixingsByDate, fixingsOfToday } from './dated-fixings.js';

export interface ExposureRequest {
  readonly model: CrossAssetModel;
  readonly trades: readonly TradeTerms[];
  /** Sets of trades whose exposures are wanted on the same paths, each as indices of trades. */
  readonly sets: readonly (readonly number[])[];
  /** Ends of the buckets, strictly increasing, above 0. */
  readonly times: readonly Years[];
  readonly integration: Integration;
  readonly collateral?: CollateralTerms | undefined;
  readonly numPaths: number;
  readonly seed: number;
  /** True where the moments of the coefficients are wanted (allocation and sensitivities), for the first set. */
  readonly moments: boolean;
  /** True where moments are for derivatives with respect to curves; otherwise they are for the shares of trades. */
  readonly derivatives?: boolean;
  /** A further amount that is wanted of each value on each path, for the first set: capital. */
  readonly requirement?: RequirementAt | undefined;
  /** Both parties' survival, where a default intensity moves with the market. */
  readonly credit?: CreditTerms | undefined;
  /** True where derivatives with respect to the survival probabilities of both parties are wanted, for the first set. Only with `credit`. */
  readonly survivalDerivatives?: boolean;
  /** Most numbers that the paths may draw. */
  readonly costLimit: number;
  /**
   * True where derivatives are to have the jumps of amounts at the boundaries of exercise (exercise-jumps.ts; not with modelled margin) and at the minimum
   * transfer (transfer-jumps.ts), for the first set. Only with `moments`.
   */
  readonly jumps?: boolean;
  /** True where values are so widely spread that few paths make their means: their known means then control the means of exposures (combine.ts). */
  readonly controlled?: boolean;
  /** True where quantiles of the exposure are wanted; they are unless said otherwise. */
  readonly quantiles?: boolean;
  /** Plans simulated on the same paths: their common dates, those on which one of them pays, and how many plans share the cost limit. */
  readonly together?: {
    readonly dates: readonly Years[];
    /** Absent where they are not known yet. */
    readonly paying: readonly Years[] | undefined;
    readonly plans: number;
    readonly memory: MemoryCount;
  };
}

/** The exposure at a point of the profile. Those of one date follow one another. */
interface PlannedExposure extends ProfilePoint {
  readonly view: View;
  readonly account: LinearForm;
  /** Covariance of the state over the period of the initial margin from this date; absent where none is modelled. */
  readonly marginCovariance?: readonly (readonly number[])[];
  /** Discounted mean of the value of each set, where it is known and controls the means of the exposures. */
  readonly knownMeans?: readonly number[] | undefined;
  /** Start of the margin period: a view, or the known values of today per set; absent without collateral. */
  readonly lookBack?: { readonly date: number; readonly view: View } | { readonly today: readonly number[] };
}

export interface ExposurePlan {
  readonly request: ExposureRequest;
  readonly layout: Layout;
  readonly rows: readonly Row[];
  readonly paths: PathPlan;
  readonly exposures: readonly PlannedExposure[];
  /** Dates of the profile on which something is paid, so that it has two exposures. */
  readonly paying: readonly Years[];
  /** Absent where capital is not asked. */
  readonly requirement: Requirement | undefined;
  /** Per exposure; empty where no intensity moves. */
  readonly credit: readonly DatedCredit[];
  /** Weightings in the order of the moments. */
  readonly weightings: readonly Weighting[];
  /** Valuers of all trades, and the first mask of each. */
  readonly valuers: readonly TradeValuer[];
  readonly masks: readonly Mask[];
  readonly numMasks: number;
  /** The trades of the first set, netted. */
  readonly firstSet: ValuedTrades;
  /** Decisions to exercise whose jumps are wanted. */
  readonly decisions: readonly Decision[];
  readonly fixings: readonly Fixing[];
  /** Per date of the paths: exposures whose time or look-back it is, fixings and exercises. */
  readonly events: readonly DateEvents[];
  /** The exposure of today, which the first bucket starts with; absent where it does not count. */
  readonly exposureToday: number | undefined;
  /** The values of fixings that are known today, by index, with which paths start. */
  readonly knownFixings: ReadonlyMap<number, number>;
  /** Value today of each set, without contracts. */
  readonly today: readonly number[];
  /** Absent where no trade is a contract. */
  readonly contracts: ContractPlan | undefined;
  /** Numbers that the plan and a block of it hold. */
  readonly numbers: number;
}

interface DateEvents {
  readonly exposures: readonly number[];
  readonly lookBacks: readonly number[];
  readonly fixings: readonly DatedFixing[];
  readonly exercises: readonly PlannedExercise[];
}

/** Trades of a request with their masks. */
interface NumberedTrades extends ValuedTrades {
  /** The trades, with common times. */
  readonly trades: readonly TradeTerms[];
  readonly numMasks: number;
  /** All of them together, their flows netted. */
  readonly all: ValuedTrades;
}

const numbered = new WeakMap<readonly TradeTerms[], NumberedTrades>();

/** Trades with their masks and netted, remembered as long as the list is used: the plans of moved volatilities have the same. */
function numberedTrades(list: readonly TradeTerms[], model: CrossAssetModel): NumberedTrades {
  const remembered = numbered.get(list);
  if (remembered !== undefined) return remembered;
  const trades = withCommonTimes(list);
  const valuers = trades.map((trade) => valuerOf(trade, model));
  let numMasks = 0;
  const masks: Mask[] = valuers.map(({ option }) => {
    if (option === undefined) return undefined;
    numMasks += option.numMasks;
    return numMasks - option.numMasks;
  });
  const everything = trades.map((_, i) => i);
  const result = { trades, valuers, masks, numMasks, all: nettedSet(model, trades, valuers, masks, everything) };
  numbered.set(list, result);
  return result;
}

/** The trades of a set, with the flows of those without an option netted into those of one. */
function nettedSet(
  model: CrossAssetModel,
  trades: readonly TradeTerms[],
  valuers: readonly TradeValuer[],
  masks: readonly Mask[],
  set: readonly number[],
): ValuedTrades {
  const { flows, options } = netted(set.map((i) => ({ terms: trades[i]!, valuer: valuers[i]!, mask: masks[i]! })));
  const sum = flows === undefined ? [] : [valuerOf(flows, model)];
  return {
    valuers: [...sum, ...options.map(({ valuer }) => valuer)],
    masks: [...sum.map(() => undefined), ...options.map(({ mask }) => mask)],
  };
}

export function exposurePlan(unnumbered: ExposureRequest): ExposurePlan {
  const { trades, valuers, masks, numMasks, all } = numberedTrades(unnumbered.trades, unnumbered.model);
  const request = { ...unnumbered, trades };
  const { model, sets, times, integration, collateral, numPaths, costLimit } = request;
  const fixings = openFixings();
  const nettedSets = sets.map((set) => (set.length === trades.length ? all : nettedSet(model, trades, valuers, masks, set)));
  const memory = request.together?.memory ?? openMemoryCount();
  // The decisions of the paths of a batch, counted before tables are made.
  const lastDate = times[times.length - 1]!;
  for (const { option } of valuers) memory.add((option?.exerciseTimes.filter((time) => time - lastDate < SAME_TIME).length ?? 0) * BATCH);
  const workLimit = costLimit / (request.together?.plans ?? 1);
  const termsOf = (time: Years, unpaidSince: Years): DatedTerms => {
    const terms = termsAt(model, all, time, unpaidSince, fixings);
    memory.add(numbersOf(terms) * sets.length);
    return terms;
  };
  const viewOf = (terms: DatedTerms, date: ValuationDate = terms): View => {
    const tools = coefficientTools(model, terms, date);
    return { terms, unpaidSince: date.unpaidSince, coefficients: nettedSets.map((set) => coefficientsOf(tools, set)) };
  };
  /** The values of a date just before its payments: those after them, and the payments. */
  const viewBefore = ({ terms, coefficients }: View): View => {
    const tools = coefficientTools(model, terms, dueOn(terms.time));
    return {
      terms,
      unpaidSince: terms.unpaidSince,
      coefficients: nettedSets.map((set, i) => coefficientsOf(tools, set, copyOf(coefficients[i]!))),
    };
  };
  const marginPeriod = collateral?.marginPeriod ?? 0;
  const layout = layoutFor(numPaths);
  const valued = valuedDates(times, collateral);
  const contractTerms = trades.flatMap(({ contract }) => contract ?? []);
  const outline = outlineContracts(model, contractTerms, valued, layout);
  const sizes = valuers.map((valuer) => valuer.sizes(model));
  const weightings = request.moments ? weightingsOf(request) : [];
  const work = requireAffordable({
    model,
    trades: all.valuers.map((valuer) => valuer.sizes(model)),
    valued,
    numDates: valued.length + (outline?.dates.length ?? 0),
    sets: sets.length,
    numPaths,
    uses: !request.moments ? 'values' : request.derivatives ? 'derivatives' : 'shares',
    contracts: outline === undefined ? 0 : contractWork(outline, layout),
    weightings: weightings.length,
    amounts:
      evaluationsOfAmounts({ numPaths, dates: times.length, sets: sets.length, ...amountsOf(request) }) +
      (request.jumps ? evaluationsOfJumps(sizes, times, numPaths, collateral) : 0),
    costLimit: workLimit,
  });
  const hasDue = (time: Years): boolean =>
    all.valuers.some((valuer, i) => valuer.contributions(dueOn(time), all.masks[i]).length > 0) ||
    outline?.groups.some((group) => paymentTimesOf(group).some((paid) => sameTime(paid, time))) === true;
  const isUnpaidBefore = collateral !== undefined && collateral.flowsInMarginPeriod === 'unpaid' && marginPeriod >= SAME_TIME;
  const paying = new Set(integration === 'end' || isUnpaidBefore ? [] : (request.together?.paying ?? times.filter(hasDue)));
  const hasSides = (time: Years): boolean => request.credit !== undefined || paying.has(time);
  const points = profilePoints(times, integration, hasSides, !isModelled(collateral));
  memory.add(sets.length * times.length * Math.min(MAX_ROW_WIDTH, powerOfTwo(layout.log2Points)));
  for (const each of sizes) memory.add(numbersOfStages(each, request.moments));
  const today = valuesToday(model, trades, sets);
  let latest: DatedTerms | undefined;
  const dated = points.map((point) => {
    const { time, side } = point;
    const start = Math.max(time - marginPeriod, 0);
    const unpaidSince = collateral !== undefined && collateral.flowsInMarginPeriod === 'unpaid' ? start : time;
    // The points of a date have the same terms: those after its payments have some whose coefficients are 0.
    const now = latest?.time === time ? latest : termsOf(time, paying.has(time) ? justBefore(time) : unpaidSince);
    latest = now;
    const callsBefore = side === 'before' && paying.has(time) && sameTime(start, time);
    const called = collateral !== undefined && start >= SAME_TIME ? termsOf(start, callsBefore ? justBefore(start) : start) : undefined;
    return { point, start, now, date: { time, unpaidSince }, called };
  });
  const termsOfDates = dated.flatMap(({ now, called }) => [now, ...(called === undefined ? [] : [called])]);
  const numTerms = termsOfDates.reduce((sum, terms) => sum + readsOf(terms), 0);
  const tables = evaluationsOfTables(numTerms + compoundedStarts(fixings), sets.length, weightings.length, numPaths);
  const amounts =
    work.amounts + evaluationsOfAmounts({ numPaths, dates: points.length - times.length, sets: sets.length, ...amountsOf(request) });
  requireBelow({ ...work, amounts, tables }, workLimit, valued.length, numPaths);
  requireMoments(
    termsOfDates.reduce((sum, terms) => sum + numbersOf(terms), 0),
    weightings.length,
  );
  // The values at the nodes of tables take longer than all that is counted before them.
  const afterPayments = new Map<DatedTerms, View>();
  const views = dated.map(({ point, start, now, date, called }) => {
    const viewAfter = afterPayments.get(now) ?? viewOf(now, date);
    afterPayments.set(now, viewAfter);
    const view = point.side === 'before' && paying.has(point.time) ? viewBefore(viewAfter) : viewAfter;
    const means = request.controlled && point.time > 0 ? nettedSets.map((set) => knownMean(model, set, view)) : [];
    const knownMeans = means.length > 0 && means.every((mean) => mean !== undefined) ? means : undefined;
    return { ...point, start, view, knownMeans, lookBack: called && viewOf(called) };
  });
  const last = times[times.length - 1]!;
  const decisions = request.jumps && !isModelled(collateral) ? decisionsOf(model, { valuers, masks }, last) : [];
  memory.add(boundariesBefore(decisions, decisions.length) * points.length * weightings.length);
  const expiries = valuers.flatMap(({ option }) => option?.exerciseTimes ?? []).filter((time) => time - last < SAME_TIME);
  const used = new Set(
    views.flatMap(({ view, lookBack }) => [view, lookBack].flatMap((each) => each?.terms.tables.flatMap(({ mask }) => mask ?? []) ?? [])),
  );
  const contracts = outline && contractPlan(model, outline);
  const dates = distinctTimes([
    ...valued,
    ...(contracts === undefined ? [] : datesUpTo(contracts, last)),
    ...datesOfFixings(fixings),
    ...(used.size > 0 ? expiries : []),
    ...(request.together?.dates ?? []),
  ]);
  const dateOf = (time: Years): number => dates.findIndex((date) => sameTime(date, time));
  requireAffordable({
    model,
    trades: [],
    valued: [],
    numDates: dates.length,
    sets: 0,
    numPaths,
    uses: 'values',
    contracts: 0,
    amounts: 0,
    weightings: 0,
    costLimit,
  });
  const paths = pathPlan(model, dates);
  const cost =
    dimensionsOf(paths) * layout.shifts * powerOfTwo(layout.log2Points) + (contracts === undefined ? 0 : fittingCost(contracts, layout));
  if (cost > costLimit)
    throw new EngineFailure(
      'cost',
      `the simulation would draw ${cost.toExponential(2)} random numbers; the limit is ${costLimit.toExponential(2)}`,
    );
  const options = valuers.flatMap(({ option }, i) => (option === undefined ? [] : [{ option, mask: masks[i] }]));
  const fixed = fixingsByDate(model, fixings, dates);
  // Options by date, in their order: many have a date each.
  const exercising = dates.map((): typeof options => []);
  for (const each of options)
    for (const i of new Set(each.option.exerciseTimes.map((time) => datesBefore(dates, time))))
      if (i < dates.length) exercising[i]!.push(each);
  const events = dates.map(
    (date, i): DateEvents => ({
      exposures: indices(views, ({ time }) => sameTime(time, date)),
      lookBacks: indices(views, ({ start, lookBack }) => lookBack !== undefined && sameTime(start, date)),
      fixings: fixed[i]!,
      exercises: exercising[i]!.flatMap(({ option, mask }) => exercisesAt(model, option, mask, used, date)),
    }),
  );
  const exposures = views.map(({ start, lookBack, ...planned }): PlannedExposure => {
    const { time } = planned;
    const account = logarithmsAt(model, time).account;
    if (collateral === undefined) return { ...planned, account };
    const { initialMargin } = collateral;
    const marginCovariance = initialMargin &&
      'period' in initialMargin && { marginCovariance: covariances(model, time, time + initialMargin.period) };
    return {
      ...planned,
      account,
      ...marginCovariance,
      lookBack: lookBack === undefined ? { today } : { date: dateOf(start), view: lookBack },
    };
  });
  const { credit } = request;
  return {
    request,
    layout,
    rows: allRows(layout),
    paths,
    exposures,
    paying: [...paying],
    requirement: request.requirement?.(points.map(timeOfPoint)),
    credit: credit === undefined ? [] : datedCredit(model, credit, times, points),
    weightings,
    valuers,
    masks,
    numMasks,
    firstSet: nettedSets[0]!,
    decisions,
    fixings: fixings.list,
    events,
    exposureToday: points[0]!.time === 0 ? 0 : undefined,
    knownFixings: fixingsOfToday(model, fixings),
    today,
    contracts,
    numbers: memory.total(),
  };
}

/** The flows that are paid on a date, and nothing else. */
const dueOn = (time: Years): ValuationDate => ({ time, unpaidSince: justBefore(time), onlyDue: true });

const copyOf = ({ tables, fixings, contracts }: Coefficients): Coefficients => ({
  tables: tables.map((table) => table.slice()),
  fixings: fixings.slice(),
  contracts: contracts.slice(),
});

const weightingsOf = ({ credit, collateral, requirement }: ExposureRequest): Weighting[] => [
  'ee',
  'nee',
  ...(credit === undefined ? [] : (['cva', 'dva', 'fca', 'fba'] as const)),
  ...(isModelled(collateral) ? (['margin'] as const) : []),
  ...(requirement === undefined ? [] : (['capital'] as const)),
];

const amountsOf = ({ collateral, credit, requirement, moments }: ExposureRequest): Amounts => ({
  hasModelledMargin: isModelled(collateral),
  hasMovingCredit: credit !== undefined,
  hasRequirement: requirement !== undefined,
  moments,
});

/** Indices of the items for which a condition holds. */
function indices<Item>(items: readonly Item[], holds: (item: Item) => boolean): number[] {
  const matches: number[] = [];
  items.forEach((item, i) => {
    if (holds(item)) matches.push(i);
  });
  return matches;
}

/**
 * The discounted mean of the value of trades at a date: what their flows after it and their options are worth today.
 *
 * @returns undefined where it is no closed form: of contracts, of options after an exercise that leaves flows, and of flows that are due longer
 */
function knownMean(model: CrossAssetModel, { valuers, masks }: ValuedTrades, { terms: { time }, unpaidSince }: View): number | undefined {
  if (unpaidSince < justBefore(time)) return undefined;
  const contributionsOn = (i: number) => valuers[i]!.contributions({ time, unpaidSince }, masks[i]);
  const isOpen = (i: number): boolean => (valuers[i]!.option?.exerciseTimes ?? []).every((each) => each - unpaidSince >= SAME_TIME);
  const remaining = valuers.flatMap((_, i) => (contributionsOn(i).length > 0 ? [i] : []));
  if (remaining.some((i) => !isOpen(i) || contributionsOn(i).some(({ kind }) => kind === 'contract'))) return undefined;
  return valueToday(model, { valuers: remaining.map((i) => valuers[i]!), masks: remaining.map(() => undefined) }, unpaidSince);
}

/** Value today of each set of trades; contracts, whose value is simulated, count as nothing. */
export function valuesToday(model: CrossAssetModel, trades: readonly TradeTerms[], sets: readonly (readonly number[])[]): number[] {
  const valuers = trades.map((trade) => valuerOf(trade, model));
  return sets.map((set) => valueToday(model, { valuers: set.map((i) => valuers[i]!), masks: set.map(() => undefined) }, 0));
}

/** Value today of the flows after a time, and of options. */
function valueToday(model: CrossAssetModel, trades: ValuedTrades, unpaidSince: Years): number {
  const fixings = openFixings();
  const terms = termsAt(model, trades, 0, unpaidSince, fixings);
  const { tables, fixings: amounts } = coefficientsOf(coefficientTools(model, terms), trades);
  const fixedToday = fixingsOfToday(model, fixings);
  return (
    tables.reduce((sum, [value]) => sum + value!, 0) +
    amounts.reduce((sum, amount, f) => sum + amount * fixedToday.get(terms.fixings[f]!.fixing)!, 0)
  );
}
