/**
 * Randomly shifted rank-1 lattice points, divided into rows whose points a single-precision kernel computes exactly.
 *
 * Point k of N = 2^m in dimension d is {k z_d/N + Δ_d}. A row is the points k = 2^(m−w) q + r, q = 0 … W − 1, W = 2^w ≤ 4096:
 *
 *   {q z_d/W + s_d},   s_d = {r z_d/N + Δ_d}
 *
 * q z_d is an integer below 2^24, and Δ is a multiple of 2^−23, so that every point is computed without rounding. Rows are independent of
 * each other: any set of rows can be computed on any machine, and repeated.
 *
 * Δ is uniform, so the mean over the points of one shift is an unbiased estimate, and independent shifts give independent estimates:
 * price = their mean, standard error = their standard deviation / √shifts.
 *
 * The tent transform (Hickernell 2002) was tried and rejected. It halved the error of a call but tripled that of a barrier option with 5
 * dates, and for unbounded payoffs the errors of the shifts became so skewed that the 95 % interval missed the price in 11 of 100 seeds,
 * against 5 without it. For a bounded payoff (a call less the share) the error fell to a twentieth, but the interval missed in 9 of 100
 * seeds, always on the same side, at every number of points.
 *
 * @see Cranley and Patterson (1976); L'Ecuyer and Lemieux (2002), section 5
 */
import { floorLog2, powerOfTwo } from '../math/elementary/binary.js';
import { LATTICE_VECTOR } from './lattice-vector.js';
import { xoshiro256, xoshiro256High } from './xoshiro.js';

/**
 * Dimensions of one block. Further dimensions are blocks that use the vector from its start again, with the points in another order
 * (`pointOrder`).
 */
export const LATTICE_DIMENSIONS = LATTICE_VECTOR.length;

/** The component z_d of dimension `d` of a block. */
export const latticeComponent = (d: number): number => LATTICE_VECTOR[d]!;

/** Largest number of points in a row: q (z_d mod W) is then below 2^24, up to which single precision holds integers exactly. */
export const MAX_ROW_WIDTH = 4096;

/** Bits of a shift: a point plus a shift is below 2 and has then 24 bits. */
const SHIFT_BITS = 23;

/** Smallest number of random shifts of a run. Fewer estimate the standard error too poorly; more leave fewer points per lattice. */
const MIN_SHIFTS = 16;

/** Keeps the uses of one seed apart: each has random numbers of its own. */
export const STREAMS = { pricing: 0, fitting: 1, risk: 2 } as const;

/** How a number of paths is arranged: `shifts` lattices of 2^log2Points points each. */
export interface Layout {
  readonly shifts: number;
  readonly log2Points: number;
}

/** The largest layout of at most `numPaths` paths: 16 to 31 shifts of a power of two of points, and never fewer than 16 paths. */
export function layoutFor(numPaths: number): Layout {
  const log2Points = Math.max(0, floorLog2(numPaths / MIN_SHIFTS));
  return { shifts: Math.max(MIN_SHIFTS, Math.floor(numPaths / powerOfTwo(log2Points))), log2Points };
}

/** A row: the points 2^(log2Points − w) q + residue of one shift, q = 0 … width − 1, width = 2^w. */
export interface Row {
  readonly shift: number;
  readonly residue: number;
  readonly log2Points: number;
  readonly width: number;
}

/** Rows that contain every point of a layout once, ordered by shift. */
export function allRows({ shifts, log2Points }: Layout): Row[] {
  const width = Math.min(MAX_ROW_WIDTH, powerOfTwo(log2Points));
  return rowsWith(shifts, log2Points, width, 0, 1);
}

/** Rows of the points that a layout has in addition to the layout with half as many points per shift. */
export function addedRows({ shifts, log2Points }: Layout): Row[] {
  const width = Math.min(MAX_ROW_WIDTH, powerOfTwo(log2Points - 1));
  return rowsWith(shifts, log2Points, width, 1, 2);
}

function rowsWith(shifts: number, log2Points: number, width: number, first: number, every: number): Row[] {
  const residues = powerOfTwo(log2Points) / width;
  return Array.from({ length: shifts }, (_, shift) =>
    Array.from({ length: residues / every }, (_, i) => ({ shift, residue: first + every * i, log2Points, width })),
  ).flat();
}

/** z_d/W modulo 1, one per dimension; `components` are the z_d. */
export const componentsFor = (components: readonly number[], width: number): Float64Array =>
  Float64Array.from(components, (z) => (z % width) / width);

/** Δ of shift number `shift`, one number per dimension; different values of `stream` give independent shifts for one seed. */
export function shiftFor(seed: number, stream: number, shift: number, dimensions: number): Float64Array {
  const next = xoshiro256High((BigInt(seed) << 32n) | (BigInt(stream) << 16n) | BigInt(shift));
  return Float64Array.from({ length: dimensions }, () => (next() >>> (32 - SHIFT_BITS)) / powerOfTwo(SHIFT_BITS));
}

/** s_d of a row, one number per dimension. r z_d is below 2^53 for the at most 2^28 points of a run. */
export function rowShift({ residue, log2Points }: Row, components: readonly number[], shift: Float64Array): Float64Array {
  const points = powerOfTwo(log2Points);
  return shift.map((delta, d) => {
    const sum = ((residue * components[d]!) % points) / points + delta;
    return sum - Math.floor(sum);
  });
}

/**
 * The order in which a block of at most 1024 dimensions uses the points of a row: a random permutation of 0 … width − 1, and the identity for
 * the first block. Within a block the points are those of the lattice; across blocks they are independent, as in Latin hypercube sampling.
 * Every coordinate is uniform under the random shift, so the estimate is unbiased.
 *
 * @see Owen (1998), Latin supercube sampling for very high-dimensional simulations
 */
export function pointOrder(seed: number, block: number, width: number): Float64Array {
  const order = Float64Array.from({ length: width }, (_, q) => q);
  if (block === 0) return order;
  const next = xoshiro256((BigInt(seed) << 32n) | 0xffff0000n | BigInt(block));
  for (let i = width - 1; i > 0; i--) {
    const j = Number(next() % BigInt(i + 1));
    [order[i], order[j]] = [order[j]!, order[i]!];
  }
  return order;
}
