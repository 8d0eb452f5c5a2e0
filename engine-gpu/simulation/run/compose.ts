/**
 * The composer: model × payoff → one kernel.
 *
 * A thread takes some consecutive lattice points of a row, walks the path of each through the grid and returns the sum of what the
 * contract pays on them, discounted to today; one point where each path's value is wanted. The text depends on the structure alone (the
 * shape of the contract, the number of assets, the kinds of what is watched), the numbers come beside it. The same text runs on every
 * backend and, in f64, as its own check (twin.ts).
 *
 * A thread may sum up to four outputs. The first is the value; whoever writes a path adds another by `builder.output`, text of a number
 * known when the path is done, in the units of the value.
 */

import { type KernelBuilder, openKernelBuilder } from '../emit/kernel-builder.js';
import type { VarianceReduction } from '../emit/program.js';
import { type Program, programOf } from '../emit/program.js';
import type { Estimator, Written } from '../estimator/estimator.js';
import { type AllWritten, drawFor, writePlain } from '../estimator/plain.js';
import type { Plan } from '../estimator/plan.js';
import type { Claim, Condition } from '../payoff/claims.js';

const REGRESSED =
  'a choice is decided by least-squares regression: the price is that of a policy that is nearly the best, a lower bound up to its standard error';

function writeBy({ draws, write }: Estimator, builder: KernelBuilder, plan: Plan, scenarios: readonly Plan[]): AllWritten {
  const all = [plan, ...scenarios];
  const { dimensions, drawn } = drawFor(builder, all, draws(plan));
  return { dimensions, written: all.map((one, k) => write(builder, one, drawn[k])) };
}

const isContinuous = ({ trigger }: Condition): boolean => trigger.monitoring === 'continuous';

/** The plain estimator counts payments under continuous barriers by the probability of their staying clear, but in choices. */
const plainReduction = (claims: readonly Claim[]): VarianceReduction =>
  claims.some((claim) => claim.type !== 'choice' && claim.conditions.some(isContinuous)) ? 'conditional_expectation' : 'none';

/**
 * Writes the kernel of a plan and the numbers that it reads.
 *
 * @param scenarios  up to three that are `bumped`: of each the kernel sums, as an output, what a path is worth there less what it is worth
 *                   in the plan. Rounding then takes digits from the difference, not from the value
 */
export function composeProgram(plan: Plan, scenarios: readonly Plan[] = []): Program {
  const { claims, grid, equalSteps, warnings, estimator } = plan;
  const builder = openKernelBuilder(grid.times.length);
  const { dimensions, written } = estimator ? writeBy(estimator, builder, plan, scenarios) : writePlain(builder, plan, scenarios);
  const [{ value, scale, certain, probes, regressions }, ...others] = written as [Written, ...Written[]];
  for (const other of others) {
    const more = builder.scalar(other.scale / scale - 1);
    builder.output(`(${other.value} - ${value}) + ${more} * ${other.value}`);
  }
  const finished = builder.finish();
  // A policy is fitted to the plan alone.
  const selectable = probes.length > 0 && others.length === 0;
  const result = selectable ? probes.reduceRight((rest, probe, i) => `selector === ${i + 1} ? ${probe} : ${rest}`, value) : value;
  return {
    ...programOf({ finished, dimensions, results: [result, ...finished.outputs], selectable, steps: grid.times.length, scale }),
    equalSteps,
    certain,
    certainChanges: others.map((other) => other.certain - certain),
    varianceReduction: estimator?.varianceReduction ?? plainReduction(claims),
    regressions: regressions.toSorted((a, b) => b.time - a.time),
    warnings: [...warnings, ...(regressions.length > 0 ? [REGRESSED] : [])],
  };
}
