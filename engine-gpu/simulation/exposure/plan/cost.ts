/**
 * The time and memory of a simulation of a netting set, estimated from the sizes of its valuers before its terms are built: the terms of one request that is
 * refused here would take half a minute, counted one date after the other, since payments of two factors have a term each.
 *
 * Work is counted in evaluations, the time of one being some 5 ns. What paths take was fitted by least squares to the processor time of 30 requests (swaps of
 * one and two factors and of several currencies, options, European and Bermudan swaptions, margin, capital, moving intensities, shares of measures; 2 000
 * to 60 000 paths, 24 to 600 dates; one core of a server of 2024, compiled loops): the fit is between 0.6 and 1.2 times the time. What plans, tables, legs
 * and contracts take was adjusted by hand to the same requests, five of contracts and 38 of swaptions (one and two factors, annual to monthly payments to
 * 40 years, European and Bermudan with 2 to 60 dates, measures, shares and sensitivities): the estimate is between 0.6 and 1.7 times the time, and 0.4 where sensitivities take half a
 * second, much of it compilation. Memory
 * is counted in numbers of 8 bytes.
 */

import { EngineFailure } from '../../../base/failure.js';
import type { Years } from '../../../base/units.js';
import { powerOfTwo } from '../../../math/elementary/binary.js';
import { squareOf } from '../../../math/elementary/pow.js';
import type { CrossAssetModel } from '../../../model/cross-asset.js';
import type { Flows } from '../../../product/trade/terms.js';
import { layoutFor } from '../../../random/lattice.js';
import { SAME_TIME, sameTime } from '../../emit/grid.js';
import type { CollateralTerms } from '../paths/collateral.js';
import type { DatedTerms } from '../paths/dated-terms.js';
import { BATCH } from '../paths/path-arithmetic.js';
import { datesBefore } from '../paths/valued-dates.js';
import type { OptionSizes, TradeSizes } from '../trade/valuer.js';

/** Evaluations that a simulation may take per random number that it may draw. */
const EVALUATIONS_PER_RANDOM_NUMBER = 10;
/** Numbers that a plan and a block of it may hold: 128 MiB. */
const MAX_NUMBERS = powerOfTwo(24);
/** Numbers of the moments of a block, of which a few are held at a time: 32 MiB. */
const MAX_MOMENTS = powerOfTwo(22);

/** Evaluations of what a plan is made of. */
const PER_COVARIANCE = 40;
const PER_PAYMENT = 150;
/** A payment of two factors is a term of its own. */
const PER_PAYMENT_OF_TWO_FACTORS = 1_000;
const PER_OPTION_TABLE = 4_500;
/** Evaluations of a swaption per date: of each leg, of the quadrature of its continuation value, and of that of one leg of the continuation value. */
interface PerDate {
  readonly leg: number;
  readonly continuation: number;
  readonly continuedLeg: number;
}
/** Work at the nodes of a table, and at those of the grid of an exercise date. */
const RATE_TABLE: PerDate = { leg: 1_400, continuation: 8_000, continuedLeg: 4_000 };
const RATE_STAGE: PerDate = { leg: 6_000, continuation: 60_000, continuedLeg: 45_000 };
/** The same of two factors, for each node across. */
const SURFACE_TABLE: PerDate = { leg: 1_800, continuation: 25_000, continuedLeg: 25_000 };
const SURFACE_STAGE: PerDate = { leg: 1_500, continuation: 18_000, continuedLeg: 18_000 };
/** A leg on the grid in which a boundary is sought. */
const PER_LEG_BOUNDARY = 10_000;
/** On a path. */
const PER_RANDOM_NUMBER = 3;
/** Of a batch of paths at a date, however few they are. */
const PER_BATCH = 900;
/** On a path and an exposure date: capital, modelled initial margin, intensities that move, and each amount of which moments are wanted. */
const PER_REQUIREMENT = 7;
const PER_MARGIN = 9;
const PER_MOVING_CREDIT = 10;
const PER_WEIGHTING = 5;
/** The work of a decision to exercise, on all paths: one in six is near its boundary or fewer, and takes some 20 for an exposure date. */
const PER_DECISION = 3;
/** The work of the paths near the minimum transfer on either side. */
const PER_TRANSFER = 8;
/** The work of finding the argument of a table. A set or a moment adds one each. */
const PER_TABLE = 1;

/** Evaluations by what they are for. */
export type Work = Record<'states' | 'payments' | 'options' | 'contracts' | 'amounts' | 'paths' | 'tables', number>;

