/**
 * The fit of an American option's exercise: its paths simulated, the policy found on them, and the coefficients with which European
 * options are taken off what exercise pays.
 */
import type { Backend, Fallback } from '../../backend/backend.js';
import { EngineFailure } from '../../base/failure.js';
import type { Price, Years } from '../../base/units.js';
import { limitDepth } from '../../formula/exercise-window.js';
import { type OptionOnAsset, optionParts } from '../../formula/option-parts.js';
import { allRows, shiftFor } from '../../random/lattice.js';
import { argumentsFor, launchOf } from '../emit/launch.js';
import { regressOn } from '../run/choice-regression.js';
import type { RunLimits } from '../run/monte-carlo.js';
import { type Controls, type Exercisable, type Region, STATES_A_THREAD, statesProgram } from './gbm-kernels.js';
import { DEPENDENT, type ExercisePolicy, fitExercise, martingaleStrikes, startsOf } from './policy.js';

/** Points of a set of paths. */
const LOG2_POINTS = 8;
/** Sets that start from the spot: one goes with the spread one into the policy, all into the controls. */
const PILOTS = 4;
/** The stream of the seed that fits take. */
const STREAM = 1;
/**
 * What a part of an option may vary by on paths rarer than those fitted on, in units of the spot: without, parts that are nearly
 * nothing on those had coefficients of millions, and on others the price was lost in them.
 */
const UNSEEN = 1e-4;
/** Dates on which a policy is fitted; between them its boundary is interpolated. */
const MOST_FITTED = 128;

export interface Learnt {
  /** On every exercise date. */
  readonly policy: ExercisePolicy;
  readonly controls: Controls;
  readonly fallbacks: readonly Fallback[];
}

/**
 * Fits the policy on paths spread over starts and as many from the spot, and the controls on all that start from the spot.
 *
 * @param seed  of the fits' own stream
 */
export async function learnExercise(option: Exercisable, seed: number, { signal }: RunLimits, backend: Backend): Promise<Learnt> {
  const every = Math.ceil(option.times.length / MOST_FITTED);
  const dates = [0, ...option.times.filter((_, i) => (option.times.length - 1 - i) % every === 0)];
  const strikes = martingaleStrikes(option);
  const { sets, fallbacks } = await fittingPaths(option, dates, seed, backend);
  const [spread, ...pilots] = sets;
  const policy = await fitExercise(
    option,
    strikes,
    dates,
    dates.map((_, date) => joined([spread![date], pilots[0][date]])),
  );
  if (signal?.aborted) throw new EngineFailure('cancelled', 'the simulation was cancelled');
  const fromSpot = dates.map((_, date) => joined(pilots.map((pilot) => pilot[date])));
  return {
    policy: every === 1 ? policy : onEachDate(option, dates, policy),
    controls: { strikes, coefficients: fitControls(option, strikes, dates, policy.regions, fromSpot) },
    fallbacks,
  };
}

/** x on each date, set by set: first that of paths spread over starts, then those of paths from the spot. */
async function fittingPaths(option: Exercisable, dates: readonly Years[], seed: number, backend: Backend) {
  const starts = [startsOf(option), ...Array.from({ length: PILOTS }, () => ({ from: 0, to: 0 }))];
  const groups = Math.ceil(dates.length / STATES_A_THREAD);
  const program = statesProgram(
    { ...option, times: dates.slice(1) },
    starts.flatMap((between) => Array.from({ length: groups }, (_, group) => ({ first: group * STATES_A_THREAD, ...between }))),
  );
  const [row] = allRows({ shifts: 1, log2Points: LOG2_POINTS });
  const rows = starts.flatMap((_, shift) => Array.from({ length: groups }, () => ({ ...row!, shift })));
  const shifts = starts.map((_, shift) => shiftFor(seed, STREAM, shift, program.dimensions.components.length));
  const { values, fallbacks } = await backend.run(launchOf(program, argumentsFor(program, rows, shifts, seed)));
  const { width } = row!;
  const sets = starts.map((_, set) =>
    dates.map((_, date) => {
      const first = (set * groups + Math.floor(date / STATES_A_THREAD)) * width * STATES_A_THREAD + (date % STATES_A_THREAD);
      const states = new Float64Array(width);
      for (let path = 0; path < width; path++) states[path] = values[first + path * STATES_A_THREAD];
      return states;
    }),
  );
  return { sets, fallbacks };
}

