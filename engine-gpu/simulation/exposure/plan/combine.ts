/** Joins the sums of shifts into exposures with their standard errors, and moments. */

import type { Price } from '../../../base/units.js';
import { discount } from '../../../market/curve.js';
import { powerOfTwo } from '../../../math/elementary/binary.js';
import { squareOf } from '../../../math/elementary/pow.js';
import { mean, standardErrorOf } from '../../run/monte-carlo.js';
import type { Coefficients } from '../paths/dated-terms.js';
import { type CreditTerms, NUM_SURVIVALS } from '../paths/path-credit.js';
import type { ProfilePoint } from '../paths/profile-points.js';
import { pooledQuantiles } from '../paths/quantiles.js';
import type { ExposurePlan } from './exposure-plan.js';
import { type DatedMoments, rankedExposures, type ShiftSums } from './exposure-run.js';
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
  KNOWN_MEAN,
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

export type Quantile = Omit<Estimate, 'shifts'>;

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
  readonly pfe: readonly Quantile[];
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
  readonly batches: readonly MomentBatch[];
  /** Per exposure date and shift, discounted means of the first set, where they are wanted: see `ShiftSums.bySurvival`. */
  readonly bySurvival?: readonly (readonly SurvivalSlopes[])[];
  readonly numPaths: number;
  /** Value today of each set. */
  readonly today: readonly Price[];
}

/** Derivatives with respect to the survival probabilities of a bucket. */
interface SurvivalSlopes {
  readonly gain: readonly number[];
  readonly loss: readonly number[];
}

/**
 * Means over the paths of consecutive shifts, which are independent of those of other batches, for the first set. There is one batch per shift, or fewer
 * where moments are large.
 */
export interface MomentBatch {
  readonly shifts: number;
  /** Per exposure date; empty where they are not wanted. */
  readonly moments: readonly DatedMoments[];
  /** Means of exercise-jumps.ts; empty where they are not wanted. */
  readonly jumps: Float64Array;
}

export const estimateOf = (shifts: Float64Array): Estimate => ({ value: mean(shifts), standardError: standardErrorOf(shifts), shifts });

/** The moments of an exposure of every weighting w and batch b: index `w · batches + b`. Those of the start of the margin period are empty where it has none. */
export function momentsAt(
  batches: readonly MomentBatch[],
  exposure: number,
): Readonly<Record<'now' | 'lookBack', readonly Coefficients[]>> {
  const all = (momentsOf: (moments: DatedMoments) => readonly Coefficients[] | undefined): Coefficients[] => {
    const byBatch = batches.map(({ moments }) => momentsOf(moments[exposure]!) ?? []);
    return byBatch[0]!.flatMap((_, w) => byBatch.map((ofWeightings) => ofWeightings[w]!));
  };
  return { now: all(({ now }) => now), lookBack: all(({ lookBack }) => lookBack) };
}

/** The means of an estimate over the shifts of each batch. */
export function batchMeans({ shifts }: Pick<Estimate, 'shifts'>, batches: readonly Pick<MomentBatch, 'shifts'>[]): Float64Array {
  if (batches.length === shifts.length) return shifts;
  let first = 0;
  return Float64Array.from(batches, (batch) => {
    first += batch.shifts;
    return mean(shifts.subarray(first - batch.shifts, first));
  });
}

