/**
 * Three kernels for a Bermudan option on a lognormal asset: the states of paths on the exercise dates, the payoff under a given exercise
 * policy, and the pathwise maximum of the exercise value less a martingale, whose mean is an upper bound (Rogers 2002).
 *
 * Amounts are in units of the spot and discounted to today. x = ln(S/S₀).
 */

import type { Price, Years } from '../../base/units.js';
import { type OptionOnAsset, optionParts } from '../../formula/option-parts.js';
import type { Market } from '../../market/market.js';
import { exp } from '../../math/elementary/exp.js';
import { log } from '../../math/elementary/log.js';
import { exponential, inTwo, normalCdfGiven } from '../emit/arithmetic.js';
import { brownianBridge } from '../emit/bridge.js';
import { gridOf } from '../emit/grid.js';
import { type KernelBuilder, openKernelBuilder } from '../emit/kernel-builder.js';
import { type Dimensions, type Drawn, writePoints } from '../emit/points.js';
import { type Program, programOf } from '../emit/program.js';
import { openPaths, type Paths } from '../process/paths.js';

export interface Exercisable extends OptionOnAsset {
  /** A market of the same asset and rate, in which paths are simulated. */
  readonly market: Market;
  /** The dates after today, the last the expiry. */
  readonly times: readonly Years[];
}

/** An exercise region: the option is exercised where x = ln(S/S₀) lies between the two. */
export interface Region {
  readonly from: number;
  readonly to: number;
}

/** Stands for ∞ in single precision. */
export const UNREACHABLE = 1e30;
/** Upper bound of 1/(σ√τ), which is infinite at expiry: Φ is then 0 or 1. */
export const MAX_INVERSE_DEVIATION = 1e6;

/** Number of dates whose states one thread returns. */
export const STATES_PER_THREAD = 4;

/** A row of threads of `statesProgram`: it returns x on dates `first` to `first + 3`, where date 0 is today, of paths whose starts are uniform between `from` and `to`. */
interface StatesRow {
  readonly first: number;
  readonly from: number;
  readonly to: number;
}

interface Walk {
  readonly builder: KernelBuilder;
  readonly paths: Paths;
  readonly drawn: Drawn<readonly string[]>;
  readonly dimensions: Dimensions;
}

function walk({ market, times }: Exercisable, uniforms: number): Walk {
  const grid = gridOf(times, times);
  const builder = openKernelBuilder(times.length);
  const paths = openPaths(builder, { market, starts: market.assets.map(() => 0), grid, monitored: { bridged: new Set() } });
  const { drivers, dimensions, ...rest } = writePoints(builder, [brownianBridge(times)], {
    drivers: paths.drivers,
    normals: paths.normals,
    uniforms,
  });
  const drawn = { drivers: drivers[0]!, ...rest };
  paths.advance(drawn.drivers, drawn.normals);
  return { builder, paths, drawn, dimensions };
}

const programFor = ({ builder, dimensions }: Walk, { times }: Exercisable, results: readonly string[], scale: number): Program => ({
  ...programOf({ finished: builder.finish(), dimensions, results, steps: times.length, scale }),
  varianceReduction: 'control_variate',
});

/** The program that returns x on four dates per thread. Threads of a row take different points; `rows` gives their dates and starts. */
export function statesProgram(option: Exercisable, rows: readonly StatesRow[]): Program {
  const walked = walk(option, 1);
  const { builder, paths, drawn } = walked;
  const { fresh, local, row, step } = builder;
  for (const { first, from, to } of rows) row(first, from, to - from);
  const offset = fresh();
  builder.before(`const ${offset} = this.thread.y * 3;`);
  const start = local(`l[${offset} + 1] + l[${offset} + 2] * ${drawn.uniforms[0]}`);
  const now = local('0.0');
  const states = Array.from({ length: STATES_PER_THREAD }, () => local(start));
  step(`${now} = ${now} + 1.0;`);
  states.forEach((state, k) => {
    step(`${state} = Math.abs(${now} - l[${offset}] - ${k}.0) < 0.5 ? ${start} + ${paths.now(0)} : ${state};`);
  });
  return programFor(walked, option, states, 1);
}

