/**
 * Standard errors of the parts of a simulated value at risk and expected shortfall, from independent shifts of equally many consecutive scenarios.
 *
 * - A contribution to the value at risk is the mean loss of an underlying in the scenarios near the quantile. It moves in proportion with the value at risk,
 *   and scatters by what the losses of the underlying in those scenarios are off that proportion.
 * - A contribution to the shortfall is c + E[(Lᵢ − c) 1{L ≥ VaR}]/p for every c. With c = E[Lᵢ | L = VaR] its derivative in the value at risk vanishes.
 * - An incremental figure is the difference of two quantiles or tail means in the same scenarios. A quantile is taken as linear in the share of losses beyond it,
 *   and a tail mean is VaR + E[(L − VaR)⁺]/p, whose derivative in the value at risk vanishes.
 *
 * @see P. Glasserman (2005), Measuring marginal risk contributions in credit portfolios
 */
import { hypot } from '../math/elementary/roots.js';
import { quantileSlope } from '../math/quantile-slope.js';
import { standardErrorOf } from '../simulation/run/monte-carlo.js';
import { type IncrementalFigures, type Tail, tailOf } from './tail.js';

export interface ComponentErrors {
  /** Per underlying. */
  readonly contributions: Float64Array;
  readonly shortfallContributions: Float64Array;
  readonly incremental?: IncrementalFigures;
}

/** Losses in all scenarios, and those of their tail. */
interface Simulated {
  readonly losses: Float64Array;
  readonly tail: Tail;
  /** 1 − confidence. */
  readonly probability: number;
  readonly shifts: number;
  /** Losses per underlying. */
  readonly ofFactor: (scenario: number) => Float64Array;
  /** Scenarios near the quantile. */
  readonly near: readonly number[];
  /** Per underlying, as they are given back. */
  readonly contributions: Float64Array;
  /** That of the value at risk. */
  readonly standardError: number;
}

export function componentErrors(
  { losses, tail, probability, shifts, ofFactor, near, contributions, standardError }: Simulated,
  ofFactors: Float64Array | undefined,
): ComponentErrors {
  const perShift = losses.length / shifts;
  /** The standard error of (Σ of amounts of some scenarios)/count, of which there are some in each shift. */
  const errorOf = (scenarios: readonly number[], count: number, amountOf: (k: number, scenario: number) => number): number => {
    const means = new Float64Array(shifts);
    scenarios.forEach((scenario, k) => {
      const shift = Math.floor(scenario / perShift);
      means[shift] = means[shift]! + (amountOf(k, scenario) * shifts) / count;
    });
    return standardErrorOf(means);
  };
  const [nearRows, beyondRows] = [near.map(ofFactor), tail.beyond.map(ofFactor)];
  const meanNear = near.reduce((sum, scenario) => sum + losses[scenario]!, 0) / near.length;
  const total = contributions.reduce((sum, each) => sum + Math.abs(each), 0);
  const ofContributions = contributions.map((contribution, i) => {
    const mean = nearRows.reduce((sum, row) => sum + row[i]!, 0) / near.length;
    const proportion = tail.valueAtRisk === 0 ? Math.abs(contribution) / (total || 1) : contribution / tail.valueAtRisk;
    const scatter = errorOf(near, near.length, (k, scenario) => nearRows[k]![i]! - mean - proportion * (losses[scenario]! - meanNear));
    return hypot(proportion * standardError, scatter);
  });
  const ofShortfall = contributions.map((contribution, i) =>
    errorOf(tail.beyond, losses.length * probability, (k) => beyondRows[k]![i]! - contribution),
  );
  return {
    contributions: ofContributions,
    shortfallContributions: ofShortfall,
    ...(ofFactors && { incremental: incrementalErrors(losses, tail, probability, shifts, ofFactors) }),
  };
}

function incrementalErrors(
  losses: Float64Array,
  tail: Tail,
  probability: number,
  shifts: number,
  ofFactors: Float64Array,
): IncrementalFigures {
  const perShift = losses.length / shifts;
  const numFactors = ofFactors.length / losses.length;
  /** Per shift: the value at risk and the shortfall as functions that are linear in its losses. */
  const linear = (values: Float64Array, { order, valueAtRisk }: Tail) => {
    const lossPerShare = quantileSlope((k) => values[order[k]!]!, values.length, probability, 1 / values.length);
    const [shares, excess] = [new Float64Array(shifts), new Float64Array(shifts)];
    values.forEach((loss, k) => {
      const shift = Math.floor(k / perShift);
      if (loss < valueAtRisk) return;
      shares[shift] = shares[shift]! + lossPerShare / perShift;
      excess[shift] = excess[shift]! + (loss - valueAtRisk) / (probability * perShift);
    });
    return { shares, excess };
  };
  const all = linear(losses, tail);
  const errors = Array.from({ length: numFactors }, (_, i) => {
    const remaining = losses.map((loss, k) => loss - ofFactors[k * numFactors + i]!);
    const rest = linear(remaining, tailOf(remaining, probability));
    const difference = (one: Float64Array, other: Float64Array) => standardErrorOf(one.map((value, shift) => value - other[shift]!));
    return { valueAtRisk: difference(all.shares, rest.shares), expectedShortfall: difference(all.excess, rest.excess) };
  });
  return {
    valueAtRisk: Float64Array.from(errors, ({ valueAtRisk }) => valueAtRisk),
    expectedShortfall: Float64Array.from(errors, ({ expectedShortfall }) => expectedShortfall),
  };
}
