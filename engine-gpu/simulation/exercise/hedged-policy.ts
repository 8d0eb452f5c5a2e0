/**
 * When to exercise under any model of the asset, by regression backwards through the dates on hedged paths (Potters, Bouchaud and Sestovic
 * 2001, Hedged Monte-Carlo; Longstaff and Schwartz 2001).
 *
 * On each date what the option is worth on the next is brought onto functions of the state and, beside them, functions of the state times
 * the discounted asset's move: the first are what it is worth now, the second what of the asset hedges it. Its gains, of mean 0, are
 * taken off each path, and what is left varies far less. Less a Black-Scholes value it is then fitted where the option is in the money; the
 * boundary is where exercise pays more, a polynomial of what the model says beside the spot.
 */
import { setImmediate } from 'node:timers/promises';
import type { Backend, Fallback } from '../../backend/backend.js';
import { EngineFailure } from '../../base/failure.js';
import type { Years } from '../../base/units.js';
import { europeanValue } from '../../formula/black-scholes.js';
import { discount, forwardPrice } from '../../market/curve.js';
import { normalCdf } from '../../math/normal.js';
import { allRows, shiftFor } from '../../random/lattice.js';
import { argumentsFor, launchOf } from '../emit/launch.js';
import { modelOf } from '../process/index.js';
import { regressOn } from '../run/choice-regression.js';
import type { RunLimits } from '../run/monte-carlo.js';
import {
  type Boundary,
  depthAt,
  type HedgedDate,
  hedgeFunctions,
  MODEL_STATES_A_THREAD,
  type ModelledOption,
  modelStates,
  stepsOf,
} from './hedged-kernels.js';
import { DEPENDENT } from './policy.js';

export interface HedgedPolicy {
  /** What is held of the asset until the first date. */
  readonly today: number;
  /** One a date after today but the last. */
  readonly dates: readonly HedgedDate[];
  /** The mean of what the model says beside the spot, on each of them. */
  readonly states: readonly number[];
}

const LOG2_POINTS = 11;
/** Path steps of one launch, between which a run can be stopped. */
const STEPS_A_LAUNCH = 2 ** 26;
/** The stream of the seed that fits take. */
const STREAM = 1;
/** Dates on which a policy is fitted; between them its coefficients are interpolated. */
const MOST_FITTED = 64;
/** Paths where exercise is in question; with fewer a date takes the boundary of the next. */
const FEWEST = 24;
/** What exercise must gain on each path in the mean, in units of the spot: less is what a polynomial leaves at its ends. */
const NOISE = 2e-5;
/** Parts by the model's state, and the paths in the money that each takes. */
const PARTS = { most: 5, paths: 64 };

/** Finds the policy; its paths start from the spot. */
export async function fitHedged(
  option: ModelledOption,
  seed: number,
  { signal }: RunLimits,
  backend: Backend,
): Promise<HedgedPolicy & { readonly fallbacks: readonly Fallback[] }> {
  const { times } = option;
  const every = Math.ceil(times.length / MOST_FITTED);
  const fitted = times.map((_, i) => i).filter((i) => (times.length - 1 - i) % every === 0);
  const { states, fallbacks } = await fittingStates(option, fitted, seed, signal, backend);
  const dates: HedgedDate[] = [];
  const last = fitted.length - 1;
  const viewOn = (i: number) => viewAt(option, times[fitted[i]], states[i]);
  let later = viewOn(last);
  const worth = later.paid.map((paid) => Math.max(paid, 0));
  for (let i = last - 1; i >= 0; i--) {
    const now = viewOn(i);
    const moves = later.asset.map((asset, path) => asset - now.asset[path]);
    const hedge = hedgeBy(now, moves, worth);
    const boundary = boundaryAt(now, worth);
    dates[i] = { hedge, boundary: boundary === 'unknown' ? dates[i + 1]?.boundary : boundary };
    stop(now, dates[i].boundary, worth);
    later = now;
    await setImmediate();
    goOnUnless(signal);
  }
  const [, today] = regressOn([new Float64Array(worth.length).fill(1), later.asset.map((asset) => asset - 1)], worth, DEPENDENT);
  if (!worth.every(Number.isFinite))
    throw new EngineFailure('pricing', 'the exercise policy is not a number: the terms are too extreme for double precision');
  const means = states.map(({ s }) => s.reduce((sum, one) => sum + one, 0) / s.length);
  return { today: today ?? 0, ...onEachDate(times, fitted, dates, means), fallbacks };
}

