/**
 * The plain estimator: the value of a path is what it pays.
 *
 * The scenarios of a plan (the same contract in bumped markets) share its lattice points, so the random numbers are generated once.
 */
import { discount } from '../../market/curve.js';
import { exp } from '../../math/elementary/exp.js';
import type { KernelBuilder } from '../emit/kernel-builder.js';
import { type Dimensions, type Drawn, writePoints } from '../emit/points.js';
import type { Regression } from '../emit/program.js';
import { openCashFlows } from '../payoff/cash-flows.js';
import { writeClaims } from '../payoff/choices.js';
import { NORMALS_PER_EXTREME, openPayoffs } from '../payoff/payoffs.js';
import { writeSurvival } from '../payoff/survival.js';
import type { BaseDecisions, Writing } from '../payoff/writing.js';
import { openPaths, type Paths } from '../process/paths.js';
import { closedFormMean } from './deterministic.js';
import type { Plan, RandomInputs, Written } from './estimator.js';

/** Kernel text of a plan and its scenarios. */
export interface AllWritten {
  readonly dimensions: Dimensions;
  readonly written: readonly Written[];
}

export function writePlain(builder: KernelBuilder, plan: Plan, scenarios: readonly Plan[]): AllWritten {
  const all = [plan, ...scenarios];
  const first = openPaths(builder, plan);
  const paths = all.map((one) => (one === plan ? first : openPaths(builder, one, first)));
  const extremeNormals = NORMALS_PER_EXTREME * plan.monitored.extremes.length;
  const { dimensions, inputs } = writeInputs(builder, all, {
    construction: plan.construction,
    drivers: first.drivers,
    normals: extremeNormals + first.normals,
    uniforms: plan.monitored.sampled.length,
  });
  const written: Written[] = [];
  all.forEach((one, k) => {
    const { drivers, normals, uniforms } = inputs[k]!;
    paths[k]!.advance(drivers, normals.slice(extremeNormals));
    const [base] = written;
    const decisions = base && { regressions: base.regressions, keepDecisions: one.starts.every((start) => start === 0) };
    written.push(writeValue(builder, one, paths[k]!, { normals: normals.slice(0, extremeNormals), uniforms }, decisions));
  });
  return { dimensions, written };
}

/** Writes the random inputs that plans on the same lattice points share, and the Brownian drivers of each plan on its own times. */
export function writeInputs(
  builder: KernelBuilder,
  all: readonly Plan[],
  { construction, ...counts }: RandomInputs,
): { readonly dimensions: Dimensions; readonly inputs: readonly Drawn<readonly string[]>[] } {
  const grids = [...new Set(all.map(({ grid }) => grid))];
  const { drivers, normals, uniforms, dimensions } = writePoints(
    builder,
    grids.map(({ times }) => construction(times)),
    counts,
  );
  return { dimensions, inputs: all.map(({ grid }) => ({ drivers: drivers[grids.indexOf(grid)]!, normals, uniforms })) };
}

/**
 * Writes what the paths of one plan pay.
 *
 * @param normals  two per step for each continuously monitored extreme
 * @param base     decisions of the base plan where this plan is a bump of it
 */
function writeValue(
  builder: KernelBuilder,
  { market, starts, claims, monitored, grid, last }: Plan,
  paths: Paths,
  { normals, uniforms }: Omit<Drawn<readonly string[]>, 'drivers'>,
  base: BaseDecisions | undefined,
): Written {
  const paidFraction = writeSurvival(builder, monitored, market, grid, paths, uniforms);
  // The unit of the sums. An option's amount in it is its weight, which f32 holds exactly; a rounded amount would be off by the same on
  // every path.
  const scale = (market.assets[0]?.spot ?? 1) * discount(market.curve, last);
  const flows = openCashFlows(builder, market, grid, paths, scale);
  const payoffs = openPayoffs(builder, market, grid, paths, flows, scale, (key) =>
    normals.slice(NORMALS_PER_EXTREME * monitored.extremes.indexOf(key)),
  );
  const selectable: string[] = [];
  const regressions: Regression[] = [];
  const decisions: string[] = [];
  const writing: Writing = {
    builder,
    market,
    grid,
    paths,
    flows,
    payoffs,
    paidFraction,
    selectable,
    regressions,
    base,
    autocalls: new Map(),
    decisions,
  };
  // Closed forms start from the spot of a bumped market, which the kernel has as the start of the path.
  const now = { ...market, assets: market.assets.map((asset, i) => ({ ...asset, spot: asset.spot * exp(starts[i]!) })) };
  const simulated = claims.filter((claim) => closedFormMean(claim, now) === undefined);
  const value = writeClaims(writing, simulated, 0, Number.NEGATIVE_INFINITY, false);
  flows.write();
  for (const text of decisions) builder.step(text);
  const knownMean = claims.reduce((sum, claim) => sum + (closedFormMean(claim, now) ?? 0), 0);
  return { value, scale, knownMean, selectable, regressions };
}
