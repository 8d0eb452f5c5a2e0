/**
 * Two kernels for a Bermudan option under any model of its asset: the states of paths on the exercise dates, and the payoff under an
 * exercise policy less the gains of a hedge that is rebalanced on those dates.
 *
 * Amounts are in units of the spot and discounted to today. x = ln(S/S₀); s is the model's state beside the spot (0 where it has none), in
 * units of its size; y = ±ln(S/K) is the depth in the money, + for a call and − for a put.
 */
import type { Price, Years } from '../../base/units.js';
import { accumulatedRate, discount } from '../../market/curve.js';
import type { Market } from '../../market/market.js';
import { exp } from '../../math/elementary/exp.js';
import { log } from '../../math/elementary/log.js';
import { exponential, inTwo, normalCdfGiven } from '../emit/arithmetic.js';
import { brownianBridge } from '../emit/bridge.js';
import { type Grid, gridFor } from '../emit/grid.js';
import { type KernelBuilder, openKernelBuilder } from '../emit/kernel-builder.js';
import { type Dimensions, writePoints } from '../emit/points.js';
import { type Program, programOf } from '../emit/program.js';
import { modelOf } from '../process/index.js';
import { openPaths, type Paths } from '../process/paths.js';
import type { MartingaleIncrements } from '../process/process.js';
import { MAX_INVERSE_DEVIATION, UNREACHABLE } from './gbm-kernels.js';

export interface ModelledOption {
  /** A market of the asset alone. */
  readonly market: Market;
  readonly strike: Price;
  readonly sign: 1 | -1;
  /** The exercise dates after today in years, the last the expiry. */
  readonly times: readonly Years[];
}

/** Depth that is never reached: e^20 times the strike. */
export const NEVER = 20;

/** The exercise region of a date: depths between two boundaries, each given at the policy's knots in s, linear between and flat beyond. */
export interface Boundary {
  readonly near: readonly number[];
  /** NEVER where exercise does not end again deeper in the money. */
  readonly far: readonly number[];
}

/** The depth of a boundary at a state. */
export function depthAt(knots: readonly number[], depths: readonly number[], state: number): number {
  const next = knots.findIndex((knot) => knot >= state);
  if (next === 0) return depths[0]!;
  if (next === -1) return depths[depths.length - 1]!;
  return depths[next - 1]! + ((depths[next]! - depths[next - 1]!) * (state - knots[next - 1]!)) / (knots[next]! - knots[next - 1]!);
}

/** The exercise region of a date, and the hedge held until the next. */
export interface HedgedDate {
  /** Undefined where the option is held in every state. */
  readonly boundary: Boundary | undefined;
  /** Coefficients of `hedgeFunctions`: those of the asset, then those of the state. */
  readonly hedge: readonly number[];
}

export interface HedgedPolicy {
  /** Increasing values of s at which boundaries are given. */
  readonly knots: readonly number[];
  /** Holding of each instrument from today to the first date. */
  readonly today: readonly number[];
  /** One per date after today but the last. */
  readonly dates: readonly HedgedDate[];
}

/** Depth in standard deviations of today beyond which the hedge functions are constant. */
const MAX_SCALED_DEPTH = 2.5;
/** Factors of the hedge functions: u, the clamped depth in standard deviations; D = Φ(d₁) and φ = e^(−d₁²/2) of the option valued with the standard deviation expected today; s. */
interface HedgeFactors<T> {
  readonly u: T;
  readonly delta: T;
  readonly bell: T;
  readonly s: T;
}
type Product = readonly (keyof HedgeFactors<unknown>)[];

/**
 * The hedge: instruments whose gains have mean 0, and per instrument the functions of the state whose linear combination is held. The first
 * instrument is the discounted asset with its dividends; the others are the model's martingale increments, which stand for the option's
 * sensitivities to its state, and for the second derivatives that a hedge on dates alone leaves open.
 */
export const INSTRUMENTS: readonly { readonly kind: 'asset' | keyof MartingaleIncrements; readonly functions: readonly Product[] }[] = [
  {
    kind: 'asset',
    functions: [
      [],
      ['u'],
      ['u', 'u'],
      ['delta'],
      ['delta', 'u'],
      ['s'],
      ['s', 'u'],
      ['s', 'delta'],
      ['bell'],
      ['bell', 'u'],
      ['bell', 's'],
    ],
  },
  { kind: 'state', functions: [[], ['bell'], ['bell', 'u'], ['bell', 's']] },
  { kind: 'spotSquared', functions: [[], ['bell'], ['bell', 'u'], ['bell', 'u', 'u'], ['bell', 's'], ['bell', 's', 'u']] },
  { kind: 'cross', functions: [[], ['bell'], ['bell', 'u'], ['bell', 's']] },
  { kind: 'stateSquared', functions: [[], ['bell'], ['bell', 'u']] },
];
/** Index of each instrument's first function; the last entry is the number of functions. */
export const HEDGE_STARTS: readonly number[] = Array.from({ length: INSTRUMENTS.length + 1 }, (_, k) =>
  INSTRUMENTS.slice(0, k).reduce((sum, { functions }) => sum + functions.length, 0),
);
export const HEDGES = HEDGE_STARTS[INSTRUMENTS.length]!;

