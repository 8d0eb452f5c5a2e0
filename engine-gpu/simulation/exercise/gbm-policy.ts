/**
 * The exercise policy of an American option under Black and Scholes: the state space of one lognormal asset for backward-induction.ts.
 *
 * The hedges are martingales ψ_k whose values are known on every date: the asset, and the cash and asset parts of European options on some
 * strikes (Glasserman and Yu 2004, regression later). The value at the next date is regressed on their values there:
 *
 *   V_(i+1) ≈ a_0 + Σ a_k ψ_k(t_(i+1)),   C_i = V_(i+1) − Σ a_k [ψ_k(t_(i+1)) − ψ_k(t_i)]   on each path
 *
 * The mean of C_i is the continuation value, and its variance is small. C_i less the European value, the premium, is fitted by a polynomial
 * of the depth in the money. The option is exercised where continuation is worth less than exercise. Paths start spread over depths, so
 * that every date has paths near its boundary. The a_k also define the martingale of the upper bound (`boundedProgram`).
 *
 * With so little variance left, five hundred paths find the policy that a hundred thousand find without hedges: on the tables of Longstaff
 * and Schwartz it costs 1e-5 to 7e-5 of the price.
 */
import type { Price, Years } from '../../base/units.js';
import { exerciseWindow, limitDepth, perpetualDepth, type Window } from '../../formula/exercise-window.js';
import { type OptionOnAsset, optionParts } from '../../formula/option-parts.js';
import { exp } from '../../math/elementary/exp.js';
import { log } from '../../math/elementary/log.js';
import { squareOf } from '../../math/elementary/pow.js';
import { regress } from '../../math/least-squares.js';
import { backwardInduction, type FittedPolicy, MIN_RULE_PATHS, REGRESSION_RANK_TOLERANCE } from './backward-induction.js';
import type { Region } from './gbm-kernels.js';

/** Per date but the last, today first: the exercise region, and the a_k of the step that starts there (the asset's, then two per strike). */
export type ExercisePolicy = FittedPolicy<Region>;

/** Strikes of the European options that serve as hedges: the option's own and two deeper in the money, up to one standard deviation or twice the perpetual depth. */
export function martingaleStrikes(option: OptionOnAsset): readonly Price[] {
  const { strike, volatility, time, sign } = option;
  const span = Math.min(volatility * Math.sqrt(time), 2 * perpetualDepth(option));
  return [0, 0.5, 1].map((share) => strike * exp(sign * share * span));
}

/** Range of starts x = ln(S/S₀) of the fitting paths, chosen so that each date has paths at every depth at which its boundary may lie. */
export function startRange(option: OptionOnAsset): Region {
  const { spot, strike, rate, dividend, volatility, time, sign } = option;
  const limit = limitDepth(option);
  const deepest = Math.min(perpetualDepth(option), limit + volatility * Math.sqrt(time));
  const drift = sign * (rate - dividend - squareOf(volatility) / 2) * time;
  const [least, most] = [limit / 2 - Math.max(drift, 0), deepest + Math.max(-drift, 0)];
  const money = log(strike / spot);
  return { from: money + sign * least, to: money + sign * most };
}

/** Tikhonov regularisation of the hedges, in units of the spot: it bounds the coefficients of instruments that hardly move on the fitting paths. */
const HEDGE_RIDGE = 1e-6;
/** Degree of the polynomial in depth that fits the premium. */
const PREMIUM_DEGREE = 4;

/** The state on a date. */
interface LognormalDate {
  readonly time: Years;
  /** x = ln(S/S₀) per path. */
  readonly states: Float64Array;
  /** The asset, then the cash and asset part per strike. */
  readonly martingales: readonly Float64Array[];
}

/**
 * Fits the policy.
 *
 * @param dates   years, today first and the expiry last
 * @param states  x = ln(S/S₀) of each path on each of them
 */
export function fitExercise(
  option: OptionOnAsset,
  strikes: readonly Price[],
  dates: readonly Years[],
  states: readonly Float64Array[],
  signal?: AbortSignal,
): Promise<ExercisePolicy> {
  const { spot, strike, rate, sign } = option;
  const expiry = dates[dates.length - 1]!;
  const constant = new Float64Array(states[0]!.length).fill(1);
  const paidAt = (time: Years, x: number) => exp(-rate * time) * sign * (exp(x) - strike / spot);
  return backwardInduction<LognormalDate, Region>(
    {
      dates: dates.length,
      ridge: HEDGE_RIDGE,
      at: (date) => ({
        time: dates[date]!,
        states: states[date]!,
        martingales: martingalesAt(option, strikes, dates[date]!, states[date]!),
      }),
      paths: states[0]!.length,
      paid: ({ time, states }, path) => paidAt(time, states[path]!),
      regressors: (now, later) => ({
        columns: [constant, ...later.martingales],
        gains: later.martingales.map((laterMartingale, k) => difference(laterMartingale, now.martingales[k]!)),
      }),
      rule: ({ time, states, martingales: [, cash, asset] }, date, worth) => {
        const premium = new Float64Array(worth.length);
        for (let path = 0; path < worth.length; path++) premium[path] = worth[path]! - sign * (asset![path]! - cash![path]!);
        const parts = new Float64Array(2);
        const partsOn = optionParts(option, strikes.slice(0, 1), time);
        const gain = (x: number) => {
          partsOn(x, parts);
          return paidAt(time, x) - sign * (parts[1]! - parts[0]!);
        };
        return exerciseRegion(option, states, premium, gain, exerciseWindow(option, expiry - time, dates[date + 1]! - time));
      },
      exercises: ({ from, to }, { states }, path) => states[path]! > from && states[path]! < to,
    },
    signal,
  );
}

