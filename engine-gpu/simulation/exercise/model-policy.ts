/**
 * The exercise policy and hedge of a Bermudan option under any model of its asset: the state space of spot and one further state variable
 * for backward-induction.ts.
 *
 * The hedges are the discounted asset and the model's martingale increments, each times functions of the state (model-kernels.ts).
 * The exercise rule of a date compares the payoff with a regression of the remaining value on in-the-money paths; its boundary is the depth
 * beyond which exercise gains most in total, per range of the state.
 */
import type { Backend, Fallback } from '../../backend/backend.js';
import { EngineFailure } from '../../base/failure.js';
import type { Years } from '../../base/units.js';
import { europeanValue } from '../../formula/black-scholes.js';
import { discount, forwardPrice } from '../../market/curve.js';
import { powerOfTwo } from '../../math/elementary/binary.js';
import { exp } from '../../math/elementary/exp.js';
import { log } from '../../math/elementary/log.js';
import { regress } from '../../math/least-squares.js';
import { normalCdf } from '../../math/normal.js';
import { allRows, STREAMS, shiftFor } from '../../random/lattice.js';
import { argumentsFor, launchOf } from '../emit/launch.js';
import { modelOf } from '../process/index.js';
import type { RunLimits } from '../run/monte-carlo.js';
import { backwardInduction, type FittedPolicy, MIN_RULE_PATHS, REGRESSION_RANK_TOLERANCE, type Regressors } from './backward-induction.js';
import {
  type Boundary,
  clampedDepth,
  depthAt,
  HEDGE_STARTS,
  HEDGES,
  type HedgedDate,
  type HedgedPolicy,
  hedgeFunctions,
  INSTRUMENTS,
  type ModelledOption,
  modelStates,
  NEVER,
  ROWS_PER_DATE,
  STATES_PER_ROW,
  stepsOf,
} from './model-kernels.js';

/** log₂ of the number of fitting paths. */
const LOG2_FITTING_PATHS = 13;
/** Maximum number of path steps per launch; a run can be cancelled between launches. */
const MAX_STEPS_PER_LAUNCH = powerOfTwo(26);
/** Maximum number of dates on which the policy is fitted; it is interpolated between them. */
const MAX_MODEL_FITTED_DATES = 64;
/** Smallest average gain per path, as a fraction of spot, at which early exercise is accepted. Smaller gains are artefacts of the fit at the ends of its range. */
const MIN_EXERCISE_GAIN = 2e-5;
/** Number of knots in the state at which a boundary is fitted, and the number of in-the-money paths that each needs. */
const BOUNDARY_KNOTS = { most: 10, paths: 64 };

export interface FittedHedges extends HedgedPolicy {
  /** Mean of s on each date after today but the last. */
  readonly states: readonly number[];
  readonly fallbacks: readonly Fallback[];
}

/** Fits the policy on paths that start from the spot. */
export async function fitHedged(option: ModelledOption, seed: number, { signal }: RunLimits, backend: Backend): Promise<FittedHedges> {
  const { times } = option;
  const every = Math.ceil(times.length / MAX_MODEL_FITTED_DATES);
  const fitted = times.map((_, i) => i).filter((i) => (times.length - 1 - i) % every === 0);
  const { states, fallbacks } = await fittingStates(option, fitted, LOG2_FITTING_PATHS, seed, signal, backend);
  const knots = knotsOf(option, states);
  // Date 0 is today, whose exercise is decided on the price.
  const policy = await backwardInduction<View, Boundary>(
    {
      dates: fitted.length + 1,
      paths: states[0]!.x.length,
      ridge: 0,
      at: (date) => (date === 0 ? viewToday(option, states[0]!.x.length) : viewAt(option, times[fitted[date - 1]!]!, states[date - 1]!)),
      paid: ({ paid }, path) => paid[path]!,
      regressors,
      rule: (now, date, worth) => (date === 0 ? undefined : fitBoundary(now, worth, knots)),
      exercises: ({ near, far }, { depth, state }, path) =>
        depth[path]! > Math.max(depthAt(knots, near, state[path]!), 0) && !(depth[path]! >= depthAt(knots, far, state[path]!)),
    },
    signal,
  );
  const means = states.map(({ s }) => s.reduce((sum, one) => sum + one, 0) / s.length);
  return {
    knots,
    today: INSTRUMENTS.map((_, k) => policy.hedges[0]![HEDGE_STARTS[k]!]!),
    dates: onEachDate(times, fitted, policy),
    states: interpolatedStates(times, fitted, means),
    fallbacks,
  };
}

