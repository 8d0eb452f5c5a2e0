/**
 * Prices by simulation: randomly shifted lattices, one kernel.
 *
 *   price = mean over shifts of the mean over a shift's points,   standard error = √(Σ (mean_r − price)² / (R (R − 1)))
 *
 * Each is unbiased: the estimates of independent shifts are independent and identically distributed. A thread sums over a few points of
 * one row; those sums are summed in f64 in the order of shifts and points, whatever thread computed them, so a seed repeats to the bit
 * on one backend.
 */
import type { Backend, BackendName, Fallback, LaunchResult } from '../../backend/backend.js';
import { EngineFailure } from '../../base/failure.js';
import type { Price } from '../../base/units.js';
import type { Market } from '../../market/market.js';
import type { Contract } from '../../product/contract/contract.js';
import { addedRows, allRows, type Layout, layoutFor, type Row, shiftFor } from '../../random/lattice.js';
import { argumentsFor, launchBlocks, launchOf, type PointSettings, pointsSummed } from '../emit/launch.js';
import type { Program, VarianceReduction } from '../emit/program.js';
import type { Plan } from '../estimator/plan.js';
import { fitPolicy, type Policy, withPolicy } from './choice-regression.js';
import { composeProgram } from './compose.js';
import { runLaunches } from './launches.js';
import { planFor } from './plan.js';

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
  /** Told of so many more paths each time that some are done. */
  readonly progress?: (paths: number) => void;
}

/** What the service says of a run, beside what its caller asks. */
export type RunLimits = Pick<MonteCarloSettings, 'costLimit' | 'signal' | 'progress'>;

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
  /** What took variance off the price. */
  readonly varianceReduction: VarianceReduction;
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

/** The program of a contract, its cost within the limit. */
export const compose = (contract: Contract, market: Market, settings: MonteCarloSettings): Program =>
  composeProgram(planWithin(contract, market, settings));

/** The same whose values are what each path pays, for a look at the paths and not at their mean. */
export const composePaths = (contract: Contract, market: Market, settings: MonteCarloSettings): Program =>
  composeProgram({ ...planWithin(contract, market, settings), estimator: undefined });

/** The plan of a contract, its cost within the limit. */
export function planWithin(contract: Contract, market: Market, { numPaths, numSteps, costLimit }: MonteCarloSettings): Plan {
  const plan = planFor(contract, market, numSteps);
  const work = workOf(plan, numPaths);
  if (costLimit !== undefined && work > costLimit)
    throw new EngineFailure('cost', `paths × steps × assets must be at most ${costLimit}; this run would take ${work}`);
  return plan;
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
    const all = new Float64Array(rows.length * rows[0].width);
    let at = 0;
    await simulate(under, rows, { seed, stream: STREAM.fitting, selector, signal }, backend, (_, values) => {
      for (let i = 0; i < values.length; i += program.outputs) all[at++] = values[i];
    });
    return all;
  });
}

/** What a run says of a program's mean. */
export interface Estimate {
  /** The mean over each shift's points: independent, each unbiased. */
  readonly means: Float64Array;
  /** The same of the program's other outputs, in their order. */
  readonly others: readonly Float64Array[];
  readonly numPaths: number;
  readonly backend: BackendName;
  readonly fallbacks: readonly Fallback[];
}