/** One loop, because `map` on a typed array takes several times as long. */
function difference(end: Float64Array, start: Float64Array): Float64Array {
  const gained = new Float64Array(end.length);
  for (let path = 0; path < end.length; path++) gained[path] = end[path]! - start[path]!;
  return gained;
}

/** The discounted asset with its dividends, then the cash and asset part of the option on each strike, per path; units of the spot. */
function martingalesAt(option: OptionOnAsset, strikes: readonly Price[], t: Years, states: Float64Array): Float64Array[] {
  const carried = exp((option.dividend - option.rate) * t);
  const asset = new Float64Array(states.length);
  const columns = Array.from({ length: 2 * strikes.length }, () => new Float64Array(states.length));
  const parts = new Float64Array(columns.length);
  const partsOn = optionParts(option, strikes, t);
  for (let path = 0; path < states.length; path++) {
    asset[path] = carried * exp(states[path]!);
    partsOn(states[path]!, parts);
    for (let k = 0; k < parts.length; k++) columns[k]![path] = parts[k]!;
  }
  return [asset, ...columns];
}

/** Number of cells into which the range of depths is divided to find the exercise region. */
const CELLS = 128;
/** Smallest gain from exercise, in units of the spot. Smaller gains are rounding: where both are worth the same the option is held. */
const MIN_GAIN = 1e-9;

/**
 * The exercise region in x: the interval of depths with the largest total gain from exercise, summed over the paths in it. An interval that
 * reaches the deepest path considered extends to infinity.
 *
 * @param premium  continuation value less the European value, per path
 * @param gain     value of exercise at x less the European value
 * @param window   depths at which the boundary may lie; undefined where the option is never exercised early
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
  const money = log(strike / spot);
  const [depths, values] = [new Float64Array(states.length), new Float64Array(states.length)];
  let [count, least, most] = [0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let path = 0; path < states.length; path++) {
    const depth = sign * (states[path]! - money);
    if (!(depth > from && depth < to)) continue;
    depths[count] = depth;
    values[count] = premium[path]!;
    [count, least, most] = [count + 1, Math.min(least, depth), Math.max(most, depth)];
  }
  if (count < MIN_RULE_PATHS || !(most > least)) return 'unknown';
  const scaled = (depth: number) => (2 * (depth - least)) / (most - least) - 1;
  const powers = Array.from({ length: PREMIUM_DEGREE + 1 }, () => new Float64Array(count).fill(1));
  for (let path = 0; path < count; path++) {
    const depth = scaled(depths[path]!);
    for (let power = 1; power <= PREMIUM_DEGREE; power++) powers[power]![path] = powers[power - 1]![path]! * depth;
  }
  const coefficients = regress(powers, values.subarray(0, count), REGRESSION_RANK_TOLERANCE);
  const cell = (most - least) / CELLS;
  const counts = new Float64Array(CELLS + 1);
  for (let path = 0; path < count; path++) {
    const nearest = Math.round((depths[path]! - least) / cell);
    counts[nearest] = counts[nearest]! + 1;
  }
  const gains = counts.map((_, k) => {
    const depth = least + k * cell;
    return gain(money + sign * depth) - coefficients.reduceRight((sum, c) => sum * scaled(depth) + c, 0);
  });
  const range = bestRange(gains.map((one, k) => one * Math.max(counts[k]!, 1)));
  if (range === undefined) return undefined;
  const crossing = (inner: number, outer: number) =>
    least + cell * (inner + (outer - inner) * (gains[inner]! / (gains[inner]! - gains[outer]!)));
  const near = range.first === 0 ? least : crossing(range.first, range.first - 1);
  const deep = range.last === CELLS || !endsAgain ? Number.POSITIVE_INFINITY : crossing(range.last, range.last + 1);
  return sign > 0 ? { from: money + near, to: money + deep } : { from: money - deep, to: money - near };
}

/** The contiguous range with the largest sum, if that exceeds MIN_GAIN (Kadane's algorithm). */
function bestRange(values: Float64Array): { readonly first: number; readonly last: number } | undefined {
  let [best, sum, start] = [MIN_GAIN, 0, 0];
  let range: { first: number; last: number } | undefined;
  values.forEach((value, k) => {
    sum += value;
    // NaN fails the comparison and so restarts the range too.
    if (!(sum >= 0)) [sum, start] = [0, k + 1];
    else if (sum > best) {
      best = sum;
      range = { first: start, last: k };
    }
  });
  return range;
}
