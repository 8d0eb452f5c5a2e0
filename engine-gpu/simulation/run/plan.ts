/**
 * The plan of a simulation, settled before anything is allocated: claims, monitoring, time grid and estimator, and so the cost.
 */

import { EngineFailure } from '../../base/failure.js';
import type { Years } from '../../base/units.js';
import { type Market, marketAfter } from '../../market/market.js';
import { log } from '../../math/elementary/log.js';
import type { LocalVolatility } from '../../method/local-volatility-fit.js';
import { repricingOf, repricingWarnings, type SurfaceRepricing } from '../../method/surface-evaluation.js';
import type { Contract } from '../../product/contract/contract.js';
import { afterTime } from '../../product/contract/shift.js';
import { assetsUsed, eventTimes, lastTime } from '../../product/contract/timeline.js';
import { brownianBridge, stepByStep } from '../emit/bridge.js';
import { gridFor, nearer, SAME_TIME } from '../emit/grid.js';
import { isHeavyTailed } from '../estimator/conditional-on-variance.js';
import { closedFormMean, limitWarnings } from '../estimator/deterministic.js';
import type { Plan } from '../estimator/estimator.js';
import { estimatorFor, estimatorOfChanges } from '../estimator/index.js';
import { isValued } from '../payoff/choices.js';
import { type Claim, claimsOf, growsWithSpot, paymentTimes } from '../payoff/claims.js';
import { longestStep, type Monitored, monitoredBy } from '../payoff/survival.js';
import { modelOf } from '../process/index.js';
import { localVolatilityOf } from '../process/local-volatility.js';

/** Number of steps where barriers are independent, or the volatility is constant, only within a short step: per year, and its bounds. */
const FINE_STEPS = { perYear: 252, min: 64, max: 1024 };

/** Largest number of parts with kernel text of their own: the time to compile grows faster than their number. */
const MAX_STATES = 64;

/**
 * Plans the simulation of a contract.
 *
 * @param numSteps    minimum number of time steps; default: the contract's dates and what barriers and models need
 * @param equalSteps  exact number of equal steps besides the contract's dates, so that two plans have comparable grids
 * @throws EngineFailure `cost` where the contract has too many parts; `invalid` where the market lacks an asset
 */
export function planFor(contract: Contract, market: Market, numSteps = 0, equalSteps?: number): Plan {
  const used = assetsUsed(contract);
  const part = select(market, used);
  const claims = claimsOf(contract, used);
  const last = lastTime(contract);
  const monitored = monitoredBy(claims, part);
  const states = monitored.discrete.size + monitored.corridors.size + ownStates(claims);
  if (states > MAX_STATES)
    throw new EngineFailure(
      'cost',
      `a contract may have at most ${MAX_STATES} different barriers, choices, autocalls and payoffs of several spots or dates; this one has ${states}`,
    );
  const equal = equalSteps ?? Math.max(stepsOfModels(part, last, numSteps), stepsNeeded(monitored, part, last));
  const grid = gridFor(
    [...timesNeeded(contract, claims, part), ...timesOfAssets(part, monitored)].filter((time) => time < last + SAME_TIME),
    equal,
  );
  const estimator = estimatorFor({ market: part, claims, grid });
  const warnings = [
    ...(monitored.approximate ? [independenceWarning(grid.times.length)] : []),
    ...(hasVaryingVolatility(monitored, part) ? [constantVolatilityWarning(grid.times.length)] : []),
    ...biasWarnings(part, grid.times.length),
    ...earlyPaymentWarnings(claims),
    ...totalVolatilityWarnings(claims, part, last, estimator),
    ...heavyTailWarnings(part, last, estimator),
    ...limitWarnings(claims, part),
    ...surfaceWarnings(part),
  ];
  return {
    market: part,
    starts: used.map(() => 0),
    claims,
    monitored,
    states,
    grid,
    equalSteps: equal,
    estimator,
    construction: claims.every(dependsOnReturnsOnly) ? stepByStep : brownianBridge,
    last,
    warnings,
    repricing: repricingOfSurfaces(part),
    repaired: market.repaired,
  };
}

/**
 * The plan of the same contract in a bumped market, or after time has passed, with the same steps, so that one kernel can simulate both on
 * the same lattice points.
 *
 * @param market  the bumped market: the same assets and correlations, other spots, rates or volatilities
 * @param passed  years by which the contract's dates are nearer
 */
