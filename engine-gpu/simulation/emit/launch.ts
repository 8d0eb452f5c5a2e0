/** The arguments of one kernel call (a launch): a program on rows of lattice points. */
import type { Launch } from '../../backend/launch.js';
import { floorLog2, powerOfTwo } from '../../math/elementary/binary.js';
import { componentsFor, pointOrder, type Row, rowShift } from '../../random/lattice.js';
import type { Program } from './program.js';

/** Maximum number of threads per launch, which bounds memory. */
const MAX_THREADS_PER_LAUNCH = powerOfTwo(16);
/** Maximum number of path steps per launch: a run reports progress and can be cancelled between launches. */
const MAX_STEPS_PER_LAUNCH = powerOfTwo(26);

/** Number of threads per shift before a thread takes more than one point: devices are used well only with many threads. */
const MIN_THREADS_PER_SHIFT = powerOfTwo(10);
/** Maximum number of points that one thread sums. */
const MAX_POINTS_PER_THREAD = powerOfTwo(4);

/**
 * Number of points that one thread sums. It depends only on the row, so partial sums (and therefore the result) do not depend on how rows
 * are grouped into launches.
 */
export const pointsSummed = ({ log2Points }: Row): number =>
  Math.min(Math.max(powerOfTwo(log2Points) / MIN_THREADS_PER_SHIFT, 1), MAX_POINTS_PER_THREAD);

/** Splits rows, all of one width, into blocks that one launch takes each. */
export function launchBlocks<R extends Row>({ steps }: Pick<Program, 'steps'>, rows: readonly R[], points: number): (readonly R[])[] {
  const paths = Math.min(
    MAX_THREADS_PER_LAUNCH * points,
    Math.max(MAX_THREADS_PER_LAUNCH, powerOfTwo(floorLog2(MAX_STEPS_PER_LAUNCH / steps))),
  );
  const size = Math.max(1, paths / (rows[0]?.width ?? 1));
  return Array.from({ length: Math.ceil(rows.length / size) }, (_, i) => rows.slice(i * size, (i + 1) * size));
}

/** The arguments of a program in double precision: arrays, then numbers, in the order of its parameters. */
export interface Arguments {
  readonly arrays: readonly Float64Array[];
  readonly numbers: readonly number[];
  /** Threads per row. */
  readonly width: number;
  readonly rows: number;
}

/** How a launch evaluates its points. */
export interface PointSettings {
  /** Number of points that each thread sums: a power of two, at most the rows' width; 1 (the default) returns the value of each point. */
  readonly points?: number;
  /** Number of the quantity that a selectable program returns; 0 (the default) is its value. */
  readonly selector?: number;
}

/**
 * The arguments with which a program evaluates rows of lattice points.
 *
 * @param rows    rows of one width
 * @param shifts  the random shift of each row's `shift` index, one number per dimension
 */
export function argumentsFor(
  { columns, rows: terms, scalars, steps, dimensions: { components, blocks }, selectable }: Program,
  rows: readonly Row[],
  shifts: readonly Float64Array[],
  seed: number,
  { points = 1, selector = 0 }: PointSettings = {},
): Arguments {
  const { width } = rows[0]!;
  const dimensions = components.length;
  const shift = new Float64Array(rows.length * dimensions);
  rows.forEach((row, i) => void shift.set(rowShift(row, components, shifts[row.shift]!), i * dimensions));
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

/** The launch of these arguments, in single precision. */
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
