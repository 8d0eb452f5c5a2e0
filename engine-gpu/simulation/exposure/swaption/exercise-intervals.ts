/**
 * Where a swaption of two factors is exercised along a line on which W changes (two-factor-expectations.ts), and what a function of W at its nodes is worth on
 * a part of the line.
 */

import { exp } from '../../../math/elementary/exp.js';
import { INVERSE_SQRT_TWO_PI } from '../../../math/normal.js';
import { gaussLegendre } from '../../../math/quadrature.js';
import type { TableAxis } from '../paths/dated-terms.js';
import { ofFour, stencilAt } from '../paths/surface.js';

/** Integration range in standard deviations: what lies beyond has a weight of 1e-15. */
export const QUADRATURE_RANGE = 8;
export const RULE = gaussLegendre(32);
/** Steps towards a boundary from a cell in which it lies. The value is stationary in the boundary. */
const BOUNDARY_STEPS = 8;

/** Values of W at which the option is exercised. */
interface Interval {
  readonly from: number;
  readonly to: number;
}

/** A payment of the swap as amount·e^(constant + along·W + across·Z). */
interface BondInPlane {
  readonly amount: number;
  readonly constant: number;
  readonly along: number;
  readonly across: number;
}

/** The intervals of W on which the swap is worth more than the continuation value, at one value of Z. */
export function intervalsOf(bonds: readonly BondInPlane[], scan: TableAxis, z: number, continuation: Float64Array | undefined): Interval[] {
  const four = new Float64Array(4);
  const heldAt = (w: number): number => {
    if (continuation === undefined) return 0;
    if (scan.nodes === 1) return continuation[0]!;
    return ofFour(four, continuation, stencilAt((w - scan.first) / scan.spacing, scan.nodes, four));
  };
  const gain = (w: number): number =>
    bonds.reduce((sum, { amount, constant, along, across }) => sum + amount * exp(constant + along * w + across * z), -heldAt(w));
  const gains = new Float64Array(scan.nodes);
  for (const { amount, constant, along, across } of bonds) {
    let value = amount * exp(constant + along * scan.first + across * z);
    const ratio = exp(along * scan.spacing);
    for (let m = 0; m < scan.nodes; m++) {
      gains[m] = gains[m]! + value;
      value *= ratio;
    }
  }
  if (continuation !== undefined) for (let m = 0; m < scan.nodes; m++) gains[m] = gains[m]! - continuation[m]!;
  const joined: Interval[] = [];
  let from = gains[0]! > 0 ? Number.NEGATIVE_INFINITY : undefined;
  for (let m = 1; m < scan.nodes; m++) {
    if (gains[m]! > 0 === gains[m - 1]! > 0) continue;
    const lower = scan.first + (m - 1) * scan.spacing;
    const root = rootBetween(gain, lower, gains[m - 1]!, lower + scan.spacing, gains[m]!);
    if (from === undefined) from = root;
    else {
      joined.push({ from, to: root });
      from = undefined;
    }
  }
  if (from !== undefined) joined.push({ from, to: Number.POSITIVE_INFINITY });
  return joined;
}

/** A root between two points of different sign, by the Illinois rule. */
function rootBetween(f: (x: number) => number, a: number, atA: number, b: number, atB: number): number {
  let [left, right, atLeft, atRight] = [a, b, atA, atB];
  let x = left;
  let side = 0;
  for (let step = 0; step < BOUNDARY_STEPS; step++) {
    x = (left * atRight - right * atLeft) / (atRight - atLeft);
    const value = f(x);
    if (value === 0) return x;
    if (value > 0 === atRight > 0) {
      [right, atRight] = [x, value];
      if (side === 1) atLeft *= 0.5;
      side = 1;
    } else {
      [left, atLeft] = [x, value];
      if (side === -1) atRight *= 0.5;
      side = -1;
    }
  }
  return x;
}

/** The rest of the line. */
export function outside(intervals: readonly Interval[]): Interval[] {
  const joined: Interval[] = [];
  let from = Number.NEGATIVE_INFINITY;
  for (const each of intervals) {
    if (each.from > from) joined.push({ from, to: each.from });
    from = each.to;
  }
  if (from < Number.POSITIVE_INFINITY) joined.push({ from, to: Number.POSITIVE_INFINITY });
  return joined;
}

/**
 * The weights of the nodes of W in E[f(W) 1{W in an interval}], f being given at them.
 *
 * @param into  receives the weights; 0 before
 * @returns the nodes with weights, from the first to before the last
 */
export function weightsOn(
  intervals: readonly Interval[],
  scan: TableAxis,
  mean: number,
  deviation: number,
  into: Float64Array,
): { readonly from: number; readonly end: number } {
  const four = new Float64Array(4);
  let [first, end] = [scan.nodes, 0];
  const add = (w: number, weight: number): void => {
    const node = scan.nodes === 1 ? 0 : stencilAt((w - scan.first) / scan.spacing, scan.nodes, four);
    const count = Math.min(scan.nodes, 4);
    for (let i = 0; i < count; i++) into[node + i] = into[node + i]! + weight * (count === 1 ? 1 : four[i]!);
    first = Math.min(first, node);
    end = Math.max(end, node + count);
  };
  for (const { from, to } of intervals) {
    if (deviation === 0) {
      if (mean > from && mean <= to) add(mean, 1);
      continue;
    }
    const lower = Math.max((from - mean) / deviation, -QUADRATURE_RANGE);
    const upper = Math.min((to - mean) / deviation, QUADRATURE_RANGE);
    if (upper <= lower) continue;
    const [middle, half] = [0.5 * (lower + upper), 0.5 * (upper - lower)];
    for (let i = 0; i < RULE.points.length; i++) {
      const x = middle + half * RULE.points[i]!;
      add(mean + deviation * x, half * RULE.weights[i]! * INVERSE_SQRT_TWO_PI * exp(-0.5 * x * x));
    }
  }
  return { from: first, end };
}

/** Σ one·other over the nodes with weights. */
export function productOn(one: Float64Array, other: Float64Array, from: number, end: number): number {
  let sum = 0;
  for (let i = from; i < end; i++) sum += one[i]! * other[i]!;
  return sum;
}
