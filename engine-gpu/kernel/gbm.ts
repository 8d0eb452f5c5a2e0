/** Correlated geometric Brownian motions with deterministic rates, stepped exactly, as kernel text. */
import { discount } from '../product/curve.js';
import type { Market } from '../product/market.js';
import { correlationFactor } from './factor.js';
import type { Grid } from './grid.js';
import type { Sheet } from './sheet.js';

/** ln(S/S₀) of the assets that a contract looks at, written step by step. */
export interface Paths {
  /** Normals that a step takes. */
  readonly factors: number;
  /** Writes x ← x + (r − q − σ²/2) Δt + σ √Δt (L n). */
  readonly advance: (sheet: Sheet, normals: readonly string[]) => void;
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
  // Cash alone looks at no asset.
  const factors = Math.max(1, factor[0]?.length ?? 0);
  const growth = grid.times.map((time, i) =>
    Math.log(discount(market.curve, i === 0 ? 0 : grid.times[i - 1]!) / discount(market.curve, time)),
  );
  const positions = market.assets.map(() => sheet.local('0.0'));
  const previous = market.assets.map((_, asset) => (bridged.has(asset) ? sheet.local('0.0') : ''));
  return {
    factors,
    now: (asset) => positions[asset]!,
    before: (asset) => previous[asset]!,
    stepVariance: (asset) => Float64Array.from(grid.lengths, (dt) => market.assets[asset]!.volatility ** 2 * dt),
    advance: ({ column, step }, normals) => {
      market.assets.forEach(({ volatility, dividend }, asset) => {
        const x = positions[asset]!;
        if (bridged.has(asset)) step(`${previous[asset]} = ${x};`);
        const drift = column(grid.lengths.map((dt, i) => growth[i]! - (dividend + volatility ** 2 / 2) * dt));
        const moves = normals
          // L is lower triangular, also where columns without rank are left out.
          .slice(0, asset + 1)
          .map((normal, k) => `${column(grid.lengths.map((dt) => volatility * Math.sqrt(dt) * factor[asset]![k]!))} * ${normal}`);
        step(`${x} = ${x} + (${[drift, ...moves].join(' + ')});`);
      });
    },
  };
}
