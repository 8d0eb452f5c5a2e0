/**
 * Prices by randomised quasi-Monte Carlo: R randomly shifted lattices, simulated by one kernel.
 *
 *   price = (1/R) Σ mean_r,   standard error = √(Σ (mean_r − price)² / (R (R − 1))),   mean_r the mean over the points of shift r
 *
 * The estimate is unbiased, because the estimates of independent shifts are independent and identically distributed. A thread sums over a
 * few points of one row; those sums are added in double precision in the order of shifts and points, whichever thread computed them, so
 * the same seed gives the same bits on one backend.
 */
import type { Backend, BackendName, Fallback, LaunchResult } from '../../backend/backend.js';
import { EngineFailure } from '../../base/failure.js';
import type { Price } from '../../base/units.js';
import type { CorrelationRepair, Market } from '../../market/market.js';
import { floorLog2, powerOfTwo } from '../../math/elementary/binary.js';
import { squareOf } from '../../math/elementary/pow.js';
import { euclideanNorm } from '../../math/elementary/roots.js';
import type { SurfaceRepricing } from '../../method/surface-evaluation.js';
import type { Contract } from '../../product/contract/contract.js';
import { addedRows, allRows, type Layout, layoutFor, type Row, STREAMS, shiftFor } from '../../random/lattice.js';
import { argumentsFor, launchBlocks, launchOf, type PointSettings, pointsSummed } from '../emit/launch.js';
import type { Program, VarianceReduction } from '../emit/program.js';
import type { Plan } from '../estimator/estimator.js';
import { fitPolicy, type Policy, withPolicy } from './choice-regression.js';
import { composeProgram } from './compose.js';
import { runLaunches } from './launches.js';
import { planFor } from './plan.js';
import { roundingError, unresolvedCrossings } from './resolution.js';

export interface MonteCarloSettings {
  /**
   * Largest number of paths, at least 16. Default: 65 536; with a target standard error, or where hardly any path contributes or differs, as many as
   * it takes within `costLimit`. Rounded down to what lattices take: 16 to 31 shifts of a power of two of points.
   */
  readonly numPaths?: number;
  /** Minimum number of time steps; default: the contract's dates. */
  readonly numSteps?: number;
  /** Integer, 0 ≤ seed < 2³²; default 42. */
  readonly seed?: number;
  /** Price units. The number of points doubles until the standard error is at most this, or `numPaths` is reached. */
  readonly targetStandardError?: number;
  /** Largest product of paths, steps and assets that the run may take. */
  readonly costLimit?: number;
  /** Aborting it stops the run between two launches. */
  readonly signal?: AbortSignal;
  /** Called with the number of paths completed since the last call. */
  readonly progress?: (paths: number) => void;
}

/** Limits and callbacks that the service adds to the caller's settings. */
export type RunLimits = Pick<MonteCarloSettings, 'costLimit' | 'signal' | 'progress'>;

export interface MonteCarloResult {
  readonly price: Price;
  readonly standardError: number;
  /** Number of paths simulated. */
  readonly numPaths: number;
  readonly numSteps: number;
  readonly seed: number;
  /** Backend that computed the paths. */
  readonly backend: BackendName;
  readonly fallbacks: readonly Fallback[];
  /** Variance reduction method used. */
  readonly varianceReduction: VarianceReduction;
  readonly warnings: readonly string[];
  /** How well local volatilities reprice the quotes of their surfaces; absent where no asset has one. */
  readonly repricing?: readonly SurfaceRepricing[];
  /** How the stated correlations were changed; absent where they are used as they are. */
  readonly correlationRepair?: CorrelationRepair;
}

/** Number of paths where none is asked for. */
export const DEFAULT_PATHS = 65_536;
export const DEFAULT_SEED = 42;
/** log₂ of the number of points per shift with which a run begins that has a target standard error. */
const FIRST_LEVEL = 8;
/** Largest log₂ of the number of points per shift where `numPaths` does not bound it. */
const MAX_LOG2_POINTS = 22;
/** Largest log₂ of the number of points per shift that a run takes of itself where hardly any path contributes. */
const MAX_LOG2_POINTS_FOR_RARE_PAYMENTS = 16;
/** Smallest effective number of contributing thread sums without a warning: below it the estimate of the standard error is unreliable. */
const MIN_EFFECTIVE_SAMPLES = 100;
/** Share of effective among all thread sums above which a small number is due to few paths, and not to rare payments. */
const MAX_RARE_SHARE = 0.05;
/** A thread's sum that differs from another by no more than this share of its amounts may differ by rounding alone: it adds up to 16 points in single precision. */
const ROUNDED_DEVIATION = powerOfTwo(-17);
/** Paths on which choices are fitted: 4 shifts of at most 2¹² points. */
const FITTING: Layout = { shifts: 4, log2Points: 12 };

