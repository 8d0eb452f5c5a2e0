/** Simulates the points of one random shift of an exposure plan and reduces them to sums. */

import { inMemory, numbers, withArrays } from '../../../backend/webasm/vectors.js';
import { powerOfTwo } from '../../../math/elementary/binary.js';
import type { Row } from '../../../random/lattice.js';
import { type ContractFits, fitContracts } from '../contract/contract-fits.js';
import { collateralFor } from '../paths/collateral.js';
import { type Coefficients, noCoefficients, type View } from '../paths/dated-terms.js';
import { arithmeticFor, BATCH, type PathArithmetic, plainArithmetic } from '../paths/path-arithmetic.js';
import { addBySurvival, NUM_SURVIVALS, openPathCredit } from '../paths/path-credit.js';
import {
  addGradientMoments,
  addMoments,
  decideExercise,
  exponentialOf,
  gradientOf,
  linearOf,
  openScratch,
  type PathMemory,
  prepareTerms,
  type TermScratch,
  valuesOf,
} from '../paths/path-values.js';
import { tailSize, upperQuantiles, writeTail } from '../paths/quantiles.js';
import { simulateRow } from '../paths/state-paths.js';
import { boundariesBefore, jumpsAt, openExerciseJumps } from '../sensitivities/exercise-jumps.js';
import { openRequired, requirementShares } from '../sensitivities/required-capital.js';
import { openTransferJumps } from '../sensitivities/transfer-jumps.js';
import type { SwapExercise } from '../swaption/two-factor-swaptions.js';
import { isModelled } from './cost.js';
import type { DatedFixing } from './dated-fixings.js';
import type { ExposurePlan } from './exposure-plan.js';
import {
  ADD_ONS,
  addControl,
  addGainsAndLosses,
  addWeighted,
  exposureWeights,
  FUNDED_MARGIN,
  INITIAL_MARGIN,
  KNOWN_MEAN,
  marginOf,
  PFE_LEVELS,
  REQUIREMENT,
  SUMS,
  sumsAt,
} from './path-sums.js';
import { contractsToday, openPlannedContracts } from './planned-contracts.js';

/** Values of a row by set and date that are kept in the memory of the loops, which is used again for the next row: 4 MiB. */
const MAX_VALUES_IN_MEMORY = powerOfTwo(19);

export interface ShiftSums {
  /** SUMS numbers per set and exposure date. */
  readonly sums: Float64Array;
  /**
   * The largest exposures of each row in ascending order, where rows are narrow (`tailSize`): index `((set · dates + date) · rows + row) · size`, of the dates
   * that have quantiles.
   */
  readonly tails?: Float64Array;
  /** Per exposure date, where moments are wanted; means over the paths once all rows have been added. */
  readonly moments: readonly DatedMoments[];
  /** Those of exercise-jumps.ts, where they are wanted, likewise. */
  readonly jumps?: Float64Array;
  /** Value today of the contracts of each set; absent where there are none. */
  readonly contracts?: Float64Array;
  /**
   * Derivatives of Σ max(E, 0)/B times the probability of the counterparty's default, then of Σ max(−E, 0)/B times that of the own default, with
   * respect to the survival probabilities of each bucket (path-credit.ts), of the first set; absent where they are not wanted.
   */
  readonly bySurvival?: Float64Array;
}

/** Means of ∂(amount)/∂(coefficient)/B over the paths, for each amount of which moments are wanted (`Weighting`, in the order of the plan's). */
export interface DatedMoments {
  readonly now: readonly Coefficients[];
  /** Moments with respect to the coefficients of the start of the margin period. */
  readonly lookBack?: readonly Coefficients[];
}

/**
 * A block of the simulation: all rows of one shift.
 */
export function runShift(plan: ExposurePlan, shift: number): ShiftSums {
  const { openRow, sums } = openShift(plan, shift);
  for (const row of rowsOf(plan, shift))
    withArrays(() => {
      const { visit, finish } = openRow(row);
      simulateRow(plan.paths, row, plan.request.seed, visit);
      finish();
    });
  addSharedMoments(plan, sums.moments);
  averageMoments(plan, sums);
  return sums;
}

/** Makes means over the paths of a shift, which are a power of two, of the sums of moments and jumps. */
function averageMoments({ layout }: ExposurePlan, { moments, jumps }: ShiftSums): void {
  const scale = 1 / powerOfTwo(layout.log2Points);
  const average = (sums: Float64Array): void => {
    for (let i = 0; i < sums.length; i++) sums[i] = scale * sums[i]!;
  };
  if (jumps !== undefined) average(jumps);
  for (const { now, lookBack = [] } of moments)
    for (const { tables, fixings, contracts } of [...now, ...lookBack]) for (const sums of [...tables, fixings, contracts]) average(sums);
}