/** u from y in standard deviations of today to expiry. */
export const clampedDepth = (scaled: number): number => Math.max(-MAX_SCALED_DEPTH, Math.min(MAX_SCALED_DEPTH, scaled));

/** The values of all hedge functions, instrument by instrument. */
export const hedgeFunctions = (factors: HedgeFactors<number>): number[] =>
  INSTRUMENTS.flatMap(({ functions }) => functions.map((product) => product.reduce((value, name) => value * factors[name], 1)));

interface Walk {
  readonly builder: KernelBuilder;
  readonly grid: Grid;
  readonly paths: Paths;
  /** Text of s. */
  readonly state: string;
  /** Variables of the model's martingale increments summed over the steps so far, by instrument but the asset; '0.0' where the model has none. */
  readonly sums: readonly string[];
  readonly dimensions: Dimensions;
  /** Index of the step that ends on each date. */
  readonly steps: readonly number[];
}

/** Paths with as many steps from date to date as the model usually takes in total, and at least as many as it needs. */
function walk({ market, times }: ModelledOption): Walk {
  const model = modelOf(market.assets[0]!);
  const { usual, least } = model.steps(times[times.length - 1]!);
  const between = Math.max(1, Math.round(usual / times.length), Math.ceil(least / times.length));
  const grid = gridFor(times, between * times.length);
  const builder = openKernelBuilder(grid.times.length);
  const paths = openPaths(builder, { market, starts: [0], grid, monitored: { bridged: new Set() } });
  const { dimensions, drivers, normals } = writePoints(builder, [brownianBridge(grid.times)], {
    drivers: paths.drivers,
    normals: paths.normals,
    uniforms: 0,
  });
  paths.advance(drivers[0]!, normals);
  const martingales = paths.martingales(0);
  const sums = INSTRUMENTS.flatMap(({ kind }) => {
    if (kind === 'asset') return [];
    const text = martingales[kind];
    if (text === undefined) return ['0.0'];
    const sum = builder.local('0.0');
    builder.step(`${sum} = ${sum} + ${text};`);
    return [sum];
  });
  return { builder, grid, paths, state: paths.states(0)[0] ?? '0.0', sums, dimensions, steps: times.map(grid.stepAt) };
}

/** Number of steps of a path of the option. */
export const stepsOf = (option: ModelledOption): number => walk(option).grid.times.length;

const programFor = ({ builder, grid, dimensions }: Walk, results: readonly string[], scale: number): Program => ({
  ...programOf({ finished: builder.finish(), dimensions, results, steps: grid.times.length, scale }),
  varianceReduction: 'control_variate',
});

/** Number of values per thread of `modelStates`, and of such rows that a date takes: x, s and the sums of the martingale increments. */
export const STATES_PER_ROW = 3;
export const ROWS_PER_DATE = 2;

/**
 * The program that returns x, s and the sums of the martingale increments on one date per two rows of threads; threads of a row take
 * different points.
 *
 * @param dates  the date of each two rows, the first after today being 1
 */
export function modelStates(option: ModelledOption, dates: readonly number[]): Program {
  const walked = walk(option);
  const { builder, paths, state, sums, steps } = walked;
  // A model may have rows of its own before these.
  const start = builder.row(...dates.flatMap((date) => Array.from({ length: ROWS_PER_DATE }, (_, part) => [date, part]).flat()));
  const [offset, here] = [builder.fresh(), builder.fresh()];
  const states = Array.from({ length: STATES_PER_ROW }, () => builder.local('0.0'));
  const numbers = builder.column(builder.marks(steps.map((step, i) => [step, i + 1])));
  builder.before(`const ${offset} = ${start} + this.thread.y * 2;`);
  const texts = [paths.now(0), state, ...sums];
  // Steps that end on no date have number 0, which no row asks for.
  builder.step(`const ${here} = Math.abs(${numbers} - l[${offset}]) < 0.5 ? 1.0 : 0.0;
${states
  .map((name, k) => `${name} = ${here} > 0.5 ? (l[${offset} + 1] < 0.5 ? ${texts[k]} : ${texts[STATES_PER_ROW + k]}) : ${name};`)
  .join('\n')}`);
  return programFor(walked, states, 1);
}

/**
 * The program of two results:
 *
 * 1. the payoff under the policy less the gains of the hedge until exercise, whose mean is 0: a lower bound;
 * 2. the maximum over the dates, today included, of the value of exercise less the gains of the hedge: an upper bound (Rogers 2002).
 *
 * The hedge holds the instruments of `INSTRUMENTS`.
 */
