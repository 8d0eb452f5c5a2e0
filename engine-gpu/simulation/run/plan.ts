/**
 * What a contract asks of a simulation, settled before anything is allocated: its claims, what is watched, the grid, and so the cost.
 */

import { EngineFailure } from '../../base/failure.js';
import type { Years } from '../../base/units.js';
import type { Market } from '../../market/market.js';
import type { Contract } from '../../product/contract/contract.js';
import { later } from '../../product/contract/shift.js';
import { assetsUsed, eventTimes, lastTime } from '../../product/contract/timeline.js';
import { brownianBridge, stepByStep } from '../emit/bridge.js';
import { gridFor, nearer, SAME_TIME } from '../emit/grid.js';
import { estimatorFor, estimatorOfChanges } from '../estimator/index.js';
import type { Plan } from '../estimator/plan.js';
import { isValued } from '../payoff/choices.js';
import { type Claim, claimsOf, paymentTimes } from '../payoff/claims.js';
import { longestStep, type Watch, watchFor } from '../payoff/survival.js';
import { modelOf } from '../process/index.js';

/** Steps a year, and in all, where barriers are only independent, or a volatility constant, within a short step. */
const FINE_STEPS = { perYear: 252, least: 64, most: 1024 };

/** Compiling grows faster than their number. */
const MOST_STATES = 64;

/**
 * @param numSteps    at least so many steps; by default the contract's dates, and what barriers and models need
 * @param equalSteps  exactly so many equal steps besides the dates: those of another plan, to be compared with it
 */
export function planFor(contract: Contract, market: Market, numSteps = 0, equalSteps?: number): Plan {
  const used = assetsUsed(contract);
  const part = select(market, used);
  const claims = claimsOf(contract, used);
  const last = lastTime(contract);
  const watch = watchFor(claims, part);
  const states = watch.discrete.size + watch.corridors.size + ownStates(claims);
  if (states > MOST_STATES)
    throw new EngineFailure(
      'cost',
      `a contract may have at most ${MOST_STATES} different barriers, choices, autocalls and payoffs of several spots or dates; this one has ${states}`,
    );
  const equal = equalSteps ?? Math.max(stepsOfModels(part, last, numSteps), stepsNeeded(watch, part, last));
  const grid = gridFor(
    timesRead(contract, claims, part).filter((time) => time < last + SAME_TIME),
    equal,
  );
  const warnings = [
    ...(watch.approximate ? [independence(grid.times.length)] : []),
    ...(isBent(watch, part) ? [frozen(grid.times.length)] : []),
    ...biased(part, grid.times.length),
    ...lost(claims),
    ...wild(part, last),
  ];
  return {
    market: part,
    starts: used.map(() => 0),
    claims,
    watch,
    states,
    grid,
    equalSteps: equal,
    estimator: estimatorFor({ market: part, claims, grid }),
    construction: claims.every(isOfPeriods) ? stepByStep : brownianBridge,
    last,
    warnings,
  };
}

/**
 * The plan of the same contract in a bumped market, or when time has passed: step for step the same, so that one kernel can take both
 * along the same points.
 *
 * @param market  the whole of it, with spots, rates and volatilities of its own; the same assets and correlations
 * @param passed  as `later` takes it
 */
export function bumped(plan: Plan, contract: Contract, market: Market, passed: Years = 0): Plan {
  const after = later(contract, passed);
  const now = select(market, assetsUsed(contract)).assets;
  // Closed forms start from the spots. Paths begin at them, and are measured by those of the plan: what has been decided by where a path is
  // then means the same.
  const assets = plan.estimator ? now : now.map((asset, i) => ({ ...asset, spot: plan.market.assets[i].spot }));
  const part = { ...plan.market, curve: market.curve, assets };
  const claims = claimsOf(after, assetsUsed(contract));
  const grid = passed === 0 ? plan.grid : nearer(plan.grid, passed);
  return {
    ...plan,
    market: part,
    starts: now.map(({ spot }, i) => Math.log(spot / assets[i].spot)),
    claims,
    watch: watchFor(claims, part),
    grid,
    estimator: plan.estimator && estimatorOfChanges({ market: part, claims, grid }),
    last: lastTime(after),
  };
}