/** Cost of a run, paths × steps × assets: known before anything is allocated, and what `costLimit` bounds. */
export const cost = (contract: Contract, market: Market, { numPaths, numSteps }: MonteCarloSettings = {}): number =>
  workOf(planFor(contract, market, numSteps), numPaths);

const workOf = ({ grid, market }: Plan, numPaths = DEFAULT_PATHS): number =>
  pathsOf(layoutFor(numPaths)) * grid.times.length * market.assets.length;

export const pathsOf = ({ shifts, log2Points }: Layout): number => shifts * powerOfTwo(log2Points);

/** Price of a contract by simulation. */
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

/** The program of a contract. @throws EngineFailure `cost` where the run would exceed `costLimit` */
export const compose = (contract: Contract, market: Market, settings: MonteCarloSettings): Program =>
  composeProgram(planWithin(contract, market, settings));

/** The program of a contract by the plain estimator, whose values are what each single path pays. */
export const composePaths = (contract: Contract, market: Market, settings: MonteCarloSettings): Program =>
  composeProgram({ ...planWithin(contract, market, settings), estimator: undefined });

/** The plan of a contract. @throws EngineFailure `cost` where the run would exceed `costLimit` */
export function planWithin(contract: Contract, market: Market, { numPaths, numSteps, costLimit }: MonteCarloSettings): Plan {
  const plan = planFor(contract, market, numSteps);
  const work = workOf(plan, numPaths);
  if (costLimit !== undefined && work > costLimit)
    throw new EngineFailure('cost', `paths × steps × assets must be at most ${costLimit}; this run would take ${work}`);
  return plan;
}

/** Fits the choices that have no closed form; empty where there are none. */
export function policyFor(
  program: Program,
  { numPaths = DEFAULT_PATHS, seed = DEFAULT_SEED, signal }: MonteCarloSettings,
  backend: Backend,
): Promise<Policy> {
  const { log2Points } = layoutFor(numPaths);
  const rows = allRows({ ...FITTING, log2Points: Math.min(FITTING.log2Points, Math.max(FIRST_LEVEL, log2Points)) });
  return fitPolicy(program, async (under, selector) => {
    const all = new Float64Array(rows.length * rows[0]!.width);
    let offset = 0;
    await simulate(under, rows, { seed, stream: STREAMS.fitting, selector, signal }, backend, (_, values) => {
      for (let i = 0; i < values.length; i += program.outputs) all[offset++] = values[i]!;
    });
    return all;
  });
}

/** Estimate of a program's mean. */
export interface Estimate {
  /** Mean over each shift's points: independent, each unbiased. */
  readonly means: Float64Array;
  /** The same for the program's other outputs, in their order. */
  readonly others: readonly Float64Array[];
  readonly numPaths: number;
  readonly contributions: Contributions;
  readonly backend: BackendName;
  readonly fallbacks: readonly Fallback[];
}

/** Runs a program on all points of its layout, or until the standard error is at most the target. */
export async function estimate(
  program: Program,
  { numPaths, seed = DEFAULT_SEED, targetStandardError, costLimit, signal, progress }: MonteCarloSettings,
  backend: Backend,
): Promise<Estimate> {
  const { shifts, log2Points: usual } = layoutFor(numPaths ?? DEFAULT_PATHS);
  const affordable = Math.min(MAX_LOG2_POINTS, floorLog2((costLimit ?? Number.POSITIVE_INFINITY) / (shifts * program.costPerPath)));
  const maxLog2Points = numPaths === undefined && targetStandardError !== undefined ? Math.max(usual, affordable) : usual;
  const { sums, contributions, add: take } = shiftSums(program, shifts);
  let last = backend.name;
  const fallbacks = new Map<string, Fallback>();
  const add = async (rows: readonly Row[]) => {
    const points = pointsSummed(rows[0]!);
    const run = await simulate(program, rows, { seed, stream: STREAMS.pricing, points, signal, progress }, backend, take);
    last = run.backend;
    for (const fallback of run.fallbacks) fallbacks.set(JSON.stringify(fallback), fallback);
  };
  let log2Points = targetStandardError === undefined ? maxLog2Points : Math.min(FIRST_LEVEL, maxLog2Points);
  await add(allRows({ shifts, log2Points }));
  const missesTarget = (): boolean => {
    if (targetStandardError === undefined) return false;
    const [means] = shiftMeans(program, sums, log2Points);
    // More paths do not lower the rounding error.
    return standardErrorOf(means!) > targetStandardError && roundingOf(program, means!) < targetStandardError;
  };
  const needsMore = (): boolean =>
    (log2Points < maxLog2Points && missesTarget()) ||
    (numPaths === undefined &&
      log2Points < Math.min(MAX_LOG2_POINTS_FOR_RARE_PAYMENTS, affordable) &&
      isResolvedByMore(program, contributions));
  while (needsMore()) {
    log2Points += 1;
    await add(addedRows({ shifts, log2Points }));
  }
  const [means, ...otherMeans] = finiteMeans(shiftMeans(program, sums, log2Points));
  return {
    means: means!,
    others: otherMeans,
    contributions,
    numPaths: pathsOf({ shifts, log2Points }),
    backend: last,
    fallbacks: [...fallbacks.values()],
  };
}

