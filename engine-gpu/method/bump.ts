/**
 * Greeks by bumping and pricing again on the same points and, where choices are decided by regression, under the same policy.
 *
 *   delta  (V(1.01 S) − V(0.99 S)) / (0.02 S)               per 1.00 of spot
 *   gamma  (V(1.01 S) − 2 V + V(0.99 S)) / (0.01 S)²        per 1.00² of spot
 *   vega   (V(σ + 0.01) − V) / 0.01                         per 1.00 of volatility, as each model states it (product/more-volatile.ts)
 *   rho    (V(r + 0.0001) − V) / 0.0001                     per 1.00 of rate, every zero rate of the curve moved
 *   theta  (V one day on − V) / (1/365)                     per year of time passing
 *
 * Of several assets each is bumped alone, and delta, gamma and vega are the sums over them: delta is the change if every spot rises
 * by 1.00, gamma leaves cross terms out. Standard errors come from the shifts, whose differences are independent like the prices.
 */

import type { Backend } from '../backend/backend.js';
import { EngineFailure } from '../failure.js';
import type { Program } from '../kernel/compose.js';
import type { Contract } from '../product/contract.js';
import type { Asset, Market } from '../product/market.js';
import { moreVolatile } from '../product/more-volatile.js';
import { later } from '../product/shift.js';
import { assetsUsed } from '../product/timeline.js';
import {
  compose,
  estimate,
  type MonteCarloResult,
  type MonteCarloSettings,
  mean,
  policyFor,
  resultOf,
  standardErrorOf,
} from './monte-carlo.js';
import { withPolicy } from './regression.js';

const BUMP = { spot: 0.01, volatility: 0.01, rate: 0.0001, time: 1 / 365 };

export interface SpotGreeks {
  readonly delta: number;
  readonly gamma: number;
  readonly vega: number;
}

export interface ContractGreeks extends SpotGreeks {
  readonly rho: number;
  readonly theta: number;
}

export interface GreeksResult extends MonteCarloResult, ContractGreeks {
  readonly standardErrors: ContractGreeks;
  /** The part of each asset of the market, in its order; zero where the contract does not look at it. */
  readonly underlyings: readonly (SpotGreeks & { readonly name: string })[];
}

/** What a contract is worth and how that changes. Costs 3 + 3 × assets prices. */
export async function greeksContract(
  contract: Contract,
  market: Market,
  settings: MonteCarloSettings,
  backend: Backend,
): Promise<GreeksResult> {
  const base = compose(contract, market, settings);
  const policy = await policyFor(base, settings, backend);
  const centre = await estimate(withPolicy(base, policy), settings, backend);
  const same = { ...settings, numPaths: centre.numPaths, targetStandardError: undefined };
  const again = async (bumped: Contract, moved: Market): Promise<Float64Array> => {
    const program: Program = compose(bumped, moved, settings, base);
    return (await estimate(withPolicy(program, policy), same, backend)).means;
  };
  const each = (means: Float64Array, change: (value: number, at: number) => number) =>
    means.map((value, r) => change(value, centre.means[r]!));

  const perAsset: Record<keyof SpotGreeks, Float64Array>[] = [];
  const used = assetsUsed(contract);
  for (const [index, { spot }] of market.assets.entries()) {
    if (!used.includes(index)) {
      const nothing = new Float64Array(centre.means.length);
      perAsset.push({ delta: nothing, gamma: nothing, vega: nothing });
      continue;
    }
    const asset = market.assets[index]!;
    const move = (moved: Asset) => again(contract, withAsset(market, index, moved));
    const size = BUMP.spot * spot;
    const up = await move({ ...asset, spot: spot + size });
    const down = await move({ ...asset, spot: spot - size });
    const higher = await move(moreVolatile(asset, BUMP.volatility));
    perAsset.push({
      delta: up.map((value, r) => (value - down[r]!) / (2 * size)),
      gamma: each(up, (value, at) => value - 2 * at).map((value, r) => (value + down[r]!) / size ** 2),
      vega: each(higher, (value, at) => (value - at) / BUMP.volatility),
    });
  }
  const overAssets = (name: keyof SpotGreeks) =>
    centre.means.map((_, r) => perAsset.reduce((total, greeks) => total + greeks[name][r]!, 0));
  const values = {
    delta: overAssets('delta'),
    gamma: overAssets('gamma'),
    vega: overAssets('vega'),
    rho: each(await again(contract, withRates(market, BUMP.rate)), (value, at) => (value - at) / BUMP.rate),
    theta: each(await again(later(contract, BUMP.time), market), (value, at) => (value - at) / BUMP.time),
  };
  return {
    ...resultOf(base, centre, settings),
    ...summary(values, mean),
    standardErrors: summary(values, standardErrorOf),
    underlyings: market.assets.map(({ name }, index) => ({ name, ...summary(perAsset[index]!, mean) })),
  };
}

const summary = <Name extends string>(values: Record<Name, Float64Array>, of: (means: Float64Array) => number): Record<Name, number> =>
  Object.fromEntries(Object.entries<Float64Array>(values).map(([name, means]) => [name, finite(name, of(means))])) as Record<Name, number>;

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
