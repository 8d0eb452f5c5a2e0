/**
 * The composer: model × payoff → one kernel.
 *
 * A thread takes some consecutive lattice points of a row, walks the path of each through the grid and returns the sum of what the
 * contract pays on them, discounted to today; one point where each path's value is wanted. The text depends on the structure alone (the
 * shape of the contract, the number of assets, the kinds of what is watched), the numbers come beside it. The same text runs on every
 * backend and, in f64, as its own check (twin.ts).
 *
 * A thread may sum up to four outputs. The first is the value; whoever writes a path adds another by \`sheet.output\`, text of a number
 * known when the path is done, in the units of the value.
 */
import { discount } from '../product/curve.js';
import { type Regression, type Writing, writeClaims } from './choices.js';
import type { Claim, Condition } from './claims.js';
import type { VarianceReduction, Written } from './estimator.js';
import { openFlows } from './flows.js';
import { cashMean } from './known.js';
import { openPaths } from './paths.js';
import { NORMALS_OF_EXTREME, openPayoffs } from './payoffs.js';
import type { Plan } from './plan.js';
import { type Dimensions, writePoints } from './points.js';
import { openSheet, type Sheet } from './sheet.js';
import { writeSurvival } from './survival.js';
import { kernelText } from './text.js';

export interface Program {
  readonly source: string;
  /** Numbers a thread returns: the value, then those that \`sheet.output\` added. */
  readonly outputs: number;
  readonly steps: number;
  /** What the kernel returns is in units of this. */
  readonly scale: number;
  /** Of the contract's value, what is known: discounted to today. The kernel leaves it out. */
  readonly certain: number;
  readonly varianceReduction: VarianceReduction;
  /** Equal steps that the grid has besides the contract's dates; 0 for the dates alone. */
  readonly equalSteps: number;
  /** steps × as many numbers as a step reads. */
  readonly columns: Float64Array;
  /** Terms of options, a few numbers each. */
  readonly rows: Float64Array;
  /** Coefficients of regressions stand here, zero until they are found. */
  readonly scalars: Float64Array;
  readonly dimensions: Dimensions;
  /** In the order in which they must be fitted: later choices first. */
  readonly regressions: readonly Regression[];
  /** Takes a selector: 0 for the value. */
  readonly selectable: boolean;
  readonly warnings: readonly string[];
}

const REGRESSED =
  'a choice is decided by least-squares regression: the price is that of a policy that is nearly the best, a lower bound up to its standard error';

/** Pays what each path pays. */
function writePlain(sheet: Sheet, { market, claims, watch, grid, construction, last }: Plan): Written {
  const paths = openPaths(sheet, market, grid, watch.bridged);
  const ofExtremes = NORMALS_OF_EXTREME * watch.extremes.length;
  const { motions, normals, uniforms, dimensions } = writePoints(sheet, construction(grid.times), {
    motions: paths.motions,
    normals: ofExtremes + paths.normals,
    uniforms: watch.sampled.length,
  });
  paths.advance(motions, normals.slice(ofExtremes));
  const counts = writeSurvival(sheet, watch, market, grid, paths, uniforms);
  // An option's amount is then its weight, which f32 holds: rounded, it would be off by the same on every path.
  const scale = (market.assets[0]?.spot ?? 1) * discount(market.curve, last);
  const flows = openFlows(sheet, market, grid, paths, scale);
  const payoffs = openPayoffs(sheet, market, grid, paths, flows, scale, (key) =>
    normals.slice(NORMALS_OF_EXTREME * watch.extremes.indexOf(key), ofExtremes),
  );
  const probes: string[] = [];
  const regressions: Regression[] = [];
  const decisions: string[] = [];
  const writing: Writing = {
    sheet,
    market,
    grid,
    paths,
    flows,
    payoffs,
    counts,
    probes,
    regressions,
    autocalls: new Map(),
    decisions,
  };
  const uncertain = claims.filter((claim) => cashMean(claim, market) === undefined);
  const value = writeClaims(writing, uncertain, 0, Number.NEGATIVE_INFINITY, false);
  flows.write();
  for (const text of decisions) sheet.step(text);
  const certain = claims.reduce((sum, claim) => sum + (cashMean(claim, market) ?? 0), 0);
  return { value, scale, certain, dimensions, probes, regressions };
}

const isContinuous = ({ trigger }: Condition): boolean => trigger.monitoring === 'continuous';

/** The plain estimator counts payments under continuous barriers by the probability of their staying clear, but in choices. */
const plainReduction = (claims: readonly Claim[]): VarianceReduction =>
  claims.some((claim) => claim.type !== 'choice' && claim.conditions.some(isContinuous)) ? 'conditional_expectation' : 'none';

/** Writes the kernel of a plan and the numbers that it reads. */
export function composeProgram(plan: Plan): Program {
  const { claims, grid, equalSteps, warnings, estimator } = plan;
  const sheet = openSheet(grid.times.length);
  const { value, scale, certain, dimensions, probes, regressions } = (estimator?.write ?? writePlain)(sheet, plan);
  const finished = sheet.finish();
  const result = probes.reduceRight((rest, probe, i) => `selector === ${i + 1} ? ${probe} : ${rest}`, value);
  const given = [result, ...finished.outputs];
  return {
    source: kernelText(finished, dimensions, given, probes.length > 0),
    outputs: given.length,
    steps: grid.times.length,
    equalSteps,
    scale,
    certain,
    varianceReduction: estimator?.varianceReduction ?? plainReduction(claims),
    columns: finished.columns,
    rows: finished.rows,
    scalars: finished.scalars,
    dimensions,
    regressions: regressions.toSorted((a, b) => b.time - a.time),
    selectable: probes.length > 0,
    warnings: [...warnings, ...(regressions.length > 0 ? [REGRESSED] : [])],
  };
}