/** Sums of the threads of a run per output and shift, and their contributions in all. */
export function shiftSums(program: Pick<Program, 'outputs' | 'rounded' | 'scale'>, shifts: number) {
  const { outputs } = program;
  const noise = noiseOf(program);
  const sums = Array.from({ length: outputs }, () => new Float64Array(shifts));
  const contributions = { ...NO_CONTRIBUTIONS };
  const add = ({ shift }: Pick<Row, 'shift'>, values: Float32Array): void => {
    sums.forEach((outputSums, output) => {
      outputSums[shift] = outputSums[shift]! + sumOf(values, output, outputs);
    });
    const usual = usualOf(values, outputs);
    contributions.compared += values.length / outputs - 1;
    for (let i = 0; i < values.length; i += outputs) {
      contributions.threads += 1;
      contributions.total += Math.abs(values[i]!);
      contributions.squares += values[i]! * values[i]!;
      const deviation = Math.abs(values[i]! - usual);
      if (deviation <= noise + ROUNDED_DEVIATION * Math.abs(usual)) continue;
      contributions.deviation += deviation;
      contributions.deviationSquares += deviation * deviation;
    }
  };
  return { sums, contributions, add };
}

/** Deviation of a thread's sum that the rounding of amounts which cancel may leave, in units of the kernel. */
const noiseOf = ({ rounded, scale }: Pick<Program, 'rounded' | 'scale'>): number => ROUNDED_DEVIATION * Math.abs(rounded.amounts / scale);

/** The middle of three threads' values: the value of most, where most have the same. */
function usualOf(values: Float32Array, outputs: number): number {
  const last = values.length / outputs - 1;
  const [low, high] = [values[0]!, values[last * outputs]!].sort((a, b) => a - b) as [number, number];
  return Math.min(Math.max(values[Math.floor(last / 2) * outputs]!, low), high);
}

/** Mean of each output over the points of each shift. */
export const shiftMeans = ({ knownMean, scale }: Program, sums: readonly Float64Array[], log2Points: number): Float64Array[] =>
  sums.map((outputSums, output) => outputSums.map((total) => (output === 0 ? knownMean : 0) + (scale * total) / powerOfTwo(log2Points)));

/** @throws EngineFailure `pricing` where a mean is not finite */
export function finiteMeans(means: Float64Array[]): Float64Array[] {
  for (const mean of means.flatMap((all) => [...all]))
    if (!Number.isFinite(mean)) throw new EngineFailure('pricing', `the mean over paths is ${mean}: some are beyond single precision`);
  return means;
}

/** Passes the value of each path (the first output, of which `estimate` takes the mean) to `take`, shift by shift. */
export async function eachPath(
  program: Program,
  { numPaths = DEFAULT_PATHS, seed = DEFAULT_SEED, signal }: MonteCarloSettings,
  backend: Backend,
  take: (value: number) => void,
): Promise<Pick<Estimate, 'backend' | 'fallbacks'>> {
  return simulate(program, allRows(layoutFor(numPaths)), { seed, stream: STREAMS.pricing, signal }, backend, (_, values) => {
    for (let i = 0; i < values.length; i += program.outputs) take(program.knownMean + program.scale * values[i]!);
  });
}

/**
 * The result of a run. Its standard error is that of the shifts, and at least what the run can resolve: single precision's rounding, the
 * largest jump of the payment over the number of paths (a jump between two points of a lattice is off by up to one point), and barriers
 * that hardly any path reaches.
 */
