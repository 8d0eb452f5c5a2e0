/**
 * Fits an American option under Black and Scholes: simulates the fitting paths, finds the exercise policy on them, and fits the coefficients
 * of the European options that serve as control variates.
 */
import type { Backend, Fallback } from '../../backend/backend.js';
import type { Price, Years } from '../../base/units.js';
import { limitDepth } from '../../formula/exercise-window.js';
import { type OptionOnAsset, optionParts } from '../../formula/option-parts.js';
import { exp } from '../../math/elementary/exp.js';
import { log } from '../../math/elementary/log.js';
import { regress } from '../../math/least-squares.js';
import { allRows, STREAMS, shiftFor } from '../../random/lattice.js';
import { argumentsFor, launchOf } from '../emit/launch.js';
import type { RunLimits } from '../run/monte-carlo.js';
import { REGRESSION_RANK_TOLERANCE } from './backward-induction.js';
import { type Controls, type Exercisable, type Region, STATES_PER_THREAD, statesProgram } from './gbm-kernels.js';
import { type ExercisePolicy, fitExercise, martingaleStrikes, startRange } from './gbm-policy.js';

/** log₂ of the number of fitting paths per set. */
const LOG2_PATHS = 8;
/** Number of path sets that start from the spot. One of them joins the spread set in fitting the policy; all serve to fit the controls. */
const SPOT_SETS = 4;
/**
 * Tikhonov regularisation of the controls, in units of the spot. It allows for what an option part may vary by on paths rarer than the
 * fitting paths; without it, parts that are nearly zero on the fitting paths had coefficients of millions, and the price lost all digits.
 */
const CONTROL_RIDGE = 1e-4;
/** Maximum number of dates on which the policy is fitted; its boundary is interpolated between them. */
const MAX_FITTED_DATES = 128;

interface FittedExercise {
  /** On every exercise date. */
  readonly policy: ExercisePolicy;
  readonly controls: Controls;
  readonly fallbacks: readonly Fallback[];
}

/**
 * Fits the policy on paths whose starts are spread over depths and as many from the spot, and the controls on all paths from the spot.
 *
 * @param seed  seed of the fitting paths, which use a random stream of their own
 */
export async function fitExerciseAndControls(
  option: Exercisable,
  seed: number,
  { signal }: RunLimits,
  backend: Backend,
): Promise<FittedExercise> {
  const every = Math.ceil(option.times.length / MAX_FITTED_DATES);
  const dates = [0, ...option.times.filter((_, i) => (option.times.length - 1 - i) % every === 0)];
  const strikes = martingaleStrikes(option);
  const { sets, fallbacks } = await fittingPaths(option, dates, seed, backend);
  const [spread, ...fromSpot] = sets;
  const policy = await fitExercise(
    option,
    strikes,
    dates,
    dates.map((_, date) => joined([spread![date]!, fromSpot[0]![date]!])),
    signal,
  );
  const joinedSets = dates.map((_, date) => joined(fromSpot.map((set) => set[date]!)));
  return {
    policy: every === 1 ? policy : onEachDate(option, dates, policy),
    controls: { strikes, coefficients: fitControls(option, strikes, dates, policy.rules, joinedSets) },
    fallbacks,
  };
}

/** x = ln(S/S₀) on each date, per set: first the paths with spread starts, then those from the spot. */
async function fittingPaths(option: Exercisable, dates: readonly Years[], seed: number, backend: Backend) {
  const starts = [startRange(option), ...Array.from({ length: SPOT_SETS }, () => ({ from: 0, to: 0 }))];
  const groups = Math.ceil(dates.length / STATES_PER_THREAD);
  const program = statesProgram(
    { ...option, times: dates.slice(1) },
    starts.flatMap((between) => Array.from({ length: groups }, (_, group) => ({ first: group * STATES_PER_THREAD, ...between }))),
  );
  const [row] = allRows({ shifts: 1, log2Points: LOG2_PATHS });
  const rows = starts.flatMap((_, shift) => Array.from({ length: groups }, () => ({ ...row!, shift })));
  const shifts = starts.map((_, shift) => shiftFor(seed, STREAMS.fitting, shift, program.dimensions.components.length));
  const { values, fallbacks } = await backend.run(launchOf(program, argumentsFor(program, rows, shifts, seed)));
  const { width } = row!;
  const sets = starts.map((_, set) =>
    dates.map((_, date) => {
      const first = (set * groups + Math.floor(date / STATES_PER_THREAD)) * width * STATES_PER_THREAD + (date % STATES_PER_THREAD);
      const states = new Float64Array(width);
      for (let path = 0; path < width; path++) states[path] = values[first + path * STATES_PER_THREAD]!;
      return states;
    }),
  );
  return { sets, fallbacks };
}

