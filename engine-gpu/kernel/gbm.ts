/** Correlated geometric Brownian motions with deterministic rates, drawn exactly, as kernel text. */
import { discount } from '../product/curve.js';
import type { Market } from '../product/market.js';
import { correlationFactor } from './factor.js';
import type { Grid } from './grid.js';
import type { Sheet } from './sheet.js';

/** ln(S/S₀) of the assets that a contract looks at, written step by step. */
export interface Paths {
  /** Independent Brownian motions that move the assets, those that move them most first. */
  readonly motions: number;
  /** Writes x = ∫ (r − q − σ²/2) dt + σ (L W), W the motions at the step's end. */
  readonly advance: (sheet: Sheet, motions: readonly string[]) => void;
  /** Text of ln(S/S₀) now, and at the step's start. */
  readonly now: (asset: number) => string;
  readonly before: (asset: number) => string;
  /** σ² Δt of each step: the variance of the bridge between its ends. */
  readonly stepVariance: (asset: number) => Float64Array;
}

/**
 * @param market  the assets that the contract looks at, alone
 * @param bridged assets whose value at the step's start is asked for
 */
export function gbm(sheet: Sheet, market: Market, grid: Grid, bridged: ReadonlySet<number>): Paths {
  const factor = correlationFactor(market.correlation);
  const positions = market.assets.map(() => sheet.local('0.0'));
  const previous = market.assets.map((_, asset) => (bridged.has(asset) ? sheet.local('0.0') : ''));
  return {
    // Cash alone looks at no asset.
    motions: Math.max(1, factor[0]?.length ?? 0),
    now: (asset) => positions[asset]!,
    before: (asset) => previous[asset]!,
    stepVariance: (asset) => Float64Array.from(grid.lengths, (dt) => market.assets[asset]!.volatility ** 2 * dt),
    advance: ({ column, scalar, step }, motions) => {
      market.assets.forEach(({ volatility, dividend }, asset) => {
        const x = positions[asset]!;
        if (bridged.has(asset)) step(`${previous[asset]} = ${x};`);
        const drift = column(grid.times.map((time) => -Math.log(discount(market.curve, time)) - (dividend + volatility ** 2 / 2) * time));
        const moves = motions.map((motion, k) => `${scalar(volatility * factor[asset]![k]!)} * ${motion}`);
        step(`${x} = ${[drift, ...moves].join(' + ')};`);
      });
    },
  };
}
