/**
 * The plain estimator: a path is worth what it pays.
 *
 * Beside a plan stand its scenarios, the same contract in other markets: paths of all are made of one noise, which is drawn once.
 */
import { discount } from '../../market/curve.js';
import type { KernelBuilder } from '../emit/kernel-builder.js';
import { type Dimensions, type Drawn, writePoints } from '../emit/points.js';
import type { Regression } from '../emit/program.js';
import { openFlows } from '../payoff/cash-flows.js';
import { type Decided, type Writing, writeClaims } from '../payoff/choices.js';
import { NORMALS_OF_EXTREME, openPayoffs } from '../payoff/payoffs.js';
import { writeSurvival } from '../payoff/survival.js';
import { openPaths, type Paths } from '../process/paths.js';
import { cashMean } from './deterministic.js';
import type { Draws, Written } from './estimator.js';
import type { Plan } from './plan.js';

/** A plan and its scenarios. */
export interface AllWritten {
  readonly dimensions: Dimensions;
  readonly written: readonly Written[];
}

export function writePlain(builder: KernelBuilder, plan: Plan, scenarios: readonly Plan[]): AllWritten {
  const all = [plan, ...scenarios];
  const first = openPaths(builder, plan);
  const paths = all.map((one) => (one === plan ? first : openPaths(builder, one, first)));
  const ofExtremes = NORMALS_OF_EXTREME * plan.watch.extremes.length;
  const { dimensions, drawn } = drawFor(builder, all, {
    construction: plan.construction,
    drivers: first.drivers,
    normals: ofExtremes + first.normals,
    uniforms: plan.watch.sampled.length,
  });
  const written: Written[] = [];
  all.forEach((one, k) => {
    const { drivers, normals, uniforms } = drawn[k];
    paths[k].advance(drivers, normals.slice(ofExtremes));
    const [base] = written;
    const decided = base && { regressions: base.regressions, kept: one.starts.every((start) => start === 0) };
    written.push(writeValue(builder, one, paths[k], { normals: normals.slice(0, ofExtremes), uniforms }, decided));
  });
  return { dimensions, written };
}

/** Draws the noise of plans that walk together, and for each the drivers that it makes on its times. */
export function drawFor(
  builder: KernelBuilder,
  all: readonly Plan[],
  { construction, ...counts }: Draws,
): { readonly dimensions: Dimensions; readonly drawn: readonly Drawn<readonly string[]>[] } {
  const grids = [...new Set(all.map(({ grid }) => grid))];
  const { drivers, normals, uniforms, dimensions } = writePoints(
    builder,
    grids.map(({ times }) => construction(times)),
    counts,
  );
  return { dimensions, drawn: all.map(({ grid }) => ({ drivers: drivers[grids.indexOf(grid)], normals, uniforms })) };
}

/**
 * @param normals  two a step for each continuous extreme
 * @param decided  where this is a bump of another plan
 */
function writeValue(
  builder: KernelBuilder,
  { market, claims, watch, grid, last }: Plan,
  paths: Paths,
  { normals, uniforms }: Omit<Drawn<readonly string[]>, 'drivers'>,
  decided: Decided | undefined,
): Written {
  const counts = writeSurvival(builder, watch, market, grid, paths, uniforms);
  // An option's amount is then its weight, which f32 holds: rounded, it would be off by the same on every path.
  const scale = (market.assets[0]?.spot ?? 1) * discount(market.curve, last);
  const flows = openFlows(builder, market, grid, paths, scale);
  const payoffs = openPayoffs(builder, market, grid, paths, flows, scale, (key) =>
    normals.slice(NORMALS_OF_EXTREME * watch.extremes.indexOf(key)),
  );
  const probes: string[] = [];
  const regressions: Regression[] = [];
  const decisions: string[] = [];
  const writing: Writing = {
    builder,
    market,
    grid,
    paths,
    flows,
    payoffs,
    counts,
    probes,
    regressions,
    decided,
    autocalls: new Map(),
    decisions,
  };
  const uncertain = claims.filter((claim) => cashMean(claim, market) === undefined);
  const value = writeClaims(writing, uncertain, 0, Number.NEGATIVE_INFINITY, false);
  flows.write();
  for (const text of decisions) builder.step(text);
  const certain = claims.reduce((sum, claim) => sum + (cashMean(claim, market) ?? 0), 0);
  return { value, scale, certain, probes, regressions };
}
