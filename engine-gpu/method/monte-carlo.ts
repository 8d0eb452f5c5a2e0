/**
 * Prices by simulation: randomly shifted lattices, one kernel.
 *
 *   price = mean over shifts of the mean over a shift's points,   standard error = √(Σ (mean_r − price)² / (R (R − 1)))
 *
 * Each is unbiased: the estimates of independent shifts are independent and identically distributed. Sums are taken in f64 in the
 * order of shifts and points, whatever thread computed them, so a seed repeats to the bit on one backend.
 */
import type { Backend, BackendName, Fallback, LaunchResult } from '../backend/backend.js';
import { EngineFailure } from '../failure.js';
import { composeProgram, type Program } from '../kernel/compose.js';
import { argumentsFor, groupsOf, launchOf } from '../kernel/launch.js';
import { type Plan, planFor } from '../kernel/plan.js';
import type { Contract } from '../product/contract.js';
import type { Market } from '../product/market.js';
import { addedRows, allRows, type Layout, layoutFor, type Row, shiftFor } from '../random/lattice.js';
import type { Price } from '../units.js';
import { fitPolicy, type Policy, withPolicy } from './regression.js';

export interface MonteCarloSettings {
  /** At most so many paths; 16 at least. Rounded down to what lattices take: 16 to 31 shifts of a power of two of points. 65 536. */
  readonly numPaths?: number;
  /** At least so many time steps; by default the contract's dates. */
  readonly numSteps?: number;
  /** 0 ≤ seed < 2³²; 42. */
  readonly seed?: number;
  /** Points are doubled until the standard error is under it, or `numPaths` is reached. */
  readonly targetStandardError?: number;
  /** The most path steps × assets that the run may take. */
  readonly costLimit?: number;
  /** Stops the run between launches. */
  readonly signal?: AbortSignal;
}

export interface MonteCarloResult {
  readonly price: Price;
  readonly standardError: number;
  /** Paths simulated. */
  readonly numPaths: number;
  readonly numSteps: number;
  readonly seed: number;
  /** What computed the numbers. */
  readonly backend: BackendName;
  readonly fallbacks: readonly Fallback[];
  readonly warnings: readonly string[];
}

const DEFAULT_PATHS = 65_536;
const DEFAULT_SEED = 42;
/** log₂ of the points a shift with which a run begins that has a standard error to meet. */
const FIRST_LEVEL = 8;
/** Uses of one seed. */
const STREAM = { pricing: 0, fitting: 1 };
/** Paths on which choices are fitted: 4 shifts of at most 4096 points. */
const FITTING: Layout = { shifts: 4, log2Points: 12 };

/** Paths × steps × assets of a run: the work that a limit is put on, known before anything is allocated. */
export const cost = (contract: Contract, market: Market, { numPaths, numSteps }: MonteCarloSettings = {}): number =>
  workOf(planFor(contract, market, numSteps), numPaths);

const workOf = ({ grid, market }: Plan, numPaths = DEFAULT_PATHS): number =>
  pathsOf(layoutFor(numPaths)) * grid.times.length * market.assets.length;

const pathsOf = ({ shifts, log2Points }: Layout): number => shifts * 2 ** log2Points;

/** What a contract is worth, by Monte Carlo. */
export async function priceContract(
  contract: Contract,
  market: Market,
  settings: MonteCarloSettings,
  backend: Backend,
): Promise<MonteCarloResult> {
  const program = compose(contract, market, settings);
  const policy = await policyFor(program, settings, backend);
  return resultOf(program, await estimate(withPolicy(program, policy), settings, backend), settings);
}

/** The program of a contract, its cost within the limit; on the grid of `like` where that is given. */
export function compose(
  contract: Contract,
  market: Market,
  { numPaths, numSteps, costLimit }: MonteCarloSettings,
  like?: Program,
): Program {
  const plan = planFor(contract, market, numSteps, like?.equalSteps);
  const work = workOf(plan, numPaths);
  if (costLimit !== undefined && work > costLimit)
    throw new EngineFailure('cost', `paths × steps × assets must be at most ${costLimit}; this run would take ${work}`);
  return composeProgram(plan);
}

/** How choices are made that have no closed form; empty where there are none. */
export function policyFor(
  program: Program,
  { numPaths = DEFAULT_PATHS, seed = DEFAULT_SEED, signal }: MonteCarloSettings,
  backend: Backend,
): Promise<Policy> {
  const { log2Points } = layoutFor(numPaths);
  const rows = allRows({ ...FITTING, log2Points: Math.min(FITTING.log2Points, Math.max(FIRST_LEVEL, log2Points)) });
  return fitPolicy(program, async (under, selector) => {
    const all = new Float64Array(rows.length * rows[0]!.width);
    let at = 0;
    await simulate(under, rows, { seed, stream: STREAM.fitting, selector, signal }, backend, (_, values) => {
      all.set(values, at);
      at += values.length;
    });
    return all;
  });
}

