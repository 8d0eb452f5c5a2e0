/**
 * Valuation adjustments from a profile of expected exposure, as sums over its buckets with the mean of the exposure at both ends of each, or with that at its
 * end (paths/profile-points.ts):
 *
 *   CVA = (1 − R_c) Σ D·EE·w_c    DVA = (1 − R_o) Σ D·NEE·w_o
 *   FCA = s_b Σ D·EE·Δt           FBA = s_l Σ D·NEE·Δt        FVA = FCA − FBA
 *   KVA = c Σ D·K·Δt              MVA = s_b Σ D·IM·Δt
 *
 * w is the probability that the party defaults in the bucket, or that it does so before the other party. All are amounts; what they take off
 * the risk-free value is CVA − DVA + FVA + KVA + MVA.
 *
 * @see J. Gregory (2020), The xVA Challenge, chapters 17 to 20
 */
import type { Price, Rate, Years } from '../../base/units.js';
import { accumulatedHazard, type HazardCurve } from '../../formula/hazard-curve.js';
import { exp, expm1 } from '../../math/elementary/exp.js';
import type { CreditTerms } from '../../simulation/exposure/paths/path-credit.js';
import { byPoint, type ProfilePoint } from '../../simulation/exposure/paths/profile-points.js';
import { type Estimate, estimateOf, estimateOfBatches, type MomentBatch } from '../../simulation/exposure/plan/combine.js';

export interface Credit {
  readonly hazard: HazardCurve;
  readonly recoveryRate: number;
}

export interface XvaTerms {
  readonly counterparty: Credit;
  /** Absent: it never defaults, and there is no DVA. */
  readonly own: Credit | undefined;
  readonly firstToDefault: boolean;
  readonly borrowSpread: Rate;
  readonly lendSpread: Rate;
  readonly fundingSurvivalWeighted: boolean;
  /** Survival of both parties on the paths, where a default intensity moves with the market. */
  readonly pathCredit?: CreditTerms | undefined;
  /** Cost of capital per year, 0 where no capital is asked. */
  readonly costOfCapital: Rate;
}

/** The discounted averages at a point of the profile: D·EE and so on, one number per independent estimate. */
export interface DiscountedExposure {
  readonly ee: Float64Array;
  readonly nee: Float64Array;
  /** Capital required, absent where none is. */
  readonly capital?: Float64Array;
  readonly initialMargin?: Float64Array;
  /** Exposures with the probabilities of the bucket where intensities move, in place of `ee`, `nee` and `initialMargin`. */
  readonly weighted?: Readonly<Record<'cva' | 'dva' | 'fca' | 'fba' | 'mva', Float64Array>>;
}

export const MEASURES = ['cva', 'dva', 'fca', 'fba', 'fva', 'kva', 'mva', 'total'] as const;
export type Measure = (typeof MEASURES)[number];
export type Measures = Readonly<Record<Measure, Float64Array>>;

/** The amounts that one unit of discounted exposure in each bucket, or at each point of the profile, adds to the measures. */
export interface ExposureWeights {
  readonly cva: readonly number[];
  readonly dva: readonly number[];
  readonly fca: readonly number[];
  readonly fba: readonly number[];
  readonly kva: readonly number[];
  readonly mva: readonly number[];
}

const NO_DEFAULT: HazardCurve = { times: [], rates: [0] };

/** Weights of exposures that have been taken with the probabilities of their bucket: what is lost at default, and what funding costs. */
function weightsOfWeighted(
  times: readonly Years[],
  { counterparty, own: ourCredit, borrowSpread, lendSpread, costOfCapital }: XvaTerms,
): ExposureWeights {
  const years = times.map((time, k) => time - (k === 0 ? 0 : times[k - 1]!));
  const same = (value: number): number[] => times.map(() => value);
  const perYear = (value: number): number[] => years.map((length) => value * length);
  return {
    cva: same(1 - counterparty.recoveryRate),
    dva: same(ourCredit === undefined ? 0 : 1 - ourCredit.recoveryRate),
    fca: perYear(borrowSpread),
    fba: perYear(lendSpread),
    kva: perYear(costOfCapital),
    mva: perYear(borrowSpread),
  };
}