function joined(arrays: readonly Float64Array[]): Float64Array {
  const all = new Float64Array(arrays.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const array of arrays) {
    all.set(array, at);
    at += array.length;
  }
  return all;
}

/** −ζ(½)/√(2π): by so many deviations of a step is a boundary on dates nearer the strike than one at any time (Chernoff 1965). */
const NEARER = 0.5826;

/**
 * Between fitted dates a boundary is linear in the root of the time left, as it nearly is at expiry; with more dates it lies deeper than
 * as it was fitted.
 */
function onEachDate(option: Exercisable, fitted: readonly Years[], policy: ExercisePolicy): ExercisePolicy {
  const { time, times, spot, strike, volatility, sign } = option;
  const root = (t: Years) => Math.sqrt(time - t);
  const limit = Math.log(strike / spot) + sign * limitDepth(option);
  const spacing = (dates: readonly Years[]) => Math.sqrt(dates.at(-1)! - dates.at(-2)!);
  const deeper = NEARER * volatility * (spacing(fitted) - spacing([0, ...times]));
  const regions = policy.regions.map((region) =>
    // One that ends again deeper lies between what moves it either way.
    region && !Number.isFinite(sign > 0 ? region.to : region.from)
      ? withNear(region, sign, (sign > 0 ? region.from : region.to) + sign * deeper)
      : region,
  );
  const at = (t: Years): { readonly step: number; readonly region: Region | undefined } => {
    const next = fitted.findIndex((date) => date > t);
    const step = (next === -1 ? fitted.length : next) - 1;
    const here = regions[step];
    const there = step + 1 === fitted.length - 1 ? here && withNear(here, sign, limit) : regions[step + 1];
    if (here === undefined || there === undefined) return { step, region: here };
    const share = (root(fitted[step]) - root(t)) / (root(fitted[step]) - root(fitted[step + 1]));
    const between = (a: number, b: number) => (Number.isFinite(a) && Number.isFinite(b) ? a + share * (b - a) : a);
    return { step, region: { from: between(here.from, there.from), to: between(here.to, there.to) } };
  };
  const starts = [0, ...times.slice(0, -1)].map(at);
  return {
    regions: starts.map(({ region }) => region),
    // A step's coefficients are of what the option is worth at its end.
    increments: starts.map(({ step }, i) => {
      const share = (times[i] - fitted[step]) / (fitted[step + 1] - fitted[step]);
      const [own, earlier] = [policy.increments[step], policy.increments[Math.max(step - 1, 0)]];
      return own.map((coefficient, k) => coefficient + (1 - share) * (earlier[k] - coefficient));
    }),
  };
}

const withNear = (region: Region, sign: 1 | -1, near: number): Region => (sign > 0 ? { ...region, from: near } : { ...region, to: near });

/** Coefficients of the options' parts that come nearest what is paid where paths from the spot stop. */
function fitControls(
  option: OptionOnAsset,
  strikes: readonly Price[],
  dates: readonly Years[],
  regions: readonly (Region | undefined)[],
  states: readonly Float64Array[],
): number[] {
  const { spot, strike, rate, sign } = option;
  const last = dates.length - 1;
  const partsOn = dates.map((t) => optionParts(option, strikes, t));
  const count = states[0].length;
  const value = new Float64Array(count);
  const columns = Array.from({ length: 2 * strikes.length }, () => new Float64Array(count));
  const parts = new Float64Array(columns.length);
  for (let path = 0; path < count; path++) {
    let date = 1;
    while (date < last && !stops(regions[date], states[date][path])) date++;
    const x = states[date][path];
    value[path] = Math.exp(-rate * dates[date]) * Math.max(sign * (Math.exp(x) - strike / spot), 0);
    partsOn[date](x, parts);
    parts.forEach((part, k) => {
      columns[k][path] = part;
    });
  }
  const constant = new Float64Array(count).fill(1);
  return regressOn([constant, ...columns], value, DEPENDENT, UNSEEN).slice(1);
}

const stops = (region: Region | undefined, x: number): boolean => region !== undefined && x > region.from && x < region.to;
