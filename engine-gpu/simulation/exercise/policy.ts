/**
 * When to exercise, and what that is worth, by regression backwards through the dates (Longstaff and Schwartz 2001) on paths of their own.
 *
 * What an option is worth on a date, discounted, is first brought onto martingales ψ_k whose values are known on every date (the
 * asset, and the parts of European options on some strikes; Glasserman and Yu 2004, regression later):
 *
 *   V_(i+1) ≈ a_0 + Σ a_k ψ_k(t_(i+1)),   C_i = V_(i+1) − Σ a_k [ψ_k(t_(i+1)) − ψ_k(t_i)]   on each path
 *
 * C_i is then worth in the mean what holding is, and hardly varies around it. Less the European value it is fitted by a polynomial of the
 * depth in the money, where exercise is in question; the option is exercised where that is under what exercise pays. Paths start spread
 * over depths, so that each date has some where they tell. The a_k make a martingale that bounds the price from above (kernel/exercise.ts).
 *
 * Five hundred points on which the noise is gone find the policy that a hundred thousand find without: on the tables of Longstaff and
 * Schwartz it costs 1e-5 to 7e-5 of the price.
 */
import { setImmediate } from 'node:timers/promises';
import { EngineFailure } from '../../base/failure.js';
import type { Price, Years } from '../../base/units.js';
import { exerciseWindow, limitDepth, perpetualDepth, type Window } from '../../formula/exercise-window.js';
import { type OptionOnAsset, optionParts } from '../../formula/option-parts.js';
import { regressOn } from '../run/choice-regression.js';
import type { Region } from './gbm-kernels.js';

export interface ExercisePolicy {
  /** One a date but the last, today first; undefined where it is not exercised. */
  readonly regions: readonly (Region | undefined)[];
  /** The a_k of each step, the asset's first, then two a strike. */
  readonly increments: readonly (readonly number[])[];
}

/** Strikes of the options whose parts are martingales: the option's own and two in the money of it, an option's deviation or what the boundary spans. */
export function martingaleStrikes(option: OptionOnAsset): readonly Price[] {
  const { strike, volatility, time, sign } = option;
  const span = Math.min(volatility * Math.sqrt(time), 2 * perpetualDepth(option));
  return [0, 0.5, 1].map((share) => strike * Math.exp(sign * share * span));
}

/** x = ln(S/S₀) between which paths start, so that some are at each depth in question on each date. */
export function startsOf(option: OptionOnAsset): Region {
  const { spot, strike, rate, dividend, volatility, time, sign } = option;
  const limit = limitDepth(option);
  const deepest = Math.min(perpetualDepth(option), limit + volatility * Math.sqrt(time));
  const drift = sign * (rate - dividend - volatility ** 2 / 2) * time;
  const [least, most] = [limit / 2 - Math.max(drift, 0), deepest + Math.max(-drift, 0)];
  const money = Math.log(strike / spot);
  return { from: money + sign * least, to: money + sign * most };
}

/**
 * Of a martingale or power so little must stand out of the others' span to have a coefficient. On paths without noise that much tells;
 * with less the coefficients grow beyond what single precision carries.
 */
export const DEPENDENT = 1e-5;
/** What a martingale may move by beside what is seen of it, in units of the spot: it bounds coefficients that next to nothing is seen of. */
const UNSEEN = 1e-6;
/** Powers of the depth by which the premium is fitted. */
const DEGREE = 4;
/** Paths where exercise is in question; with fewer a date takes the region of the next. */
const FEWEST = 24;
/** Dates between which whoever else waits for the thread has it: a millisecond or two. */
const DATES_A_TURN = 4;

/**
 * @param dates   today first, the expiry last
 * @param states  x of each path on each of them
 */
export async function fitExercise(
  option: OptionOnAsset,
  strikes: readonly Price[],
  dates: readonly Years[],
  states: readonly Float64Array[],
): Promise<ExercisePolicy> {
  const { spot, strike, rate, sign } = option;
  const last = dates.length - 1;
  const count = states[0].length;
  const paid = (i: number, x: number) => Math.exp(-rate * dates[i]) * sign * (Math.exp(x) - strike / spot);
  const worth = states[last].map((x) => Math.max(paid(last, x), 0));
  const constant = new Float64Array(count).fill(1);
  const regions: (Region | undefined)[] = [];
  const increments: (readonly number[])[] = [];
  let later = martingalesAt(option, strikes, dates[last], states[last]);
  for (let i = last - 1; i >= 0; i--) {
    const now = martingalesAt(option, strikes, dates[i], states[i]);
    const [, ...coefficients] = regressOn([constant, ...later], worth, DEPENDENT, UNSEEN);
    coefficients.forEach((coefficient, k) => {
      const [after, before] = [later[k], now[k]];
      for (let path = 0; path < count; path++) worth[path] = worth[path] - coefficient * (after[path] - before[path]);
    });
    const [, cash, asset] = now;
    const premium = new Float64Array(count);
    for (let path = 0; path < count; path++) premium[path] = worth[path] - sign * (asset![path] - cash![path]);
    const parts = new Float64Array(2);
    const partsOn = optionParts(option, strikes.slice(0, 1), dates[i]);
    const region = exerciseRegion(
      option,
      states[i],
      premium,
      (x) => {
        partsOn(x, parts);
        return paid(i, x) - sign * (parts[1] - parts[0]);
      },
      exerciseWindow(option, dates[last] - dates[i], dates[i + 1] - dates[i]),
    );
    regions[i] = region === 'unknown' ? regions[i + 1] : region;
    increments[i] = coefficients;
    const { from, to } = regions[i] ?? { from: Number.POSITIVE_INFINITY, to: Number.NEGATIVE_INFINITY };
    for (let path = 0; path < count; path++) {
      const x = states[i][path];
      if (x > from && x < to) worth[path] = paid(i, x);
    }
    later = now;
    if (i % DATES_A_TURN === 0) await setImmediate();
  }
  if (!worth.every(Number.isFinite))
    throw new EngineFailure('pricing', 'the exercise policy is not a number: the terms are too extreme for double precision');
  return { regions, increments };
}