function bucketWeights(times: readonly Years[], terms: XvaTerms): ExposureWeights {
  const { counterparty, own: ourCredit, firstToDefault, borrowSpread, lendSpread, fundingSurvivalWeighted, costOfCapital } = terms;
  const buckets = times.map((time, k) => {
    const start = k === 0 ? 0 : times[k - 1]!;
    const [ours, theirs] = [ourCredit?.hazard ?? NO_DEFAULT, counterparty.hazard].map((hazard) => {
      const hazardBefore = accumulatedHazard(hazard, start);
      return { survival: exp(-hazardBefore), hazard: accumulatedHazard(hazard, time) - hazardBefore };
    });
    const length = fundingSurvivalWeighted ? (time - start) * ours!.survival * theirs!.survival : time - start;
    return { ours, theirs, length, years: time - start };
  });
  type Side = { readonly survival: number; readonly hazard: number };
  /** Of a default of `one` in the bucket, before `other` does where that counts: hazards are taken as constant in the bucket. */
  const defaults = (one: Side, other: Side): number => {
    if (!firstToDefault) return one.survival * -expm1(-one.hazard);
    const both = one.hazard + other.hazard;
    return both === 0 ? 0 : (one.survival * other.survival * one.hazard * -expm1(-both)) / both;
  };
  return {
    cva: buckets.map(({ ours, theirs }) => (1 - counterparty.recoveryRate) * defaults(theirs!, ours!)),
    dva: buckets.map(({ ours, theirs }) => (ourCredit === undefined ? 0 : (1 - ourCredit.recoveryRate) * defaults(ours!, theirs!))),
    fca: buckets.map(({ length }) => borrowSpread * length),
    fba: buckets.map(({ length }) => lendSpread * length),
    kva: buckets.map(({ years }) => costOfCapital * years),
    mva: buckets.map(({ length }) => borrowSpread * length),
  };
}

/**
 * The weights of exposures as the simulation gives them.
 *
 * @param times  ends of the buckets
 */
export function weightsFor(times: readonly Years[], points: readonly ProfilePoint[], terms: XvaTerms): ExposureWeights {
  const { cva, dva, fca, fba, kva, mva } = terms.pathCredit === undefined ? bucketWeights(times, terms) : weightsOfWeighted(times, terms);
  const [ofCva, ofDva, ofFca, ofFba, ofKva, ofMva] = [cva, dva, fca, fba, kva, mva].map((byBucket) => byPoint(points, byBucket));
  return { cva: ofCva!, dva: ofDva!, fca: ofFca!, fba: ofFba!, kva: ofKva!, mva: ofMva! };
}

/** The measures, each as its independent estimates. */
export function measuresOf(exposures: readonly DiscountedExposure[], weights: ExposureWeights): Measures {
  const size = exposures[0]!.ee.length;
  const sum = (weightOf: readonly number[], valuesOf: (exposure: DiscountedExposure) => Float64Array | undefined): Float64Array => {
    const total = new Float64Array(size);
    exposures.forEach((exposure, k) => {
      const values = valuesOf(exposure);
      if (values !== undefined) for (let i = 0; i < size; i++) total[i] = total[i]! + weightOf[k]! * values[i]!;
    });
    return total;
  };
  const [cva, dva] = [
    sum(weights.cva, ({ ee, weighted }) => weighted?.cva ?? ee),
    sum(weights.dva, ({ nee, weighted }) => weighted?.dva ?? nee),
  ];
  const [fca, fba] = [
    sum(weights.fca, ({ ee, weighted }) => weighted?.fca ?? ee),
    sum(weights.fba, ({ nee, weighted }) => weighted?.fba ?? nee),
  ];
  const [kva, mva] = [
    sum(weights.kva, ({ capital }) => capital),
    sum(weights.mva, ({ initialMargin, weighted }) => weighted?.mva ?? initialMargin),
  ];
  return completed({ cva, dva, fca, fba, kva, mva });
}

/** The measures whose sums are the others. */
export type PlainMeasures = Omit<Measures, 'fva' | 'total'>;

/** Adds fva and the total, from the others. */
export function completed({ cva, dva, fca, fba, kva, mva }: PlainMeasures): Measures {
  const fva = fca.map((value, i) => value - fba[i]!);
  return { cva, dva, fca, fba, fva, kva, mva, total: cva.map((value, i) => value - dva[i]! + fva[i]! + kva[i]! + mva[i]!) };
}

/** The measures, or the derivatives of each, with their standard errors. */
export type MeasureFigures = Readonly<Record<Measure, Price>> & { readonly standardErrors: Readonly<Record<Measure, Price>> };

/**
 * The means of independent estimates of each measure and their standard errors.
 *
 * @param batches  those whose means the estimates are; absent where they are estimates of shifts
 */
export function figuresOf(measures: Measures, batches?: readonly Pick<MomentBatch, 'shifts'>[]): MeasureFigures {
  const estimates = MEASURES.map((name) => {
    const { [name]: means } = measures;
    return [name, batches === undefined ? estimateOf(means) : estimateOfBatches(means, batches)] as const;
  });
  const record = (figureOf: (estimate: Omit<Estimate, 'shifts'>) => number) =>
    Object.fromEntries(estimates.map(([name, each]) => [name, figureOf(each)])) as Record<Measure, Price>;
  return {
    ...record(({ value }) => value),
    // A profile made elsewhere is one estimate without an error.
    standardErrors: record(({ standardError }) => (measures.cva.length > 1 ? standardError : 0)),
  };
}