/**
 * True where an exposure follows that of the other side of its date with the same parts on the paths: its moments are then summed as those of the exposure
 * before it and the difference, which is none on most paths.
 */
const sharesMoments = ({ exposures, request }: ExposurePlan, e: number): boolean =>
  exposures[e - 1]?.view.terms === exposures[e]!.view.terms &&
  exposures[e]!.view.terms.contracts.length === 0 &&
  !isModelled(request.collateral);

/** Completes the moments of the exposures that share those of the one before. */
function addSharedMoments(plan: ExposurePlan, moments: readonly DatedMoments[]): void {
  const add = (into: Float64Array, from: Float64Array): void => {
    for (let i = 0; i < into.length; i++) into[i] = into[i]! + from[i]!;
  };
  moments.forEach(({ now }, e) => {
    if (!sharesMoments(plan, e)) return;
    now.forEach(({ tables, fixings }, w) => {
      const shared = moments[e - 1]!.now[w]!;
      tables.forEach((table, g) => void add(table, shared.tables[g]!));
      add(fixings, shared.fixings);
    });
  });
}

export const rowsOf = ({ rows }: ExposurePlan, shift: number): Row[] => rows.filter((row) => row.shift === shift);

/** Indices of the exposures of which quantiles are wanted. */
export const rankedExposures = ({ exposures, request }: ExposurePlan): number[] =>
  request.quantiles === false ? [] : exposures.flatMap(({ time, side }, e) => (time > 0 && side !== 'before' ? [e] : []));

/** Adds a row of paths to the sums of its shift. */
interface RowRun {
  /** A function called for every date of the paths, as `simulateRow` does. */
  readonly visit: (date: number, states: readonly Float64Array[], first: number, count: number) => void;
  /** Exposures by set, point of the profile and path, after the last date; those of which no quantiles are wanted are overwritten by later ones. */
  readonly values: readonly (readonly Float64Array[])[];
  /** Adds the quantiles of the row. */
  readonly finish: () => void;
}

/** A shift whose rows are simulated by the caller, who may follow other plans on the same paths. */
export function openShift(plan: ExposurePlan, shift: number): { readonly sums: ShiftSums; readonly openRow: (row: Row) => RowRun } {
  const { exposures, request } = plan;
  const sums = new Float64Array(SUMS * request.sets.length * exposures.length);
  exposures.forEach(({ knownMeans = [] }, e) => {
    knownMeans.forEach((knownMean, set) => {
      sums[sumsAt(exposures.length, set, e) + KNOWN_MEAN] = knownMean;
    });
  });
  const moments = request.moments
    ? exposures.map(({ view, lookBack }) => openMoments(plan, view, lookBack && 'view' in lookBack ? lookBack.view : undefined))
    : [];
  const fits = plan.contracts && fitContracts(plan.contracts, request.seed, shift);
  const contracts = fits && contractsToday(plan, fits);
  const jumps = request.jumps ? new Float64Array(jumpsAt(plan, boundariesBefore(plan.decisions, plan.decisions.length), 0)) : undefined;
  const bySurvival = request.survivalDerivatives ? new Float64Array(2 * NUM_SURVIVALS * exposures.length) : undefined;
  const rows = rowsOf(plan, shift);
  const size = tailSize(rows[0]!.width, PFE_LEVELS[0]);
  const tails = size > 0 ? new Float64Array(request.sets.length * rankedExposures(plan).length * rows.length * size) : undefined;
  return {
    sums: {
      sums,
      moments,
      ...(tails && { tails }),
      ...(jumps && { jumps }),
      ...(contracts && { contracts }),
      ...(bySurvival && { bySurvival }),
    },
    openRow: (row) => openRow(plan, row, rows.length, { sums, moments, tails, jumps, bySurvival }, fits),
  };
}

