/** The boundaries of exercise of swaptions in the law of the state, and their slopes with respect to today's discount factors. */
import type { Years } from '../../../base/units.js';
import { exp } from '../../../math/elementary/exp.js';
import { type CrossAssetModel, type LinearForm, logarithmsAt, stateLaw } from '../../../model/cross-asset.js';
import { SAME_TIME } from '../../emit/grid.js';
import { type ExerciseStage, interpolated } from './bermudan.js';
import type { ExerciseSide, LegPayment } from './swaption-legs.js';
import type { BoundaryCurve } from './two-factor-boundary.js';

/** The boundary of one exercise date of a swaption. */
export interface ExerciseBoundary {
  /** Index of the exercise date of the option. */
  readonly exercise: number;
  readonly currency: number;
  readonly expiry: Years;
  /** 1 where exercise is above the boundary, −1 where it is below. */
  readonly sign: 1 | -1;
  /** Mean and standard deviation of the short rate at the date, or of W. */
  readonly mean: number;
  readonly deviation: number;
  /** The boundary; with two factors at each node of Z. */
  readonly boundaries: Float64Array;
  /** W and Z, where the short rate has two factors. */
  readonly curve?: Pick<BoundaryCurve, 'along' | 'across'>;
}

/** Standard deviations of the short rate beyond which a boundary has no path near it: the density there is below 1e-8. */
export const BOUNDARY_REACH = 6;

/** The boundary of a short rate of one factor, or none where no path is near it or no later date is valued. */
export function rateBoundary(
  model: CrossAssetModel,
  { currency, expiry, boundary, sign }: ExerciseSide,
  exercise: number,
  last: Years,
): ExerciseBoundary[] {
  const index = model.coordinates.findIndex((each) => each.kind === 'rate' && each.currency === currency);
  if (last - expiry < SAME_TIME || index < 0) return [];
  const law = stateLaw(model, expiry);
  const [mean, deviation] = [law.mean[index], Math.sqrt(law.covariance[index]![index]!)];
  if (!(Math.abs(boundary - mean!) < BOUNDARY_REACH * deviation)) return [];
  return [{ exercise, currency, expiry, sign, mean: mean!, deviation, boundaries: Float64Array.of(boundary) }];
}

/** A form that is positive where the short rate is on the side of its boundary on which the option is exercised. */
export const formBeyond = (model: CrossAssetModel, { currency, boundary, sign }: ExerciseSide): LinearForm => ({
  constant: -sign * boundary,
  loads: model.coordinates.map((each) => (each.kind === 'rate' && each.currency === currency ? sign : 0)),
});

/** Half the distance in cells over which the slope of a cubic polynomial is a difference: its error is below 1e-5 of the slope, that of rounding 1e-11. */
const CELL_SLOPE_STEP = 0.01;

/**
 * Slopes of a boundary of one factor: db/d ln P(0, τ) for each payment time τ of the swap. The gain of exercise is a sum of legs, each proportional to one
 * discount factor, and is 0 at the boundary. The continuation value does not change with its own later boundaries, which are optimal.
 *
 * @param continuation  the stage of the exercise date with the legs of its continuation value; absent on the last date
 */
export function rateBoundarySlopes(
  model: CrossAssetModel,
  { currency, expiry, boundaries: [boundary] }: ExerciseBoundary,
  payments: readonly LegPayment[],
  continuation?: { readonly stage: ExerciseStage; readonly legs: ReadonlyMap<Years, Float64Array> },
): ReadonlyMap<Years, Float64Array> {
  const logs = logarithmsAt(model, expiry);
  const legs = new Map<Years, number>();
  let slope = 0;
  for (const { time, amount } of payments) {
    const { constant, loads } = logs.bond(currency, time);
    const load = loads.reduce((total, each) => total + each, 0);
    const value = amount * exp(constant + load * boundary!);
    legs.set(time, value);
    slope += load * value;
  }
  if (continuation !== undefined) {
    const { grid, continuation: values } = continuation.stage;
    for (const [time, leg] of continuation.legs) legs.set(time, (legs.get(time) ?? 0) - interpolated(grid, leg, boundary!));
    const step = CELL_SLOPE_STEP * grid.spacing;
    slope -= (interpolated(grid, values, boundary! + step) - interpolated(grid, values, boundary! - step)) / (2 * step);
  }
  return new Map([...legs].map(([time, value]) => [time, Float64Array.of(-value / slope)]));
}
