/** Quantiles of the values of a date on the paths of a row. */
import { endOf, larger } from '../../../backend/webasm/rows.js';
import { compileLoop, inMemory, type Loop, numbers, withArrays } from '../../../backend/webasm/vectors.js';
import { FARTHEST_SHARE, quantileSlope } from '../../../math/quantile-slope.js';
import { standardErrorOf } from '../../run/monte-carlo.js';

/**
 * Upper quantiles of a sample, each between the two order statistics around level · n + ½. Points of a lattice divide the law evenly, so that the
 * share of the law below the k-th of them is (k − ½)/n; for a sample at random it is nearly so. Around level · (n + 1) quantiles at 99 % were 2 %
 * too high with 8 192 paths, and their standard errors a quarter of that. Only the values beyond the lowest of the quantiles are put in order.
 *
 * @param levels  increasing
 * @see R. Hyndman, Y. Fan (1996), Sample quantiles in statistical packages, definition 5; A. Hazen (1914)
 */
export function upperQuantiles(values: Float64Array, levels: readonly number[]): number[] {
  const n = values.length;
  const positions = levels.map((level) => Math.min(Math.max(level * n + 0.5, 1), n) - 1);
  const first = Math.floor(positions[0]!);
  const sorted = withArrays(() => sortedLargest(values, n - first));
  const start = sorted.length - n;
  return positions.map((position) => {
    const index = Math.floor(position);
    const lower = sorted[start + index]!;
    return position === index ? lower : lower + (position - index) * (sorted[start + index + 1]! - lower);
  });
}

/**
 * Largest width of rows whose values are pooled before quantiles are taken. A quantile of n paths is biased by an amount of order 1/n. Where each row had its own,
 * those at 99 % of 1 024 to 2 048 paths, 64 to 128 in a row, were on average 1 to 1.8 standard errors too high. In rows of 1 024 paths and more the bias is a quarter
 * of the standard error or less.
 */
const MAX_POOLED_WIDTH = 512;

/**
 * The number of the largest values of a row that are kept for pooled quantiles, 0 where rows are not pooled. Twice as many as are expected beyond the lowest
 * quantile, and eight, are all that the slope there looks at.
 */
export const tailSize = (width: number, lowestLevel: number): number =>
  width > MAX_POOLED_WIDTH ? 0 : Math.min(width, Math.ceil(FARTHEST_SHARE * (1 - lowestLevel) * width) + 8);

/** Writes the largest values in ascending order. */
export function writeTail(values: Float64Array, into: Float64Array): void {
  const sorted = withArrays(() => sortedLargest(values, into.length));
  into.set(sorted.subarray(sorted.length - into.length));
}

/**
 * Quantiles of all paths together, 0 or above, and their standard errors: that of the share of paths beyond, from the independent shifts, carried over to values by
 * the slope of the quantiles. The share itself moves in steps of one path.
 *
 * @param tails   per shift: the largest values of each of its rows, `tailSize` of each
 * @param points  paths per shift
 */
export function pooledQuantiles(
  tails: readonly Float64Array[],
  points: number,
  levels: readonly number[],
): { readonly value: number; readonly standardError: number }[] {
  const total = tails.length * points;
  const all = new Float64Array(tails.reduce((sum, { length }) => sum + length, 0));
  tails.forEach((tail, shift) => void all.set(tail, shift * tail.length));
  all.sort();
  /** The value at a share of the paths, between order statistics as in `upperQuantiles`. */
  const valueAt = (share: number): number => {
    const position = Math.min(Math.max(share * total - 0.5 - (total - all.length), 0), all.length - 1);
    const index = Math.floor(position);
    const lower = all[index]!;
    return position === index ? lower : lower + (position - index) * (all[index + 1]! - lower);
  };
  const largest = (k: number): number => all[Math.max(all.length - 1 - k, 0)]!;
  return levels.map((level) => {
    const quantile = valueAt(level);
    const value = Math.max(quantile, 0);
    const shares = Float64Array.from(tails, (tail) => tail.reduce((count, each) => count + (each > value ? 1 : 0), 0) / points);
    const error = Math.max(standardErrorOf(shares), 1 / total);
    const scatter = error * quantileSlope(largest, total, 1 - level, error);
    return { value, standardError: (Math.max(quantile + scatter, 0) - Math.max(quantile - scatter, 0)) / 2 };
  });
}

