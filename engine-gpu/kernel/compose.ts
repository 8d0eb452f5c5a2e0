/**
 * The composer: model × payoff → one kernel.
 *
 * A thread takes one lattice point, walks its path through the grid and returns what the contract pays on it, discounted to today. The
 * text depends on the structure alone (the shape of the contract, the number of assets, the kinds of what is watched), the
 * numbers come beside it. The same text runs on every backend and, in f64, as its own check (twin.ts).
 */
import { EngineFailure } from '../failure.js';
import type { Contract } from '../product/contract.js';
import { discount } from '../product/curve.js';
import type { Market } from '../product/market.js';
import { assetsUsed, eventTimes, lastTime } from '../product/timeline.js';
import type { Years } from '../units.js';
import { type Regression, type Writing, writeClaims } from './choices.js';
import { type AutocallClaim, type Claim, claimsOf, paymentTimes } from './claims.js';
import { openFlows } from './flows.js';
import { gbm } from './gbm.js';
import { gridFor, SAME_TIME } from './grid.js';
import { type Dimensions, writePoints } from './points.js';
import { openSheet } from './sheet.js';
import { longestStep, type Watch, watchFor, writeSurvival } from './survival.js';

export interface Program {
  readonly source: string;
  readonly steps: number;
  /** What the kernel returns is in units of this. */
  readonly scale: number;
  /** Equal steps that the grid has besides the contract's dates; 0 for the dates alone. */
  readonly equalSteps: number;
  readonly assets: number;
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

/** Steps a year, and in all, where barriers are only independent within a short step. */
const FINE_STEPS = { perYear: 252, least: 64, most: 1024 };

/**
 * @param numSteps    at least so many steps; by default the contract's dates, and what barriers need
 * @param equalSteps  exactly so many equal steps besides the dates: those of another program, to be compared with it
 */
export function composeProgram(contract: Contract, market: Market, numSteps = 0, equalSteps?: number): Program {
  const used = assetsUsed(contract);
  const part = select(market, used);
  const claims = claimsOf(contract, used);
  const last = lastTime(contract);
  const watch = watchFor(claims, part);
  const equal = equalSteps ?? Math.max(numSteps, stepsNeeded(watch, part, last));
  const grid = gridFor(
    eventTimes(contract).filter((time) => time < last + SAME_TIME),
    equal,
  );
  const sheet = openSheet(grid.times.length);
  const paths = gbm(sheet, part, grid, watch.bridged);
  const { normals, uniforms, dimensions } = writePoints(sheet, grid.times.length, paths.factors, watch.sampled.length);
  paths.advance(sheet, normals);
  const counts = writeSurvival(sheet, watch, part, grid, paths, uniforms);
  // An option's amount is then its weight, which f32 holds: rounded, it would be off by the same on every path.
  const scale = part.assets[0]!.spot * discount(part.curve, last);
  const flows = openFlows(sheet, part, grid, paths, scale);
  const probes: string[] = [];
  const regressions: Regression[] = [];
  const decisions: string[] = [];
  const writing: Writing = {
    sheet,
    market: part,
    grid,
    paths,
    flows,
    counts,
    probes,
    regressions,
    autocalls: new Map<AutocallClaim, readonly [string, string]>(),
    decisions,
  };
  const value = writeClaims(writing, claims, 0, Number.NEGATIVE_INFINITY, false);
  flows.write();
  for (const text of decisions) sheet.step(text);
  const { locals, before, step, columns, rows, scalars } = sheet.finish();
  const result = probes.reduceRight((rest, probe, i) => `selector === ${i + 1} ? ${probe} : ${rest}`, value);
  const parameters = [
    ...['g', 'l', 'p', 'z', 's'],
    ...(dimensions.blocks > 1 ? ['o'] : []),
    ...['steps', 'dimensions'],
    ...(dimensions.blocks > 1 ? ['width'] : []),
    ...(probes.length > 0 ? ['selector'] : []),
  ];
  const source = `function kernel(${parameters.join(', ')}) {
let q = this.thread.x;
const row = this.thread.y * dimensions;
${before}${locals}for (let i = 0; i < steps; i++) {
${step}}
return ${result};
}`;
  return {
    source,
    steps: grid.times.length,
    equalSteps: equal,
    scale,
    assets: used.length,
    columns,
    rows,
    scalars,
    dimensions,
    regressions: regressions.toSorted((a, b) => b.time - a.time),
    selectable: probes.length > 0,
    warnings: [...warningsOf(claims, watch.approximate, grid.times.length, regressions.length), ...wild(part, last)],
  };
}

/** Equal steps that barriers need: short ones where they are only independent within each, and where two are close together. */
function stepsNeeded(watch: Watch, market: Market, last: Years): number {
  const fine = watch.approximate ? Math.max(FINE_STEPS.least, Math.ceil(FINE_STEPS.perYear * last)) : 0;
  return Math.min(FINE_STEPS.most, Math.max(fine, Math.ceil(last / longestStep(watch, market))));
}

function warningsOf(claims: readonly Claim[], approximate: boolean, steps: number, regressions: number): string[] {
  return [
    ...(approximate
      ? [
          `continuous barriers on one payment or choice are taken as independent within each of ${steps} steps; numSteps makes the steps shorter`,
        ]
      : []),
    ...(regressions > 0
      ? [
          `${regressions === 1 ? 'a choice is' : `${regressions} choices are`} decided by least-squares regression: the price is that of a policy that is nearly the best, a lower bound up to its standard error`,
        ]
      : []),
    ...(claims.some((claim) => losesPayments(claim, 0))
      ? ['payments of a side that fall before its choice is made belong to neither side']
      : []),
  ];
}

/** Beyond a total volatility s, E[S] lies in paths that s standard deviations lead to: at 3.5 one in 4000. */
const RAREST = 3.5;

const wild = ({ assets }: Market, last: Years): string[] =>
  assets
    .map(({ name, volatility }) => ({ name, total: volatility * Math.sqrt(last) }))
    .filter(({ total }) => total > RAREST)
    .map(
      ({ name, total }) =>
        `the total volatility of ${name} is ${total.toPrecision(3)}: its mean lies in paths too rare to be drawn, and the standard error understates that`,
    );

const losesPayments = (claim: Claim, since: Years): boolean =>
  claim.type === 'choice'
    ? [...claim.left, ...claim.right].some((side) => losesPayments(side, Math.max(since, claim.time)))
    : paymentTimes(claim).some((time) => time < since - SAME_TIME);

const select = (market: Market, used: readonly number[]): Market => ({
  ...market,
  assets: used.map((asset) => {
    const found = market.assets[asset];
    if (!found) throw new EngineFailure('invalid', `market.assets has no asset number ${asset}; it has ${market.assets.length}`);
    return found;
  }),
  correlation: used.map((a) => used.map((b) => market.correlation[a]![b]!)),
});
