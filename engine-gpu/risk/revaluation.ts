/**
 * The revaluation of an option book under scenarios, and the figures of its losses.
 *
 * - Contributions are Euler's: with the loss homogeneous of degree 1 in the positions, they are ∂(figure)/∂(size of the underlying's
 *   positions), and add up to the figure.
 * - The incremental figure of an underlying is the figure of the book less that of the book without the underlying's positions, in the same
 *   scenarios.
 */
import { EngineFailure } from '../base/failure.js';
import type { ComponentErrors } from './component-errors.js';
import { bookValues, type OptionBook, sum, unmoved } from './option-book.js';
import { type IncrementalFigures, type Tail, tailOf } from './tail.js';

export interface Horizon {
  /** Confidence level in (0, 1). */
  readonly confidence: number;
  readonly horizonDays: number;
  /** True if the incremental figures are computed too. */
  readonly incremental?: boolean | undefined;
}

export interface RiskFigures {
  readonly valueAtRisk: number;
  readonly expectedShortfall: number;
  /** Per underlying; they add up to the value at risk. */
  readonly contributions: Float64Array;
  /** Per underlying; they add up to the expected shortfall. */
  readonly shortfallContributions: Float64Array;
  readonly incremental?: IncrementalFigures;
  /** Standard errors of the above, where they are simulated and asked for. */
  readonly componentErrors?: ComponentErrors;
  readonly warnings: readonly string[];
}

/** Losses of consecutive scenarios. */
export interface LossRange {
  /** One per scenario. */
  readonly losses: Float64Array;
  /** Losses of each underlying's positions, all underlyings of a scenario together; present if incremental figures are requested. */
  readonly ofFactors?: Float64Array;
  /** Simulated spots that fell to 0 or below. */
  readonly floored: number;
}

/** The revaluation of a book under scenarios, which is computed in ranges of consecutive ones: the figures do not depend on how they are cut. */
export interface Revaluation<Figures> {
  readonly scenarios: number;
  /** Numbers that the ranges hold together. */
  readonly numbers: number;
  /** Scenarios from ≤ k < to. @throws EngineFailure where a loss is not finite */
  run(from: number, to: number): LossRange;
  /** @param ranges of all scenarios, in order */
  combine(ranges: readonly LossRange[]): Figures;
}

/** Fewer scenarios than 1/p leave the figure at the worst loss alone. */
export const tooFew = (scenarios: number, tail: number): string[] =>
  scenarios * tail < 1
    ? [`${scenarios} scenarios do not resolve a tail of ${Number((100 * tail).toPrecision(6))} %: both figures are the worst loss`]
    : [];

/** Losses of a book under scenarios. */
export interface Losses {
  /** Scenarios from ≤ k < to. */
  readonly range: (from: number, to: number) => Omit<LossRange, 'floored'>;
  /** Per underlying. */
  readonly ofFactor: (scenario: number) => Float64Array;
}

/** @param byFactor whether ranges have the losses of each underlying's positions */
export function lossesUnder(book: OptionBook, byFactor: boolean, movesOf: (scenario: number, into: Float64Array) => void): Losses {
  const n = book.underlyings.length;
  const base = new Float64Array(n);
  bookValues(book, unmoved(book), {}, base);
  const moves = new Float64Array(n);
  const values = new Float64Array(n);
  const lossesAt = (scenario: number): void => {
    movesOf(scenario, moves);
    bookValues(book, moves, {}, values);
    for (let i = 0; i < n; i++) values[i] = base[i]! - values[i]!;
  };
  return {
    range: (from, to) => {
      const ofFactors = new Float64Array(byFactor ? n * (to - from) : 0);
      const losses = Float64Array.from({ length: to - from }, (_, k) => {
        lossesAt(from + k);
        if (byFactor) ofFactors.set(values, k * n);
        const loss = sum(values);
        if (!Number.isFinite(loss))
          throw new EngineFailure('pricing', `the loss of scenario ${from + k} is ${loss}: the terms are too extreme`);
        return loss;
      });
      return { losses, ...(byFactor && { ofFactors }) };
    },
    ofFactor: (scenario) => {
      lossesAt(scenario);
      return values.slice();
    },
  };
}

