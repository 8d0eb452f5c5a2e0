/** Simulates the points of one random shift of an exposure plan and reduces them to sums. */
import type { Row } from '../../random/lattice.js';
import { type Coefficients, noCoefficients } from './coefficients.js';
import { collateralFor } from './collateral.js';
import type { ExposurePlan, View } from './exposure-plan.js';
import {
  addMoments,
  exponentialOf,
  gradientOf,
  linearOf,
  openScratch,
  type PathMemory,
  prepareTerms,
  type TermScratch,
  valuesOf,
} from './path-values.js';
import { BATCH, simulateRow } from './state-paths.js';

/** Levels of the potential future exposure that every row estimates. */
export const PFE_LEVELS = [0.95, 0.99] as const;

/** Numbers per set and exposure date: Σ max(E, 0)/B, Σ max(−E, 0)/B, quantiles of max(E, 0), averaged over rows, Σ requirement/B and Σ IM/B. */
const SUMS = 4 + PFE_LEVELS.length;
export const REQUIREMENT = 2 + PFE_LEVELS.length;
export const INITIAL_MARGIN = REQUIREMENT + 1;

export interface ShiftSums {
  /** SUMS numbers per set and exposure date. */
  readonly sums: Float64Array;
  /** Per exposure date, where moments are wanted: those of the date, and of its look-back date. */
  readonly moments: readonly DatedMoments[];
}

/** Σ of ∂(exposure)/∂(coefficient)/B over paths with positive and with negative exposure. */
export interface DatedMoments {
  readonly positive: Coefficients;
  readonly negative: Coefficients;
  readonly lookBackPositive?: Coefficients;
  readonly lookBackNegative?: Coefficients;
}

/** Index of the first of the sums of a set and an exposure date. */
export const sumsAt = (numExposures: number, set: number, exposure: number): number => SUMS * (set * numExposures + exposure);

/**
 * A block of the simulation: all rows of one shift.
 */
export function runShift(plan: ExposurePlan, shift: number): ShiftSums {
  const { exposures, request, rows } = plan;
  const own = rows.filter((row) => row.shift === shift);
  const sums = new Float64Array(SUMS * request.sets.length * exposures.length);
  const moments = request.moments
    ? exposures.map(({ view, lookBack }) => openMoments(view, lookBack && 'view' in lookBack ? lookBack.view : undefined))
    : [];
  for (const row of own) runRow(plan, row, own.length, sums, moments);
  return { sums, moments };
}

