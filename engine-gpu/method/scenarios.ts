/**
 * By how much a contract's value changes in other markets and with time, on the points of its price and under the policy of its choices.
 *
 * A kernel draws the normals of a path once, walks it in the market as it is and in up to three others, and sums by how much each value
 * differs from the first. Scenarios that need noise of another kind, and those of large contracts, run alone on the same points.
 */
import type { Backend, Fallback } from '../backend/backend.js';
import { composeProgram } from '../kernel/compose.js';
import { modelOf } from '../kernel/models.js';
import { bumped, type Plan, planFor } from '../kernel/plan.js';
import type { Program } from '../kernel/program.js';
import type { Contract } from '../product/contract.js';
import type { Market } from '../product/market.js';
import { later } from '../product/shift.js';
import type { Years } from '../units.js';
import { type Estimate, estimate, type MonteCarloSettings, policyFor } from './monte-carlo.js';
import { withPolicy } from './regression.js';

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

/** @param plan  of the contract in the market as it is */
export async function changesOf(
  plan: Plan,
  contract: Contract,
  scenarios: readonly Scenario[],
  settings: MonteCarloSettings,
  backend: Backend,
): Promise<Changes> {
  const base = composeProgram(plan);
  const policy = await policyFor(base, settings, backend);
  const plans = scenarios.map(({ market, passed }) => bumped(plan, contract, market, passed));
  const alone = ({ market, passed = 0 }: Scenario): Plan => planFor(later(contract, passed), market, settings.numSteps, plan.equalSteps);
  const together =
    plan.states > MOST_STATES ? [] : plans.filter((scenario, k) => walksAlong(scenario, plan, base, () => alone(scenarios[k]!)));

  const changes = new Map<Plan, Float64Array>();
  const fallbacks: Fallback[] = [];
  let centre: Estimate | undefined;
  const run = async (program: Program): Promise<Estimate> => {
    const same = centre && { numPaths: centre.numPaths, targetStandardError: undefined };
    const one = await estimate(program, { ...settings, ...same }, backend);
    fallbacks.push(...one.fallbacks);
    return one;
  };
  for (let i = 0; i === 0 || i < together.length; i += SCENARIOS_A_KERNEL) {
    const group = together.slice(i, i + SCENARIOS_A_KERNEL);
    const program = composeProgram(plan, group);
    const one = await run(withPolicy(program, policy));
    group.forEach((scenario, k) => {
      const known = program.certainChanges[k]!;
      changes.set(
        scenario,
        one.others[k]!.map((change) => change + known),
      );
    });
    centre ??= one;
  }
  let plain: Estimate | undefined;
  for (const [k, scenario] of scenarios.entries()) {
    if (changes.has(plans[k]!)) continue;
    const found = alone(scenario);
    // Estimates of two kinds have errors of two kinds, that do not cancel.
    const like = estimatedAlike(found, plan);
    if (!like) plain ??= await run(withPolicy(composeProgram({ ...plan, estimator: undefined }), policy));
    const program = composeProgram(like ? found : { ...found, estimator: undefined });
    const own = decidesAlike(program, base) ? policy : await policyFor(program, settings, backend);
    const { means } = await run(withPolicy(program, own));
    const from = like ? centre! : plain!;
    changes.set(
      plans[k]!,
      means.map((value, r) => value - from.means[r]!),
    );
  }
  const distinct = new Map(fallbacks.map((fallback) => [JSON.stringify(fallback), fallback]));
  return { centre: { ...centre!, fallbacks: [...distinct.values()] }, changes: plans.map((scenario) => changes.get(scenario)!) };
}

/**
 * Whether a scenario is drawn from the noise of the plan, step by step.
 *
 * When time passes the first step is then shorter. That is exact for Gaussian models. Others take a part of their error of one step for
 * theta; alone, all of their equal steps are a little shorter, and the errors cancel. But where that leaves other dates between them, the
 * noise is other too, and walking along is better.
 */
function walksAlong(scenario: Plan, plan: Plan, base: Program, alone: () => Plan): boolean {
  const pairs = scenario.market.assets.map((asset, i) => [modelOf(asset), modelOf(plan.market.assets[i]!)] as const);
  const drawnAlike = pairs.every(([one, other]) => one.motions === other.motions && one.normals === other.normals);
  if (!drawnAlike || !estimatedAlike(scenario, plan)) return false;
  if (scenario.grid === plan.grid) return true;
  const better = alone().grid.times.length !== plan.grid.times.length;
  return (better || pairs.every(([one]) => one.gaussian)) && decidesAlike(composeProgram(scenario), base);
}

const estimatedAlike = (one: Plan, other: Plan): boolean => one.estimator?.name === other.estimator?.name;

/** Whether choices are estimated from as many functions: a day before a choice, what is paid with it may be known. */
const decidesAlike = (one: Program, other: Program): boolean =>
  one.regressions.length === other.regressions.length &&
  one.regressions.every(({ basis }, k) => basis.length === other.regressions[k]!.basis.length);
