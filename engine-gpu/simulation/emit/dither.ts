/**
 * Dither: a small random number per path that is added to terms below the rounding of a sum.
 *
 * Where a constant is added to a number that single precision holds on a coarser grid, the bits of the constant below that grid are lost in
 * the same way on every path, so that more paths do not help. With a number added that is uniform over a whole number of grid spacings the sum
 * is rounded up on some paths and down on others, and right in the mean over paths. Bumped markets use the same number on the same path.
 *
 * @see L. Schuchman (1964), Dither signals and their effect on quantization noise, IEEE Transactions on Communication Technology 12
 */
import { ceilLog2, powerOfTwo } from '../../math/elementary/binary.js';
import type { KernelBuilder } from './kernel-builder.js';

/** Number of different dithers, a power of two. Multiples of MULTIPLIER modulo it are evenly spread (golden section). */
const DITHERS = powerOfTwo(16);
const MULTIPLIER = 40503;
/** Pairs of points are numbered in blocks of this size, so that single precision holds the multiple of a number within a block exactly. */
const PAIRS_PER_BLOCK = 256;

/** The power of two from a positive number upwards. A range that is a power of two is a whole number of grid spacings. */
export const powerAbove = (value: number): number => powerOfTwo(ceilLog2(value));

/**
 * Writes the dither of a path, uniform between −½ and ½. Two points that follow each other have opposite dithers, so that those of a shift add up to 0: all
 * shifts have the same dithers, and another sum would be an error that their differences do not show.
 *
 * @returns its name
 */
export function writeDither({ fresh, before: preparation }: KernelBuilder): string {
  const [pair, block, phase, dither] = [fresh(), fresh(), fresh(), fresh()];
  preparation(`const ${pair} = Math.floor(q * 0.5);
const ${block} = Math.floor(${pair} * ${1 / PAIRS_PER_BLOCK});
const ${phase} = (${pair} - ${PAIRS_PER_BLOCK}.0 * ${block}) * ${MULTIPLIER / DITHERS} + ${block} * ${((MULTIPLIER * PAIRS_PER_BLOCK) % DITHERS) / DITHERS} + 0.5;
const ${dither} = (${phase} - Math.floor(${phase}) - 0.5) * (1.0 - 2.0 * (q - 2.0 * ${pair}));`);
  return dither;
}

/**
 * A number as a multiple of the power of two `spacing` and a rest. The multiple has few bits, so that a sum with numbers of about its size
 * loses none of them; the rest is added with a dither.
 */
export function coarseAndRest(value: number, spacing: number): readonly [coarse: number, rest: number] {
  const coarse = Math.fround(Math.round(value / spacing) * spacing);
  return [coarse, value - coarse];
}