function runRow(plan: ExposurePlan, row: Row, numRows: number, sums: Float64Array, moments: readonly DatedMoments[]): void {
  const { exposures, request, paths, events, masks, numMasks, fixings, knownFixings } = plan;
  const { collateral, sets, seed, moments: wantsMoments, requirement } = request;
  const values = sets.map(() => exposures.map(() => new Float64Array(row.width)));
  const memory: PathMemory = {
    masks: Array.from({ length: masks.length === 0 ? 0 : numMasks }, () => new Float64Array(BATCH)),
    fixings: fixings.map((_, i) => new Float64Array(BATCH).fill(knownFixings.get(i) ?? 0)),
  };
  const scratches = new Map<View, TermScratch>();
  const shared = openScratch(
    largest(plan, (view) => view.terms.tables.length),
    largest(plan, (view) => view.terms.fixings.length),
  );
  /** A date's own where its moments are added after a later date, otherwise one for all. */
  const scratchOf = (view: View): TermScratch => {
    if (!wantsMoments) return shared;
    const found = scratches.get(view) ?? openScratch(view.terms.tables.length, view.terms.fixings.length);
    scratches.set(view, found);
    return found;
  };
  const backValues = exposures.map(({ lookBack }) => (lookBack === undefined ? [] : sets.map(() => new Float64Array(BATCH))));
  exposures.forEach(({ lookBack }, e) => {
    if (lookBack !== undefined && 'today' in lookBack) lookBack.today.forEach((value, set) => void backValues[e][set].fill(value));
  });
  const initialMargin = collateral?.initialMargin;
  const gradients = request.model.coordinates.map(() => new Float64Array(initialMargin === undefined ? 0 : BATCH));
  const [deflator, positive, negative, back] = Array.from({ length: 4 }, () => new Float64Array(BATCH));

  simulateRow(paths, row, seed, (date, states, first, count) => {
    for (const { index, bond } of events[date].fixings)
      exponentialOf(
        bond.loads.map((load) => -load),
        -bond.constant,
        states,
        count,
        memory.fixings[index],
      );
    for (const { mask, form, held } of events[date].exercises) {
      const exercised = memory.masks[mask];
      linearOf(form.loads, form.constant, states, count, exercised);
      for (let p = 0; p < count; p++) exercised[p] = exercised[p] > 0 ? 1 : 0;
      if (held === undefined) continue;
      const holding = memory.masks[held.mask];
      for (let p = 0; p < count; p++) {
        holding[p] = (held.first ? 1 : holding[p]) * (1 - exercised[p]);
        exercised[p] = 1 - holding[p];
      }
    }
    for (const e of events[date].lookBacks) {
      const { lookBack } = exposures[e];
      if (lookBack === undefined || !('view' in lookBack)) continue;
      const scratch = scratchOf(lookBack.view);
      prepareTerms(lookBack.view.terms, states, memory, count, scratch);
      lookBack.view.coefficients.forEach((coefficients, set) => void valuesOf(scratch, coefficients, count, backValues[e][set]));
    }
    for (const e of events[date].exposures) {
      const { view, account, lookBack, marginCovariance } = exposures[e];
      const scratch = scratchOf(view);
      prepareTerms(view.terms, states, memory, count, scratch);
      exponentialOf(
        account.loads.map((load) => -load),
        -account.constant,
        states,
        count,
        deflator,
      );
      sets.forEach((_, set) => {
        const value = values[set][e].subarray(first, first + count);
        valuesOf(scratch, view.coefficients[set], count, value);
        const at = sumsAt(exposures.length, set, e);
        const before = backValues[e][set];
        let required = 0;
        if (requirement !== undefined && set === 0)
          for (let p = 0; p < count; p++)
            required += deflator[p] * requirement(e, value[p], collateral === undefined ? 0 : collateralFor(before[p], collateral));
        sums[at + REQUIREMENT] = sums[at + REQUIREMENT] + required;
        if (collateral !== undefined) for (let p = 0; p < count; p++) value[p] = value[p] - collateralFor(before[p], collateral);
        if (initialMargin !== undefined) {
          const modelled = 'quantile' in initialMargin;
          if (modelled) gradientOf(scratch, view.terms, view.coefficients[set], count, gradients);
          let posted = 0;
          for (let p = 0; p < count; p++) {
            const amount = modelled ? initialMargin.quantile * deviationOf(gradients, marginCovariance ?? [], p) : initialMargin.amount;
            posted += deflator[p] * amount;
            // Margin held covers a gain, margin posted a loss: neither is exposed up to it.
            value[p] = Math.sign(value[p]) * Math.max(Math.abs(value[p]) - amount, 0);
          }
          sums[at + INITIAL_MARGIN] = sums[at + INITIAL_MARGIN] + posted;
        }
        let [gained, lost] = [0, 0];
        for (let p = 0; p < count; p++) {
          const discounted = deflator[p] * value[p];
          if (discounted > 0) gained += discounted;
          else lost -= discounted;
        }
        sums[at] = sums[at] + gained;
        sums[at + 1] = sums[at + 1] + lost;
      });
      if (!wantsMoments) continue;
      const exposure = values[0][e].subarray(first, first + count);
      for (let p = 0; p < count; p++) {
        positive[p] = exposure[p] > 0 ? deflator[p] : 0;
        negative[p] = exposure[p] < 0 ? -deflator[p] : 0;
      }
      const found = moments[e];
      addMoments(scratch, positive, count, found.positive);
      addMoments(scratch, negative, count, found.negative);
      if (collateral === undefined || lookBack === undefined || !('view' in lookBack) || !found.lookBackPositive || !found.lookBackNegative)
        continue;
      // ∂E/∂V at the look-back date is −1 where collateral was called.
      const before = backValues[e][0];
      for (const [weights, into] of [
        [positive, found.lookBackPositive],
        [negative, found.lookBackNegative],
      ] as const) {
        for (let p = 0; p < count; p++) back[p] = collateralFor(before[p], collateral) !== 0 ? -weights[p] : 0;
        addMoments(scratchOf(lookBack.view), back, count, into);
      }
    }
  });
  values.forEach((ofSet, set) => {
    ofSet.forEach((list, e) => {
      const at = sumsAt(exposures.length, set, e) + 2;
      PFE_LEVELS.forEach((level, i) => {
        sums[at + i] = sums[at + i] + Math.max(quantile(list, level), 0) / numRows;
      });
    });
  });
}

/** Standard deviation of gradient·ΔS on a path. */
function deviationOf(gradients: readonly Float64Array[], covariance: readonly (readonly number[])[], p: number): number {
  let variance = 0;
  for (let i = 0; i < gradients.length; i++)
    for (let j = 0; j < gradients.length; j++) variance += gradients[i][p] * gradients[j][p] * covariance[i][j];
  return Math.sqrt(Math.max(variance, 0));
}

const largest = ({ exposures }: ExposurePlan, of: (view: View) => number): number =>
  Math.max(0, ...exposures.flatMap(({ view, lookBack }) => [of(view), lookBack && 'view' in lookBack ? of(lookBack.view) : 0]));

function openMoments(view: View, lookBack: View | undefined): DatedMoments {
  const open = ({ terms }: View): Coefficients => noCoefficients(terms);
  const ofDate = { positive: open(view), negative: open(view) };
  return lookBack === undefined ? ofDate : { ...ofDate, lookBackPositive: open(lookBack), lookBackNegative: open(lookBack) };
}

/**
 * A quantile of a sample, between the two order statistics around level · (n + 1), at which the expected share of the law below is the level.
 * Reorders `values`.
 *
 * @see R. Hyndman, Y. Fan (1996), Sample quantiles in statistical packages, definition 6
 */
export function quantile(values: Float64Array, level: number): number {
  const position = Math.min(Math.max(level * (values.length + 1), 1), values.length) - 1;
  const index = Math.floor(position);
  const lower = nth(values, index);
  if (position === index) return lower;
  let upper = values[index + 1];
  for (let i = index + 2; i < values.length; i++) if (values[i] < upper) upper = values[i];
  return lower + (position - index) * (upper - lower);
}

/** The entry that sorting would put at `index`; smaller ones stand before it afterwards, larger ones behind (Hoare's selection). */
function nth(values: Float64Array, index: number): number {
  let [low, high] = [0, values.length - 1];
  while (low < high) {
    const pivot = values[(low + high) >> 1];
    let [i, j] = [low, high];
    while (i <= j) {
      while (values[i] < pivot) i++;
      while (values[j] > pivot) j--;
      if (i <= j) {
        const kept = values[i];
        values[i] = values[j];
        values[j] = kept;
        i++;
        j--;
      }
    }
    if (index <= j) high = j;
    else if (index >= i) low = i;
    else return values[index];
  }
  return values[index];
}
