/** The grids of tables, over the range of their arguments at a date. */
import type { TableAxis, TableGrid } from '../paths/dated-terms.js';
import type { DatedModel } from '../swaption/swaption-legs.js';
import type { StateLaw } from './valuer.js';

/** Standard deviations of its argument that a table covers on either side of its mean; beyond them it is extrapolated. */
const TABLE_RANGE = 8;
/** Cells per standard deviation of the argument: cubic interpolation of an option that expires in a third of the time passed is off by 1e-4 of its largest value. */
const CELLS_PER_DEVIATION = 8;
const MAX_TABLE_CELLS = 4_096;
/** A deviation of an argument up to this is rounding. */
const DEVIATION_ROUNDING = 1e-14;

/** @param maxCell  length of the longest cell */
export function gridOf(loads: readonly number[], { mean, covariance }: StateLaw, maxCell: number): TableAxis {
  const centre = loads.reduce((total, load, i) => total + load * mean[i]!, 0);
  let variance = 0;
  loads.forEach((one, i) => {
    loads.forEach((other, j) => {
      variance += one * other * covariance[i]![j]!;
    });
  });
  const deviation = Math.sqrt(Math.max(variance, 0));
  if (deviation <= DEVIATION_ROUNDING) return { loads, first: centre, spacing: 0, nodes: 1 };
  const half = TABLE_RANGE * deviation;
  const cells = Math.min(MAX_TABLE_CELLS, Math.max(2 * TABLE_RANGE * CELLS_PER_DEVIATION, Math.ceil((2 * half) / maxCell)));
  return { loads, first: centre - half, spacing: (2 * half) / cells, nodes: cells + 1 };
}

/** The table of an exponential alone: one node. */
export const singleNode = (numCoordinates: number, law: StateLaw): TableGrid =>
  gridOf(new Array<number>(numCoordinates).fill(0), law, Number.POSITIVE_INFINITY);

/** The table of a currency's payments and swaptions, in its short rate of one factor. */
export function rateTable({ model, logs }: DatedModel, law: StateLaw, currency: number) {
  const loads = model.coordinates.map((each) => (each.kind === 'rate' && each.currency === currency ? 1 : 0));
  return { amplitude: logs.exchangeRate(currency).loads, grid: gridOf(loads, law, Number.POSITIVE_INFINITY) };
}
