/**
 * Geometric Brownian motion with deterministic rates, simulated exactly:
 *
 *   x = ∫ (r − q − σ²/2) dt + σB
 */
import type { Volatility } from '../../base/units.js';
import { squareOf } from '../../math/elementary/pow.js';
import type { AssetModel } from './process.js';

/** Upper bound of the inverse variance, which a step of length 0 would make infinite. */
export const MAX_INVERSE_VARIANCE = 1e30;

export const gbm = (volatility: Volatility): AssetModel => ({
  drivers: 0,
  normals: 0,
  steps: () => ({ usual: 0, least: 0 }),
  deviation: (from, to) => volatility * Math.sqrt(to - from),
  gaussian: true,
  relative: true,
  highest: volatility,
  write: ({ builder: { column, step }, grid, x, carry, spotDriver }) => {
    const variances = Float64Array.from(grid.lengths, (dt) => squareOf(volatility) * dt);
    const drift = column(grid.times.map((time) => carry(time) - (squareOf(volatility) / 2) * time));
    step(`${x} = ${drift} + ${spotDriver(volatility)};`);
    return {
      variance: () => column(variances),
      inverse: () => column(variances.map((v) => Math.min(2 / v, MAX_INVERSE_VARIANCE))),
      states: [],
      martingales: () => ({}),
    };
  },
});