/** Values on paths alone; those of each trade besides, for its share of a measure; or their legs besides, for derivatives with respect to curves. */
type TableUses = 'values' | 'shares' | 'derivatives';

interface WorkOf {
  readonly model: CrossAssetModel;
  /** Sizes of the netted trades. */
  readonly trades: readonly TradeSizes[];
  /** Dates on which the trades are valued, increasing. */
  readonly valued: readonly Years[];
  /** Dates of all paths: those of the simulation and those of regressions. */
  readonly numDates: number;
  readonly sets: number;
  readonly numPaths: number;
  /** The uses of the tables of options. */
  readonly uses: TableUses;
  /** Evaluations of regressions. */
  readonly contracts: number;
  /** Evaluations for amounts beside exposures (evaluationsOfAmounts). */
  readonly amounts: number;
  /** Number of amounts of which moments are wanted. */
  readonly weightings: number;
  readonly costLimit: number;
}

/**
 * @returns the work, with a lower bound of that of tables: those of flows, which are not options
 * @throws EngineFailure `cost` where it is more than the limit
 */
export function requireAffordable(request: WorkOf): Work {
  const { model, trades, valued, numDates, sets, numPaths, uses, contracts, amounts, weightings, costLimit } = request;
  const liveDates = (time: Years): number => datesBefore(valued, time);
  const allDates = numDates + startsOfFixings(trades, valued);
  const states = evaluationsOfStates(model, allDates, valued.length);
  const work: Work = {
    states,
    payments: 0,
    options: 0,
    contracts,
    amounts,
    paths: evaluationsOfPaths(model, allDates, numPaths),
    tables: 0,
  };
  let reads = 0;
  const addFlows = ({ payments, periods, deliveries, resets = [] }: Flows, start: Years): void => {
    const earlier = liveDates(start);
    const add = (currency: number, time: Years): void => {
      work.payments += Math.max(liveDates(time) - earlier, 0) * perPayment(model, currency);
    };
    for (const { currency, time, settled = time } of payments) add(currency, settled);
    for (const { currency, end } of periods) add(currency, end);
    for (const { currency, end } of resets) add(currency, end);
    for (const { share, time } of deliveries) add(model.market.shares[share]!.currency, time);
    reads +=
      fixedReads({ payments, periods, deliveries, resets }, liveDates, earlier) +
      readsOfTwoFactors(model, { payments, periods }, liveDates, earlier);
  };
  for (const { flows, option } of trades) {
    for (const each of flows) addFlows(each.flows, each.from);
    if (option !== undefined) work.options += evaluationsOfOption(option, uses, liveDates);
  }
  work.payments *= sets;
  work.options *= sets;
  work.tables = evaluationsOfTables(reads, sets, weightings, numPaths);
  requireBelow(work, costLimit, valued.length, numPaths);
  return work;
}

type LiveDates = (time: Years) => number;

/** Fixings and tables of rates and notionals that paths read at all dates after the first so many: one in each period, one before a reset period. */
function fixedReads({ periods, resets = [] }: Flows, liveDates: LiveDates, earlier: number): number {
  const within = (from: number, to: number): number => Math.max(to - Math.max(from, earlier), 0);
  const ofPeriods = periods.reduce((sum, { start, end }) => sum + within(liveDates(start + 2 * SAME_TIME), liveDates(end)), 0);
  return resets.reduce(
    (sum, { start, end, rest }) => sum + within(rest === 0 ? liveDates(start + 2 * SAME_TIME) : 0, liveDates(end)),
    ofPeriods,
  );
}

/** Tables of payments in currencies of two factors: one for each time of payment. */
function readsOfTwoFactors(
  { market }: CrossAssetModel,
  { payments, periods }: Pick<Flows, 'payments' | 'periods'>,
  liveDates: LiveDates,
  earlier: number,
): number {
  return market.currencies.reduce((sum, { second }, currency) => {
    if (second === undefined) return sum;
    const times = new Set<Years>();
    for (const each of payments) if (each.currency === currency) times.add(each.time);
    for (const each of periods) if (each.currency === currency) times.add(each.end);
    for (const time of times) sum += Math.max(liveDates(time) - earlier, 0);
    return sum;
  }, 0);
}

/**
 * Evaluations of the tables of an option at the dates of valuation, and on the grids of its exercise dates. A date has the legs of the next exercise date.
 * A leg is the value of one payment; the continuation value is a quadrature, and where derivatives are wanted so is each of its legs. With one factor the
 * last exercise date has a quadrature too, of nothing.
 */
