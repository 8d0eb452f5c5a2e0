/**
 * Functions of two arguments on a uniform grid, by cubic interpolation in each: Lagrange's polynomials through the four nodes around a position. The node
 * along j and across k is number k·(nodes along) + j.
 */

import { clamp } from '../../../math/clamp.js';

/** Weights of four neighbouring nodes, as a function of the distance s from the second of them, in cells. */
type Stencil = (s: number, into: Float64Array) => void;

/** Stencil of the value. */
export const valueStencil: Stencil = (s, into) => {
  const [below, above, beyond] = [s + 1, s - 1, s - 2];
  into[0] = -(s * above * beyond) / 6;
  into[1] = 0.5 * below * above * beyond;
  into[2] = -0.5 * below * s * beyond;
  into[3] = (below * s * above) / 6;
};

/** Stencil of the slope per cell. */
export const slopeStencil: Stencil = (s, into) => {
  const squared = 3 * s * s;
  into[0] = -(squared - 6 * s + 2) / 6;
  into[1] = 0.5 * (squared - 4 * s - 1);
  into[2] = -0.5 * (squared - 2 * s - 2);
  into[3] = (squared - 1) / 6;
};

/** Positions at which paths read a surface, in cells, within the nodes between which four are read. */
export interface SurfacePositions {
  readonly along: Float64Array;
  readonly across: Float64Array;
  /** Nodes along. */
  readonly stride: number;
}

const along4 = new Float64Array(4);
const across4 = new Float64Array(4);

/** Adds to `into` the stencils of the table on each path, times a scale. */
export function addSurface(
  into: Float64Array,
  { along, across, stride }: SurfacePositions,
  table: Float64Array,
  [ofAlong, ofAcross]: readonly [Stencil, Stencil],
  scales: Float64Array,
  count: number,
): void {
  for (let p = 0; p < count; p++) {
    const [j, k] = [Math.floor(along[p]!), Math.floor(across[p]!)];
    ofAlong(along[p]! - j, along4);
    ofAcross(across[p]! - k, across4);
    let sum = 0;
    for (let row = 0; row < 4; row++) {
      const corner = (k - 1 + row) * stride + j - 1;
      sum +=
        across4[row]! *
        (along4[0]! * table[corner]! + along4[1]! * table[corner + 1]! + along4[2]! * table[corner + 2]! + along4[3]! * table[corner + 3]!);
    }
    into[p] = into[p]! + scales[p]! * sum;
  }
}

/** The table at one position. */
export function surfaceAt(table: Float64Array, along: number, across: number, stride: number): number {
  const [j, k] = [Math.floor(along), Math.floor(across)];
  valueStencil(along - j, along4);
  valueStencil(across - k, across4);
  let sum = 0;
  for (let row = 0; row < 4; row++) sum += across4[row]! * ofFour(along4, table, (k - 1 + row) * stride + j - 1);
  return sum;
}

/** The adjoint of `addSurface`: what each node of the table counts for, summed over the paths with their weights. */
export function addSurfaceMoments(
  moments: Float64Array,
  { along, across, stride }: SurfacePositions,
  [ofAlong, ofAcross]: readonly [Stencil, Stencil],
  weights: (path: number) => number,
  count: number,
): void {
  for (let p = 0; p < count; p++) {
    const weight = weights(p);
    if (weight === 0) continue;
    const [j, k] = [Math.floor(along[p]!), Math.floor(across[p]!)];
    ofAlong(along[p]! - j, along4);
    ofAcross(across[p]! - k, across4);
    for (let row = 0; row < 4; row++) {
      const corner = (k - 1 + row) * stride + j - 1;
      const scale = weight * across4[row]!;
      for (let i = 0; i < 4; i++) moments[corner + i] = moments[corner + i]! + scale * along4[i]!;
    }
  }
}

/** The weights of a position, and the first of the four nodes; a position beyond the nodes is taken as that of the last. */
export function stencilAt(position: number, nodes: number, into: Float64Array): number {
  const inside = clamp(position, 0, nodes - 1);
  const node = clamp(Math.floor(inside), 1, nodes - 3);
  valueStencil(inside - node, into);
  return node - 1;
}

/** The sum of four values from the first, times their weights. */
export const ofFour = (weights: Float64Array, values: Float64Array, first: number): number =>
  weights[0]! * values[first]! + weights[1]! * values[first + 1]! + weights[2]! * values[first + 2]! + weights[3]! * values[first + 3]!;
