/** A program on rows of lattice points: the arguments of one kernel call. */
import type { Launch } from '../backend/kernel.js';
import { componentsFor, pointOrder, type Row, rowShift } from '../random/lattice.js';
import type { Program } from './compose.js';

/** Paths of one call: memory stays bounded, and a run can be observed and stopped between calls. */
const PATHS_A_LAUNCH = 2 ** 16;
/** Fewer, and webasm would compute on the calling thread. */
const LEAST_THREADS = 2 ** 12;

/** Kernels are compiled for the sizes of their arrays: powers of two keep those few. */
const roundUp = (n: number): number => 2 ** Math.ceil(Math.log2(Math.max(n, 1)));

const padded = (values: ArrayLike<number>, length: number): Float32Array => {
  const array = new Float32Array(length);
  array.set(values);
  return array;
};

/** Rows in groups that one launch takes. All rows of one width. */
export function groupsOf(rows: readonly Row[]): (readonly Row[])[] {
  const size = Math.max(1, PATHS_A_LAUNCH / (rows[0]?.width ?? 1));
  return Array.from({ length: Math.ceil(rows.length / size) }, (_, i) => rows.slice(i * size, (i + 1) * size));
}

/** The arguments of a program in full precision: arrays and numbers in the order of its parameters. */
export interface Arguments {
  readonly arrays: readonly (readonly [values: Float64Array, capacity: number])[];
  readonly numbers: readonly number[];
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
  selector = 0,
): Arguments {
  const { width } = rows[0]!;
  const dimensions = components.length;
  const capacity = roundUp(steps);
  const shift = new Float64Array(rows.length * dimensions);
  rows.forEach((row, i) => void shift.set(rowShift(row, components, shifts[row.shift]!), i * dimensions));
  const orders = Array.from({ length: blocks > 1 ? blocks : 0 }, (_, block) => pointOrder(seed, block, width));
  const order = new Float64Array(orders.length * width);
  orders.forEach((one, block) => void order.set(one, block * width));
  const most = roundUp(Math.max(rows.length, LEAST_THREADS / width));
  const sized = (perStep: number) => roundUp(perStep * capacity);
  return {
    arrays: [
      [columns, sized(columns.length / steps)],
      [terms, roundUp(terms.length)],
      [scalars, Math.max(1, scalars.length)],
      [componentsFor(components, width), sized(Math.ceil(dimensions / steps))],
      [shift, most * sized(Math.ceil(dimensions / steps))],
      ...(blocks > 1 ? [[order, order.length] as const] : []),
    ],
    numbers: [steps, dimensions, ...(blocks > 1 ? [width] : []), ...(selectable ? [selector] : [])],
  };
}

/** The same in f32, for `backend.run`. Rows beyond those given are computed and mean nothing. */
export function launchOf(program: Program, { arrays, numbers }: Arguments, rows: readonly Row[]): Launch {
  const { width } = rows[0]!;
  return {
    source: program.source,
    arrays: arrays.map(([values, capacity]) => padded(values, capacity)),
    numbers,
    width,
    rows: roundUp(Math.max(rows.length, LEAST_THREADS / width)),
  };
}
