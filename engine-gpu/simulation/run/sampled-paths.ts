/**
 * Single paths of a market's assets, drawn under their models: what a contract observes on them can be shown. A kernel writes the level of
 * each asset at the end of one step; it is run once for each step, on the same lattice points, so that its results are those of one set of
 * paths.
 */
import type { Backend, Fallback } from '../../backend/backend.js';
import { EngineFailure } from '../../base/failure.js';
import type { Years } from '../../base/units.js';
import type { Market } from '../../market/market.js';
import { exp } from '../../math/elementary/exp.js';
import type { Contract } from '../../product/contract/contract.js';
import { eventTimes } from '../../product/contract/timeline.js';
import { allRows, layoutFor, STREAMS } from '../../random/lattice.js';
import { gridFor, sameTime } from '../emit/grid.js';
import { openKernelBuilder } from '../emit/kernel-builder.js';
import { type Program, programOf } from '../emit/program.js';
import type { Plan } from '../estimator/estimator.js';
import { writeInputs } from '../estimator/plain.js';
import { openPaths } from '../process/paths.js';
import { type MonteCarloSettings, pathsOf, simulate } from './monte-carlo.js';
import { planFor } from './plan.js';

/** Levels of assets at the ends of steps. */
export interface SampledPaths {
  /** Ends of the steps, years. */
  readonly times: readonly Years[];
  readonly numPaths: number;
  /** One level per path, in an array for each step of each asset of the plan. */
  readonly levels: readonly (readonly Float64Array[])[];
  readonly backend: Backend['name'];
  readonly fallbacks: readonly Fallback[];
}

/** Assets whose levels one run of a kernel gives: gpu.js returns up to four numbers per thread. */
const ASSETS_PER_RUN = 4;

interface Settings
  extends Required<Pick<MonteCarloSettings, 'numPaths' | 'seed'>>,
    Pick<MonteCarloSettings, 'costLimit' | 'signal' | 'progress'> {
  /** Number of equal steps besides the dates of the contract. */
  readonly equalSteps: number;
}

/**
 * Draws paths of the assets of a contract.
 *
 * @returns levels of the assets that the contract uses, in the order of `assetsUsed`
 * @throws EngineFailure `cost` where paths × steps² × assets exceed `costLimit`
 */
export async function samplePaths(
  contract: Contract,
  market: Market,
  { numPaths, seed, equalSteps, costLimit, signal, progress }: Settings,
  backend: Backend,
): Promise<SampledPaths> {
  const layout = layoutFor(numPaths);
  const usual = planFor(contract, market, 0, equalSteps);
  const grid = gridFor([...eventTimes(contract), ...usual.grid.times]);
  const plan: Plan = { ...usual, grid };
  const { assets } = plan.market;
  const steps = grid.times.length;
  const work = pathsOf(layout) * steps * steps * Math.max(1, assets.length);
  if (costLimit !== undefined && work > costLimit)
    throw new EngineFailure(
      'cost',
      `paths × steps² × assets must be at most ${costLimit} where single paths are drawn; this run would take ${work}`,
    );
  const levels = assets.map(() => grid.times.map(() => new Float64Array(pathsOf(layout))));
  let ran: Pick<SampledPaths, 'backend' | 'fallbacks'> = { backend: backend.name, fallbacks: [] };
  for (let first = 0; first < assets.length; first += ASSETS_PER_RUN) {
    const some = assets.slice(first, first + ASSETS_PER_RUN);
    for (let step = 0; step < steps; step++) {
      const program = programOfLevels(
        plan,
        some.map((_, i) => first + i),
        step,
      );
      let path = 0;
      ran = await simulate(program, allRows(layout), { seed, stream: STREAMS.pricing, signal, progress }, backend, (_, values) => {
        for (let i = 0; i < values.length; i += program.outputs, path++)
          some.forEach(({ spot }, asset) => {
            levels[first + asset]![step]![path] = spot * exp(values[i + asset]!);
          });
      });
    }
  }
  return { times: grid.times, numPaths: pathsOf(layout), levels, ...ran };
}

/** The kernel of ln(S/S₀) of some assets at the end of a step. Its text is the same for every step. */
function programOfLevels(plan: Plan, assets: readonly number[], step: number): Program {
  const { grid } = plan;
  const builder = openKernelBuilder(grid.times.length);
  const paths = openPaths(builder, { ...plan, monitored: { bridged: new Set() } });
  const { drivers: driversOf, normals: normalsOf } = paths;
  const { dimensions, inputs } = writeInputs(builder, [plan], {
    ...{ construction: plan.construction, drivers: driversOf, normals: normalsOf, uniforms: 0 },
  });
  const [{ drivers, normals }] = inputs as [(typeof inputs)[number]];
  paths.advance(drivers, normals);
  const shown = builder.column(builder.marks([[step, 1]]));
  const results = assets.map((asset) => {
    const level = builder.local('0.0');
    builder.step(`${level} = ${level} + ${shown} * ${paths.now(asset)};`);
    return level;
  });
  return programOf({ finished: builder.finish(), dimensions, results, steps: grid.times.length, scale: 1 });
}

/**
 * The steps of paths that are shown by dates: one on the day of an event is left out beside the event itself, so that the level of that day is the one
 * that was observed.
 *
 * @param times   ends of the steps
 * @param events  times at which something is observed or paid
 */
export function stepsToShow(times: readonly Years[], events: readonly Years[], dateAt: (time: Years) => string): number[] {
  const dates = new Set(events.map(dateAt));
  return [...times.keys()].filter((step) => {
    const time = times[step]!;
    return !dates.has(dateAt(time)) || events.some((event) => sameTime(event, time));
  });
}
