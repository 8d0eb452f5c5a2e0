/**
 * By how much a contract's value changes in other markets and with time, on the points of its price and under the policy of its choices.
 *
 * A kernel draws the normals of a path once, walks it in the market as it is and in up to three others, and sums by how much each value
 * differs from the first. Scenarios that need noise of another kind, and those of large contracts, run alone on the same points.
 */
import type { Backend, Fallback } from '../../backend/backend.js';
import type { Years } from '../../base/units.js';
import type { Market } from '../../market/market.js';
import type { Contract } from '../../product/contract/contract.js';
import { later } from '../../product/contract/shift.js';
import type { Program } from '../emit/program.js';
import { estimatorOfChanges } from '../estimator/index.js';
import type { Plan } from '../estimator/plan.js';
import { modelOf } from '../process/index.js';
import { withPolicy } from './choice-regression.js';
import { composeProgram } from './compose.js';
import { type Estimate, estimate, type MonteCarloSettings, policyFor } from './monte-carlo.js';
import { bumped, planFor } from './plan.js';

export interface Scenario {
  /** The same assets, elsewhere. */
  readonly market: Market;
  /** The contract's dates are nearer by so much. */
  readonly passed?: Years;
}

export interface Changes {
  readonly centre: Estimate;
  /** Of each scenario, V there less V, a number a shift. */
  readonly changes: readonly Float64Array[];
}

/** Beside the plan: a thread returns four numbers. */
const SCENARIOS_A_KERNEL = 3;
/** A contract of more states has a long text; scenarios that run alone share one of its length, which is compiled already. */
const MOST_STATES = 8;

/** @param given  the plan of the contract in the market as it is */
export async function changesOf(
  given: Plan,
  contract: Contract,
  scenarios: readonly Scenario[],
  settings: MonteCarloSettings,
  backend: Backend,
): Promise<Changes> {
  // What is best for a value need not be for its changes.
  const plan = forChanges(given);
  const base = composeProgram(plan);
  const policy = await policyFor(base, settings, backend);
  const plans = scenarios.map(({ market, passed }) => bumped(plan, contract, market, passed));
  const alone = ({ market, passed = 0 }: Scenario): Plan =>
    forChanges(planFor(later(contract, passed), market, settings.numSteps, plan.equalSteps));
  const together =
    plan.states > MOST_STATES ? [] : plans.filter((scenario, k) => walksAlong(scenario, plan, base, () => alone(scenarios[k])));

  const fallbacks = new Map<string, Fallback>();
  let centre: Estimate | undefined;
  const run = async (program: Program): Promise<Estimate> => {
    const same = centre && { numPaths: centre.numPaths, targetStandardError: undefined };
    const one = await estimate(program, { ...settings, ...same }, backend);
    for (const fallback of one.fallbacks) fallbacks.set(JSON.stringify(fallback), fallback);
    centre ??= one;
    return one;
  };
  if (!estimatedAlike(given, plan)) await run(composeProgram(given));

  const changes = new Map<Plan, Float64Array>();
  for (let i = 0; i < together.length; i += SCENARIOS_A_KERNEL) {
    const group = together.slice(i, i + SCENARIOS_A_KERNEL);
    const program = withPolicy(composeProgram(plan, group), policy);
    const { others } = await run(program);
    for (const [k, scenario] of group.entries()) {
      const known = program.certainChanges[k];
      changes.set(
        scenario,
        others[k].map((change) => change + known),
      );
    }
  }
  const from = new Map<string | undefined, Estimate>();
  for (const [k, scenario] of scenarios.entries()) {
    if (changes.has(plans[k])) continue;
    // Estimates of two kinds have errors of two kinds, that do not cancel.
    const found = alone(scenario);
    const estimator = estimatedAlike(found, plan) ? plan.estimator : undefined;
    const start = from.get(estimator?.name) ?? (await run(withPolicy(composeProgram({ ...plan, estimator }), policy)));
    from.set(estimator?.name, start);
    const program = composeProgram({ ...found, estimator: estimator && found.estimator });
    const own = decidesAlike(program, base) ? policy : await policyFor(program, settings, backend);
    const { means } = await run(withPolicy(program, own));
    changes.set(
      plans[k],
      means.map((value, r) => value - start.means[r]),
    );
  }
  return { centre: { ...centre!, fallbacks: [...fallbacks.values()] }, changes: plans.map((scenario) => changes.get(scenario)!) };
}

/**
 * Whether a scenario is drawn from the noise of the plan, step by step.
 *
 * When time passes the first step is then shorter. That is exact for Gaussian models. Others take a part of their error of one step for
 * theta; alone, all of their equal steps are a little shorter, and the errors cancel. But where that leaves other dates between them, the
 * noise is other too, and walking along is better.
 */
function walksAlong(scenario: Plan, plan: Plan, base: Program, alone: () => Plan): boolean {
  const pairs = scenario.market.assets.map((asset, i) => [modelOf(asset), modelOf(plan.market.assets[i])] as const);
  const drawnAlike = pairs.every(([one, other]) => one.drivers === other.drivers && one.normals === other.normals);
  if (!drawnAlike || !estimatedAlike(scenario, plan)) return false;
  if (scenario.grid === plan.grid) return true;
  const better = alone().grid.times.length !== plan.grid.times.length;
  return (better || pairs.every(([one]) => one.gaussian)) && decidesAlike(composeProgram(scenario), base);
}

const forChanges = (plan: Plan): Plan => ({ ...plan, estimator: estimatorOfChanges(plan) });

const estimatedAlike = (one: Plan, other: Plan): boolean => one.estimator?.name === other.estimator?.name;

/** Whether choices are estimated from as many functions: a day before a choice, what is paid with it may be known. */
const decidesAlike = (one: Program, other: Program): boolean =>
  one.regressions.length === other.regressions.length &&
  one.regressions.every(({ basis }, k) => basis.length === other.regressions[k].basis.length);
