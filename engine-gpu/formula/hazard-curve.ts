/** The default intensity of an issuer as a function of time, and the probability of surviving that it implies. */
import type { Rate, Years } from '../base/units.js';
import { exp, expm1 } from '../math/elementary/exp.js';

/** Piecewise constant default intensity: `rates[i]` up to `times[i]`, the last one also beyond. */
export interface HazardCurve {
  /** Strictly increasing. */
  readonly times: readonly Years[];
  /** Decimal, per year, ≥ 0. */
  readonly rates: readonly Rate[];
}

/** The accumulated intensity ∫₀ᵗ λ, whose negative exponential is the survival probability. */
export function accumulatedHazard({ times, rates }: HazardCurve, t: Years): number {
  let sum = 0;
  let from = 0;
  for (let i = 0; i < rates.length && from < t; i++) {
    const to = i === rates.length - 1 ? t : Math.min(times[i]!, t);
    sum += rates[i]! * (to - from);
    from = to;
  }
  return sum;
}

/** The probabilities of surviving to t and of defaulting before, each accurate where it is small. */
export function probabilitiesAt(curve: HazardCurve, t: Years): { survivalProbability: number; defaultProbability: number } {
  const accumulated = accumulatedHazard(curve, t);
  return { survivalProbability: exp(-accumulated), defaultProbability: -expm1(-accumulated) };
}

/** The intensity λ(t); at a node the one before it. */
export function hazardAt({ times, rates }: HazardCurve, t: Years): Rate {
  const i = times.findIndex((time) => t <= time);
  return rates[i === -1 ? rates.length - 1 : i]!;
}
