/** A program on rows of lattice points: the arguments of one kernel call. */
import type { Launch } from '../../backend/launch.js';
import { componentsFor, pointOrder, type Row, rowShift } from '../../random/lattice.js';
import type { Program } from './program.js';

/** Threads of one call: memory stays bounded. */
const THREADS_A_LAUNCH = 2 ** 16;
/** And their path steps, where a path is long: a run can be observed and stopped between calls. */
const STEPS_A_LAUNCH = 2 ** 26;

/** A thread takes one point until a shift has so many points, and so many at most: devices want many threads. */
const THREADS_A_SHIFT = 2 ** 10;
const MOST_POINTS_A_THREAD = 2 ** 4;

/** Points that a thread sums over: told by the row alone, so that it has the same sums in whatever company it is computed. */
export const pointsSummed = ({ log2Points }: Row): number => Math.min(Math.max(2 ** log2Points / THREADS_A_SHIFT, 1), MOST_POINTS_A_THREAD);

/** Rows in groups that one launch takes. All rows of one width. */
export function groupsOf<R extends Row>({ steps }: Pick<Program, 'steps'>, rows: readonly R[], points: number): (readonly R[])[] {
  const paths = Math.min(THREADS_A_LAUNCH * points, Math.max(THREADS_A_LAUNCH, 2 ** Math.floor(Math.log2(STEPS_A_LAUNCH / steps))));
  const size = Math.max(1, paths / (rows[0]?.width ?? 1));
  return Array.from({ length: Math.ceil(rows.length / size) }, (_, i) => rows.slice(i * size, (i + 1) * size));
}

/** The arguments of a program in full precision: arrays and numbers in the order of its parameters. */
export interface Arguments {
  readonly arrays: readonly Float64Array[];
  readonly numbers: readonly number[];
  /** Threads a row. */
  readonly width: number;
  readonly rows: number;
}

/** How a run takes a program's points. */
export interface Taking {
  /** Points that each thread sums over; 1 for the value of each. A power of two, the rows' width at most. */
  readonly points?: number;
  /** What is returned in place of the value. */
  readonly selector?: number;
}

/**
 * @param rows    of one width
 * @param shifts  Δ by number of shift
 */
export function argumentsFor(
  { columns, rows: terms, scalars, steps, dimensions: { components, blocks }, selectable }: Program,
  rows: readonly Row[],
  shifts: readonly Float64Array[],
  seed: number,
  { points = 1, selector = 0 }: Taking = {},
): Arguments {
  const { width } = rows[0];
  const dimensions = components.length;
  const shift = new Float64Array(rows.length * dimensions);
  rows.forEach((row, i) => void shift.set(rowShift(row, components, shifts[row.shift]), i * dimensions));
  const orders = Array.from({ length: blocks > 1 ? blocks : 0 }, (_, block) => pointOrder(seed, block, width));
  const order = new Float64Array(orders.length * width);
  orders.forEach((one, block) => void order.set(one, block * width));
  return {
    arrays: [columns, terms, scalars, componentsFor(components, width), shift, ...(blocks > 1 ? [order] : [])],
    numbers: [steps, dimensions, points, ...(blocks > 1 ? [width] : []), ...(selectable ? [selector] : [])],
    width: width / points,
    rows: rows.length,
  };
}

/** The same in f32, for `backend.run`. */
export const launchOf = (
  { source, outputs }: Pick<Program, 'source' | 'outputs'>,
  { arrays, numbers, width, rows }: Arguments,
): Launch => ({
  source,
  arrays: arrays.map((values) => Float32Array.from(values)),
  numbers,
  width,
  rows,
  outputs,
});