/**
 * Control variates: coefficients of the cash and asset parts of European options on some strikes (formula/option-parts.ts). They are
 * subtracted from the payoff with their values on the date of exercise.
 */
export interface Controls {
  readonly strikes: readonly Price[];
  /** Two per strike, cash first. */
  readonly coefficients: readonly number[];
}

/** A start of paths at e^x times today's spot, and the weight of their payoff in the result. */
export interface Start {
  readonly x: number;
  readonly weight: number;
}

/**
 * The program of the payoff under an exercise policy less the controls, summed over several starts on the same points.
 *
 * @param regions  one per date but the last, on which the option is exercised if it is in the money
 */
export function stoppedProgram(
  option: Exercisable,
  regions: readonly (Region | undefined)[],
  controls: Controls,
  starts: readonly Start[],
): Program {
  const walked = walk(option, 0);
  const { builder, paths } = walked;
  const { fresh, local, column, scalar, step } = builder;
  const steps = option.times.length;
  const bounds = (edgeOf: (region: Region) => number, none: number, last: number) =>
    column(option.times.map((_, i) => (i === steps - 1 ? last : clamp(regions[i] === undefined ? none : edgeOf(regions[i])))));
  const low = bounds(({ from }) => from, UNREACHABLE, -UNREACHABLE);
  const high = bounds(({ to }) => to, -UNREACHABLE, UNREACHABLE);
  const now = local('0.0');
  const paid = starts.map(({ x, weight }) => {
    const [alive, exerciseStep, stopped] = [local('1.0'), local('0.0'), local('0.0')];
    const [here, exercised] = [fresh(), fresh()];
    step(`const ${here} = ${paths.now(0)} + ${scalar(x)};
const ${exercised} = ${here} > ${low} ? (${here} < ${high} ? ${alive} : 0.0) : 0.0;
${stopped} = ${exercised} > 0.5 ? ${here} : ${stopped};
${exerciseStep} = ${exercised} > 0.5 ? ${now} : ${exerciseStep};
${alive} = ${alive} - ${exercised};`);
    return `${scalar(weight)} * ${writePaid(builder, option, controls, stopped, exerciseStep)}`;
  });
  step(`${now} = ${now} + 1.0;`);
  return programFor(walked, option, [paid.join(' + ')], option.spot);
}

/** Writes, once per path, the payoff of exercise at x on step `stepName` less the controls. @returns its variable */
function writePaid(builder: KernelBuilder, option: Exercisable, { strikes, coefficients }: Controls, x: string, stepName: string): string {
  const { column, scalar, marks, step, local } = builder;
  const value = local('0.0');
  const { growth, text, parts } = writeParts(builder, option, strikes, x, stepName);
  const less = parts.map((part, k) => ` - ${scalar(coefficients[k]!)} * ${part}`).join('');
  step(`if (${column(marks([[option.times.length - 1, 1]]))} > 0.5) {${text}
${value} = ${column(discounts(option), stepName)} * Math.max(${writeIntrinsic(builder, option, growth)}, 0.0)${less};
}`);
  return value;
}

/**
 * The program of the maximum over the dates, today included, of the exercise value less a martingale.
 *
 * @param increments  coefficients of each step: of the discounted asset S e^((q−r)t), then two per strike as in `Controls`
 * @see Rogers (2002), Monte Carlo valuation of American options; Haugh and Kogan (2004)
 */
