/** Joins the sums of shifts into exposures with their standard errors, and moments. */

import type { Price } from '../../../base/units.js';
import { discount } from '../../../market/curve.js';
import { powerOfTwo } from '../../../math/elementary/binary.js';
import { mean, standardErrorOf } from '../../run/monte-carlo.js';
import type { Coefficients } from '../paths/dated-terms.js';
import { type CreditTerms, NUM_SURVIVALS } from '../paths/path-credit.js';
import type { ProfilePoint } from '../paths/profile-points.js';
import type { ExposurePlan } from './exposure-plan.js';
import type { DatedMoments, ShiftSums } from './exposure-run.js';
import {
  ADD_ONS,
  CONTROL,
  CONTROLLED,
  DEFAULT_GAIN,
  DEFAULT_LOSS,
  FUNDED_GAIN,
  FUNDED_LOSS,
  FUNDED_MARGIN,
  INITIAL_MARGIN,
  PFE_LEVELS,
  REQUIREMENT,
  sumsAt,
} from './path-sums.js';

export interface Estimate {
  readonly value: Price;
  readonly standardError: Price;
  /** Independent estimates, one per lattice shift; the value is their mean. */
  readonly shifts: Float64Array;
}

interface WeightedExposure {
  readonly defaultGain: Estimate;
  readonly defaultLoss: Estimate;
  readonly fundedGain: Estimate;
  readonly fundedLoss: Estimate;
  readonly fundedMargin: Estimate;
}

export interface ExposureAt extends ProfilePoint {
  /** P(0, t) of the reporting currency. */
  readonly discount: number;
  /** E[max(±E, 0)/B]/P(0, t): undiscounted. */
  readonly ee: Estimate;
  readonly nee: Estimate;
  /** Quantiles of max(E, 0) at PFE_LEVELS, under the risk-neutral measure. */
  readonly pfe: readonly Estimate[];
  /** E[requirement/B]/P(0, t); 0 where none is asked. */
  readonly requirement: Estimate;
  /** E[IM/B]/P(0, t) of what each party posts; 0 where none is. */
  readonly initialMargin: Estimate;
  /** The same as `ee`, `nee` and `initialMargin` with the probabilities of the bucket, where intensities move (path-credit.ts). */
  readonly weighted?: WeightedExposure;
  /** Derivatives of the requirement with respect to the add-ons, without and with the margin agreement; 0 where it is not shared. */
  readonly addOns: readonly [unmargined: Estimate, margined: Estimate];
}

export interface Exposures {
  /** Per set of trades and point of the profile. */
  readonly sets: readonly (readonly ExposureAt[])[];
  /** Per exposure date; means over paths of the first set. Empty where they are not wanted. */
  readonly moments: readonly DatedMoments[];
  /** Per exposure date, discounted means of the first set, where they are wanted: see `ShiftSums.bySurvival`. */
  readonly bySurvival?: readonly { readonly gain: readonly number[]; readonly loss: readonly number[] }[];
  /** Means of exercise-jumps.ts over the paths; empty where they are not wanted. */
  readonly jumps: Float64Array;
  readonly numPaths: number;
  /** Value today of each set. */
  readonly today: readonly Price[];
}

export const estimateOf = (shifts: Float64Array): Estimate => ({ value: mean(shifts), standardError: standardErrorOf(shifts), shifts });