export function evaluationsOfOption(option: OptionSizes, uses: TableUses, liveDates: (time: Years) => number): number {
  const tables = uses === 'values' ? 1 : 2;
  if (option.kind === 'forward') return liveDates(option.expiry) * PER_OPTION_TABLE * tables;
  const { exercises, isBermudan, surface } = option;
  const [perTable, perStage, boundary] =
    surface === undefined ? [RATE_TABLE, RATE_STAGE, 0] : [SURFACE_TABLE, SURFACE_STAGE, PER_LEG_BOUNDARY];
  const isContinued = (n: number): boolean => (surface === undefined ? isBermudan : n + 1 < exercises.length);
  const perDate = (n: number, { leg, continuation, continuedLeg }: PerDate): number => {
    const continued = uses === 'derivatives' ? (exercises[n + 1]?.legs ?? 0) * continuedLeg : 0;
    return tables * (exercises[n]!.legs * leg + (isContinued(n) ? continuation : 0)) + continued;
  };
  return exercises.reduce((sum, { time, legs }, n) => {
    const dates = liveDates(time) - (n === 0 ? 0 : liveDates(exercises[n - 1]!.time));
    const stage = n === 0 ? 0 : (surface?.stageAcross ?? 1) * perDate(n, perStage);
    return sum + (uses === 'derivatives' ? legs * boundary : 0) + stage + dates * (surface?.across ?? 1) * perDate(n, perTable);
  }, 0);
}

/** Evaluations of the law of the state at all dates. */
export function evaluationsOfStates({ coordinates }: CrossAssetModel, numDates: number, valued: number): number {
  const noises = coordinates.reduce((sum, each) => sum + each.noises.length, 0);
  return (numDates + valued) * squareOf(noises) * PER_COVARIANCE;
}

export function evaluationsOfPaths({ coordinates: { length } }: CrossAssetModel, numDates: number, numPaths: number): number {
  const { shifts, log2Points } = layoutFor(numPaths);
  const batches = shifts * Math.ceil(powerOfTwo(log2Points) / BATCH);
  return numDates * (numPaths * (PER_RANDOM_NUMBER * length + 0.1 * squareOf(length)) + batches * PER_BATCH);
}

/** Number of further dates that paths visit: starts of the periods whose rate or notional is fixed before a date on which it counts. */
export function startsOfFixings(trades: readonly Pick<TradeSizes, 'fixed'>[], valued: readonly Years[]): number {
  const starts = new Set<number>();
  const isValued = (time: Years): boolean => {
    const next = datesBefore(valued, time + SAME_TIME);
    return [next - 1, next].some((i) => i >= 0 && i < valued.length && sameTime(valued[i]!, time));
  };
  for (const { fixed } of trades)
    for (const { periods, resets = [] } of fixed)
      for (const period of [...periods, ...resets]) {
        const { start, end } = period;
        const laterStarts = 'compounded' in period && typeof period.compounded === 'object' ? period.compounded : [];
        for (const each of [start, ...laterStarts])
          if (each >= SAME_TIME && datesBefore(valued, end) > datesBefore(valued, each + SAME_TIME) && !isValued(each))
            starts.add(Math.round(each / SAME_TIME));
      }
  return starts.size;
}

/** Evaluations of tables that paths read at all dates, and of fixings (readsOf). */
export const evaluationsOfTables = (reads: number, sets: number, weightings: number, numPaths: number): number =>
  reads * (PER_TABLE + sets + weightings) * numPaths;

const perPayment = ({ market }: CrossAssetModel, currency: number): number =>
  market.currencies[currency]!.second === undefined ? PER_PAYMENT : PER_PAYMENT_OF_TWO_FACTORS;

/** Amounts that paths compute beside exposures. */
export interface Amounts {
  readonly hasModelledMargin: boolean;
  readonly hasMovingCredit: boolean;
  /** Capital. */
  readonly hasRequirement: boolean;
  readonly moments: boolean;
}

export const isModelled = (collateral: CollateralTerms | undefined): boolean =>
  collateral?.initialMargin !== undefined && 'period' in collateral.initialMargin;

/** Number of amounts of which moments are wanted: positive and negative exposure, four of moving credit, margin and capital. */
const weightingsOfAmounts = ({ hasModelledMargin, hasMovingCredit, hasRequirement, moments }: Amounts): number =>
  moments ? 2 + (hasMovingCredit ? 4 : 0) + (hasModelledMargin ? 1 : 0) + (hasRequirement ? 1 : 0) : 0;