/** x, s and the sums of the martingale increments per path on a date. */
interface States {
  readonly x: Float64Array;
  readonly s: Float64Array;
  readonly sums: readonly Float64Array[];
}

/** The states of the fitting paths on each of the dates. */
async function fittingStates(
  option: ModelledOption,
  fitted: readonly number[],
  log2Points: number,
  seed: number,
  signal: AbortSignal | undefined,
  backend: Backend,
): Promise<{ readonly states: readonly States[]; readonly fallbacks: readonly Fallback[] }> {
  const [row] = allRows({ shifts: 1, log2Points });
  const { width } = row!;
  const datesPerLaunch = Math.max(1, Math.floor(MAX_STEPS_PER_LAUNCH / (width * stepsOf(option))));
  const states: States[] = [];
  const fallbacks: Fallback[] = [];
  for (let first = 0; first < fitted.length; first += datesPerLaunch) {
    if (signal?.aborted) throw new EngineFailure('cancelled', 'the simulation was cancelled');
    const dates = fitted.slice(first, first + datesPerLaunch);
    const program = modelStates(
      option,
      dates.map((date) => date + 1),
    );
    const shifts = [shiftFor(seed, STREAMS.fitting, 0, program.dimensions.components.length)];
    const run = await backend.run(
      launchOf(
        program,
        argumentsFor(
          program,
          dates.flatMap(() => Array.from({ length: ROWS_PER_DATE }, () => row!)),
          shifts,
          seed,
        ),
      ),
    );
    fallbacks.push(...run.fallbacks);
    dates.forEach((_, date) => {
      const pick = (k: number) => {
        const [part, place] = [Math.floor(k / STATES_PER_ROW), k % STATES_PER_ROW];
        return columnOf(width, (path) => run.values[((date * ROWS_PER_DATE + part) * width + path) * STATES_PER_ROW + place]!);
      };
      states.push({ x: pick(0), s: pick(1), sums: INSTRUMENTS.slice(1).map((_, k) => pick(2 + k)) });
    });
  }
  return { states, fallbacks };
}

/** Builds a column in a loop: an array from an iterator takes ten times as long. */
function columnOf(length: number, entryOf: (row: number) => number): Float64Array {
  const column = new Float64Array(length);
  for (let row = 0; row < length; row++) column[row] = entryOf(row);
  return column;
}

/** A date as the fitting paths see it; amounts in units of the spot, discounted. */
interface View {
  readonly state: Float64Array;
  readonly depth: Float64Array;
  /** Value of exercise, negative out of the money. */
  readonly paid: Float64Array;
  /** Values of the instruments: the asset with its dividends, and the sums of the martingale increments. */
  readonly instruments: readonly Float64Array[];
  /** Functions of the state on which values are regressed. */
  readonly levels: readonly Float64Array[];
  /** Value of the European option with the standard deviation expected today. */
  readonly european: Float64Array;
  /** Values of `hedgeFunctions`. */
  readonly hedges: readonly Float64Array[];
}

/** Today all paths stand at the spot. */
function viewToday({ market, strike, sign }: ModelledOption, count: number): View {
  const relative = strike / market.assets[0]!.spot;
  const constant = (value: number) => new Float64Array(count).fill(value);
  const [ones, none] = [constant(1), constant(0)];
  // The state is known, so the constant function of each instrument serves.
  const hedges = Array.from({ length: HEDGES }, (_, k) => (HEDGE_STARTS.includes(k) ? ones : none));
  const instruments = INSTRUMENTS.map(({ kind }) => (kind === 'asset' ? ones : none));
  const paid = constant(sign * (1 - relative));
  return {
    state: none,
    depth: constant(-sign * log(relative)),
    paid,
    instruments,
    levels: [ones],
    european: none,
    hedges,
  };
}