/** @param parts  one per shift, in order */
export function combineShifts(plan: ExposurePlan, parts: readonly ShiftSums[]): Exposures {
  const { layout, exposures, request } = plan;
  const points = powerOfTwo(layout.log2Points);
  const [reporting] = request.model.market.currencies;
  const byShift = (index: number, scale: number): Estimate => {
    const shifts = new Float64Array(parts.length);
    for (let shift = 0; shift < parts.length; shift++) shifts[shift] = scale * parts[shift]!.sums[index]!;
    return estimateOf(shifts);
  };
  /**
   * The same, less β times what the mean of the discounted value X is off its known mean, where that is known. β is the slope of the amount A in X where X is large,
   * or 0 where A scatters less by itself: max(X, 0) is max(−X, 0) and X. The slope is no estimate, which would be biased where few paths make the mean. Where the
   * mean of X is off by more than its scatter allows, it is the paths of one tail that are missing, and the amounts of that tail are controlled.
   */
  const controlled = (place: number, sum: (typeof CONTROLLED)[number], scale: number, { knownMean, slope }: Control): Estimate => {
    const plain = byShift(place + sum, scale);
    if (knownMean === undefined) return plain;
    const meanOf = (index: number): number => mean(Float64Array.from(parts, ({ sums }) => sums[place + index]! / points));
    const average = meanOf(CONTROL);
    const variance = meanOf(CONTROL + 1) - average * average;
    const missing = knownMean - average;
    const isTailMissing = Math.abs(missing) > MISSING_TAIL * Math.sqrt(variance / (points * parts.length));
    const covariance = meanOf(CONTROL + 2 + CONTROLLED.indexOf(sum)) - meanOf(sum) * average;
    const isWide = isTailMissing ? slope * missing > 0 : slope * slope * variance < 2 * slope * covariance;
    if (!isWide) return plain;
    return estimateOf(
      plain.shifts.map((value, shift) => value - scale * slope * (parts[shift]!.sums[place + CONTROL]! - points * knownMean)),
    );
  };
  /** Of what is not asked for. */
  const nothing = estimateOf(new Float64Array(parts.length));
  return {
    sets: request.sets.map((_, set) =>
      exposures.map(({ time, side, shares, knownMeans }, e): ExposureAt => {
        const now = discount(reporting!.curve, time);
        const place = sumsAt(exposures.length, set, e);
        const deflated = 1 / (points * now);
        const knownMean = knownMeans?.[set];
        const chances = chancesToday(request.credit, shares[0]?.bucket);
        return {
          time,
          side,
          shares,
          discount: now,
          ee: controlled(place, 0, deflated, { knownMean, slope: 1 }),
          nee: controlled(place, 1, deflated, { knownMean, slope: -1 }),
          pfe: PFE_LEVELS.map((_, i) => byShift(place + 2 + i, 1)),
          requirement:
            request.requirement === undefined
              ? nothing
              : controlled(place, REQUIREMENT, deflated, { knownMean, slope: slopeOfRequirement(plan, e) }),
          initialMargin: request.collateral?.initialMargin === undefined ? nothing : byShift(place + INITIAL_MARGIN, deflated),
          ...(request.credit && {
            weighted: {
              defaultGain: controlled(place, DEFAULT_GAIN, deflated, { knownMean, slope: chances.counterparty }),
              defaultLoss: controlled(place, DEFAULT_LOSS, deflated, { knownMean, slope: -chances.own }),
              fundedGain: controlled(place, FUNDED_GAIN, deflated, { knownMean, slope: chances.funded }),
              fundedLoss: controlled(place, FUNDED_LOSS, deflated, { knownMean, slope: -chances.funded }),
              fundedMargin: byShift(place + FUNDED_MARGIN, deflated),
            },
          }),
          addOns:
            request.requirement === undefined
              ? [nothing, nothing]
              : [byShift(place + ADD_ONS, deflated), byShift(place + ADD_ONS + 1, deflated)],
        };
      }),
    ),
    moments: averaged(parts, 1 / (points * layout.shifts)),
    jumps: jumpMeans(parts, 1 / (points * layout.shifts)),
    ...(request.survivalDerivatives && { bySurvival: survivalMeans(plan, parts) }),
    numPaths: points * layout.shifts,
    // A contract is worth what the paths of its regressions pay in the mean.
    today: plan.today.map((value, set) => value + mean(Float64Array.from(parts, ({ contracts }) => contracts?.[set] ?? 0))),
  };
}

/** The control of an amount by the value: its slope where the value is large. */
interface Control {
  readonly knownMean: number | undefined;
  readonly slope: number;
}

/** Standard errors of the mean of a value beyond which paths that make it are missing. */
const MISSING_TAIL = 4;
/** A value far above every one of the paths. */
const LARGE_VALUE = 1e30;

/** The slope of the requirement where the value is large. */
const slopeOfRequirement = ({ requirement }: ExposurePlan, exposure: number): number =>
  requirement?.derivatives(exposure, LARGE_VALUE, 0).value ?? 0;