export function resultOf(
  program: Program,
  estimate: Estimate,
  { seed = DEFAULT_SEED, targetStandardError }: MonteCarloSettings,
): MonteCarloResult {
  const { steps, varianceReduction, repricing, repaired, warnings } = program;
  const { means, numPaths, backend, fallbacks, contributions } = estimate;
  const resolution = (program.largestJump * Math.sqrt(means.length / 12)) / numPaths;
  // Where nothing is simulated the means are equal, and differ from their mean by its rounding alone.
  const ofShifts = contributions.total === 0 ? 0 : standardErrorOf(means);
  const crossings = unresolvedCrossings(program.crossings, numPaths, mean(means), contributions.total === 0);
  const standardError = Math.max(ofShifts, roundingOf(program, means), resolution, crossings);
  return {
    price: mean(means),
    standardError,
    numPaths,
    numSteps: steps,
    seed,
    backend,
    fallbacks,
    varianceReduction,
    ...(repricing.length > 0 && { repricing }),
    ...(repaired && { correlationRepair: repaired }),
    warnings: [
      ...warnings,
      ...rarityWarnings(rarityOf(program, contributions), numPaths),
      ...(targetStandardError !== undefined && standardError > targetStandardError
        ? [targetWarning(targetStandardError, standardError, numPaths)]
        : []),
    ],
  };
}

const roundingOf = ({ rounded, knownMean }: Program, means: Float64Array): number => roundingError(rounded, means[0]! - knownMean);

/** Contributions of the threads of a run to its mean. */
export interface Contributions {
  readonly threads: number;
  /** Sum of the absolute values, and of the squares, of the threads' sums, in units of the kernel. */
  readonly total: number;
  readonly squares: number;
  /** Number of threads less one per row: in a row of one thread nothing can deviate. */
  readonly compared: number;
  /** The sum of the absolute deviations from the usual value of a row (`usualOf`), and of their squares, without those of rounding. */
  readonly deviation: number;
  readonly deviationSquares: number;
}

export const NO_CONTRIBUTIONS = { threads: 0, total: 0, squares: 0, compared: 0, deviation: 0, deviationSquares: 0 };

/**
 * Says why the standard error is uncertain; undefined where it is not. Either few of many thread sums make up the mean, or no path pays (`payments`); or
 * all but few sums are the same, as where a floor or a level that was reached before decides (`deviations`).
 */
function rarityOf(
  { paysByPath, isRemainder }: Program,
  { threads, total, squares, compared, deviation, deviationSquares }: Contributions,
): 'payments' | 'deviations' | undefined {
  if (total === 0) return paysByPath ? 'payments' : undefined;
  if (areFew(total, squares, threads)) return 'payments';
  return (paysByPath || isRemainder) && areFew(deviation, deviationSquares, compared) ? 'deviations' : undefined;
}

/** True if more paths resolve what few of them decide. Where all pay the same, as where nothing can change any more, they would hardly find another payment. */
const isResolvedByMore = (program: Program, contributions: Contributions): boolean => {
  const rarity = rarityOf(program, contributions);
  return rarity === 'payments' || (rarity === 'deviations' && contributions.deviation > 0);
};

/** True if few samples make up the total: Kish's effective sample size (Σ|x|)²/Σx² is small. It is not known where the squares of tiny numbers are 0. */
function areFew(total: number, squares: number, samples: number): boolean {
  if (squares === 0 && total > 0) return false;
  const effective = total > 0 ? squareOf(total) / squares : 0;
  return effective < MIN_EFFECTIVE_SAMPLES && effective < MAX_RARE_SHARE * samples;
}

function rarityWarnings(rarity: ReturnType<typeof rarityOf>, numPaths: number): string[] {
  if (rarity === undefined) return [];
  const [few, event] =
    rarity === 'payments'
      ? [`hardly any of ${numPaths} paths contributes to the price`, 'payment']
      : [`all but hardly any of ${numPaths} paths pay the same`, 'difference'];
  return [`${few}: the standard error is itself uncertain and may be too small; more paths (numPaths) resolve the ${event}`];
}

/** The warning of a run whose standard error stayed above its target. */
export const targetWarning = (target: number, reached: number, numPaths: number): string =>
  `targetStandardError ${target} was not reached: ${numPaths} paths leave ${reached.toPrecision(2)}`;

/** Sum of every `stride`-th value, from index `first` on. */
const sumOf = (values: ArrayLike<number>, first = 0, stride = 1): number => {
  let total = 0;
  for (let i = first; i < values.length; i += stride) total += values[i]!;
  return total;
};

export const mean = (values: Float64Array): number => sumOf(values) / values.length;

/** Standard error of the mean of independent values; does not overflow where only their squares would. */
export function standardErrorOf(values: Float64Array): number {
  const centre = mean(values);
  return euclideanNorm(values.map((value) => value - centre)) / Math.sqrt(values.length * (values.length - 1));
}

interface Points extends PointSettings {
  readonly seed: number;
  readonly stream: number;
  readonly signal?: AbortSignal | undefined;
  readonly progress?: MonteCarloSettings['progress'] | undefined;
}

/** Runs a program on rows of points and passes each row's values, one per thread, to `take` in the order of the rows. */
export async function simulate(
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
      progress?.(group.length * group[0]!.width);
    },
  );
}
