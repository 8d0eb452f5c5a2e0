/** The values of an option by finite differences, and their extrapolation from two grids. */
import type { Price, Years } from '../base/units.js';

export interface GridValues {
  readonly price: Price;
  readonly delta: number;
  readonly gamma: number;
  /** Spots at which exercise begins, by time; an entry only where there is one. Empty for a European option. */
  readonly boundary: readonly { readonly time: Years; readonly spot: Price }[];
}

export interface ExtrapolatedValues extends GridValues {
  /** Estimated error of the price. */
  readonly errorBound: Price;
}

/** Nodes on each side of the spot, and time steps up to expiry, of the finer grid; the coarser has half of both. */
export interface Fineness {
  readonly nodes: number;
  readonly steps: number;
}

interface Exercise {
  readonly spot: Price;
  readonly strike: Price;
  readonly sign: 1 | -1;
  readonly american: boolean;
}

/**
 * Removes the leading term of an error of second order in both steps, which also estimates the error that remains. An American option is worth at least
 * its exercise today, and a European one at least nothing.
 */
export function fromTwoGrids(
  solve: (fineness: Fineness) => GridValues,
  { nodes, steps }: Fineness,
  { spot, strike, sign, american }: Exercise,
): ExtrapolatedValues {
  const fine = solve({ nodes, steps });
  const coarse = solve({ nodes: nodes / 2, steps: steps / 2 });
  const better = (figureOf: (values: GridValues) => number) => figureOf(fine) + (figureOf(fine) - figureOf(coarse)) / 3;
  const [price, delta, gamma] = [better((one) => one.price), better((one) => one.delta), better((one) => one.gamma)];
  const { boundary } = fine;
  const intrinsic = sign * (spot - strike);
  if (american && intrinsic >= price) return { price: intrinsic, delta: sign, gamma: 0, errorBound: 0, boundary };
  return { price: Math.max(price, 0), delta, gamma, errorBound: Math.abs(fine.price - coarse.price) / 3, boundary };
}

/** The exercised node nearest to the money; undefined where none is. */
export function edgeOf(values: Float64Array, obstacle: Float64Array, sign: 1 | -1): number | undefined {
  const count = values.length;
  for (let n = 1; n < count - 1; n++) {
    const i = sign > 0 ? n : count - 1 - n;
    if (obstacle[i]! > 0 && values[i]! <= obstacle[i]!) return i;
  }
  return undefined;
}