/** The probabilities of a bucket on today's curves: of each party's default, and of the survival that funding counts with. */
function chancesToday(credit: CreditTerms | undefined, bucket: number | undefined) {
  if (credit === undefined || bucket === undefined) return { counterparty: 0, own: 0, funded: 0 };
  const [theirs, ours] = [credit.counterparty, credit.own].map(({ survival }) => ({
    start: survival?.[bucket] ?? 1,
    end: survival?.[bucket + 1] ?? 1,
  }));
  return {
    counterparty: theirs!.start - theirs!.end,
    own: ours!.start - ours!.end,
    funded: credit.fundingSurvivalWeighted ? theirs!.start * ours!.start : 1,
  };
}

function jumpMeans(parts: readonly ShiftSums[], scale: number): Float64Array {
  const total = new Float64Array(parts[0]!.jumps?.length ?? 0);
  for (const { jumps = [] } of parts) for (let i = 0; i < jumps.length; i++) total[i] = total[i]! + scale * jumps[i]!;
  return total;
}

function survivalMeans({ layout, exposures }: ExposurePlan, parts: readonly ShiftSums[]): NonNullable<Exposures['bySurvival']> {
  const scale = 1 / (powerOfTwo(layout.log2Points) * layout.shifts);
  const meanAt = (index: number): number => scale * parts.reduce((sum, { bySurvival }) => sum + (bySurvival?.[index] ?? 0), 0);
  return exposures.map((_, e) => {
    const first = 2 * NUM_SURVIVALS * e;
    const four = (from: number): number[] => Array.from({ length: NUM_SURVIVALS }, (_, i) => meanAt(from + i));
    return { gain: four(first), loss: four(first + NUM_SURVIVALS) };
  });
}

/**
 * Moves the moments of a part into those of the first, in the order of the parts: the same sums as `combineShifts` makes of all parts, without holding the
 * moments of all.
 *
 * @returns the part without its moments
 */
export function joinMoments(first: ShiftSums, part: ShiftSums): ShiftSums {
  const add = (into: Coefficients, from: Coefficients | undefined): void => {
    if (from === undefined) return;
    const sum = (total: Float64Array, array: Float64Array): void => {
      for (let i = 0; i < total.length; i++) total[i] = total[i]! + array[i]!;
    };
    into.tables.forEach((table, g) => void sum(table, from.tables[g]!));
    sum(into.fixings, from.fixings);
    sum(into.contracts, from.contracts);
  };
  first.moments.forEach(({ now, lookBack }, e) => {
    now.forEach((each, w) => void add(each, part.moments[e]!.now[w]));
    lookBack?.forEach((each, w) => void add(each, part.moments[e]!.lookBack?.[w]));
  });
  return { ...part, moments: [] };
}

function averaged(all: readonly ShiftSums[], scale: number): DatedMoments[] {
  const parts = all.filter(({ moments }, i) => i === 0 || moments.length > 0);
  const together = (all: readonly Coefficients[]): Coefficients => {
    const sum = (arrays: readonly Float64Array[]): Float64Array =>
      arrays[0]!.map((_, i) => scale * arrays.reduce((total, array) => total + array[i]!, 0));
    return {
      tables: all[0]!.tables.map((_, g) => sum(all.map(({ tables }) => tables[g]!))),
      fixings: sum(all.map(({ fixings }) => fixings)),
      contracts: sum(all.map(({ contracts }) => contracts)),
    };
  };
  return parts[0]!.moments.map(({ now, lookBack }, e) => ({
    now: now.map((_, w) => together(parts.map(({ moments }) => moments[e]!.now[w]!))),
    ...(lookBack && { lookBack: lookBack.map((each, w) => together(parts.map(({ moments }) => moments[e]!.lookBack?.[w] ?? each))) }),
  }));
}

/** The sum of coefficients times their moments: the mean of the value that the coefficients stand for. */
export function dot(coefficients: Coefficients, moments: Coefficients): number {
  const product = (one: Float64Array, other: Float64Array): number => one.reduce((sum, value, i) => sum + value * other[i]!, 0);
  return (
    coefficients.tables.reduce((sum, table, g) => sum + product(table, moments.tables[g]!), 0) +
    product(coefficients.fixings, moments.fixings) +
    product(coefficients.contracts, moments.contracts)
  );
}