export function bumped(plan: Plan, contract: Contract, market: Market, passed: Years = 0): Plan {
  const remaining = afterTime(contract, passed);
  const now = select(marketAfter(market, passed), assetsUsed(contract)).assets;
  // An estimator's closed forms start from the bumped spots. The plain estimator keeps the plan's spots as unit and starts each path at
  // ln(bumped/unbumped) instead, so that the coefficients of a regression mean the same for both.
  const assets = plan.estimator ? now : now.map((asset, i) => ({ ...asset, spot: plan.market.assets[i]!.spot }));
  const part = { ...plan.market, curve: market.curve, assets };
  const claims = claimsOf(remaining, assetsUsed(contract));
  const grid = passed === 0 ? plan.grid : nearer(plan.grid, passed);
  return {
    ...plan,
    market: part,
    starts: now.map(({ spot }, i) => log(spot / assets[i]!.spot)),
    claims,
    monitored: monitoredBy(claims, part),
    grid,
    estimator: plan.estimator && estimatorOfChanges({ market: part, claims, grid }),
    last: lastTime(remaining),
  };
}

/** Times at which a path must be known. A choice between options that have closed forms at the choice date needs that date alone. */
function timesNeeded(contract: Contract, [only, ...further]: readonly Claim[], market: Market): readonly Years[] {
  if (only?.type !== 'choice' || further.length > 0) return eventTimes(contract);
  const sides = [...only.left, ...only.right];
  const free = sides.every((side) => side.type === 'european' && side.conditions.length === 0);
  return free && isValued(market, sides, only.time) ? [only.time] : eventTimes(contract);
}

/** Time before an ex-date at which a path that is watched continuously is known, so that its fall is no part of a Brownian bridge. */
const BEFORE_FALL: Years = 2 * SAME_TIME;

/** Times at which a path must be known because of its asset: ex-dates, and the ends of constant variances where assets are correlated. */
function timesOfAssets({ assets }: Market, { bridged }: Monitored): readonly Years[] {
  return assets.flatMap(({ dividends = [], model }, asset) => [
    ...dividends.flatMap(({ time, cash }) => [
      ...(cash > 0 || bridged.has(asset) ? [time] : []),
      ...(bridged.has(asset) && time > BEFORE_FALL ? [time - BEFORE_FALL] : []),
    ]),
    ...(model?.type === 'term_volatility' && assets.length > 1 ? model.times : []),
  ]);
}

/** True if a claim depends on period returns alone. Each step is then one dimension, which a Brownian bridge would spread over several. */
const dependsOnReturnsOnly = (claim: Claim): boolean =>
  claim.type === 'payoff' && claim.conditions.length === 0 && (claim.payoff.of.type === 'returns' || claim.payoff.of.type === 'variance');

const ownStates = (claims: readonly Claim[]): number =>
  claims.reduce(
    (count, claim) =>
      count + (claim.type === 'european' ? 0 : 1) + (claim.type === 'choice' ? ownStates(claim.left) + ownStates(claim.right) : 0),
    0,
  );

/**
 * True if a continuously monitored asset has a volatility that varies within a step, so that the path between its ends is not a Brownian
 * bridge.
 */
const hasVaryingVolatility = ({ bridged }: Monitored, { assets }: Market): boolean =>
  [...bridged].some((asset) => !modelOf(assets[asset]!).gaussian);

/** Number of equal steps that barriers need: short steps where the method is exact only in their limit, and where two barriers are close. */
function stepsNeeded(monitored: Monitored, market: Market, last: Years): number {
  const fine =
    monitored.approximate || hasVaryingVolatility(monitored, market) ? Math.max(FINE_STEPS.min, Math.ceil(FINE_STEPS.perYear * last)) : 0;
  return Math.min(FINE_STEPS.max, Math.max(fine, Math.ceil(last / longestStep(monitored, market))));
}

/** Number of equal steps of the models: as requested, or else their usual number; in any case at least their minimum. */
const stepsOfModels = ({ assets }: Market, last: Years, requestedSteps: number): number =>
  assets
    .map((asset) => modelOf(asset).steps(last))
    .reduce((most, { usual, least }) => Math.max(most, least, requestedSteps || usual), requestedSteps);

