/**
 * The history of a rough process as kernel text: a few exponentially decaying factors represent all past steps (model/volterra-cell.ts).
 * A path costs steps × factors; summing over its whole history would cost steps squared.
 */

import type { Years } from '../../base/units.js';
import { decayIntegral } from '../../math/decay.js';
import { exponentialsFor, type FractionalKernel } from '../../model/fractional-kernel.js';
import { type Cell, cellOf } from '../../model/volterra-cell.js';
import type { Grid } from '../emit/grid.js';
import type { KernelBuilder } from '../emit/kernel-builder.js';

interface RoughFactors {
  /** The cell of each step. */
  readonly cells: readonly Cell[];
  /** Text of Σ share × factor with the factors at the start of the step. */
  readonly total: (share: (factor: Cell['factors'][number]) => number) => string;
  /**
   * Text of the sum of the factors' means over a time ahead, with the factors as they are where the text stands: what the past adds to the
   * process on average over that time.
   *
   * @param length  of the time ahead, in years, per step
   */
  readonly ahead: (length: (step: number) => Years) => string;
  /** Writes the step of the factors, given the names of its random increments. */
  readonly advance: (chi: string, epsilon: string | undefined) => void;
}

/** The cell of a step of length 0. */
const zeroLengthCell = (factors: number): Cell => ({
  beta: 0,
  square: 0,
  rest: 0,
  integral: 0,
  factors: Array.from({ length: factors }, () => ({ decay: 1, ofChi: 0, ofEpsilon: 0, evenly: 1, near: 1 })),
});

/** Number of digits to which step lengths must agree to share one cell. */
const LENGTH_DIGITS = 9;

/** Opens the factors of a kernel. @param scale  factor by which the kernel is multiplied */
export function openRoughFactors(builder: KernelBuilder, { lengths, times }: Grid, kernel: FractionalKernel, scale: number): RoughFactors {
  const longest = times[times.length - 1]!;
  const shortest = Math.min(...lengths.filter((dt) => dt > 0), longest);
  const exponentials = longest > 0 ? exponentialsFor(kernel, shortest, longest) : [{ rate: 0, weight: 1 }];
  const cellsByLength = new Map<string, Cell>();
  const cells = lengths.map((dt: Years) => {
    const key = dt.toPrecision(LENGTH_DIGITS);
    const cell = cellsByLength.get(key) ?? (dt > 0 ? cellOf(kernel, exponentials, dt) : zeroLengthCell(exponentials.length));
    cellsByLength.set(key, cell);
    return cell;
  });
  const factors = exponentials.map(() => builder.local('0.0'));
  const per = (j: number, evaluate: (factor: Cell['factors'][number]) => number) =>
    builder.column(cells.map((cell) => evaluate(cell.factors[j]!)));
  return {
    cells,
    total: (share) => factors.map((factor, j) => `${per(j, share)} * ${factor}`).join(' + '),
    ahead: (length) =>
      factors
        .map((factor, j) => `${builder.column(lengths.map((_, i) => decayIntegral(exponentials[j]!.rate * length(i), 1)))} * ${factor}`)
        .join(' + '),
    advance: (chi, epsilon) => {
      factors.forEach((factor, j) => {
        const moves = [
          `${per(j, ({ decay }) => decay)} * ${factor}`,
          `${per(j, ({ ofChi }) => scale * ofChi)} * ${chi}`,
          ...(epsilon === undefined ? [] : [`${per(j, ({ ofEpsilon }) => scale * ofEpsilon)} * ${epsilon}`]),
        ];
        builder.step(`${factor} = ${moves.join(' + ')};`);
      });
    },
  };
}

/** Variance, at the start of each step, of the Gaussian process that the factors represent when driven by Brownian motion; kernel of scale 1. */
export function variancesOf(cells: readonly Cell[], lengths: ArrayLike<number>): Float64Array {
  const count = cells[0]!.factors.length;
  const covariance = Array.from({ length: count }, () => new Float64Array(count));
  const variances = new Float64Array(cells.length);
  cells.forEach((cell, i) => {
    let end = cell.square;
    for (let j = 0; j < count; j++)
      for (let k = 0; k < count; k++) {
        const [one, other] = [cell.factors[j], cell.factors[k]];
        const decayed = covariance[j]![k]! * one!.decay * other!.decay;
        end += decayed;
        covariance[j]![k] = decayed + one!.ofChi * other!.ofChi * lengths[i]! + one!.ofEpsilon * other!.ofEpsilon * cell.rest;
      }
    if (i + 1 < cells.length) variances[i + 1] = end;
  });
  return variances;
}