/** The asset, then the parts of options, on each path. */
function martingalesAt(option: OptionOnAsset, strikes: readonly Price[], t: Years, states: Float64Array): Float64Array[] {
  const carried = Math.exp((option.dividend - option.rate) * t);
  const asset = new Float64Array(states.length);
  const columns = Array.from({ length: 2 * strikes.length }, () => new Float64Array(states.length));
  const parts = new Float64Array(columns.length);
  const partsOn = optionParts(option, strikes, t);
  for (let path = 0; path < states.length; path++) {
    asset[path] = carried * Math.exp(states[path]);
    partsOn(states[path], parts);
    for (let k = 0; k < parts.length; k++) columns[k][path] = parts[k];
  }
  return [asset, ...columns];
}

/** Cells into which the depths in question are cut, to look for where exercise pays. */
const CELLS = 128;
/** Gains under it, in units of the spot, are rounding: an option worth the same held and exercised is held. */
const ROUNDING = 1e-9;

/**
 * Between which x exercise pays more than holding does: the stretch of depths over which that gain, summed over the paths there, is most.
 * One that reaches the deepest path looked at goes on beyond.
 *
 * @param premium  what holding is worth on each path beyond the European value
 * @param gain     what exercise at x pays beyond it
 */
function exerciseRegion(
  { spot, strike, sign }: OptionOnAsset,
  states: Float64Array,
  premium: Float64Array,
  gain: (x: number) => number,
  window: Window | undefined,
): Region | undefined | 'unknown' {
  if (window === undefined) return undefined;
  const { from, to, endsAgain } = window;
  const money = Math.log(strike / spot);
  const [looked, values] = [new Float64Array(states.length), new Float64Array(states.length)];
  let [count, least, most] = [0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let path = 0; path < states.length; path++) {
    const depth = sign * (states[path] - money);
    if (!(depth > from && depth < to)) continue;
    looked[count] = depth;
    values[count] = premium[path];
    [count, least, most] = [count + 1, Math.min(least, depth), Math.max(most, depth)];
  }
  if (count < FEWEST || !(most > least)) return 'unknown';
  const scaled = (depth: number) => (2 * (depth - least)) / (most - least) - 1;
  const powers = Array.from({ length: DEGREE + 1 }, () => new Float64Array(count).fill(1));
  for (let path = 0; path < count; path++) {
    const depth = scaled(looked[path]);
    for (let power = 1; power <= DEGREE; power++) powers[power][path] = powers[power - 1][path] * depth;
  }
  const coefficients = regressOn(powers, values.subarray(0, count), DEPENDENT);
  const cell = (most - least) / CELLS;
  const counts = new Float64Array(CELLS + 1);
  for (let path = 0; path < count; path++) {
    const nearest = Math.round((looked[path] - least) / cell);
    counts[nearest] = counts[nearest] + 1;
  }
  const gains = counts.map((_, k) => {
    const depth = least + k * cell;
    return gain(money + sign * depth) - coefficients.reduceRight((sum, c) => sum * scaled(depth) + c, 0);
  });
  const stretch = bestStretch(gains.map((one, k) => one * Math.max(counts[k], 1)));
  if (stretch === undefined) return undefined;
  const crossing = (inner: number, outer: number) =>
    least + cell * (inner + (outer - inner) * (gains[inner] / (gains[inner] - gains[outer])));
  const near = stretch.first === 0 ? least : crossing(stretch.first, stretch.first - 1);
  const deep = stretch.last === CELLS || !endsAgain ? Number.POSITIVE_INFINITY : crossing(stretch.last, stretch.last + 1);
  return sign > 0 ? { from: money + near, to: money + deep } : { from: money - deep, to: money - near };
}

/** The neighbours whose sum is greatest, where it is above rounding (Kadane's scan). */
function bestStretch(values: Float64Array): { readonly first: number; readonly last: number } | undefined {
  let [best, sum, start] = [ROUNDING, 0, 0];
  let found: { first: number; last: number } | undefined;
  values.forEach((value, k) => {
    sum += value;
    // Not a number begins anew as well.
    if (!(sum >= 0)) [sum, start] = [0, k + 1];
    else if (sum > best) {
      best = sum;
      found = { first: start, last: k };
    }
  });
  return found;
}