/** x and s on each of the dates. */
async function fittingStates(
  option: ModelledOption,
  fitted: readonly number[],
  seed: number,
  signal: AbortSignal | undefined,
  backend: Backend,
) {
  const [row] = allRows({ shifts: 1, log2Points: LOG2_POINTS });
  const { width } = row!;
  const dates = fitted.map((date) => date + 1);
  const pairs = Array.from({ length: Math.ceil(dates.length / MODEL_STATES_A_THREAD) }, (_, pair) =>
    dates.slice(pair * MODEL_STATES_A_THREAD, (pair + 1) * MODEL_STATES_A_THREAD),
  );
  const atOnce = Math.max(1, Math.floor(STEPS_A_LAUNCH / (width * stepsOf(option))));
  const states: { readonly x: Float64Array; readonly s: Float64Array }[] = [];
  const fallbacks: Fallback[] = [];
  for (let first = 0; first < pairs.length; first += atOnce) {
    goOnUnless(signal);
    const some = pairs.slice(first, first + atOnce);
    const program = modelStates(option, some);
    const shifts = [shiftFor(seed, STREAM, 0, program.dimensions.components.length)];
    const rows = some.map(() => row!);
    const run = await backend.run(launchOf(program, argumentsFor(program, rows, shifts, seed)));
    fallbacks.push(...run.fallbacks);
    some.forEach((pair, group) => {
      pair.forEach((_, k) => {
        const at = (group * width * MODEL_STATES_A_THREAD + k) * 2;
        const pick = (offset: number) => columnOf(width, (path) => run.values[at + offset + path * 2 * MODEL_STATES_A_THREAD]);
        states.push({ x: pick(0), s: pick(1) });
      });
    });
  }
  return { states, fallbacks };
}

function goOnUnless(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new EngineFailure('cancelled', 'the simulation was cancelled');
}

/** A loop: making an array from an iterator takes ten times as long. */
function columnOf(length: number, of: (row: number) => number): Float64Array {
  const column = new Float64Array(length);
  for (let row = 0; row < length; row++) column[row] = of(row);
  return column;
}

/** A date as the paths see it; amounts in units of the spot, discounted. */
interface View {
  readonly state: Float64Array;
  readonly depth: Float64Array;
  /** What exercise pays, below 0 out of the money. */
  readonly paid: Float64Array;
  /** The asset with its dividends. */
  readonly asset: Float64Array;
  /** The option's value at expiry as if its deviation were what today tells. */
  readonly european: Float64Array;
  /** One a function of the hedge. */
  readonly hedges: readonly Float64Array[];
}

function viewAt(
  { market, strike, sign, times }: ModelledOption,
  time: Years,
  { x, s }: { readonly x: Float64Array; readonly s: Float64Array },
): View {
  const asset = market.assets[0];
  const { curve } = market;
  const model = modelOf(asset);
  const expiry = times.at(-1)!;
  const [money, whole, left] = [Math.log(strike / asset.spot), model.deviation(0, expiry), model.deviation(time, expiry)];
  const discounted = discount(curve, time);
  const owed = (discount(curve, expiry) * strike) / asset.spot;
  const grown = forwardPrice(curve, asset, expiry) / forwardPrice(curve, asset, time);
  const carried = (discount(curve, expiry) * grown) / discounted;
  const depth = x.map((one) => sign * (one - money));
  const european = new Float64Array(x.length);
  const hedges = hedgeFunctions(0, 0, 0).map(() => new Float64Array(x.length));
  x.forEach((one, path) => {
    const received = discounted * carried * Math.exp(one);
    const log = Math.log(received / owed);
    european[path] = europeanValue(received, owed, log, left, sign);
    const delta = normalCdf(sign * (left > 0 ? log / left + left / 2 : log * Number.MAX_VALUE));
    hedgeFunctions(depth[path] / whole, delta, s[path]).forEach((value, k) => {
      hedges[k][path] = value;
    });
  });
  return {
    state: s,
    depth,
    paid: x.map((one) => discounted * sign * (Math.exp(one) - strike / asset.spot)),
    asset: x.map((one) => discounted * Math.exp(one + asset.dividend * time)),
    european,
    hedges,
  };
}

/** Takes the hedge's gains off what the paths are worth. @returns its coefficients */
function hedgeBy({ depth, state, european, hedges }: View, moves: Float64Array, worth: Float64Array): number[] {
  const levels = levelFunctions(depth, state, european);
  const gains = hedges.map((hedge) => columnOf(moves.length, (path) => hedge[path] * moves[path]));
  const coefficients = regressOn([...levels, ...gains], worth, DEPENDENT).slice(levels.length);
  coefficients.forEach((coefficient, k) => {
    for (let path = 0; path < worth.length; path++) worth[path] = worth[path] - coefficient * gains[k][path];
  });
  return coefficients;
}

/** The Black-Scholes value, 1, y, y², y³, s, sy, s² and sy². */
function levelFunctions(depth: Float64Array, state: Float64Array, european: Float64Array): Float64Array[] {
  const on = (of: (y: number, s: number) => number) => columnOf(depth.length, (path) => of(depth[path], state[path]));
  return [
    european,
    on(() => 1),
    on((y) => y),
    on((y) => y * y),
    on((y) => y * y * y),
    on((_, s) => s),
    on((y, s) => s * y),
    on((_, s) => s * s),
    on((y, s) => s * y * y),
  ];
}