function openRow(
  plan: ExposurePlan,
  row: Row,
  numRows: number,
  {
    sums,
    moments,
    tails,
    jumps: ofJumps,
    bySurvival,
  }: Pick<ShiftSums, 'sums' | 'moments'> & Record<'tails' | 'jumps' | 'bySurvival', Float64Array | undefined>,
  fits: ContractFits | undefined,
): RowRun {
  const { exposures, request, requirement, events, exposureToday, masks, numMasks, fixings, knownFixings, weightings } = plan;
  const { collateral, sets, moments: wantsMoments, credit } = request;
  const [deflator, worth, amounts] = Array.from({ length: 3 }, () => numbers(BATCH));
  const ofMasks = Array.from({ length: masks.length === 0 ? 0 : numMasks }, () => numbers(BATCH));
  const ofFixings = fixings.map(() => numbers(BATCH));
  const backValues = exposures.map(({ lookBack }) => (lookBack === undefined ? [] : sets.map(() => numbers(BATCH))));
  const together = arithmeticFor(deflator!, worth!, amounts!, ...ofMasks, ...ofFixings);
  const memory: PathMemory = { arithmetic: together, masks: ofMasks, fixings: ofFixings };
  const jumps = ofJumps && openExerciseJumps({ ...plan, collateral }, memory, ofJumps);
  const transfers = ofJumps && openTransferJumps(collateral, { weightings, requirement }, plan.layout);
  const termsOfDates = exposures.flatMap(({ view, lookBack }) =>
    lookBack !== undefined && 'view' in lookBack ? [view.terms, lookBack.view.terms] : [view.terms],
  );
  const shared = openScratch(termsOfDates);
  const ranked = rankedExposures(plan);
  const isRanked = exposures.map((_, e) => ranked.includes(e));
  const isShort = sets.length * ranked.length * row.width <= MAX_VALUES_IN_MEMORY;
  const openValues = (): Float64Array => (isShort ? numbers(row.width) : new Float64Array(row.width));
  /** Exposures without quantiles are not read after their date: they share an array. */
  const values = sets.map(() => {
    const unranked = isRanked.includes(false) ? openValues() : undefined;
    return isRanked.map((keeps) => (keeps ? openValues() : unranked!));
  });
  /** Scratch of the starts of margin periods that have not ended, if their moments are wanted, which are added at the end; and that of ended periods. */
  const started = new Map<View, TermScratch>();
  const unused: TermScratch[] = [];
  const scratchOfStart = (view: View): TermScratch => {
    if (!wantsMoments) return shared;
    const scratch = started.get(view) ?? unused.pop() ?? openScratch(termsOfDates);
    started.set(view, scratch);
    return scratch;
  };
  const contracts = fits === undefined ? undefined : openPlannedContracts(plan, fits);
  const simulatedToday = fits === undefined ? undefined : contractsToday(plan, fits);
  exposures.forEach(({ lookBack }, e) => {
    if (lookBack !== undefined && 'today' in lookBack)
      lookBack.today.forEach((value, set) => void backValues[e]![set]!.fill(value + (simulatedToday?.[set] ?? 0)));
  });
  const initialMargin = collateral?.initialMargin;
  const gradients = request.model.coordinates.map(() => new Float64Array(initialMargin === undefined ? 0 : BATCH));
  const directions = gradients.map(({ length }) => new Float64Array(length));
  const [weights, back, onMargin, margin, capital, nothing] = Array.from({ length: 6 }, () => new Float64Array(BATCH));
  const parties = credit === undefined ? undefined : openPathCredit(credit, plan.credit, bySurvival !== undefined);
  /** The weights of the exposure before, by amount, and what they change by. */
  const weightsBefore = weightings.map(() => new Float64Array(BATCH));
  const change = new Float64Array(BATCH);
  const pathTerms = { margin: margin!, deflator: deflator!, parties: parties! };
  const required = openRequired();
  const continuations = events.flatMap(({ exercises }) =>
    exercises.flatMap(({ condition }) => ('form' in condition ? [] : (condition.continuation?.terms ?? []))),
  );
  const continuationScratch = openScratch(continuations);

  /** Writes the gain of entering a swap over its continuation value. */
  const swapGains = (
    { payments, continuation }: SwapExercise,
    states: readonly Float64Array[],
    count: number,
    gain: Float64Array,
    arithmetic: PathArithmetic,
  ): void => {
    gain.fill(0, 0, count);
    for (const { amount, form } of payments) {
      exponentialOf(form.loads, form.constant, states, count, amounts!, arithmetic);
      for (let p = 0; p < count; p++) gain[p] = gain[p]! + amount * amounts![p]!;
    }
    if (continuation === undefined) return;
    prepareTerms(continuation.terms, states, memory, count, continuationScratch);
    valuesOf(continuationScratch, continuation.coefficients, count, amounts!);
    for (let p = 0; p < count; p++) gain[p] = gain[p]! - amounts![p]!;
  };

  const stateToday = request.model.coordinates.map(() => numbers(BATCH).fill(0));

  const visit: RowRun['visit'] = (date, states, first, count) => {
    const arithmetic = inMemory(...states) ? together : plainArithmetic;
    if (date === 0) {
      // The paths before these compounded growth with that of today.
      for (const [index, value] of knownFixings) memory.fixings[index]!.fill(value);
      if (exposureToday !== undefined) addExposures([exposureToday], stateToday, first, count);
    }
    for (const { mask, holding, condition } of events[date]!.exercises) {
      const gain = memory.masks[mask]!;
      if ('form' in condition) linearOf(condition.form.loads, condition.form.constant, states, count, gain);
      else swapGains(condition, states, count, gain, arithmetic);
      jumps?.decide(mask, gain, holding && !holding.first ? memory.masks[holding.mask] : undefined, states, count);
      decideExercise(gain, holding && { holding: memory.masks[holding.mask]!, first: holding.first }, count);
    }
    contracts?.move(date, states, count);
    for (const e of events[date]!.lookBacks) {
      const { lookBack } = exposures[e]!;
      if (lookBack === undefined || !('view' in lookBack)) continue;
      const scratch = scratchOfStart(lookBack.view);
      prepareTerms(lookBack.view.terms, states, memory, count, scratch);
      contracts?.prepare(lookBack.view, states, lookBack.view.unpaidSince < lookBack.view.terms.time ? e : undefined, count, scratch);
      contracts?.remember(e);
      jumps?.lookBack(e, lookBack.view, scratch, states);
      lookBack.view.coefficients.forEach((coefficients, set) => void valuesOf(scratch, coefficients, count, backValues[e]![set]!));
    }
    addExposures(events[date]!.exposures, states, first, count);
    fix(events[date]!.fixings, states, count, arithmetic);
  };

  /** Fixes what values after the date depend on. */
  const fix = (list: readonly DatedFixing[], states: readonly Float64Array[], count: number, arithmetic: PathArithmetic): void => {
    for (const { index, form, factor } of list) {
      const into = memory.fixings[index]!;
      // A product with what it was is made of a copy.
      const value = factor === index ? amounts! : into;
      exponentialOf(form.loads, form.constant, states, count, value, arithmetic);
      if (factor !== undefined) arithmetic.multiply(count, into, factor === index ? value : memory.fixings[factor]!);
    }
  };

  /** Adds the exposures of one date. */
  const addExposures = (list: readonly number[], states: readonly Float64Array[], first: number, count: number): void => {
    const arithmetic = inMemory(...states) ? together : plainArithmetic;
    list.forEach((e, i) => {
      const { view, account, lookBack, marginCovariance, knownMeans } = exposures[e]!;
      if (i === 0) {
        prepareTerms(view.terms, states, memory, count, shared);
        exponentialOf(
          account.loads.map((load) => -load),
          -account.constant,
          states,
          count,
          deflator!,
          arithmetic,
        );
      }
      contracts?.prepare(view, states, e, count, shared);
      parties?.advance(e, states, count);
      sets.forEach((_, set) => {
        const value = values[set]![e]!.subarray(first, first + count);
        valuesOf(shared, view.coefficients[set]!, count, worth!);
        value.set(count === BATCH ? worth! : worth!.subarray(0, count));
        const place = sumsAt(exposures.length, set, e);
        const valueBefore = backValues[e]![set];
        if (requirement !== undefined && set === 0) {
          let sum = 0;
          for (let p = 0; p < count; p++) {
            capital![p] = requirement.amount(e, value[p]!, collateral === undefined ? 0 : collateralFor(valueBefore![p]!, collateral));
            sum += deflator![p]! * capital![p]!;
          }
          sums[place + REQUIREMENT] = sums[place + REQUIREMENT]! + sum;
          if (wantsMoments) {
            requirementShares(collateral, requirement, e, value, valueBefore!, deflator!, count, required);
            sums[place + ADD_ONS] = sums[place + ADD_ONS]! + required.unmargined;
            sums[place + ADD_ONS + 1] = sums[place + ADD_ONS + 1]! + required.margined;
          }
        }
        if (collateral !== undefined) for (let p = 0; p < count; p++) value[p] = value[p]! - collateralFor(valueBefore![p]!, collateral);
        if (initialMargin !== undefined) {
          const modelled = 'quantile' in initialMargin;
          if (modelled) gradientOf(shared, view.terms, view.coefficients[set]!, count, gradients);
          const derivatives = set === 0 && wantsMoments ? directions : undefined;
          let [posted, funded] = [0, 0];
          for (let p = 0; p < count; p++) {
            const amount = modelled
              ? marginOf(gradients, marginCovariance ?? [], initialMargin.quantile, p, derivatives)
              : initialMargin.amount;
            margin![p] = amount;
            posted += deflator![p]! * amount;
            if (parties !== undefined) funded += deflator![p]! * amount * parties.funded[p]!;
            // Margin held covers a gain, margin posted a loss: neither is exposed up to it.
            value[p] = Math.sign(value[p]!) * Math.max(Math.abs(value[p]!) - amount, 0);
          }
          sums[place + INITIAL_MARGIN] = sums[place + INITIAL_MARGIN]! + posted;
          sums[place + FUNDED_MARGIN] = sums[place + FUNDED_MARGIN]! + funded;
        }
        if (set === 0) {
          jumps?.add(e, shared, states, worth!, valueBefore ?? nothing!, pathTerms);
          if (lookBack !== undefined && 'view' in lookBack) transfers?.find(e, worth!, valueBefore!, pathTerms, count);
        }
        addGainsAndLosses(deflator!, value, count, sums, place);
        if (knownMeans !== undefined)
          addControl(deflator!, worth!, value, set === 0 && requirement !== undefined ? capital : undefined, parties, count, sums, place);
        if (parties !== undefined) addWeighted(parties, deflator!, value, count, sums, place);
        if (parties !== undefined && bySurvival !== undefined && set === 0) addBySurvival(parties, deflator!, value, count, bySurvival, e);
      });
      if (!wantsMoments) return;
      const exposure = values[0]![e]!.subarray(first, first + count);
      const momentsOfExposure = moments[e]!;
      const called = backValues[e]![0]!;
      weightings.forEach((weighting, w) => {
        if (weighting !== 'margin') {
          if (weighting === 'capital') weights!.set(required.byValue);
          else exposureWeights(weighting, exposure, deflator!, parties, count, weights!);
          // Collateral called today moves with the value of today, as it would in another market.
          if (e === exposureToday && collateral !== undefined)
            for (let p = 0; p < count; p++)
              if (collateralFor(called[p]!, collateral) !== 0)
                weights![p] = weighting === 'capital' ? weights![p]! + required.byCollateral[p]! : 0;
          const earlier = weightsBefore[w]!;
          if (sharesMoments(plan, e)) {
            for (let p = 0; p < count; p++) change[p] = weights![p]! - earlier[p]!;
            addMoments(shared, change, count, momentsOfExposure.now[w]!);
          } else addMoments(shared, weights!, count, momentsOfExposure.now[w]!);
          earlier.set(weights!);
        }
        if (marginCovariance !== undefined && weighting !== 'capital') {
          // Margin covers gains and losses alike.
          for (let p = 0; p < count; p++)
            onMargin![p] = weighting === 'margin' ? deflator![p]! * (parties?.funded[p] ?? 1) : -Math.sign(exposure[p]!) * weights![p]!;
          addGradientMoments(shared, view.terms, directions, onMargin!, count, momentsOfExposure.now[w]!);
        }
        if (collateral === undefined || momentsOfExposure.lookBack === undefined || weighting === 'margin') return;
        if (lookBack === undefined || !('view' in lookBack)) return;
        // ∂C/∂V at the look-back date is 1 where collateral was called, and an exposure falls with it.
        for (let p = 0; p < count; p++)
          back![p] = collateralFor(called[p]!, collateral) === 0 ? 0 : weighting === 'capital' ? required.byCollateral[p]! : -weights![p]!;
        if (transfers !== undefined) for (let p = 0; p < count; p++) back![p] = back![p]! + transfers.weights[w]![p]!;
        addMoments(scratchOfStart(lookBack.view), back!, count, momentsOfExposure.lookBack[w]!);
      });
      if (lookBack === undefined || !('view' in lookBack)) return;
      unused.push(scratchOfStart(lookBack.view));
      started.delete(lookBack.view);
    });
  };
  const finish = (): void => {
    values.forEach((ofSet, set) => {
      ranked.forEach((e, rank) => {
        const list = ofSet[e]!;
        if (tails !== undefined) {
          const size = tailSize(row.width, PFE_LEVELS[0]);
          const place = ((set * ranked.length + rank) * numRows + row.residue) * size;
          writeTail(list, tails.subarray(place, place + size));
          return;
        }
        const place = sumsAt(exposures.length, set, e) + 2;
        upperQuantiles(list, PFE_LEVELS).forEach((value, i) => {
          sums[place + i] = sums[place + i]! + Math.max(value, 0) / numRows;
        });
      });
    });
  };
  return { visit, values, finish };
}

function openMoments({ weightings }: ExposurePlan, view: View, lookBack: View | undefined): DatedMoments {
  const open = ({ terms }: View): Coefficients[] => weightings.map(() => noCoefficients(terms));
  return { now: open(view), ...(lookBack && { lookBack: open(lookBack) }) };
}
