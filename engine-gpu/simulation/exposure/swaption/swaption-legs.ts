/** The payments that the exercise of a swaption gives, in closed form given a one-factor short rate. */

import type { Years } from '../../../base/units.js';
import { exp } from '../../../math/elementary/exp.js';
import { normalCdf } from '../../../math/normal.js';
import { type CrossAssetModel, type DatedLogarithms, rateGathered } from '../../../model/cross-asset.js';
import type { Flows } from '../../../product/trade/terms.js';
import type { TableGrid } from '../paths/dated-terms.js';

/** A model and what its logarithms are at a date. */
export interface DatedModel {
  readonly model: CrossAssetModel;
  readonly logs: DatedLogarithms;
  readonly time: Years;
}

/** The side of a boundary on which a swaption is exercised at a date. */
export interface ExerciseSide {
  readonly currency: number;
  readonly expiry: Years;
  /** x at expiry above which a payer, below which a receiver is exercised. ±∞ where it always or never is. */
  readonly boundary: number;
  /** 1 for a payer, −1 for a receiver. */
  readonly sign: 1 | -1;
}

export interface LegPayment {
  readonly time: Years;
  readonly amount: number;
}

/** Flows of a swap as payments after expiry and the notional at expiry: its floating leg is worth the notional less that at the end. */
export function swapPayments(flows: readonly Flows[], expiry: Years): readonly LegPayment[] {
  const byTime = new Map<Years, number>();
  const add = (time: Years, amount: number): void => void byTime.set(time, (byTime.get(time) ?? 0) + amount);
  for (const { payments } of flows) for (const { time, amount } of payments) add(time, amount);
  for (const { periods } of flows)
    for (const { start, end, notional, basis } of periods) {
      add(start, notional * basis);
      add(end, -notional);
    }
  return [...byTime].filter(([time, amount]) => time >= expiry && amount !== 0).map(([time, amount]) => ({ time, amount }));
}

/**
 * The payments given x at t. A payment of 1 at τ if x_T > x* is worth P(t,τ) Φ((μ_τ − x*)/v), where μ_τ is the mean of x_T under the
 * τ-forward measure: e^(−aΔ) x − Cov(x_T, ∫ₜᵀ x) − B(τ − T) v².
 *
 * @param scale    factor on the values
 * @param receive  called with each payment time and its value at the nodes; the array is reused
 */
export function exercisedLegs(
  { model, logs, time: now }: DatedModel,
  { currency, expiry, boundary, sign }: ExerciseSide,
  payments: readonly LegPayment[],
  grid: TableGrid,
  scale: number,
  receive: (time: Years, values: Float64Array) => void,
): void {
  const { variance, withIntegral, carry, load } = rateGathered(model, currency, now, expiry);
  const deviation = Math.sqrt(variance);
  const values = new Float64Array(grid.nodes);
  for (const { time, amount } of payments) {
    const { constant, loads } = logs.bond(currency, time);
    const slope = loads.reduce((total, each) => total + each, 0);
    const shift = withIntegral + load(time) * variance;
    for (let j = 0; j < grid.nodes; j++) {
      const x = grid.first + j * grid.spacing;
      const distance = carry * x - shift - boundary;
      const probability = deviation > 0 ? normalCdf((sign * distance) / deviation) : sign * distance > 0 ? 1 : 0;
      values[j] = scale * amount * exp(constant + slope * x) * probability;
    }
    receive(time, values);
  }
}