function viewAt({ market, strike, sign, times }: ModelledOption, time: Years, { x, s, sums }: States): View {
  const asset = market.assets[0]!;
  const { curve } = market;
  const model = modelOf(asset);
  const expiry = times[times.length - 1]!;
  const [money, whole, remainingDeviation] = [log(strike / asset.spot), model.deviation(0, expiry), model.deviation(time, expiry)];
  const discounted = discount(curve, time);
  const owed = (discount(curve, expiry) * strike) / asset.spot;
  const grown = forwardPrice(curve, asset, expiry) / forwardPrice(curve, asset, time);
  const carried = (discount(curve, expiry) * grown) / discounted;
  const depth = x.map((one) => sign * (one - money));
  const european = new Float64Array(x.length);
  const vega = new Float64Array(x.length);
  const hedges = Array.from({ length: HEDGES }, () => new Float64Array(x.length));
  x.forEach((one, path) => {
    const received = discounted * carried * exp(one);
    const logMoneyness = log(received / owed);
    european[path] = europeanValue(received, owed, logMoneyness, remainingDeviation, sign);
    const d1 =
      sign * (remainingDeviation > 0 ? logMoneyness / remainingDeviation + remainingDeviation / 2 : logMoneyness * Number.MAX_VALUE);
    const bell = exp(-0.5 * d1 * d1);
    vega[path] = received * bell;
    hedgeFunctions({ u: clampedDepth(depth[path]! / whole), delta: normalCdf(d1), bell, s: s[path]! }).forEach((value, k) => {
      hedges[k]![path] = value;
    });
  });
  return {
    state: s,
    depth,
    paid: x.map((one) => discounted * sign * (exp(one) - strike / asset.spot)),
    instruments: [x.map((one) => discounted * exp(one + asset.dividend * time)), ...sums],
    levels: levelFunctions(depth, s, european, vega),
    european,
    hedges,
  };
}

/** Value at the next date, explained by functions of the state now and by the gains of the hedges until then. */
function regressors({ levels, hedges, instruments }: View, later: View): Regressors {
  const gains = INSTRUMENTS.flatMap(({ functions }, k) => {
    const [now, then] = [instruments[k], later.instruments[k]];
    return functions.map((_, f) => {
      const hedge = hedges[HEDGE_STARTS[k]! + f]!;
      return columnOf(hedge.length, (path) => hedge[path]! * (then![path]! - now![path]!));
    });
  });
  return { columns: [...levels, ...gains], gains };
}

/** Regression basis: 1, the Black-Scholes value E, y, y², y³, s, sy, s², sy², s²y, and Black-Scholes vega N times 1, s, s², sy. */
function levelFunctions(depth: Float64Array, state: Float64Array, european: Float64Array, vega: Float64Array): Float64Array[] {
  const on = (figureOf: (y: number, s: number, n: number) => number) =>
    columnOf(depth.length, (path) => figureOf(depth[path]!, state[path]!, vega[path]!));
  return [
    on(() => 1),
    european,
    on((y) => y),
    on((y) => y * y),
    on((y) => y * y * y),
    on((_, s) => s),
    on((y, s) => s * y),
    on((_, s) => s * s),
    on((y, s) => s * y * y),
    on((y, s) => s * s * y),
    vega,
    on((_, s, n) => n * s),
    on((_, s, n) => n * s * s),
    on((y, s, n) => n * s * y),
  ];
}

/** Knots in s: quantiles of s over all in-the-money paths and dates. */
function knotsOf({ market, strike, sign }: ModelledOption, states: readonly States[]): number[] {
  const money = log(strike / market.assets[0]!.spot);
  const inMoney: number[] = [];
  for (const { x, s } of states.slice(0, -1))
    for (let path = 0; path < x.length; path++) if (sign * (x[path]! - money) > 0) inMoney.push(s[path]!);
  if (inMoney.length === 0) return [0, 1];
  const sorted = Float64Array.from(inMoney).sort();
  const quantiles = Array.from(
    { length: BOUNDARY_KNOTS.most },
    (_, k) => sorted[Math.floor(((k + 0.5) * sorted.length) / BOUNDARY_KNOTS.most)]!,
  );
  const distinct = quantiles.filter((knot, k) => k === 0 || knot! > quantiles[k - 1]!);
  return distinct.length > 1 ? distinct : [distinct[0]!, distinct[0]! + 1];
}

