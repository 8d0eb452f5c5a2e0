/**
 * The walk of an exercisable option under any model of its asset, as two kernels: where paths stand on the dates, and what exercise pays
 * a holder who hedges with the asset from date to date.
 *
 * Amounts are in units of the spot and discounted to today; x = ln(S/S₀), s what the model says beside the spot (0 where it says nothing),
 * y = ±ln(S/K) the depth in the money, + of a call, − of a put.
 */

import type { Price, Years } from '../../base/units.js';
import { accumulatedRate, discount } from '../../market/curve.js';
import type { Market } from '../../market/market.js';
import { exponential, inTwo, normalCdf } from '../emit/arithmetic.js';
import { brownianBridge } from '../emit/bridge.js';
import { type Grid, gridFor } from '../emit/grid.js';
import { type KernelBuilder, openKernelBuilder } from '../emit/kernel-builder.js';
import { type Dimensions, writePoints } from '../emit/points.js';
import { type Program, programOf } from '../emit/program.js';
import { modelOf } from '../process/index.js';
import { openPaths, type Paths } from '../process/paths.js';
import { FAR, STEEPEST } from './gbm-kernels.js';

export interface ModelledOption {
  /** Of the asset alone. */
  readonly market: Market;
  readonly strike: Price;
  readonly sign: 1 | -1;
  /** The dates after today, the last the expiry. */
  readonly times: readonly Years[];
}

/** c₀ + c₁ s + c₂ s², s within bounds. */
export interface Boundary {
  readonly coefficients: readonly [number, number, number];
  readonly least: number;
  readonly most: number;
}

export const depthAt = ({ coefficients: [c0, c1, c2], least, most }: Boundary, state: number): number => {
  const s = Math.max(least, Math.min(most, state));
  return Math.max(0, c0 + s * (c1 + s * c2));
};

/** When the option is exercised on a date, and what of the asset is then held until the next. */
export interface HedgedDate {
  /** The depth beyond which it is exercised; undefined where it is not. */
  readonly boundary: Boundary | undefined;
  /** One a function of `hedgeFunctions`. */
  readonly hedge: readonly number[];
}

/** Depths in deviations beyond which a hedge is what it is there. */
const WIDEST = 2.5;
export const HEDGES = 8;

/**
 * Functions of a state whose sum is what is held: 1, u, u², D, Du, s, su, sD; u the depth in deviations, bounded, D = Φ(d₁) of the option as
 * if its deviation were what today tells.
 *
 * @param scaled  y in deviations of today to expiry
 */
export function hedgeFunctions(scaled: number, delta: number, state: number): readonly number[] {
  const u = Math.max(-WIDEST, Math.min(WIDEST, scaled));
  return [1, u, u * u, delta, delta * u, state, state * u, state * delta];
}

const NEVER: Boundary = { coefficients: [FAR, 0, 0], least: 0, most: 0 };

/** Dates that one thread of `modelStates` gives, each by x and s. */
export const MODEL_STATES_A_THREAD = 2;

interface Walk {
  readonly builder: KernelBuilder;
  readonly grid: Grid;
  readonly paths: Paths;
  /** Text of s. */
  readonly state: string;
  readonly dimensions: Dimensions;
  /** Number of each date's step. */
  readonly steps: readonly number[];
}

/** Steps from date to date as many as the model usually takes in all, and no fewer than it needs. */
function walk({ market, times }: ModelledOption): Walk {
  const model = modelOf(market.assets[0]);
  const last = times.at(-1)!;
  const { usual, least } = model.steps(last);
  const between = Math.max(1, Math.round(usual / times.length), Math.ceil(least / times.length));
  const grid = gridFor(times, between * times.length);
  const builder = openKernelBuilder(grid.times.length);
  const paths = openPaths(builder, { market, starts: [0], grid, monitored: { bridged: new Set() } });
  const { dimensions, drivers, normals } = writePoints(builder, [brownianBridge(grid.times)], {
    drivers: paths.drivers,
    normals: paths.normals,
    uniforms: 0,
  });
  paths.advance(drivers[0], normals);
  return { builder, grid, paths, state: paths.states(0)[0] ?? '0.0', dimensions, steps: times.map(grid.stepAt) };
}

/** Steps that a path of the option takes. */
export const stepsOf = (option: ModelledOption): number => walk(option).grid.times.length;

/** Differences from what is known take variance off it. */
const programFor = ({ builder, grid, dimensions }: Walk, results: readonly string[], scale: number): Program => ({
  ...programOf({ finished: builder.finish(), dimensions, results, steps: grid.times.length, scale }),
  varianceReduction: 'control_variate',
});

/**
 * x and s on two dates a thread: threads side by side take points, rows of them the dates.
 *
 * @param rows  of each row its dates by number, the first after today being 1
 */
