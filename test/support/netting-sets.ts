/** Simulates the exposure of trades in a market for tests. */
import type { CrossAssetMarket } from '#engine-gpu/market/cross-asset';
import { crossAssetModel } from '#engine-gpu/model/cross-asset';
import { termsOfTrade } from '#engine-gpu/product/trade/terms';
import type { Trade } from '#engine-gpu/product/trade/trade';
import { combineShifts, type Exposures } from '#engine-gpu/simulation/exposure/plan/combine';
import { type ExposurePlan, type ExposureRequest, exposurePlan } from '#engine-gpu/simulation/exposure/plan/exposure-plan';
import { runShift } from '#engine-gpu/simulation/exposure/plan/exposure-run';

export function planFor(
  market: CrossAssetMarket,
  trades: readonly Trade[],
  times: readonly number[],
  more: Partial<ExposureRequest> = {},
): ExposurePlan {
  return exposurePlan({
    model: crossAssetModel(market),
    trades: trades.map((trade) => termsOfTrade(trade, market)),
    sets: [trades.map((_, i) => i)],
    times,
    integration: 'end',
    numPaths: 16_384,
    seed: 42,
    moments: false,
    costLimit: 1e9,
    ...more,
  });
}

export const runPlan = (plan: ExposurePlan): Exposures =>
  combineShifts(
    plan,
    Array.from({ length: plan.layout.shifts }, (_, shift) => runShift(plan, shift)),
  );

/** Mean and standard error of a figure over the shifts of several seeds, independent of each other. */
export function overSeeds(
  seeds: number,
  figuresOf: (seed: number) => readonly Float64Array[],
): { readonly value: number; readonly standardError: number }[] {
  const runs = Array.from({ length: seeds }, (_, seed) => figuresOf(seed));
  return runs[0]!.map((_, i) => {
    const all = runs.flatMap((figures) => [...figures[i]!]);
    const value = all.reduce((sum, each) => sum + each, 0) / all.length;
    const squares = all.reduce((sum, each) => sum + (each - value) ** 2, 0);
    return { value, standardError: Math.sqrt(squares / (all.length - 1) / all.length) };
  });
}