/** What a run says of a program's mean. */
export interface Estimate {
  /** The mean over each shift's points: independent, each unbiased. */
  readonly means: Float64Array;
  readonly numPaths: number;
  readonly backend: BackendName;
  readonly fallbacks: readonly Fallback[];
}

/** Runs a program on all points of its layout, or until the standard error is under what was asked for. */
export async function estimate(
  program: Program,
  { numPaths = DEFAULT_PATHS, seed = DEFAULT_SEED, targetStandardError, signal }: MonteCarloSettings,
  backend: Backend,
): Promise<Estimate> {
  const { shifts, log2Points: most } = layoutFor(numPaths);
  const sums = new Float64Array(shifts);
  let last = backend.name;
  const fallbacks = new Map<string, Fallback>();
  const add = async (rows: readonly Row[]) => {
    const run = await simulate(program, rows, { seed, stream: STREAM.pricing, signal }, backend, ({ shift }, values) => {
      sums[shift] = sums[shift]! + sum(values);
    });
    last = run.backend;
    for (const fallback of run.fallbacks) fallbacks.set(JSON.stringify(fallback), fallback);
  };
  const meansAt = (log2Points: number) => sums.map((total) => program.certain + (program.scale * total) / 2 ** log2Points);
  let log2Points = targetStandardError === undefined ? most : Math.min(FIRST_LEVEL, most);
  await add(allRows({ shifts, log2Points }));
  while (log2Points < most && standardErrorOf(meansAt(log2Points)) > targetStandardError!) {
    log2Points += 1;
    await add(addedRows({ shifts, log2Points }));
  }
  const means = meansAt(log2Points);
  if (!means.every(Number.isFinite))
    throw new EngineFailure(
      'pricing',
      `the mean over paths is ${means.find((mean) => !Number.isFinite(mean))}: some are beyond single precision`,
    );
  return { means, numPaths: pathsOf({ shifts, log2Points }), backend: last, fallbacks: [...fallbacks.values()] };
}

/** Gives the value of each path that `estimate` takes the mean of, shift by shift, where it takes them all. */
export async function eachPath(
  program: Program,
  { numPaths = DEFAULT_PATHS, seed = DEFAULT_SEED, signal }: MonteCarloSettings,
  backend: Backend,
  take: (value: number) => void,
): Promise<Pick<Estimate, 'backend' | 'fallbacks'>> {
  return simulate(program, allRows(layoutFor(numPaths)), { seed, stream: STREAM.pricing, signal }, backend, (_, values) => {
    for (const value of values) take(program.scale * value);
  });
}

export const resultOf = (
  { steps, warnings }: Program,
  { means, numPaths, backend, fallbacks }: Estimate,
  { seed = DEFAULT_SEED }: MonteCarloSettings,
): MonteCarloResult => ({
  price: mean(means),
  standardError: standardErrorOf(means),
  numPaths,
  numSteps: steps,
  seed,
  backend,
  fallbacks,
  warnings,
});

const sum = (values: ArrayLike<number>): number => {
  let total = 0;
  for (let i = 0; i < values.length; i++) total += values[i]!;
  return total;
};

export const mean = (values: Float64Array): number => sum(values) / values.length;

/** Of the mean of independent values; their squares may be beyond double precision where they are not. */
export function standardErrorOf(values: Float64Array): number {
  const centre = mean(values);
  return Math.hypot(...values.map((value) => value - centre)) / Math.sqrt(values.length * (values.length - 1));
}

interface Points {
  readonly seed: number;
  readonly stream: number;
  readonly selector?: number;
  readonly signal?: AbortSignal | undefined;
}

/** Launches under way at once: a queue for devices, work for several threads, and a bound on memory. */
const CONCURRENT = 4;

/** Runs a program on rows of points, and gives each row's values in the order of the rows. */
async function simulate(
  program: Program,
  rows: readonly Row[],
  { seed, stream, selector = 0, signal }: Points,
  backend: Backend,
  take: (row: Row, values: Float32Array) => void,
): Promise<Pick<LaunchResult, 'backend' | 'fallbacks'>> {
  const dimensions = program.dimensions.components.length;
  const shifts = Array.from({ length: Math.max(...rows.map(({ shift }) => shift)) + 1 }, (_, r) => shiftFor(seed, stream, r, dimensions));
  const launch = (group: readonly Row[]) => backend.run(launchOf(program, argumentsFor(program, group, shifts, seed, selector), group));
  const groups = groupsOf(rows);
  let last: LaunchResult | undefined;
  for (let i = 0; i < groups.length; i += CONCURRENT) {
    if (signal?.aborted) throw new EngineFailure('cancelled', 'the simulation was cancelled');
    const some = groups.slice(i, i + CONCURRENT);
    const results = await Promise.all(some.map(launch));
    some.forEach((group, g) => {
      group.forEach((row, k) => void take(row, results[g]!.values.subarray(k * row.width, (k + 1) * row.width)));
    });
    last = results.at(-1);
  }
  return last!;
}