/** Where exercise pays more than the regression says that holding does. */
function boundaryAt({ depth, state, paid, european }: View, worth: Float64Array): HedgedDate['boundary'] | 'unknown' {
  const inside: number[] = [];
  for (let path = 0; path < depth.length; path++) if (depth[path] > 0) inside.push(path);
  if (inside.length < FEWEST) return 'unknown';
  const on = (values: Float64Array) => columnOf(inside.length, (i) => values[inside[i]]);
  const known = on(european);
  const [depths, states, pays, holds] = [on(depth), on(state), on(paid), on(worth)];
  const columns = levelFunctions(depths, states, known);
  const coefficients = regressOn(
    columns,
    columnOf(inside.length, (i) => holds[i] - known[i]),
    DEPENDENT,
  );
  const gains = inside.map((_, i) => ({
    depth: depths[i],
    state: states[i],
    gain: pays[i] - known[i] - columns.reduce((sum, column, k) => sum + coefficients[k] * column[i], 0),
  }));
  const parts = Math.max(1, Math.min(PARTS.most, Math.floor(inside.length / PARTS.paths)));
  const spread = state.some((s) => s !== state[0]);
  const sorted = spread ? gains.toSorted((a, b) => a.state - b.state) : gains;
  const count = spread ? parts : 1;
  const bounds = Array.from({ length: count }, (_, part) => {
    const some = sorted.slice(Math.floor((part * sorted.length) / count), Math.floor(((part + 1) * sorted.length) / count));
    return { state: some.reduce((sum, { state }) => sum + state, 0) / some.length, depth: shallowest(some) };
  });
  if (bounds.every(({ depth }) => depth === undefined)) return undefined;
  // Where a part of the states is never exercised, its deepest path is held.
  const deepest = depths.reduce((most, one) => Math.max(most, one), 0);
  const levels = Float64Array.from(bounds, (bound) => bound.depth ?? deepest);
  const powers = Array.from({ length: Math.min(3, Math.ceil(count / 2)) }, (_, power) =>
    Float64Array.from(bounds, (bound) => bound.state ** power),
  );
  const [c0 = 0, c1 = 0, c2 = 0] = regressOn(powers, levels, DEPENDENT);
  return { coefficients: [c0, c1, c2], least: bounds[0].state, most: bounds.at(-1)!.state };
}

/** The depth beyond which exercise gains most in all; undefined where it gains nowhere. */
function shallowest(some: readonly { readonly depth: number; readonly gain: number }[]): number | undefined {
  const byDepth = some.toSorted((a, b) => b.depth - a.depth);
  let [best, sum] = [0, 0];
  let found: number | undefined;
  byDepth.forEach(({ depth, gain }, k) => {
    sum += gain;
    if (sum > best && sum > NOISE * (k + 1)) [best, found] = [sum, (depth + (byDepth[k + 1]?.depth ?? depth)) / 2];
  });
  return found;
}

function stop({ depth, state, paid }: View, boundary: HedgedDate['boundary'], worth: Float64Array): void {
  if (boundary === undefined) return;
  for (let path = 0; path < worth.length; path++) if (depth[path] > depthAt(boundary, state[path])) worth[path] = paid[path];
}

const boundaryBetween = (a: Boundary, b: Boundary, share: number): Boundary => {
  const between = (from: number, to: number) => from + share * (to - from);
  const [a0, a1, a2] = a.coefficients;
  const [b0, b1, b2] = b.coefficients;
  return {
    coefficients: [between(a0, b0), between(a1, b1), between(a2, b2)],
    least: between(a.least, b.least),
    most: between(a.most, b.most),
  };
};

/** Coefficients on every date, linear in time between those fitted; before the first they are its own. */
function onEachDate(times: readonly Years[], fitted: readonly number[], dates: readonly HedgedDate[], states: readonly number[]) {
  const all = times.slice(0, -1).map((time, date) => {
    const next = Math.max(
      fitted.findIndex((one) => one >= date),
      0,
    );
    const before = Math.max(next - 1, 0);
    const [from, to] = [times[fitted[before]], times[fitted[next]]];
    const share = to > from ? (time - from) / (to - from) : 1;
    const here = dates[next] ?? dates[before];
    const there = dates[before];
    const between = (a: number, b: number) => a + share * (b - a);
    const boundary =
      here.boundary && there.boundary ? boundaryBetween(there.boundary, here.boundary, share) : (share > 0.5 ? here : there).boundary;
    return {
      hedge: here.hedge.map((coefficient, k) => between(there.hedge[k], coefficient)),
      boundary,
      state: between(states[before], states[next]),
    };
  });
  return { dates: all, states: all.map(({ state }) => state) };
}
