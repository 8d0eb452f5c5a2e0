/**
 * Randomly shifted rank-1 lattice points, cut into rows that an f32 kernel computes exactly.
 *
 * Point k of N = 2^m in dimension d is {k z_d/N + Δ_d}. A row is the points k = 2^(m−w) q + r, q = 0 … W − 1, W = 2^w ≤ 4096:
 *
 *   {q z_d/W + s_d},   s_d = {r z_d/N + Δ_d}
 *
 * so that q z_d mod W is an integer under 2^24, and with Δ on the grid of 2^−23 each point is too: no rounding anywhere. A row needs
 * no other, so any set of rows can be computed anywhere and again.
 *
 * Each Δ moves all points alike and uniformly, so the mean over one shift's points is an unbiased estimate, and independent shifts
 * give independent estimates: price = their mean, standard error = their standard deviation / √shifts.
 *
 * The tent transform (Hickernell 2002) was tried and left: a call's error fell by half, a barrier's at 5 dates trebled, and where a payoff
 * has no bound the shifts' errors became so skewed that a 95 % interval missed the price in 11 of 100 seeds; without it, in 5. Of a call
 * less a share, which has a bound, the error fell to a twentieth; the interval missed in 9, all on one side, on any number of points.
 *
 * @see Cranley and Patterson (1976); L'Ecuyer and Lemieux (2002), section 5
 */
import { LATTICE_VECTOR } from './lattice-vector.js';
import { xoshiro256, xoshiro256High } from './xoshiro.js';

/** Beyond, dimensions begin anew at the vector's start, with the points in another order (`pointOrder`). */
export const LATTICE_DIMENSIONS = LATTICE_VECTOR.length;

/** z of dimension number `d` of a block. */
export const latticeComponent = (d: number): number => LATTICE_VECTOR[d];

/** A row's widest: q z_d stays under 2^24, which f32 holds exactly. */
export const WIDEST_ROW = 4096;

/** Bits of a shift: a point plus a shift, under 2, has then 24. */
const SHIFT_BITS = 23;

/** Random shifts of one run: fewer tell too little of the error, more take points from each lattice. */
export const FEWEST_SHIFTS = 16;

/** How a number of paths is laid out: `shifts` lattices of 2^log2Points points each. */
export interface Layout {
  readonly shifts: number;
  readonly log2Points: number;
}

/** The most that fits in `numPaths`: 16 to 31 shifts of a power of two of points; 16 paths at least. */
export function layoutFor(numPaths: number): Layout {
  const log2Points = Math.max(0, Math.floor(Math.log2(numPaths / FEWEST_SHIFTS)));
  return { shifts: Math.max(FEWEST_SHIFTS, Math.floor(numPaths / 2 ** log2Points)), log2Points };
}

/** The points 2^(log2Points − w) q + residue of one shift, q < width = 2^w. */
export interface Row {
  readonly shift: number;
  readonly residue: number;
  readonly log2Points: number;
  readonly width: number;
}

/** All points of a layout, each in one row; rows of one shift stand together. */
export function allRows({ shifts, log2Points }: Layout): Row[] {
  const width = Math.min(WIDEST_ROW, 2 ** log2Points);
  return rowsWith(shifts, log2Points, width, 0, 1);
}

/** The points that a layout has beyond those of half as many points a shift. */
export function addedRows({ shifts, log2Points }: Layout): Row[] {
  const width = Math.min(WIDEST_ROW, 2 ** (log2Points - 1));
  return rowsWith(shifts, log2Points, width, 1, 2);
}

function rowsWith(shifts: number, log2Points: number, width: number, first: number, every: number): Row[] {
  const residues = 2 ** log2Points / width;
  return Array.from({ length: shifts }, (_, shift) =>
    Array.from({ length: residues / every }, (_, i) => ({ shift, residue: first + every * i, log2Points, width })),
  ).flat();
}

/** z_d/W modulo 1, one a dimension; `components` are the z_d. */
export const componentsFor = (components: readonly number[], width: number): Float64Array =>
  Float64Array.from(components, (z) => (z % width) / width);

/** Δ of shift number `shift`, dimension by dimension; `stream` keeps uses of one seed apart. */
export function shiftFor(seed: number, stream: number, shift: number, dimensions: number): Float64Array {
  const next = xoshiro256High((BigInt(seed) << 32n) | (BigInt(stream) << 16n) | BigInt(shift));
  return Float64Array.from({ length: dimensions }, () => (next() >>> (32 - SHIFT_BITS)) / 2 ** SHIFT_BITS);
}

/** s_d of a row. r z_d is under 2^53 for the 2^28 points that a run may have. */
export function rowShift({ residue, log2Points }: Row, components: readonly number[], shift: Float64Array): Float64Array {
  const points = 2 ** log2Points;
  return shift.map((delta, d) => {
    const sum = ((residue * components[d]) % points) / points + delta;
    return sum - Math.floor(sum);
  });
}

/**
 * The order in which a block of at most 1024 dimensions takes the points: a random permutation of 0 … width − 1; the first block
 * takes them as they come. Within a block the points are the lattice's, across blocks they are independent as in Latin hypercubes:
 * every coordinate stays uniform under the shift, so nothing is biased.
 *
 * @see Owen (1998), Latin supercube sampling for very high-dimensional simulations
 */
export function pointOrder(seed: number, block: number, width: number): Float64Array {
  const order = Float64Array.from({ length: width }, (_, q) => q);
  if (block === 0) return order;
  const next = xoshiro256((BigInt(seed) << 32n) | 0xffff0000n | BigInt(block));
  for (let i = width - 1; i > 0; i--) {
    const j = Number(next() % BigInt(i + 1));
    [order[i], order[j]] = [order[j], order[i]];
  }
  return order;
}
