/**
 * The line of Z on which the terminal integration integrates a path of one asset with constant volatility, given its bridge B.
 *
 * S(t) is at a level H where Z = (c(t) − B(t)) k(t), c(t) = (ln(H/S₀) − m(t))/σ, k(t) = √T/t, m(t) the mean of ln(S_t/S₀).
 */
import type { Price, Years } from '../../base/units.js';
import { logGrowth } from '../../market/growth.js';
import { powerOfTwo } from '../../math/elementary/binary.js';
import { log } from '../../math/elementary/log.js';
import { normalCdf } from '../emit/arithmetic.js';
import { coarseAndRest, powerAbove, writeDither } from '../emit/dither.js';
import { endOf } from '../emit/grid.js';
import type { KernelBuilder } from '../emit/kernel-builder.js';
import { volatilityOf } from './deterministic.js';
import type { Plan } from './estimator.js';

/** Largest |Z| of a bound: beyond it Φ is 0 or 1 in single precision and in double. */
export const MAX_ABS_Z = 40;
/** Stands for the logarithm of a number that is not positive; divided by a slope it is still within single precision. */
const SCALED_LOG_OF_NON_POSITIVE = -1e20;
/** Range of the dither of B, in units of √T: 2000 spacings of single precision, and far below what the number of points resolves. */
const BRIDGE_DITHER = powerOfTwo(-13);
/** Range of the dither of amounts, relative to their sum. */
const AMOUNT_DITHER = powerOfTwo(-20);
/** Spacing of the coarse part of c, in units of √T. */
const COARSE_SPACING = powerOfTwo(-10);
const logarithm = (x: number): number => (x > 0 ? log(x) : SCALED_LOG_OF_NON_POSITIVE);

/** Constants of the asset, and kernel text of the present step. */
export interface Line {
  /** The mean m of ln(S_t/S₀). */
  readonly logMean: (time: Years) => number;
  /** s(t), the derivative of ln S by Z. */
  readonly slope: (time: Years) => number;
  /** c(t) of a level, and both numbers as which a kernel reads it. */
  readonly crossing: (level: Price, time: Years) => number;
  readonly split: (crossing: number) => readonly [coarse: number, rest: number];
  /** Text of (c − B) k, given the texts of both numbers of c, and of k. */
  readonly point: (coarse: string, rest: string, k: string) => string;
  /** k(t) by step, 0 today. */
  readonly inverses: readonly number[];
  readonly lastStep: number;
  /** Text of σB. */
  readonly noise: string;
  /** Text of a dither for amounts in units of the kernel. */
  readonly dither: string;
}

/** @param amounts  sum of the absolute amounts in the kernel's unit */
export function lineOf(builder: KernelBuilder, { market, grid }: Pick<Plan, 'market' | 'grid'>, bridge: string, amounts: number): Line {
  const asset = market.assets[0]!;
  const volatility = volatilityOf(asset);
  const root = Math.sqrt(endOf(grid));
  const logMean = (time: Years) => logGrowth(market.curve, asset, time) - (volatility * volatility * time) / 2;
  const dither = writeDither(builder);
  const [bridgeDither, amountDither] = [BRIDGE_DITHER * powerAbove(root), AMOUNT_DITHER * powerAbove(amounts)].map((range) =>
    builder.local(`${dither} * ${builder.scalar(range)}`),
  );
  return {
    logMean,
    slope: (time) => (volatility * time) / root,
    crossing: (level, time) => (logarithm(level / asset.spot) - logMean(time)) / volatility,
    split: (crossing) => coarseAndRest(crossing, COARSE_SPACING * powerAbove(root)),
    point: (coarse, rest, k) => `(${rest} + ${bridgeDither} - ${bridge} + ${coarse}) * ${k}`,
    inverses: grid.times.map((time) => (time > 0 ? root / time : 0)),
    lastStep: grid.times.length - 1,
    noise: `${builder.scalar(volatility)} * ${bridge}`,
    dither: amountDither!,
  };
}

/** Text that declares Φ of each argument, and the names of the results. */
export function normals(
  { fresh }: KernelBuilder,
  arguments_: readonly string[],
): { readonly before: string; readonly names: readonly string[] } {
  const named = arguments_.map((text) => ({ text, d: fresh(), name: fresh() }));
  return {
    before: named.map(({ text, d, name }) => `\nconst ${d} = ${text};${normalCdf(name, d, fresh)}`).join(''),
    names: named.map(({ name }) => name),
  };
}