/** The losses of all ranges, in order. */
export const allLosses = (ranges: readonly LossRange[], scenarios: number): Float64Array =>
  joined(
    ranges.map(({ losses }) => losses),
    scenarios,
  );

/** The losses of each underlying's positions in all scenarios, all underlyings of a scenario together; undefined where the ranges have none. */
export function allOfFactors(ranges: readonly LossRange[]): Float64Array | undefined {
  const parts = ranges.flatMap(({ ofFactors }) => (ofFactors ? [ofFactors] : []));
  const size = parts.reduce((total, { length }) => total + length, 0);
  return parts.length === 0 ? undefined : joined(parts, size);
}

function joined(parts: readonly Float64Array[], length: number): Float64Array {
  const all = new Float64Array(length);
  let offset = 0;
  for (const part of parts) {
    all.set(part, offset);
    offset += part.length;
  }
  return all;
}

/**
 * @param losses  of all scenarios
 * @param tail    1 − confidence
 * @param weights of the scenarios; absent: equal
 * @returns undefined where the ranges have no losses by underlying
 */
export function incrementalFigures(
  ranges: readonly LossRange[],
  losses: Float64Array,
  { valueAtRisk, expectedShortfall }: Tail,
  tail: number,
  weights?: Float64Array,
): IncrementalFigures | undefined {
  const ofFactors = allOfFactors(ranges);
  if (ofFactors === undefined) return undefined;
  const n = ofFactors.length / losses.length;
  const incremental = Array.from({ length: n }, (_, i) =>
    tailOf(
      losses.map((loss, k) => loss - ofFactors[k * n + i]!),
      tail,
      weights,
    ),
  );
  return {
    valueAtRisk: Float64Array.from(incremental, (rest) => valueAtRisk - rest.valueAtRisk),
    expectedShortfall: Float64Array.from(incremental, (rest) => expectedShortfall - rest.expectedShortfall),
  };
}

/** @param near scenarios whose losses per underlying stand for those at the value at risk */
export function figuresAt(tail: Tail, { ofFactor }: Pick<Losses, 'ofFactor'>, near: readonly number[]): Omit<RiskFigures, 'warnings'> {
  const shortfall = weightedMean(tail.beyond.map(ofFactor), tail.weights);
  const around = weightedMean(
    near.map(ofFactor),
    near.map(() => 1 / near.length),
  );
  return {
    valueAtRisk: tail.valueAtRisk,
    expectedShortfall: tail.expectedShortfall,
    contributions: addingUpTo(tail.valueAtRisk, around),
    shortfallContributions: shortfall,
  };
}

/** Relative distance of the mean loss of the scenarios near the quantile from the quantile, up to which parts of that mean are scaled. */
const MAX_SCALED_GAP = 0.5;

/**
 * Parts of the mean loss near the quantile, changed so that they add up to the quantile. They are scaled where the two are near each other.
 * Otherwise, as where the value at risk is next to nothing, scaling would enlarge them without bound or turn their signs: then the
 * difference is shared in proportion to their sizes.
 */
function addingUpTo(valueAtRisk: number, parts: Float64Array): Float64Array {
  const total = sum(parts);
  const gap = valueAtRisk - total;
  if (total !== 0 && Math.abs(gap) <= MAX_SCALED_GAP * Math.abs(total)) {
    const scale = valueAtRisk / total;
    return parts.map((part) => scale * part);
  }
  const size = parts.reduce((all, part) => all + Math.abs(part), 0);
  return parts.map((part) => part + (size > 0 ? gap * (Math.abs(part) / size) : 0));
}

function weightedMean(rows: readonly Float64Array[], weights: readonly number[]): Float64Array {
  const mean = new Float64Array(rows[0]!.length);
  rows.forEach((row, k) => {
    for (let i = 0; i < mean.length; i++) mean[i]! += weights[k]! * row[i]!;
  });
  return mean;
}
