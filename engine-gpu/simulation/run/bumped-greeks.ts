/**
 * Greeks by the bumps that the interface fixes, on the lattice points of the price, several bumps per kernel (scenarios.ts).
 *
 *   delta, gamma  from the values at 0.99 S, S and 1.01 S; one-sided beside a barrier (spot-bumps.ts)        per 1.00 of spot
 *   vega          (V(σ + 0.01) − V) / 0.01                     per 1.00 of volatility, as each model defines it (market/volatility-bump.ts)
 *   rho           (V(r + 0.0001) − V) / 0.0001                 per 1.00 of rate, all zero rates of the curve shifted in parallel
 *   theta         (V one day later − V) / (1/365)              per year of time passing
 *
 * With several assets each is bumped alone, and delta, gamma and vega are the sums over them: delta is the change if every spot rises
 * by 1.00, and gamma leaves out cross terms. Standard errors come from the shifts, whose differences are independent like the prices.
 */

import type { Backend } from '../../backend/backend.js';
import { EngineFailure } from '../../base/failure.js';
import type { Asset, Market } from '../../market/market.js';
import { bumpVolatility } from '../../market/volatility-bump.js';
import type { Contract } from '../../product/contract/contract.js';
import { assetsUsed } from '../../product/contract/timeline.js';
import { composeProgram } from './compose.js';
import {
  bumpWarnings,
  type ContractGreeks,
  closedFormDerivatives,
  type Derivatives,
  derivativePlan,
  type SpotGreeks,
} from './derivatives.js';
import { type MonteCarloResult, type MonteCarloSettings, mean, planWithin, resultOf, standardErrorOf } from './monte-carlo.js';
import { changesOf, type Scenario } from './scenarios.js';
import { SPOT_BUMP, spotBumps } from './spot-bumps.js';

const BUMP = { volatility: 0.01, rate: 0.0001, time: 1 / 365 };

export interface GreeksResult extends MonteCarloResult, ContractGreeks {
  readonly standardErrors: ContractGreeks;
  /** The derivatives themselves, whose bumps are not fixed. */
  readonly derivatives: Derivatives;
  /** Contribution of each asset of the market, in its order; zero where the contract does not depend on it. */
  readonly underlyings: readonly (SpotGreeks & { readonly name: string })[];
}

/** Price of a contract and its bump-and-reprice Greeks. */
export async function greeksContract(
  contract: Contract,
  market: Market,
  settings: MonteCarloSettings,
  backend: Backend,
): Promise<GreeksResult> {
  const plan = planWithin(contract, market, settings);
  const used = assetsUsed(contract);
  const sides = used.map((_, place) => spotBumps(plan, place));
  const ofAssets = used.flatMap((index, place): Scenario[] => {
    const asset = market.assets[index]!;
    const move = (moved: Asset) => ({ market: withAsset(market, index, moved) });
    return [
      ...sides[place]!.steps.map((step) => move({ ...asset, spot: asset.spot * (1 + step * SPOT_BUMP) })),
      move(bumpVolatility(asset, BUMP.volatility)),
    ];
  });
  const rateAndTime: Scenario[] = [{ market: withRates(market, BUMP.rate) }, { market, passed: BUMP.time }];
  const exact = closedFormDerivatives(plan, contract, market);
  const further = derivativePlan(plan, contract, market);
  const fixed = [...ofAssets, ...rateAndTime];
  // A bump that both kinds of Greek take is simulated once.
  const scenarios = [...fixed, ...(exact ? [] : further.scenarios)];
  const distinct = new Map(scenarios.map((scenario) => [JSON.stringify(scenario), scenario]));
  const { centre, changes: computed } = await changesOf(plan, contract, [...distinct.values()], settings, backend);
  const keys = [...distinct.keys()];
  const all = scenarios.map((scenario) => computed[keys.indexOf(JSON.stringify(scenario))]!);
  const changes = all.slice(0, fixed.length);

  const shifts = centre.means.length;
  const nothing = new Float64Array(shifts);
  const perAsset = market.assets.map(({ name, spot }, index) => {
    const place = used.indexOf(index);
    if (place < 0) return { name, values: { delta: nothing, gamma: nothing, vega: nothing } };
    const { delta, gamma } = sides[place]!;
    const [one, two, bumpVolatility] = changes.slice(3 * place) as [Float64Array, Float64Array, Float64Array];
    const h = SPOT_BUMP * spot;
    return {
      name,
      values: {
        delta: one.map((change, r) => delta(change, two[r]!, h)),
        gamma: one.map((change, r) => gamma(change, two[r]!, h)),
        vega: bumpVolatility.map((change) => change / BUMP.volatility),
      },
    };
  });
  const overAssets = (greek: keyof SpotGreeks) => nothing.map((_, r) => perAsset.reduce((sum, { values }) => sum + values[greek][r]!, 0));
  const [ofRate, ofTime] = changes.slice(ofAssets.length) as [Float64Array, Float64Array];
  const values = {
    delta: overAssets('delta'),
    gamma: overAssets('gamma'),
    vega: overAssets('vega'),
    rho: ofRate.map((change) => change / BUMP.rate),
    theta: ofTime.map((change) => change / BUMP.time),
  };
  const derivatives = exact ?? further.from(all.slice(fixed.length), mean(centre.means));
  const [bumpedValues, standardErrors] = [summary(values, mean), summary(values, standardErrorOf)];
  const result = resultOf(composeProgram(plan), centre, settings);
  return {
    ...result,
    warnings: [
      ...result.warnings,
      ...sides.flatMap(({ warning }) => warning ?? []),
      ...bumpWarnings(bumpedValues, standardErrors, derivatives),
    ],
    ...bumpedValues,
    standardErrors,
    derivatives,
    underlyings: perAsset.map((asset) => ({ name: asset.name, ...summary(asset.values, mean) })),
  };
}

const summary = <Name extends string>(
  values: Record<Name, Float64Array>,
  figureOf: (means: Float64Array) => number,
): Record<Name, number> =>
  Object.fromEntries(Object.entries<Float64Array>(values).map(([name, means]) => [name, finite(name, figureOf(means))])) as Record<
    Name,
    number
  >;

function finite(name: string, value: number): number {
  if (Number.isFinite(value)) return value;
  throw new EngineFailure('pricing', `${name} is not a finite number (${value}): the terms are too extreme for double precision`);
}

const withAsset = (market: Market, index: number, moved: Asset): Market => ({
  ...market,
  assets: market.assets.map((asset, i) => (i === index ? moved : asset)),
});

const withRates = (market: Market, change: number): Market => ({
  ...market,
  curve: { ...market.curve, zeroRates: market.curve.zeroRates.map((rate) => rate + change) },
});