/** The boundary beyond which exercise pays more than the regression of continuation, per knot of the state. */
function fitBoundary(
  { depth, state, paid, levels, european }: View,
  worth: Float64Array,
  knots: readonly number[],
): Boundary | undefined | 'unknown' {
  const inside: number[] = [];
  for (let path = 0; path < depth.length; path++) if (depth[path]! > 0) inside.push(path);
  if (inside.length < MIN_RULE_PATHS) return 'unknown';
  const on = (values: Float64Array) => columnOf(inside.length, (i) => values[inside[i]!]!);
  const columns = levels.map(on);
  const controls = on(european);
  const holds = on(worth);
  const coefficients = regress(
    columns,
    holds.map((value, i) => value - controls[i]!),
    REGRESSION_RANK_TOLERANCE,
  );
  const gains = inside.map((path, i) => ({
    depth: depth[path]!,
    state: state[path]!,
    gain: paid[path]! - controls[i]! - columns.reduce((sum, column, k) => sum + coefficients[k]! * column[i]!, 0),
  }));
  // A window about each knot: up to its neighbours, or as many nearest paths as a boundary needs.
  const sorted = gains.toSorted((a, b) => a.state! - b.state!);
  const deepest = gains.reduce((most, one) => Math.max(most, one.depth!), 0);
  const depths = knots.map((knot, k) => {
    const [low, high] = [knots[k - 1] ?? Number.NEGATIVE_INFINITY, knots[k + 1] ?? Number.POSITIVE_INFINITY];
    let from = sorted.findIndex((one) => one.state! >= low);
    let to = sorted.findIndex((one) => one.state! > high);
    [from, to] = [from === -1 ? sorted.length : from, to === -1 ? sorted.length : to];
    while (to - from < Math.min(BOUNDARY_KNOTS.paths, sorted.length))
      if (to === sorted.length || (from > 0 && knot - sorted[from - 1]!.state! < sorted[to]!.state! - knot)) from--;
      else to++;
    return shallowest(sorted.slice(from, to));
  });
  if (depths.every((one) => one === undefined)) return undefined;
  return { near: depths.map((one) => one ?? deepest), far: knots.map(() => NEVER) };
}

/** The depth beyond which exercise gains most in total; undefined where it gains nowhere. */
function shallowest(paths: readonly { readonly depth: number; readonly gain: number }[]): number | undefined {
  const byDepth = paths.toSorted((a, b) => b.depth - a.depth);
  let [best, sum] = [0, 0];
  let depthOfBest: number | undefined;
  byDepth.forEach(({ depth, gain }, k) => {
    sum += gain;
    if (sum > best && sum > MIN_EXERCISE_GAIN * (k + 1)) [best, depthOfBest] = [sum, (depth + (byDepth[k + 1]?.depth ?? depth)) / 2];
  });
  return depthOfBest;
}

/** The fitted dates on either side of a date, and its share of the way from the earlier to the later. */
function between(times: readonly Years[], fitted: readonly number[], date: number) {
  const next = Math.max(
    fitted.findIndex((one) => one >= date),
    0,
  );
  const previous = Math.max(next - 1, 0);
  const [from, to] = [times[fitted[previous]!], times[fitted[next]!]];
  return { previous, next, share: to! > from! ? (times[date]! - from!) / (to! - from!) : 1 };
}

const mixed = (a: readonly number[], b: readonly number[], share: number): number[] => a.map((value, k) => value + share * (b[k]! - value));

/** The policy on each date but the last, linear in time between fitted dates; before the first it is the first one's. */
function onEachDate(times: readonly Years[], fitted: readonly number[], { rules, hedges }: FittedPolicy<Boundary>): HedgedDate[] {
  return times.slice(0, -1).map((_, date) => {
    const { previous, next, share } = between(times, fitted, date);
    // Rules and hedges begin with today's.
    const [there, here] = [previous + 1, Math.min(next + 1, hedges.length - 1)];
    const [a, b] = [rules[there], rules[here]];
    return {
      hedge: mixed(hedges[there]!, hedges[here]!, share),
      boundary: a && b ? { near: mixed(a.near, b.near, share), far: mixed(a.far, b.far, share) } : share > 0.5 ? b : a,
    };
  });
}

const interpolatedStates = (times: readonly Years[], fitted: readonly number[], means: readonly number[]): number[] =>
  times.slice(0, -1).map((_, date) => {
    const { previous, next, share } = between(times, fitted, date);
    return means[previous]! + share * (means[next]! - means[previous]!);
  });
