/**
 * Joint paths of the state of a cross-asset model (model/cross-asset.ts) in double precision, exact at every date.
 *
 * The normals are lattice points (random/lattice.ts) arranged by a Brownian bridge per driver (emit/bridge.ts): the first coordinates of a
 * point decide where the path ends. Each step maps the increments of its drivers, scaled to unit variance, through the Cholesky factor of the
 * step. A row of points is simulated in batches, so that memory depends neither on the number of paths nor on that of dates.
 */

import { numbers, withArrays } from '../../../backend/webasm/vectors.js';
import type { Years } from '../../../base/units.js';
import { type CrossAssetModel, type Transition, transition } from '../../../model/cross-asset.js';
import {
  componentsFor,
  LATTICE_DIMENSIONS,
  latticeComponent,
  pointOrder,
  type Row,
  rowShift,
  STREAMS,
  shiftFor,
} from '../../../random/lattice.js';
import { brownianBridge, type Draw } from '../../emit/bridge.js';
import { arithmeticFor, BATCH, type PathArithmetic } from './path-arithmetic.js';

export { BATCH };

export interface PathPlan {
  /** Strictly increasing, above 0. */
  readonly dates: readonly Years[];
  readonly transitions: readonly Transition[];
  /** Loads per step and coordinate: those of the state before, and those of the increments of the drivers. */
  readonly loads: readonly (readonly (readonly number[])[])[];
  /** Columns of the factors that are not zero in every step: the drivers. */
  readonly drivers: readonly number[];
  /** The draws of each step, and the rank of each among all in the order in which they matter. */
  readonly draws: readonly (readonly (Draw & { readonly rank: number })[])[];
  readonly recalled: Float64Array;
  readonly levels: number;
}

export function pathPlan(model: CrossAssetModel, dates: readonly Years[]): PathPlan {
  const transitions = dates.map((date, k) => transition(model, k === 0 ? 0 : dates[k - 1]!, date));
  const drivers = model.coordinates.flatMap((_, j) => (transitions.some(({ factor }) => factor.some((row) => row[j] !== 0)) ? [j] : []));
  const { draws, recalled, levels } = brownianBridge(dates);
  const ranks = new Map(draws.toSorted((one, other) => one.level - other.level || one.step - other.step).map((draw, rank) => [draw, rank]));
  const byStep = dates.map((): (Draw & { readonly rank: number })[] => []);
  for (const draw of draws) byStep[draw.step]!.push({ ...draw, rank: ranks.get(draw) ?? 0 });
  return {
    dates,
    transitions,
    drivers,
    loads: transitions.map(({ carry, factor }) => carry.map((row, i) => [...row, ...drivers.map((driver) => factor[i]![driver]!)])),
    draws: byStep,
    recalled,
    levels,
  };
}

/** Number of random numbers of a path. */
export const dimensionsOf = ({ dates, drivers }: PathPlan): number => dates.length * drivers.length;

/**
 * Steps the paths of a row through the dates.
 *
 * @param visit  called for each batch and date in order with the states, one array per coordinate, whose first `count` entries are the paths
 *   from index `first` of the row. The arrays are reused
 * @param stream  different streams give independent paths for one seed
 */
export function simulateRow(
  plan: PathPlan,
  row: Row,
  seed: number,
  visit: (date: number, states: readonly Float64Array[], first: number, count: number) => void,
  stream: number = STREAMS.risk,
): void {
  withArrays(() => {
    const dimensions = dimensionsOf(plan);
    const components = Array.from({ length: dimensions }, (_, d) => latticeComponent(d % LATTICE_DIMENSIONS));
    const steps = componentsFor(components, row.width);
    const starts = rowShift(row, components, shiftFor(seed, stream, row.shift, dimensions));
    const orders = Array.from({ length: Math.ceil(dimensions / LATTICE_DIMENSIONS) }, (_, block) => {
      const order = numbers(row.width);
      order.set(pointOrder(seed, block, row.width));
      return order;
    });
    const memory = openBatch(plan, orders);
    for (let first = 0; first < row.width; first += BATCH) {
      const count = Math.min(BATCH, row.width - first);
      const ordersOfBatch = orders.map((order) => order.subarray(first, first + count));
      const pointsOf = (dimension: number) => ({
        order: ordersOfBatch[Math.floor(dimension / LATTICE_DIMENSIONS)]!,
        step: steps[dimension]!,
        start: starts[dimension]!,
      });
      simulateBatch(plan, memory, pointsOf, count, (date, states) => visit(date, states, first, count));
    }
  });
}

/** Arrays of a batch, one number per path. */
interface BatchMemory {
  readonly arithmetic: PathArithmetic;
  /** Per driver, the values of the bridge by level. */
  readonly stored: readonly (readonly Float64Array[])[];
  /** Per driver. */
  readonly present: readonly Float64Array[];
  readonly increments: readonly Float64Array[];
  /** Per coordinate, at the present date and at the next. */
  readonly states: readonly [readonly Float64Array[], readonly Float64Array[]];
}

function openBatch({ transitions, drivers, levels }: PathPlan, orders: readonly Float64Array[]): BatchMemory {
  const arrays = (length: number): Float64Array[] => Array.from({ length }, () => numbers(BATCH));
  const size = transitions[0]?.carry.length ?? 0;
  const stored = drivers.map(() => arrays(levels + 1));
  const [present, increments] = [arrays(drivers.length), arrays(drivers.length)];
  const [now, next] = [arrays(size), arrays(size)];
  const arithmetic = arithmeticFor(...orders, ...stored.flat(), ...present, ...increments, ...now, ...next);
  return { arithmetic, stored, present, increments, states: [now, next] };
}

/** The points of a dimension: {order · step + start}. */
type Points = (dimension: number) => { readonly order: Float64Array; readonly step: number; readonly start: number };

function simulateBatch(
  { transitions, loads, drivers, draws, recalled, dates }: PathPlan,
  { arithmetic, stored, present, increments, states: [first, second] }: BatchMemory,
  pointsOf: Points,
  count: number,
  visit: (date: number, states: readonly Float64Array[]) => void,
): void {
  const { draw, advance, linear } = arithmetic;
  for (const array of [...present, ...first]) array.fill(0);
  let [states, next] = [first, second];
  transitions.forEach(({ drift }, k) => {
    const scale = 1 / Math.sqrt(dates[k]! - (k === 0 ? 0 : dates[k - 1]!));
    drivers.forEach((_, d) => {
      const levelsOfDriver = stored[d]!;
      let end = levelsOfDriver[recalled[k]!]!;
      for (const { level, weight, deviation, rank } of draws[k]!) {
        const { order, step, start } = pointsOf(rank * drivers.length + d);
        // Of the first draw there is no end yet: its weight is 0.
        draw(count, order, present[d]!, end, levelsOfDriver[level]!, { step, start, weight, deviation });
        end = levelsOfDriver[level]!;
      }
      advance(count, present[d]!, end, increments[d]!, scale);
    });
    const sources = [...states, ...increments];
    for (let i = 0; i < next.length; i++) linear(count, drift[i]!, loads[k]![i]!, sources, next[i]!);
    [states, next] = [next, states];
    visit(k, states);
  });
}