const independenceWarning = (steps: number): string =>
  `continuous barriers and extremes on one payment or choice are taken as independent within each of ${steps} steps; numSteps makes the steps shorter`;

const constantVolatilityWarning = (steps: number): string =>
  `between the ends of each of ${steps} steps continuous barriers and extremes take the volatility as constant; numSteps makes the steps shorter`;

/** Warnings of models whose time steps leave a bias that the standard error does not include. */
export const biasWarnings = ({ assets }: Market, steps: number): string[] =>
  assets.flatMap((asset) => {
    const { biasOrder } = modelOf(asset);
    return biasOrder === undefined
      ? []
      : [
          `prices under the model of ${asset.name} have a bias from its ${steps} time steps that falls like their number to the power -${biasOrder.toPrecision(2)}; ` +
            'the standard error does not include it, and a run with twice the numSteps shows it',
        ];
  });

/** The assets with a surface of quotes, and the local volatility fitted to each. */
const fitted = ({ assets }: Market): { readonly name: string; readonly fit: LocalVolatility }[] =>
  assets.flatMap(({ name, model }) => (model?.type === 'local_vol' ? [{ name, fit: localVolatilityOf(model) }] : []));

/** How well local volatilities reprice the quotes of their surfaces. */
const repricingOfSurfaces = (market: Market): SurfaceRepricing[] =>
  fitted(market).map(({ name, fit }) => ({ asset: name, ...repricingOf(fit) }));

const surfaceWarnings = (market: Market): string[] => fitted(market).flatMap(({ name, fit }) => repricingWarnings(fit, name));

const earlyPaymentWarnings = (claims: readonly Claim[]): string[] =>
  claims.some((claim) => losesPayments(claim, 0)) ? ['payments of a side that fall before its choice is made belong to neither side'] : [];

/** Largest σ√T without a warning. E[S] comes from paths σ√T standard deviations out: at 3, one path in 700. */
const MAX_TOTAL_VOLATILITY = 3;
/**
 * The same where what grows with a spot is averaged as it is, without an estimator that takes its tail away. Of 60 prices of a call on the highest of four
 * fixings, on 2 048 paths each, 5 were outside their 95 % interval at 1.6, 9 at 2 and 15 at 2.5.
 */
const MAX_PLAIN_VOLATILITY = 1.7;

/** Warnings of assets whose upper tail has no finite variance, except where the estimator simulates a bounded payment alone. */
const heavyTailWarnings = ({ assets }: Market, last: Years, estimator: Plan['estimator']): string[] =>
  (estimator?.name === 'conditional on variance' ? [] : assets)
    .filter((asset) => isHeavyTailed(asset, last))
    .map(
      ({ name }) =>
        `under the model of ${name}, whose variance rises with its spot, payments that grow with the spot may have no finite variance: the standard error then understates what rare paths add`,
    );

function totalVolatilityWarnings(claims: readonly Claim[], market: Market, last: Years, estimator: Plan['estimator']): string[] {
  const simulated = claims.filter((claim) => closedFormMean(claim, market) === undefined);
  if (simulated.length === 0) return [];
  const most = estimator === undefined && simulated.some(growsWithSpot) ? MAX_PLAIN_VOLATILITY : MAX_TOTAL_VOLATILITY;
  return market.assets.flatMap((asset) => {
    const { deviation, tailVolatility } = modelOf(asset);
    const total = last > 0 && tailVolatility !== undefined ? tailVolatility(last) : deviation(0, last);
    return total > most
      ? [
          `the total volatility of ${asset.name} is ${total.toPrecision(3)}: its mean comes from paths too rare to be sampled, and the standard error understates that`,
        ]
      : [];
  });
}

const losesPayments = (claim: Claim, since: Years): boolean =>
  claim.type === 'choice'
    ? [...claim.left, ...claim.right].some((side) => losesPayments(side, Math.max(since, claim.time)))
    : paymentTimes(claim).some((time) => time < since - SAME_TIME);

const select = (market: Market, used: readonly number[]): Market => ({
  ...market,
  assets: used.map((asset) => {
    const bumpedAsset = market.assets[asset];
    if (!bumpedAsset) throw new EngineFailure('invalid', `market.assets has no asset number ${asset}; it has ${market.assets.length}`);
    return bumpedAsset;
  }),
  correlation: used.map((a) => used.map((b) => market.correlation[a]![b]!)),
});