function joined(arrays: readonly Float64Array[]): Float64Array {
  const all = new Float64Array(arrays.reduce((sum, { length }) => sum + length, 0));
  let offset = 0;
  for (const array of arrays) {
    all.set(array, offset);
    offset += array.length;
  }
  return all;
}

/** −ζ(½)/√(2π): a boundary for discrete dates is nearer the strike than one for continuous exercise by this many standard deviations of a step (Chernoff 1965). */
const DISCRETE_SHIFT = 0.5826;

/**
 * Extends the policy to all dates. Between fitted dates the boundary is interpolated linearly in the root of the time left, as it behaves
 * near expiry, and moved deeper into the money because there are more dates than were fitted.
 */
function onEachDate(option: Exercisable, fitted: readonly Years[], policy: ExercisePolicy): ExercisePolicy {
  const { time, times, spot, strike, volatility, sign } = option;
  const root = (t: Years) => Math.sqrt(time - t);
  const limit = log(strike / spot) + sign * limitDepth(option);
  const spacing = (dates: readonly Years[]) => Math.sqrt(dates[dates.length - 1]! - dates[dates.length - 2]!);
  const deeper = DISCRETE_SHIFT * volatility * (spacing(fitted) - spacing([0, ...times]));
  const regions = policy.rules.map((region) =>
    // A region with a second, deeper boundary is left as fitted: the two boundaries would move in opposite directions.
    region && !Number.isFinite(sign > 0 ? region.to : region.from)
      ? withNear(region, sign, (sign > 0 ? region.from : region.to) + sign * deeper)
      : region,
  );
  const regionAt = (t: Years): { readonly step: number; readonly region: Region | undefined } => {
    const next = fitted.findIndex((date) => date > t);
    const step = (next === -1 ? fitted.length : next) - 1;
    const here = regions[step];
    const there = step + 1 === fitted.length - 1 ? here && withNear(here, sign, limit) : regions[step + 1];
    if (here === undefined || there === undefined) return { step, region: here };
    const share = (root(fitted[step]!) - root(t)) / (root(fitted[step]!) - root(fitted[step + 1]!));
    const between = (a: number, b: number) => (Number.isFinite(a) && Number.isFinite(b) ? a + share * (b - a) : a);
    return { step, region: { from: between(here.from, there.from), to: between(here.to, there.to) } };
  };
  const starts = [0, ...times.slice(0, -1)].map(regionAt);
  return {
    rules: starts.map(({ region }) => region),
    // The coefficients of a step describe the value at its end.
    hedges: starts.map(({ step }, i) => {
      const share = (times[i]! - fitted[step]!) / (fitted[step + 1]! - fitted[step]!);
      const [hedge, earlier] = [policy.hedges[step], policy.hedges[Math.max(step - 1, 0)]];
      return hedge!.map((coefficient, k) => coefficient + (1 - share) * (earlier![k]! - coefficient));
    }),
  };
}

const withNear = (region: Region, sign: 1 | -1, near: number): Region => (sign > 0 ? { ...region, from: near } : { ...region, to: near });

/** Coefficients of the option parts that best explain the payoff at exercise, on paths from the spot. */
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
  const count = states[0]!.length;
  const value = new Float64Array(count);
  const columns = Array.from({ length: 2 * strikes.length }, () => new Float64Array(count));
  const parts = new Float64Array(columns.length);
  for (let path = 0; path < count; path++) {
    let date = 1;
    while (date < last && !stops(regions[date], states[date]![path]!)) date++;
    const x = states[date]![path]!;
    value[path] = exp(-rate * dates[date]!) * Math.max(sign * (exp(x) - strike / spot), 0);
    partsOn[date]!(x, parts);
    parts.forEach((part, k) => {
      columns[k]![path] = part;
    });
  }
  const constant = new Float64Array(count).fill(1);
  return regress([constant, ...columns], value, REGRESSION_RANK_TOLERANCE, CONTROL_RIDGE).slice(1);
}

const stops = (region: Region | undefined, x: number): boolean => region !== undefined && x > region.from && x < region.to;
