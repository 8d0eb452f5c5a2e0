/**
 * Bermudan swaptions of a one-factor short rate as functions of it, by backward induction over their exercise dates:
 *
 *   U_n(x) = max(S_n(x), C_n(x)),   C_n(x) = P(T_n, T_n+1) E[U_n+1(x_n+1) | x_n = x] under the T_n+1-forward measure, C_last = 0
 *
 * S_n is what is left of the swap. Exercise gains beyond one short rate, the boundary: of a payer above it, of a receiver below it. On that
 * side the expectation is that of payments and has a closed form (swaption-legs.ts). On the other, C_n+1 is smooth and is integrated against
 * the normal density by Gauss and Legendre's rule. No path is drawn: the only error is that of interpolation, which is below 1e-6 of the value
 * (measured by doubling the grid).
 *
 * The boundaries are optimal for today's market, and derivatives through them cancel: the legs of the option are its derivatives.
 */

import type { Years } from '../../../base/units.js';
import { exp } from '../../../math/elementary/exp.js';
import { INVERSE_SQRT_TWO_PI } from '../../../math/normal.js';
import { bisectedRoot } from '../../../math/root.js';
import { type CrossAssetModel, logarithmsAt, rateGathered, stateLaw } from '../../../model/cross-asset.js';
import type { BermudanTerms } from '../../../product/trade/terms.js';
import type { TableGrid } from '../paths/dated-terms.js';
import { QUADRATURE_RANGE, RULE } from './exercise-intervals.js';
import { type DatedModel, type ExerciseSide, exercisedLegs, type LegPayment, swapPayments } from './swaption-legs.js';

/** An exercise date with its policy, and what holding on is worth there. */
export interface ExerciseStage extends ExerciseSide {
  /** The payments that the swap still makes. */
  readonly payments: readonly LegPayment[];
  readonly grid: TableGrid;
  /** C_n at the nodes of the grid, of one option in its currency. */
  readonly continuation: Float64Array;
}

/** Standard deviations of the short rate that a stage's grid covers on either side, and cells per standard deviation. */
const GRID_RANGE = 10;
const GRID_CELLS_PER_DEVIATION = 32;

const policies = new WeakMap<CrossAssetModel, Map<BermudanTerms, readonly ExerciseStage[]>>();

/** The stages of an option, in the order of its dates; remembered as long as the model is used. */
export function exerciseStages(model: CrossAssetModel, option: BermudanTerms): readonly ExerciseStage[] {
  const policiesOfModel = policies.get(model) ?? new Map<BermudanTerms, readonly ExerciseStage[]>();
  policies.set(model, policiesOfModel);
  const stages = policiesOfModel.get(option) ?? stagesOf(model, option);
  policiesOfModel.set(option, stages);
  return stages;
}

function stagesOf(model: CrossAssetModel, { currency, exercises }: BermudanTerms): ExerciseStage[] {
  const stages: ExerciseStage[] = [];
  for (let n = exercises.length - 1; n >= 0; n--) {
    const { time } = exercises[n]!;
    const payments = swapPayments(
      exercises.slice(n).map(({ flows }) => flows),
      time,
    );
    const sign = exercises[n]!.flows.periods[0]!.notional > 0 ? 1 : -1;
    const dated: DatedModel = { model, logs: logarithmsAt(model, time), time };
    const grid = gridAt(model, currency, time);
    const continuation = new Float64Array(grid.nodes);
    const [next] = stages;
    if (next !== undefined) {
      exercisedLegs(dated, next, next.payments, grid, 1, (_, values) => addTo(continuation, values));
      const [continuationValues] = heldValues(dated, next, [next.continuation], grid, 1);
      addTo(continuation, continuationValues!);
    }
    const side = { currency, expiry: time, sign } as const;
    stages.unshift({ ...side, payments, grid, continuation, boundary: boundaryOf(dated, side, payments, grid, continuation) });
  }
  return stages;
}

function addTo(into: Float64Array, values: Float64Array): void {
  for (let j = 0; j < into.length; j++) into[j] = into[j]! + values[j]!;
}

/** The grid of a currency's short rate at a date. */
function gridAt(model: CrossAssetModel, currency: number, time: Years): TableGrid {
  const index = model.coordinates.findIndex((each) => each.kind === 'rate' && each.currency === currency);
  const loads = model.coordinates.map((_, i) => (i === index ? 1 : 0));
  if (index < 0) return { loads, first: 0, spacing: 0, nodes: 1 };
  const { mean, covariance } = stateLaw(model, time);
  const half = GRID_RANGE * Math.sqrt(covariance[index]![index]!);
  // Rates that do not move before the date have one value there.
  if (half === 0) return { loads, first: mean[index]!, spacing: 0, nodes: 1 };
  const cells = 2 * GRID_RANGE * GRID_CELLS_PER_DEVIATION;
  return { loads, first: mean[index]! - half, spacing: (2 * half) / cells, nodes: cells + 1 };
}

/** The short rate beyond which exercise gains; ±∞ where it always or never does. */
function boundaryOf(
  { logs }: DatedModel,
  { currency, sign }: Omit<ExerciseSide, 'boundary'>,
  payments: readonly LegPayment[],
  grid: TableGrid,
  continuation: Float64Array,
): number {
  const bonds = payments.map(({ time, amount }) => {
    const { constant, loads } = logs.bond(currency, time);
    return { amount, constant, load: loads.reduce((total, each) => total + each, 0) };
  });
  const gain = (x: number): number =>
    bonds.reduce((sum, { amount, constant, load }) => sum + amount * exp(constant + load * x), -interpolated(grid, continuation, x));
  const last = grid.first + (grid.nodes - 1) * grid.spacing;
  const root = grid.nodes > 1 ? bisectedRoot(gain, grid.first, last) : undefined;
  if (root !== undefined) return root;
  return gain(0.5 * (grid.first + last)) > 0 ? -sign * Number.POSITIVE_INFINITY : sign * Number.POSITIVE_INFINITY;
}