export function hedgedProgram(option: ModelledOption, { knots, today, dates }: HedgedPolicy): Program {
  const walked = walk(option);
  const { builder, paths, state, sums, steps } = walked;
  const { fresh, local, column, scalar, marks } = builder;
  const { market, strike, sign, times } = option;
  const { spot, dividend } = market.assets[0]!;
  const { curve } = market;
  const model = modelOf(market.assets[0]!);
  const expiry = times[times.length - 1]!;
  const columnAt = (figureOf: (time: Years, date: number) => number) =>
    column(marks(steps.map((step, date) => [step, figureOf(times[date]!, date)])));
  // All that is in the money is exercised at expiry.
  const ended = columnAt((_, date) => (date === times.length - 1 ? 1 : 0));
  const deviationTo = (time: Years) => model.deviation(time, expiry);
  const relative = strike / spot;
  const side = scalar(sign);
  const [value, best] = [local('0.0'), local(`${scalar(Math.max(sign * (1 - relative), 0))}`)];
  const [gained, alive] = [local('0.0'), local('1.0')];
  const holdings = INSTRUMENTS.map((_, k) => local(scalar(today[k]!)));
  const previous = INSTRUMENTS.map(({ kind }) => local(kind === 'asset' ? '1.0' : '0.0'));
  const [growth, asset, depth, paid, exercised, u, middle, d1, exponent, bell, delta, s] = Array.from({ length: 12 }, fresh);
  // 1/0 and ∞ are replaced by numbers that single precision represents.
  const inverse = columnAt((time) => Math.min(1 / deviationTo(time), MAX_INVERSE_DEVIATION));
  const half = columnAt((time) => deviationTo(time) / 2);
  const carry = columnAt((time) => accumulatedRate(curve, expiry) - accumulatedRate(curve, time) - dividend * (expiry - time));
  const shares = knots.slice(1).map((knot, k) => {
    const [low, width] = [scalar(knots[k]!), scalar(knot - knots[k]!)];
    const name = fresh();
    return { name, text: `const ${name} = Math.max(Math.min(${s} - ${low}, ${width}), 0.0);`, width: knot - knots[k]! };
  });
  /** Text of a boundary: its depth at the first knot, and its slope between each two. */
  const boundaryText = (edgeOf: (boundary: Boundary) => readonly number[], never: number) => {
    const depths = times.map((_, date) => {
      const boundary = dates[date]?.boundary;
      return boundary === undefined ? knots.map(() => never) : edgeOf(boundary);
    });
    const slopes = shares.map(
      ({ name, width }, k) => `${columnAt((_, date) => (depths[date]![k + 1]! - depths[date]![k]!) / width)} * ${name}`,
    );
    return [columnAt((_, date) => depths[date]![0]!), ...slopes].join(' + ');
  };
  const near = boundaryText(({ near }) => near, UNREACHABLE);
  const endsAgain = dates.some(({ boundary }) => boundary?.far.some((far) => far < NEVER));
  const inRegion = endsAgain
    ? `(${depth} > Math.max(${near}, 0.0) ? (${depth} < ${boundaryText(({ far }) => far, NEVER)} ? ${alive} : 0.0) : 0.0)`
    : `(${depth} > Math.max(${near}, 0.0) ? ${alive} : 0.0)`;
  const instruments = [asset, ...sums];
  const factors: HedgeFactors<string> = { u: u!, delta: delta!, bell: bell!, s: s! };
  builder.step(`if (${column(marks(steps.map((step) => [step, 1])))} > 0.5) {${exponential(growth!, paths.now(0), fresh)}
const ${s} = ${state};
const ${asset} = ${growth} * ${columnAt((time) => exp(dividend * time) * discount(curve, time))};
${instruments.map((now, k) => `${gained} = ${gained} + ${holdings[k]} * (${now} - ${previous[k]});\n${previous[k]} = ${now};`).join('\n')}
const ${depth} = ${side} * (${paths.now(0)} + ${scalar(log(spot / strike))});
const ${paid} = ${columnAt((time) => discount(curve, time))} * Math.max(${side} * (${growth} - ${inTwo(relative).map(scalar).join(' - ')}), 0.0) - ${gained};
${best} = Math.max(${best}, ${paid});
${shares.map(({ text }) => text).join('\n')}
const ${exercised} = ${ended} > 0.5 ? ${alive} : ${inRegion};
${value} = ${value} + ${exercised} * ${paid};
${alive} = ${alive} - ${exercised};
const ${u} = Math.max(-${MAX_SCALED_DEPTH}, Math.min(${MAX_SCALED_DEPTH}, ${depth} * ${scalar(1 / deviationTo(0))}));
const ${middle} = (${paths.now(0)} + ${scalar(log(spot / strike))} + ${carry}) * ${inverse};
const ${d1} = ${side} * (${middle} + ${half});
const ${exponent} = Math.max(-0.5 * ${d1} * ${d1}, -80.0);${exponential(bell!, exponent!, fresh)}${normalCdfGiven(delta!, d1!, bell!, fresh)}
${INSTRUMENTS.map(({ functions }, k) => `${holdings[k]} = ${functions.map((product, f) => [columnAt((_, date) => dates[date]?.hedge[HEDGE_STARTS[k]! + f] ?? 0), ...product.map((name) => factors[name])].join(' * ')).join(' + ')};`).join('\n')}
}`);
  return programFor(walked, [value, best], spot);
}