/** Values of which one stands for all, their largest, where a bound of the largest values is sought. */
const GROUP = 8;

/** The largest `count` of the values, or more, in ascending order. */
function sortedLargest(values: Float64Array, count: number): Float64Array {
  const groups = Math.floor(values.length / GROUP);
  if (groups < count) return values.slice().sort();
  // Of so many groups the largest value is at least the bound, so that at least so many values are.
  const bound = largestButSome(maximaOf(values, groups), groups, count - 1);
  const size = takeFrom(values, bound);
  return size < count ? values.slice().sort() : inOrder(scratch.subarray(0, size));
}

let compiled: Loop | undefined | 'not yet' = 'not yet';

/** The largest of each group, whose members are as far from each other as there are groups. What is left over is in no group. */
function maximaOf(values: Float64Array, groups: number): Float64Array {
  if (compiled === 'not yet')
    compiled = compileLoop(GROUP + 1, 0, ({ column, keep }) => {
      const members = Array.from({ length: GROUP }, (_, member) => column(member));
      return [{ column: GROUP, value: members.reduce((most, each) => keep(larger(most, each))) }];
    });
  const maxima = numbers(groups);
  if (compiled !== undefined && inMemory(values, maxima)) {
    const [start, bytes] = [values.byteOffset, groups * values.BYTES_PER_ELEMENT];
    const [a, b, c, d] = [start, start + bytes, start + 2 * bytes, start + 3 * bytes];
    const half = 4 * bytes;
    compiled(endOf(groups), a, b, c, d, a + half, b + half, c + half, d + half, maxima.byteOffset);
    return maxima;
  }
  for (let group = 0; group < groups; group++) {
    let largest = values[group]!;
    for (let i = group + groups, k = 1; k < GROUP; i += groups, k++) if (values[i]! > largest) largest = values[i]!;
    maxima[group] = largest;
  }
  return maxima;
}

/**
 * The largest of the first `size` values but so many, which it puts in another order.
 *
 * @see C. A. R. Hoare (1961), Algorithm 65: Find
 */
function largestButSome(values: Float64Array, size: number, rank: number): number {
  let [from, to] = [0, size - 1];
  while (from < to) {
    const pivot = values[(from + to) >> 1]!;
    let [i, j] = [from, to];
    while (i <= j) {
      while (values[i]! > pivot) i++;
      while (values[j]! < pivot) j--;
      if (i > j) break;
      const value = values[i]!;
      values[i++] = values[j]!;
      values[j--] = value;
    }
    if (rank <= j) to = j;
    else if (rank >= i) from = i;
    else break;
  }
  return values[rank]!;
}

/** Copies the values from a bound to `taken`, and tells how many they are. */
function takeFrom(values: Float64Array, bound: number): number {
  if (scratch.length < values.length) scratch = new Float64Array(values.length);
  let size = 0;
  for (let i = 0; i < values.length; i++) {
    const value = values[i]!;
    scratch[size] = value;
    if (value >= bound) size++;
  }
  return size;
}

/** Place for the values that are put in order, used again by every call. */
let scratch = new Float64Array(0);

/** Most values that are put in order one by one. */
const MAX_INSERTED = 64;

function inOrder(values: Float64Array): Float64Array {
  if (values.length > MAX_INSERTED) return values.sort();
  for (let i = 1; i < values.length; i++) {
    const value = values[i]!;
    let place = i;
    for (; place > 0 && values[place - 1]! > value; place--) values[place] = values[place - 1]!;
    values[place] = value;
  }
  return values;
}
