/**
 * Joint paths of the state of a cross-asset model (model/cross-asset.ts) in double precision, exact at every date.
 *
 * The normals are lattice points (random/lattice.ts) arranged by a Brownian bridge per driver (emit/bridge.ts): the first coordinates of a
 * point decide where the path ends. Each step maps the increments of its drivers, scaled to unit variance, through the Cholesky factor of the
 * step. A row of points is simulated in batches, so that memory depends neither on the number of paths nor on that of dates.
 */
import type { Years } from '../../base/units.js';
import { inverseNormalsOf } from '../../math/normal.js';
import { type CrossAssetModel, type Transition, transition } from '../../model/cross-asset.js';
import {
  componentsFor,
  LATTICE_DIMENSIONS,
  latticeComponent,
  pointOrder,
  type Row,
  rowShift,
  STREAMS,
  shiftFor,
} from '../../random/lattice.js';
import { brownianBridge, type Draw } from '../emit/bridge.js';

export interface PathPlan {
  /** Strictly increasing, above 0. */
  readonly dates: readonly Years[];
  readonly transitions: readonly Transition[];
  /** Columns of the factors that are not zero in every step: the drivers. */
  readonly drivers: readonly number[];
  /** The draws of each step, and the rank of each among all in the order in which they matter. */
  readonly draws: readonly (readonly (Draw & { readonly rank: number })[])[];
  readonly recalled: Float64Array;
  readonly levels: number;
}

export function pathPlan(model: CrossAssetModel, dates: readonly Years[]): PathPlan {
  const transitions = dates.map((date, k) => transition(model, k === 0 ? 0 : dates[k - 1], date));
  const drivers = model.coordinates.flatMap((_, j) => (transitions.some(({ factor }) => factor.some((row) => row[j] !== 0)) ? [j] : []));
  const { draws, recalled, levels } = brownianBridge(dates);
  const ranks = new Map(draws.toSorted((one, other) => one.level - other.level || one.step - other.step).map((draw, rank) => [draw, rank]));
  const byStep = dates.map((): (Draw & { readonly rank: number })[] => []);
  for (const draw of draws) byStep[draw.step].push({ ...draw, rank: ranks.get(draw) ?? 0 });
  return {
    dates,
    transitions,
    drivers,
    draws: byStep,
    recalled,
    levels,
  };
}

/** Number of random numbers of a path. */
export const dimensionsOf = ({ dates, drivers }: PathPlan): number => dates.length * drivers.length;

/** Paths that are stepped together: their states stay in the cache of a core. */
export const BATCH = 512;

/** Half a unit in the last place of a lattice point: it keeps points away from 0. */
const HALF_POINT = 2 ** -24;

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
  const dimensions = dimensionsOf(plan);
  const components = Array.from({ length: dimensions }, (_, d) => latticeComponent(d % LATTICE_DIMENSIONS));
  const steps = componentsFor(components, row.width);
  const starts = rowShift(row, components, shiftFor(seed, stream, row.shift, dimensions));
  const orders = Array.from({ length: Math.ceil(dimensions / LATTICE_DIMENSIONS) }, (_, block) => pointOrder(seed, block, row.width));
  for (let first = 0; first < row.width; first += BATCH) {
    const count = Math.min(BATCH, row.width - first);
    simulateBatch(
      plan,
      (dimension, into) => {
        const [step, start] = [steps[dimension], starts[dimension]];
        const order = orders[Math.floor(dimension / LATTICE_DIMENSIONS)];
        for (let p = 0; p < count; p++) {
          const position = order[first + p] * step + start;
          into[p] = position - Math.floor(position) + HALF_POINT;
        }
        inverseNormalsOf(into, count);
      },
      count,
      (date, states) => visit(date, states, first, count),
    );
  }
}

function simulateBatch(
  { transitions, drivers, draws, recalled, levels, dates }: PathPlan,
  normals: (dimension: number, into: Float64Array) => void,
  count: number,
  visit: (date: number, states: readonly Float64Array[]) => void,
): void {
  const arrays = (length: number): Float64Array[] => Array.from({ length }, () => new Float64Array(count));
  const size = transitions[0]?.carry.length ?? 0;
  const stored = drivers.map(() => arrays(levels + 1));
  const present = arrays(drivers.length);
  const increments = arrays(drivers.length);
  const drawn = new Float64Array(count);
  let [states, next] = [arrays(size), arrays(size)];
  transitions.forEach(({ carry, drift, factor }, k) => {
    const scale = 1 / Math.sqrt(dates[k] - (k === 0 ? 0 : dates[k - 1]));
    drivers.forEach((_, d) => {
      const own = stored[d];
      let end = own[recalled[k]];
      const now = present[d];
      for (const { level, weight, deviation, rank } of draws[k]) {
        normals(rank * drivers.length + d, drawn);
        const into = own[level];
        // Of the first draw there is no end yet: its weight is 0.
        for (let p = 0; p < count; p++) into[p] = now[p] + weight * (end[p] - now[p]) + deviation * drawn[p];
        end = into;
      }
      const increment = increments[d];
      for (let p = 0; p < count; p++) {
        increment[p] = scale * (end[p] - now[p]);
        now[p] = end[p];
      }
    });
    carry.forEach((row, i) => {
      const into = next[i];
      into.fill(drift[i]);
      row.forEach((load, j) => {
        if (load !== 0) addScaled(into, states[j], load, count);
      });
      drivers.forEach((driver, d) => {
        const load = factor[i][driver];
        if (load !== 0) addScaled(into, increments[d], load, count);
      });
    });
    [states, next] = [next, states];
    visit(k, states);
  });
}

function addScaled(into: Float64Array, from: Float64Array, scale: number, count: number): void {
  for (let p = 0; p < count; p++) into[p] = into[p] + scale * from[p];
}