/** Runs a program on all points of its layout, or until the standard error is under what was asked for. */
export async function estimate(
  program: Program,
  { numPaths = DEFAULT_PATHS, seed = DEFAULT_SEED, targetStandardError, signal, progress }: MonteCarloSettings,
  backend: Backend,
): Promise<Estimate> {
  const { shifts, log2Points: most } = layoutFor(numPaths);
  const sums = Array.from({ length: program.outputs }, () => new Float64Array(shifts));
  let last = backend.name;
  const fallbacks = new Map<string, Fallback>();
  const add = async (rows: readonly Row[]) => {
    const points = pointsSummed(rows[0]);
    const run = await simulate(program, rows, { seed, stream: STREAM.pricing, points, signal, progress }, backend, ({ shift }, values) => {
      sums.forEach((of, output) => {
        of[shift] = of[shift] + sumOf(values, output, sums.length);
      });
    });
    last = run.backend;
    for (const fallback of run.fallbacks) fallbacks.set(JSON.stringify(fallback), fallback);
  };
  const meansAt = (log2Points: number, output = 0) =>
    sums[output].map((total) => (output === 0 ? program.certain : 0) + (program.scale * total) / 2 ** log2Points);
  let log2Points = targetStandardError === undefined ? most : Math.min(FIRST_LEVEL, most);
  await add(allRows({ shifts, log2Points }));
  while (log2Points < most && standardErrorOf(meansAt(log2Points)) > targetStandardError!) {
    log2Points += 1;
    await add(addedRows({ shifts, log2Points }));
  }
  const [means, ...others] = sums.map((_, output) => meansAt(log2Points, output));
  for (const mean of [means!, ...others].flatMap((all) => [...all]))
    if (!Number.isFinite(mean)) throw new EngineFailure('pricing', `the mean over paths is ${mean}: some are beyond single precision`);
  return { means: means!, others, numPaths: pathsOf({ shifts, log2Points }), backend: last, fallbacks: [...fallbacks.values()] };
}

/** Gives the value of each path, its first output, that `estimate` takes the mean of, shift by shift, where it takes them all. */
export async function eachPath(
  program: Program,
  { numPaths = DEFAULT_PATHS, seed = DEFAULT_SEED, signal }: MonteCarloSettings,
  backend: Backend,
  take: (value: number) => void,
): Promise<Pick<Estimate, 'backend' | 'fallbacks'>> {
  return simulate(program, allRows(layoutFor(numPaths)), { seed, stream: STREAM.pricing, signal }, backend, (_, values) => {
    for (let i = 0; i < values.length; i += program.outputs) take(program.certain + program.scale * values[i]);
  });
}

export const resultOf = (
  { steps, varianceReduction, warnings }: Program,
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
  varianceReduction,
  warnings,
});

/** Of every `stride`-th value from the one at `first` on. */
const sumOf = (values: ArrayLike<number>, first = 0, stride = 1): number => {
  let total = 0;
  for (let i = first; i < values.length; i += stride) total += values[i];
  return total;
};

export const mean = (values: Float64Array): number => sumOf(values) / values.length;

/** Of the mean of independent values; their squares may be beyond double precision where they are not. */
export function standardErrorOf(values: Float64Array): number {
  const centre = mean(values);
  return Math.hypot(...values.map((value) => value - centre)) / Math.sqrt(values.length * (values.length - 1));
}

interface Points extends PointSettings {
  readonly seed: number;
  readonly stream: number;
  readonly signal?: AbortSignal | undefined;
  readonly progress?: MonteCarloSettings['progress'] | undefined;
}

/** Runs a program on rows of points, and gives each row's values, thread by thread, in the order of the rows. */
async function simulate(
  program: Program,
  rows: readonly Row[],
  { seed, stream, points = 1, selector = 0, signal, progress }: Points,
  backend: Backend,
  take: (row: Row, values: Float32Array) => void,
): Promise<Pick<LaunchResult, 'backend' | 'fallbacks'>> {
  const dimensions = program.dimensions.components.length;
  const shifts = Array.from({ length: Math.max(...rows.map(({ shift }) => shift)) + 1 }, (_, r) => shiftFor(seed, stream, r, dimensions));
  return runLaunches(
    launchBlocks(program, rows, points),
    (group) => launchOf(program, argumentsFor(program, group, shifts, seed, { points, selector })),
    backend,
    { signal },
    (group, values) => {
      group.forEach((row, k) => {
        const size = (row.width / points) * program.outputs;
        take(row, values.subarray(k * size, (k + 1) * size));
      });
      progress?.(group.length * group[0].width);
    },
  );
}