/** A function of the short rate between the nodes. */
export function interpolated({ first, spacing, nodes }: TableGrid, values: Float64Array, x: number): number {
  if (nodes === 1) return values[0]!;
  const position = Math.min(Math.max((x - first) / spacing, 0), nodes - 1);
  const node = Math.min(Math.max(Math.floor(position), 1), nodes - 3);
  return throughFour(values, node, position - node);
}

/** Lagrange's polynomial through a node, the one before it and the two after it, at a distance from it in cells. */
export function throughFour(values: Float64Array, node: number, s: number): number {
  const [below, above, beyond] = [s + 1, s - 1, s - 2];
  return (
    0.5 * below * above * beyond * values[node]! -
    (s * above * beyond * values[node - 1]!) / 6 -
    0.5 * below * s * beyond * values[node + 1]! +
    (below * s * above * values[node + 2]!) / 6
  );
}

/**
 * The values before an exercise date of functions of the short rate at it, received where the option is not exercised.
 *
 * @param functions  values at the nodes of the stage's grid
 * @param grid       of the short rate at the date of the model
 * @param scale      factor on the values
 * @returns one array per function, values at the nodes of `grid`
 */
function heldValues(
  { model, logs, time }: DatedModel,
  stage: ExerciseStage,
  functions: readonly Float64Array[],
  grid: TableGrid,
  scale: number,
): Float64Array[] {
  const { currency, expiry, boundary, sign } = stage;
  const { variance, withIntegral, carry } = rateGathered(model, currency, time, expiry);
  const deviation = Math.sqrt(variance);
  const { constant, loads } = logs.bond(currency, expiry);
  const slope = loads.reduce((total, each) => total + each, 0);
  const results = functions.map(() => new Float64Array(grid.nodes));
  for (let j = 0; j < grid.nodes; j++) {
    const x = grid.first + j * grid.spacing;
    const mean = carry * x - withIntegral;
    const present = scale * exp(constant + slope * x);
    const add = (node: number, weight: number): void => {
      for (let f = 0; f < functions.length; f++) results[f]![j] = results[f]![j]! + weight * interpolated(stage.grid, functions[f]!, node);
    };
    if (deviation === 0) {
      if (sign * (mean - boundary) <= 0) add(mean, present);
      continue;
    }
    const limit = (boundary - mean) / deviation;
    const from = sign === 1 ? -QUADRATURE_RANGE : Math.max(limit, -QUADRATURE_RANGE);
    const to = sign === 1 ? Math.min(limit, QUADRATURE_RANGE) : QUADRATURE_RANGE;
    if (to <= from) continue;
    const [middle, half] = [0.5 * (from + to), 0.5 * (to - from)];
    for (let i = 0; i < RULE.points.length; i++) {
      const z = middle + half * RULE.points[i]!;
      add(mean + deviation * z, present * half * RULE.weights[i]! * INVERSE_SQRT_TWO_PI * exp(-0.5 * z * z));
    }
  }
  return results;
}

/**
 * The value of an option that has not been exercised before its date `next`, at the nodes of a grid.
 *
 * @param scale  of the currency, and of the quantity held
 */
export function bermudanValues(dated: DatedModel, option: BermudanTerms, next: number, grid: TableGrid, scale: number): Float64Array {
  const stage = exerciseStages(dated.model, option)[next]!;
  const [total] = heldValues(dated, stage, [stage.continuation], grid, scale);
  exercisedLegs(dated, stage, stage.payments, grid, scale, (_, values) => addTo(total!, values));
  return total!;
}

const legsOfStages = new WeakMap<ExerciseStage, ReadonlyMap<Years, Float64Array>>();

/** C_n divided by payment times: what each payment of the swap contributes. */
export function continuationLegs(model: CrossAssetModel, stages: readonly ExerciseStage[], n: number): ReadonlyMap<Years, Float64Array> {
  const remembered = legsOfStages.get(stages[n]!);
  if (remembered !== undefined) return remembered;
  const legsByTime = new Map<Years, Float64Array>();
  if (n + 1 < stages.length) {
    const { expiry: time, grid } = stages[n]!;
    const dated: DatedModel = { model, logs: logarithmsAt(model, time), time };
    visitLegs(dated, stages, n + 1, grid, 1, (paid, values) => void legsByTime.set(paid, values));
  }
  legsOfStages.set(stages[n]!, legsByTime);
  return legsByTime;
}

function visitLegs(
  dated: DatedModel,
  stages: readonly ExerciseStage[],
  next: number,
  grid: TableGrid,
  scale: number,
  receive: (time: Years, values: Float64Array) => void,
): void {
  const stage = stages[next]!;
  const legs = continuationLegs(dated.model, stages, next);
  const continuations = heldValues(dated, stage, [...legs.values()], grid, scale);
  const byTime = new Map([...legs.keys()].map((time, i) => [time, continuations[i]]));
  exercisedLegs(dated, stage, stage.payments, grid, scale, (time, values) => {
    const total = byTime.get(time) ?? new Float64Array(grid.nodes);
    addTo(total, values);
    byTime.set(time, total);
  });
  for (const [time, values] of byTime) receive(time, values!);
}

/** The legs of an option: what each payment of its swap is worth, at the nodes of a grid. */
export const bermudanLegs = (
  dated: DatedModel,
  option: BermudanTerms,
  next: number,
  grid: TableGrid,
  scale: number,
  receive: (time: Years, values: Float64Array) => void,
): void => visitLegs(dated, exerciseStages(dated.model, option), next, grid, scale, receive);