export function modelStates(option: ModelledOption, rows: readonly (readonly number[])[]): Program {
  const walked = walk(option);
  const { builder, paths, state, steps } = walked;
  // A model may have rows of its own before.
  const start = builder.row(...rows.flatMap((dates) => Array.from({ length: MODEL_STATES_A_THREAD }, (_, k) => dates[k] ?? 0)));
  const [at, date] = [builder.fresh(), builder.fresh()];
  const states = Array.from({ length: 2 * MODEL_STATES_A_THREAD }, () => builder.local('0.0'));
  const numbers = builder.column(builder.marks(steps.map((step, i) => [step, i + 1])));
  builder.before(`const ${at} = ${start} + this.thread.y * ${MODEL_STATES_A_THREAD};`);
  builder.step(`const ${date} = ${numbers};
${Array.from({ length: MODEL_STATES_A_THREAD }, (_, k) => {
  // Steps that end on no date have number 0, which no row asks for but in vain.
  const here = `Math.abs(${date} - l[${at} + ${k}]) < 0.5`;
  return `${states[2 * k]} = ${here} ? ${paths.now(0)} : ${states[2 * k]};
${states[2 * k + 1]} = ${here} ? ${state} : ${states[2 * k + 1]};`;
}).join('\n')}`);
  return programFor(walked, states, 1);
}

/**
 * What exercise by a policy pays less what the hedge has gained by then, whose mean is 0; and the most that exercise at any date, today
 * included, pays beyond what the hedge has gained, whose mean is no less than the option is worth (Rogers 2002).
 *
 * @param today  what is held of the asset until the first date
 * @param dates  one a date but the last, at which whatever is in the money is paid
 */
export function hedgedProgram(option: ModelledOption, today: number, dates: readonly HedgedDate[]): Program {
  const walked = walk(option);
  const { builder, paths, state, steps } = walked;
  const { fresh, local, column, scalar, marks } = builder;
  const { market, strike, sign, times } = option;
  const { spot, dividend } = market.assets[0];
  const { curve } = market;
  const model = modelOf(market.assets[0]);
  const expiry = times.at(-1)!;
  const at = (of: (time: Years, date: number) => number) => column(marks(steps.map((step, date) => [step, of(times[date], date)])));
  const boundaries = times.map((_, date) => dates[date]?.boundary ?? NEVER);
  const [c0, c1, c2] = ([0, 1, 2] as const).map((k) => at((_, date) => boundaries[date].coefficients[k]));
  const [least, most] = [at((_, date) => boundaries[date].least), at((_, date) => boundaries[date].most)];
  // At expiry all are done.
  const ended = at((_, date) => (date === times.length - 1 ? 1 : 0));
  const left = (time: Years) => model.deviation(time, expiry);
  const relative = strike / spot;
  const side = scalar(sign);
  const [value, best] = [local('0.0'), local(`${scalar(Math.max(sign * (1 - relative), 0))}`)];
  const [gained, alive, before, hold] = [local('0.0'), local('1.0'), local('1.0'), local(scalar(today))];
  const [growth, asset, depth, paid, within, bound, out, u, middle, d1, delta, s] = Array.from({ length: 12 }, fresh);
  const coefficients = Array.from({ length: HEDGES }, (_, k) => at((_, date) => dates[date]?.hedge[k] ?? 0));
  // 1/0 and ∞ stand for themselves badly in f32.
  const inverse = at((time) => Math.min(1 / left(time), STEEPEST));
  const half = at((time) => left(time) / 2);
  const carry = at((time) => accumulatedRate(curve, expiry) - accumulatedRate(curve, time) - dividend * (expiry - time));
  builder.step(`if (${column(marks(steps.map((step) => [step, 1])))} > 0.5) {${exponential(growth!, paths.now(0), fresh)}
const ${s} = ${state};
const ${asset} = ${growth} * ${at((time) => Math.exp(dividend * time) * discount(curve, time))};
${gained} = ${gained} + ${hold} * (${asset} - ${before});
${before} = ${asset};
const ${depth} = ${side} * (${paths.now(0)} + ${scalar(Math.log(spot / strike))});
const ${paid} = ${at((time) => discount(curve, time))} * Math.max(${side} * (${growth} - ${inTwo(relative).map(scalar).join(' - ')}), 0.0) - ${gained};
${best} = Math.max(${best}, ${paid});
const ${within} = Math.max(${least}, Math.min(${most}, ${s}));
const ${bound} = Math.max(${c0} + ${within} * (${c1} + ${within} * ${c2}), 0.0);
const ${out} = ${ended} > 0.5 ? ${alive} : ${depth} > ${bound} ? ${alive} : 0.0;
${value} = ${value} + ${out} * ${paid};
${alive} = ${alive} - ${out};
const ${u} = Math.max(-${WIDEST}, Math.min(${WIDEST}, ${depth} * ${scalar(1 / left(0))}));
const ${middle} = (${paths.now(0)} + ${scalar(Math.log(spot / strike))} + ${carry}) * ${inverse};
const ${d1} = ${side} * (${middle} + ${half});${normalCdf(delta!, d1!, fresh)}
${hold} = ${coefficients[0]} + ${u} * (${coefficients[1]} + ${u} * ${coefficients[2]})
 + ${delta} * (${coefficients[3]} + ${u} * ${coefficients[4]})
 + ${s} * (${coefficients[5]} + ${u} * ${coefficients[6]} + ${delta} * ${coefficients[7]});
}`);
  return programFor(walked, [value, best], spot);
}
