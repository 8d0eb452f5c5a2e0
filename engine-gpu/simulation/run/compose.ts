/**
 * Composes model and payoff into one kernel.
 *
 * A thread takes some consecutive lattice points of a row, simulates the path of each through the time grid and returns the sum of the
 * discounted payments; it takes one point where the value of each path is wanted. The text depends on the structure alone (the shape of
 * the contract, the number of assets, the kinds of barriers and observables); the numbers are passed beside it. The same text runs on
 * every backend and, in double precision, as its own check (twin.ts).
 *
 * A thread may sum up to four outputs. The first is the value; `builder.output` adds another, the text of a number known at the end of the
 * path, in the units of the value.
 */

import type { Market } from '../../market/market.js';
import { type KernelBuilder, openKernelBuilder } from '../emit/kernel-builder.js';
import type { VarianceReduction } from '../emit/program.js';
import { type Program, programOf } from '../emit/program.js';
import { closedFormMean } from '../estimator/deterministic.js';
import type { Estimator, Plan, Written } from '../estimator/estimator.js';
import { type AllWritten, writeInputs, writePlain } from '../estimator/plain.js';
import { type Claim, type Condition, largestJump } from '../payoff/claims.js';
import { modelOf } from '../process/index.js';
import { crossingsOf, roundedOf } from './resolution.js';

const REGRESSION_WARNING =
  'a choice is decided by least-squares regression: the price is that of a near-optimal policy, a lower bound up to its standard error';

function writeBy({ randomInputs, write }: Estimator, builder: KernelBuilder, plan: Plan, scenarios: readonly Plan[]): AllWritten {
  const all = [plan, ...scenarios];
  const { dimensions, inputs } = writeInputs(builder, all, randomInputs(plan));
  return { dimensions, written: all.map((one, k) => write(builder, one, inputs[k]!)) };
}

const isContinuous = ({ trigger }: Condition): boolean => trigger.monitoring === 'continuous';

/** The plain estimator takes closed forms where there are some, and weights a payment under continuous barriers by the conditional probability that they stay clear, except inside choices. */
const plainReduction = (claims: readonly Claim[], market: Market): VarianceReduction =>
  claims.some(
    (claim) =>
      claim.type !== 'choice' && (claim.conditions.some(isContinuous) || (!isCash(claim) && closedFormMean(claim, market) !== undefined)),
  )
    ? 'conditional_expectation'
    : 'none';

const isCash = (claim: Claim): boolean => claim.type === 'european' && claim.european.type === 'cash';

/**
 * Writes the kernel of a plan and the numbers that it reads.
 *
 * @param scenarios  up to three plans from `bumped`. For each, the kernel sums the path's value there less its value in the plan as a
 *                   further output, so that rounding is relative to the difference and not to the value
 */
export function composeProgram(plan: Plan, scenarios: readonly Plan[] = []): Program {
  const { claims, grid, equalSteps, warnings, repricing, repaired, estimator } = plan;
  const builder = openKernelBuilder(grid.times.length);
  const { dimensions, written } = estimator ? writeBy(estimator, builder, plan, scenarios) : writePlain(builder, plan, scenarios);
  const [{ value, scale, knownMean, selectable: selectableTexts, regressions }, ...conditionals] = written as [Written, ...Written[]];
  for (const other of conditionals) {
    const more = builder.scalar(other.scale / scale - 1);
    builder.output(`(${other.value} - ${value}) + ${more} * ${other.value}`);
  }
  const finished = builder.finish();
  // The exercise policy is fitted on the base plan alone.
  const unknown = claims.filter((claim) => closedFormMean(claim, plan.market) === undefined);
  const simulated = estimator ? [] : unknown;
  const selectable = selectableTexts.length > 0 && conditionals.length === 0;
  const result = selectable ? selectableTexts.reduceRight((rest, text, i) => `selector === ${i + 1} ? ${text} : ${rest}`, value) : value;
  return {
    ...programOf({ finished, dimensions, results: [result, ...finished.outputs], selectable, steps: grid.times.length, scale }),
    equalSteps,
    costPerPath: grid.times.length * Math.max(1, plan.market.assets.length),
    paysByPath: simulated.length > 0 && plan.market.assets.some((asset) => modelOf(asset).deviation(0, plan.last) > 0),
    isRemainder: estimator?.name === 'barrier control variate',
    largestJump: largestJump(simulated, plan.market),
    crossings: crossingsOf({ ...plan, claims: unknown }),
    rounded: roundedOf(plan),
    knownMean,
    knownMeanChanges: conditionals.map((other) => other.knownMean - knownMean),
    varianceReduction: estimator?.varianceReduction ?? plainReduction(claims, plan.market),
    regressions: regressions.toSorted((a, b) => b.time - a.time),
    repricing,
    repaired,
    warnings: [...warnings, ...(regressions.length > 0 ? [REGRESSION_WARNING] : [])],
  };
}