/** An estimate of means of batches, each of which counts with its shifts: Σ n (m − m̄)² is (B − 1) times the variance of a shift in the mean. */
export function estimateOfBatches(means: Float64Array, batches: readonly Pick<MomentBatch, 'shifts'>[]): Omit<Estimate, 'shifts'> {
  const total = batches.reduce((sum, { shifts }) => sum + shifts, 0);
  if (batches.length === total) return estimateOf(means);
  const sumOver = (amountOf: (mean: number) => number) => batches.reduce((sum, { shifts }, b) => sum + shifts * amountOf(means[b]!), 0);
  const value = sumOver((each) => each) / total;
  return { value, standardError: Math.sqrt(sumOver((each) => squareOf(each - value)) / (total * (batches.length - 1))) };
}

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
  const ranked = rankedExposures(plan);
  /** @returns undefined where every row has quantiles of its own */
  const quantilesAt = (set: number, e: number): readonly Quantile[] | undefined => {
    const rank = ranked.indexOf(e);
    const tails = rank < 0 ? undefined : tailsAt(parts, set * ranked.length + rank, request.sets.length * ranked.length);
    return tails && pooledQuantiles(tails, points, PFE_LEVELS);
  };
  /** Of what is not asked for. */
  const nothing = estimateOf(new Float64Array(parts.length));
  return {
    sets: request.sets.map((_, set) =>
      exposures.map(({ time, side, shares, knownMeans }, e): ExposureAt => {
        const now = discount(reporting!.curve, time);
        const place = sumsAt(exposures.length, set, e);
        const deflated = 1 / (points * now);
        const knownMean = knownMeans && parts[0]!.sums[place + KNOWN_MEAN];
        const chances = chancesToday(request.credit, shares[0]?.bucket);
        return {
          time,
          side,
          shares,
          discount: now,
          ee: controlled(place, 0, deflated, { knownMean, slope: 1 }),
          nee: controlled(place, 1, deflated, { knownMean, slope: -1 }),
          pfe: quantilesAt(set, e) ?? PFE_LEVELS.map((_, i) => byShift(place + 2 + i, 1)),
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
    batches: request.moments ? momentBatches(parts) : [],
    ...(request.survivalDerivatives && { bySurvival: survivalMeans(plan, parts) }),
    numPaths: points * layout.shifts,
    // A contract is worth what the paths of its regressions pay in the mean.
    today: plan.today.map((value, set) => value + mean(Float64Array.from(parts, ({ contracts }) => contracts?.[set] ?? 0))),
  };
}

/** The tails of all shifts at one of the places of which there are some per shift; undefined where rows have quantiles of their own. */
export const tailsAt = (parts: readonly Pick<ShiftSums, 'tails'>[], place: number, places: number): Float64Array[] | undefined =>
  parts[0]!.tails &&
  parts.map(({ tails }) => {
    const size = tails!.length / places;
    return tails!.subarray(place * size, (place + 1) * size);
  });

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

function survivalMeans({ layout, exposures }: ExposurePlan, parts: readonly ShiftSums[]): NonNullable<Exposures['bySurvival']> {
  const scale = 1 / powerOfTwo(layout.log2Points);
  return exposures.map((_, e) =>
    parts.map(({ bySurvival }): SurvivalSlopes => {
      const first = 2 * NUM_SURVIVALS * e;
      const four = (from: number): number[] => Array.from({ length: NUM_SURVIVALS }, (_, i) => scale * (bySurvival?.[from + i] ?? 0));
      return { gain: four(first), loss: four(first + NUM_SURVIVALS) };
    }),
  );
}

/** Numbers of the moments of a shift up to which those of every shift are kept: 8 MiB for each of the 16 to 31 shifts. */
const MAX_NUMBERS_PER_SHIFT = powerOfTwo(20);

const arraysOf = (moments: readonly DatedMoments[]): Float64Array[] =>
  moments.flatMap(({ now, lookBack = [] }) =>
    [...now, ...lookBack].flatMap(({ tables, fixings, contracts }) => [...tables, fixings, contracts]),
  );

/** The number of consecutive shifts whose moments are joined, from those of one: it bounds the memory of all moments by 256 MiB. */
function shiftsPerBatch(moments: readonly DatedMoments[]): number {
  const numbers = arraysOf(moments).reduce((sum, { length }) => sum + length, 0);
  let shifts = 1;
  while (numbers > shifts * MAX_NUMBERS_PER_SHIFT) shifts *= 2;
  return shifts;
}

/** Adds to the moments of a batch those of a further shift, of which there are then `count`, so that the sums become means. */
function joinMoments(means: readonly DatedMoments[], moments: readonly DatedMoments[], count: number): void {
  const added = arraysOf(moments);
  arraysOf(means).forEach((total, k) => {
    for (let i = 0; i < total.length; i++) total[i] = total[i]! + (added[k]![i]! - total[i]!) / count;
  });
}

/**
 * Joins the moments of the parts of a simulation to those of batches as the parts come, in order, so that the moments of all parts are not held at once.
 * The moments of a batch are in its first part. `combineShifts` does the same with parts that have not been joined.
 *
 * @returns a function of a part and its index that returns the part to keep
 */
export function openMomentBatches(): (part: ShiftSums, index: number) => ShiftSums {
  let [first, size] = [undefined as ShiftSums | undefined, 1];
  return (part, index) => {
    if (part.moments.length === 0) return part;
    if (index === 0) size = shiftsPerBatch(part.moments);
    if (first === undefined || index % size === 0) {
      first = part;
      return part;
    }
    joinMoments(first.moments, part.moments, 1 + (index % size));
    return { ...part, moments: [] };
  };
}

function momentBatches(parts: readonly ShiftSums[]): MomentBatch[] {
  const size = shiftsPerBatch(parts[0]!.moments);
  const join = openMomentBatches();
  const isJoined = parts.every(({ moments }, i) => i % size === 0 || moments.length === 0);
  const joined = isJoined ? parts : parts.map((part, i) => join(i % size === 0 ? structuredClone(part) : part, i));
  return Array.from({ length: Math.ceil(parts.length / size) }, (_, b) => {
    const ofBatch = joined.slice(b * size, (b + 1) * size);
    const jumps = new Float64Array(ofBatch[0]!.jumps?.length ?? 0);
    for (const part of ofBatch)
      part.jumps?.forEach((jump, i) => {
        jumps[i] = jumps[i]! + jump / ofBatch.length;
      });
    return { shifts: ofBatch.length, moments: ofBatch[0]!.moments, jumps };
  });
}