/** Evaluations for capital, margin, credit and moments on all paths and exposure dates; without them a path and a date take what its random numbers take. */
export function evaluationsOfAmounts(
  amounts: Amounts & { readonly numPaths: number; readonly dates: number; readonly sets: number },
): number {
  const { numPaths, dates, sets, hasModelledMargin, hasMovingCredit, hasRequirement } = amounts;
  const ofSets = sets * ((hasModelledMargin ? PER_MARGIN : 0) + (hasMovingCredit ? PER_MOVING_CREDIT : 0));
  return numPaths * dates * (ofSets + (hasRequirement ? PER_REQUIREMENT : 0) + weightingsOfAmounts(amounts) * PER_WEIGHTING);
}

/** Evaluations of the jumps of exposures at the boundaries of exercise and at the minimum transfer. */
export function evaluationsOfJumps(
  trades: readonly TradeSizes[],
  times: readonly Years[],
  numPaths: number,
  collateral: CollateralTerms | undefined,
): number {
  const datesFrom = (expiry: Years): number => times.filter((time) => time - expiry > -SAME_TIME).length;
  const ofTransfers = collateral === undefined || collateral.minimumTransfer === 0 ? 0 : PER_TRANSFER * numPaths * times.length;
  return trades.reduce((sum, { option }) => {
    if (option?.kind !== 'swaption') return sum;
    return sum + PER_DECISION * numPaths * option.exercises.reduce((dates, { time }) => dates + datesFrom(time), 0);
  }, ofTransfers);
}

/** How what is counted relates to what a simulation takes: it is that, or a bound from below. */
type Amount = '' | 'at least ';

export function requireBelow(work: Work, costLimit: number, dates: number, numPaths: number, amount: Amount = ''): void {
  const parts = Object.entries(work).sort(([, one], [, other]) => other - one);
  const total = parts.reduce((sum, [, value]) => sum + value, 0);
  const limit = EVALUATIONS_PER_RANDOM_NUMBER * costLimit;
  if (total <= limit) return;
  const [name, largest] = parts[0]!;
  throw refused(
    `trades would take ${amount}${total.toExponential(2)} evaluations at ${dates} dates on ${numPaths} paths, of them ${largest.toExponential(2)} for ${name}; the limit is ${limit.toExponential(2)}`,
  );
}

const refused = (message: string): EngineFailure =>
  new EngineFailure('cost', message, [{ pointer: '/trades', reason: message.replace(/^trades /, '') }]);

/** Numbers of the coefficients of a set at a date. */
export const numbersOf = ({ tables, fixings, contracts }: DatedTerms): number =>
  tables.reduce((sum, { grid }) => sum + grid.nodes, 0) + fixings.length + contracts.length;

/** Paths read a table of two arguments at sixteen nodes instead of four. */
const READS_OF_SURFACE = 6;

/** Tables that paths read at a date, and fixings; a table of two arguments counts as several. */
export const readsOf = ({ tables, fixings }: DatedTerms): number =>
  tables.reduce((sum, { grid }) => sum + (grid.across === undefined ? 1 : READS_OF_SURFACE), fixings.length);

/** Numbers of the exercise dates of a swaption of two factors: of holding on, and where moments are wanted of each of its legs. */
export function numbersOfStages({ option }: TradeSizes, moments: boolean): number {
  if (option?.kind !== 'swaption' || option.surface === undefined) return 0;
  const { stageNodes } = option.surface;
  return option.exercises.slice(1).reduce((sum, { legs }) => sum + stageNodes * (moments ? 1 + legs : 1), 0);
}

/** Counts what a plan holds while it is built. */
export interface MemoryCount {
  /** @throws EngineFailure `cost` where it would be more than a plan may hold */
  readonly add: (numbers: number) => void;
  readonly total: () => number;
}

export function openMemoryCount(): MemoryCount {
  let total = 0;
  return {
    add: (numbers) => {
      total += numbers;
      if (total > MAX_NUMBERS)
        throw refused(
          `trades would need more than ${MAX_NUMBERS} numbers in memory: tables of options by expiry and date, and values by date and path; fewer exposureTimes need less`,
        );
    },
    total: () => total,
  };
}

/**
 * @param views  numbers of the coefficients of every date
 * @throws EngineFailure `cost` where the moments of a block would be more than it may hold
 */
export function requireMoments(views: number, weightings: number): void {
  const numbers = views * weightings;
  if (numbers > MAX_MOMENTS)
    throw refused(
      `trades would need ${numbers.toExponential(2)} numbers for the shares or sensitivities of their tables; the limit is ${MAX_MOMENTS.toExponential(2)}: fewer exposureTimes need less`,
    );
}
