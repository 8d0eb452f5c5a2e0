/** A program on rows of lattice points: the arguments of one kernel call. */
import type { Launch } from '../backend/kernel.js';
import { componentsFor, pointOrder, type Row, rowShift } from '../random/lattice.js';
import type { Program } from './compose.js';

/** Threads of one call: memory stays bounded. */
const THREADS_A_LAUNCH = 2 ** 16;
/** And their path steps, where a path is long: a run can be observed and stopped between calls. */
const STEPS_A_LAUNCH = 2 ** 26;
/** Fewer, and webasm would compute on the calling thread. */
const LEAST_THREADS = 2 ** 12;

/** A thread takes one point until a shift has so many points, and so many at most: devices want many threads. */
const THREADS_A_SHIFT = 2 ** 10;
const MOST_POINTS_A_THREAD = 2 ** 4;

/** Kernels are compiled for the sizes of their arrays: powers of two keep those few. */
const roundUp = (n: number): number => 2 ** Math.ceil(Math.log2(Math.max(n, 1)));

const padded = (values: ArrayLike<number>, length: number): Float32Array => {
  const array = new Float32Array(length);
  array.set(values);
  return array;
};

/** Points that a thread sums over: told by the row alone, so that it has the same sums in whatever company it is computed. */
export const pointsSummed = ({ log2Points }: Row): number => Math.min(Math.max(2 ** log2Points / THREADS_A_SHIFT, 1), MOST_POINTS_A_THREAD);

/** Rows in groups that one launch takes. All rows of one width. */
export function groupsOf({ steps }: Program, rows: readonly Row[], points: number): (readonly Row[])[] {
  const paths = Math.min(THREADS_A_LAUNCH * points, Math.max(THREADS_A_LAUNCH, 2 ** Math.floor(Math.log2(STEPS_A_LAUNCH / steps))));
  const size = Math.max(1, paths / (rows[0]?.width ?? 1));
  return Array.from({ length: Math.ceil(rows.length / size) }, (_, i) => rows.slice(i * size, (i + 1) * size));
}

/** The arguments of a program in full precision: arrays and numbers in the order of its parameters. */
export interface Arguments {
  readonly arrays: readonly (readonly [values: Float64Array, capacity: number])[];
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
  const { width } = rows[0]!;
  const dimensions = components.length;
  const capacity = roundUp(steps);
  const shift = new Float64Array(rows.length * dimensions);
  rows.forEach((row, i) => void shift.set(rowShift(row, components, shifts[row.shift]!), i * dimensions));
  const orders = Array.from({ length: blocks > 1 ? blocks : 0 }, (_, block) => pointOrder(seed, block, width));
  const order = new Float64Array(orders.length * width);
  orders.forEach((one, block) => void order.set(one, block * width));
  const sized = (perStep: number) => roundUp(perStep * capacity);
  return {
    arrays: [
      [columns, sized(columns.length / steps)],
      [terms, roundUp(terms.length)],
      [scalars, Math.max(1, scalars.length)],
      [componentsFor(components, width), sized(Math.ceil(dimensions / steps))],
      [shift, paddedRows(rows.length, width / points) * sized(Math.ceil(dimensions / steps))],
      ...(blocks > 1 ? [[order, order.length] as const] : []),
    ],
    numbers: [steps, dimensions, points, ...(blocks > 1 ? [width] : []), ...(selectable ? [selector] : [])],
    width: width / points,
    rows: rows.length,
  };
}

const paddedRows = (rows: number, threads: number): number => roundUp(Math.max(rows, LEAST_THREADS / threads));

/** The same in f32, for `backend.run`. Rows beyond those given are computed and mean nothing. */
export const launchOf = ({ source, outputs }: Program, { arrays, numbers, width, rows }: Arguments): Launch => ({
  source,
  arrays: arrays.map(([values, capacity]) => padded(values, capacity)),
  numbers,
  width,
  rows: paddedRows(rows, width),
  outputs,
});