/** When a path must be known: of a choice between options that then have closed forms, at the choice and not at what they pay. */
function timesRead(contract: Contract, [only, ...others]: readonly Claim[], market: Market): readonly Years[] {
  if (only?.type !== 'choice' || others.length > 0) return eventTimes(contract);
  const sides = [...only.left, ...only.right];
  const free = sides.every((side) => side.type === 'european' && side.conditions.length === 0);
  return free && isValued(market, sides, only.time) ? [only.time] : eventTimes(contract);
}

/** Looks at what the asset does within periods alone: a step is then a dimension, which a bridge would spread over several. */
const isOfPeriods = (claim: Claim): boolean =>
  claim.type === 'payoff' && claim.conditions.length === 0 && (claim.payoff.of.type === 'returns' || claim.payoff.of.type === 'variance');

const ownStates = (claims: readonly Claim[]): number =>
  claims.reduce(
    (count, claim) =>
      count + (claim.type === 'european' ? 0 : 1) + (claim.type === 'choice' ? ownStates(claim.left) + ownStates(claim.right) : 0),
    0,
  );

/** Whether an asset watched continuously has a volatility that moves within a step: between its ends the path is then no Brownian bridge. */
const isBent = ({ bridged }: Watch, { assets }: Market): boolean => [...bridged].some((asset) => !modelOf(assets[asset]).gaussian);

/** Equal steps that barriers need: short ones where they hold within a short step alone, and where two are close together. */
function stepsNeeded(watch: Watch, market: Market, last: Years): number {
  const fine = watch.approximate || isBent(watch, market) ? Math.max(FINE_STEPS.least, Math.ceil(FINE_STEPS.perYear * last)) : 0;
  return Math.min(FINE_STEPS.most, Math.max(fine, Math.ceil(last / longestStep(watch, market))));
}

/** Equal steps of the models: as many as are asked for, or else what they usually take, and in any case what they need. */
const stepsOfModels = ({ assets }: Market, last: Years, asked: number): number =>
  assets.map((asset) => modelOf(asset).steps(last)).reduce((most, { usual, least }) => Math.max(most, least, asked || usual), asked);

const independence = (steps: number): string =>
  `continuous barriers and extremes on one payment or choice are taken as independent within each of ${steps} steps; numSteps makes the steps shorter`;

const frozen = (steps: number): string =>
  `between the ends of each of ${steps} steps continuous barriers and extremes take the volatility as constant; numSteps makes the steps shorter`;

/** What is said of models whose paths have a bias that the standard error does not see. */
export const biased = ({ assets }: Market, steps: number): string[] =>
  assets.flatMap((asset) => {
    const { biasOrder } = modelOf(asset);
    return biasOrder === undefined
      ? []
      : [
          `prices under the model of ${asset.name} have a bias from its ${steps} time steps that falls like their number to the power -${biasOrder.toPrecision(2)}; ` +
            'the standard error does not see it, twice the numSteps show it',
        ];
  });

const lost = (claims: readonly Claim[]): string[] =>
  claims.some((claim) => losesPayments(claim, 0)) ? ['payments of a side that fall before its choice is made belong to neither side'] : [];

/** Beyond a total volatility s, E[S] lies in paths that s standard deviations lead to: at 3.5 one in 4000. */
const RAREST = 3.5;

const wild = ({ assets }: Market, last: Years): string[] =>
  assets
    .map((asset) => ({ name: asset.name, total: modelOf(asset).deviation(0, last) }))
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
  correlation: used.map((a) => used.map((b) => market.correlation[a][b])),
});