export function boundedProgram(option: Exercisable, strikes: readonly Price[], increments: readonly (readonly number[])[]): Program {
  const walked = walk(option, 0);
  const { builder, paths } = walked;
  const { fresh, local, column, scalar, step } = builder;
  const { spot, strike, rate, dividend, sign, times } = option;
  const { growth, text, parts } = writeParts(builder, option, strikes, paths.now(0), 'i');
  const asset = `${growth} * ${column(times.map((t) => exp((dividend - rate) * t)))}`;
  const [martingale, best] = [local('0.0'), local(`${scalar(Math.max((sign * (spot - strike)) / spot, 0))}`)];
  const initial = new Float64Array(2 * strikes.length);
  optionParts(option, strikes, 0)(0, initial);
  const moves = [1, ...initial].map((first, k) => {
    const [previous, now] = [local(scalar(first)), fresh()];
    const coefficient = column(increments.map((step) => step[k]!));
    return `const ${now} = ${k === 0 ? asset : parts[k - 1]};
${martingale} = ${martingale} + ${coefficient} * (${now} - ${previous});
${previous} = ${now};`;
  });
  step(`${text}
${moves.join('\n')}
${best} = Math.max(${best}, ${column(discounts(option))} * Math.max(${writeIntrinsic(builder, option, growth)}, 0.0) - ${martingale});`);
  return programFor(walked, option, [best], spot);
}

const clamp = (bound: number): number => Math.max(-UNREACHABLE, Math.min(UNREACHABLE, bound));

const discounts = ({ rate, times }: Exercisable): number[] => times.map((time) => exp(-rate * time));

/** ±(S − K), undiscounted. */
function writeIntrinsic({ scalar }: KernelBuilder, { spot, strike, sign }: Exercisable, growth: string): string {
  const [nearest, rest] = inTwo(strike / spot).map(scalar);
  return `${scalar(sign)} * (${growth} - ${nearest} - ${rest})`;
}

/** Text of e^x and of the cash and asset parts of each strike, for x at step `stepName`. */
function writeParts(
  { fresh, column, scalar }: KernelBuilder,
  { spot, strike, rate, dividend, volatility, time: expiry, sign, times }: Exercisable,
  strikes: readonly Price[],
  x: string,
  stepName: string,
): { readonly growth: string; readonly text: string; readonly parts: readonly string[] } {
  const ofLeft = (figureOf: (left: Years, deviation: number) => number) =>
    column(
      times.map((time) => figureOf(expiry - time, volatility * Math.sqrt(expiry - time))),
      stepName,
    );
  const carry = ofLeft((remaining) => (rate - dividend) * remaining);
  const inverse = ofLeft((_, deviation) => Math.min(1 / deviation, MAX_INVERSE_DEVIATION));
  const half = ofLeft((_, deviation) => deviation / 2);
  const delivered = ofLeft((remaining) => exp(-rate * (expiry - remaining) - dividend * remaining));
  const [side, amount] = [scalar(sign), scalar((strike / spot) * exp(-rate * expiry))];
  const growth = fresh();
  const forward = ofLeft((remaining) => exp((rate - dividend) * remaining));
  const pieces = strikes.map((level) => {
    const [middle, d1, d2, n1, n2, cash, asset] = [fresh(), fresh(), fresh(), fresh(), fresh(), fresh(), fresh()];
    const [exponent, bell1, bell2] = [fresh(), fresh(), fresh()];
    // d₁² − d₂² = 2 ln(F/L), so one exponential serves both densities. Below an exponent of −110 it is 0 whatever F/L.
    const text = `
const ${middle} = (${x} + ${carry} + ${scalar(log(spot / level))}) * ${inverse};
const ${d1} = ${side} * (${middle} + ${half});
const ${d2} = ${side} * (${middle} - ${half});
const ${exponent} = Math.max(-0.5 * ${d1} * ${d1}, -110.0);${exponential(bell1, exponent, fresh)}
const ${bell2} = ${bell1} * Math.min(${growth} * ${forward} * ${scalar(spot / level)}, ${UNREACHABLE});${normalCdfGiven(n1, d1, bell1, fresh)}${normalCdfGiven(n2, d2, bell2, fresh)}
const ${cash} = ${amount} * ${n2};
const ${asset} = ${growth} * ${delivered} * ${n1};`;
    return { text, parts: [cash, asset] };
  });
  return {
    growth,
    text: `${exponential(growth, x, fresh)}${pieces.map(({ text }) => text).join('')}`,
    parts: pieces.flatMap(({ parts }) => parts),
  };
}
