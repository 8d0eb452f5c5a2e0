/**
 * Changes of a contract's value in bumped markets and with the passing of time, on the lattice points of its price and under its exercise
 * policy.
 *
 * One kernel generates the normals of a path once, simulates it in the base market and in up to three scenarios, and sums the differences
 * of the values. Scenarios that need random inputs of another kind, and those of large contracts, run alone on the same points.
 */
import type { Backend, Fallback } from '../../backend/backend.js';
import type { Years } from '../../base/units.js';
import { type Market, marketAfter } from '../../market/market.js';
import type { Contract } from '../../product/contract/contract.js';
import { afterTime } from '../../product/contract/shift.js';
import type { Program } from '../emit/program.js';
import type { Plan } from '../estimator/estimator.js';
import { estimatorOfChanges } from '../estimator/index.js';
import { modelOf } from '../process/index.js';
import { withPolicy } from './choice-regression.js';
import { composeProgram } from './compose.js';
import { type Estimate, estimate, type MonteCarloSettings, policyFor } from './monte-carlo.js';
import { bumped, planFor } from './plan.js';

export interface Scenario {
  /** The same assets in another state. */
  readonly market: Market;
  /** Years by which the contract's dates are nearer; 0 by default. */
  readonly passed?: Years;
}

interface Changes {
  readonly centre: Estimate;
  /** For each scenario, its value less the base value: one number per shift. */
  readonly changes: readonly Float64Array[];
}

/** Number of scenarios per kernel beside the base plan: a thread returns up to four numbers. */
const MAX_SCENARIOS_PER_KERNEL = 3;
/** Largest number of states of a contract whose scenarios share a kernel. A larger one has a long text, and scenarios that run alone reuse its compiled kernel. */
const MAX_STATES_FOR_SHARED_KERNEL = 8;

/** @param basePlan  the plan of the contract in the base market */
export async function changesOf(
  basePlan: Plan,
  contract: Contract,
  scenarios: readonly Scenario[],
  settings: MonteCarloSettings,
  backend: Backend,
): Promise<Changes> {
  // The best estimator for a price need not be the best for its changes.
  const plan = forChanges(basePlan);
  const base = composeProgram(plan);
  const policy = await policyFor(base, settings, backend);
  const plans = scenarios.map(({ market, passed }) => bumped(plan, contract, market, passed));
  const alone = ({ market, passed = 0 }: Scenario): Plan =>
    forChanges(planFor(afterTime(contract, passed), marketAfter(market, passed), settings.numSteps, plan.equalSteps));
  const together =
    plan.states > MAX_STATES_FOR_SHARED_KERNEL
      ? []
      : plans.filter((scenario, k) => sharesPaths(scenario, plan, base, () => alone(scenarios[k]!)));

  const fallbacks = new Map<string, Fallback>();
  let centre: Estimate | undefined;
  const run = async (program: Program): Promise<Estimate> => {
    const same = centre && { numPaths: centre.numPaths, targetStandardError: undefined };
    const one = await estimate(program, { ...settings, ...same }, backend);
    for (const fallback of one.fallbacks) fallbacks.set(JSON.stringify(fallback), fallback);
    centre ??= one;
    return one;
  };
  if (!hasSameEstimator(basePlan, plan)) await run(composeProgram(basePlan));

  const changes = new Map<Plan, Float64Array>();
  for (let i = 0; i < together.length; i += MAX_SCENARIOS_PER_KERNEL) {
    const group = together.slice(i, i + MAX_SCENARIOS_PER_KERNEL);
    const program = withPolicy(composeProgram(plan, group), policy);
    const { others: scenarioChanges } = await run(program);
    for (const [k, scenario] of group.entries()) {
      const knownChange = program.knownMeanChanges[k]!;
      changes.set(
        scenario,
        scenarioChanges[k]!.map((change) => change + knownChange),
      );
    }
  }
  const from = new Map<string | undefined, Estimate>();
  for (const [k, scenario] of scenarios.entries()) {
    if (changes.has(plans[k]!)) continue;
    // The errors of two different estimators would not cancel, so both sides use the same one.
    const separate = alone(scenario);
    const estimator = hasSameEstimator(separate, plan) ? plan.estimator : undefined;
    const start = from.get(estimator?.name) ?? (await run(withPolicy(composeProgram({ ...plan, estimator }), policy)));
    from.set(estimator?.name, start);
    const program = composeProgram({ ...separate, estimator: estimator && separate.estimator });
    const scenarioPolicy = hasSameRegressions(program, base) ? policy : await policyFor(program, settings, backend);
    const { means } = await run(withPolicy(program, scenarioPolicy));
    changes.set(
      plans[k]!,
      means.map((value, r) => value - start.means[r]!),
    );
  }
  if (centre === undefined) throw new Error('changes need at least one scenario');
  return {
    centre: { ...centre, fallbacks: [...fallbacks.values()] },
    changes: plans.map((scenario) => changes.get(scenario) ?? new Float64Array()),
  };
}

/**
 * True if a scenario uses the random inputs of the plan step by step. When time passes, the first step is then shorter.
 *
 * When time passes, the first step is then shorter. That is exact for Gaussian models. For other models a part of the discretisation error
 * of one step would enter theta; run alone, all equal steps are slightly shorter, and the errors cancel. Where that would change the
 * position of the contract's dates among the steps, the random inputs would differ too, and sharing them is better.
 */
function sharesPaths(scenario: Plan, plan: Plan, base: Program, alone: () => Plan): boolean {
  const pairs = scenario.market.assets.map((asset, i) => [modelOf(asset), modelOf(plan.market.assets[i]!)] as const);
  const sameInputs = pairs.every(([one, other]) => one.drivers === other.drivers && one.normals === other.normals);
  if (!sameInputs || !hasSameEstimator(scenario, plan)) return false;
  if (scenario.grid === plan.grid) return true;
  const better = alone().grid.times.length !== plan.grid.times.length;
  return (better || pairs.every(([one]) => one.gaussian)) && hasSameRegressions(composeProgram(scenario), base);
}

const forChanges = (plan: Plan): Plan => ({ ...plan, estimator: estimatorOfChanges(plan) });

const hasSameEstimator = (one: Plan, other: Plan): boolean => one.estimator?.name === other.estimator?.name;

/**
 * True if two programs have regressions with the same numbers of basis functions. One day before a choice, payments made with it may be
 * known.
 */
const hasSameRegressions = (one: Program, other: Program): boolean =>
  one.regressions.length === other.regressions.length &&
  one.regressions.every(({ basis }, k) => basis.length === other.regressions[k]!.basis.length);
