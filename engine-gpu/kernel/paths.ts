/** Paths of the assets that a contract looks at, each under its own model, as kernel text. */
import { discount } from '../product/curve.js';
import type { Market } from '../product/market.js';
import { correlationFactor } from './factor.js';
import type { Grid } from './grid.js';
import type { Written } from './model.js';
import { modelOf } from './models.js';
import type { Sheet } from './sheet.js';

/** ln(S/S₀) of the assets that a contract looks at, written step by step. */
export interface Paths {
  /** Independent Brownian motions that move the assets, those that move them most first; then those of their models. */
  readonly motions: number;
  /** Normals a step that the models take. */
  readonly normals: number;
  /** Writes a step, given texts of motions at its end and of normals in it. */
  readonly advance: (motions: readonly string[], normals: readonly string[]) => void;
  /** Text of ln(S/S₀) now, and at the step's start. */
  readonly now: (asset: number) => string;
  readonly before: (asset: number) => string;
  /** Text of the variance v of the bridge between a step's ends, and of 2/v; once `advance` has written. */
  readonly variance: (asset: number) => string;
  readonly inverse: (asset: number) => string;
  /** Texts of what moves on beside the spot; once `advance` has written. */
  readonly states: (asset: number) => readonly string[];
}

/**
 * @param market  the assets that the contract looks at, alone
 * @param bridged assets whose value at the step's start is asked for
 */
export function openPaths(sheet: Sheet, market: Market, grid: Grid, bridged: ReadonlySet<number>): Paths {
  const factor = correlationFactor(market.correlation);
  // Cash alone looks at no asset.
  const shared = Math.max(1, factor[0]?.length ?? 0);
  const models = market.assets.map(modelOf);
  const positions = models.map(() => sheet.local('0.0'));
  const previous = models.map((_, asset) => (bridged.has(asset) ? sheet.local('0.0') : ''));
  const written: Written[] = [];
  return {
    motions: models.reduce((sum, { motions }) => sum + motions, shared),
    normals: models.reduce((sum, { normals }) => sum + normals, 0),
    now: (asset) => positions[asset]!,
    before: (asset) => previous[asset]!,
    variance: (asset) => written[asset]!.variance(),
    inverse: (asset) => written[asset]!.inverse(),
    states: (asset) => written[asset]!.states,
    advance: (motions, normals) => {
      const own = [...motions.slice(shared)];
      const rest = [...normals];
      models.forEach((model, asset) => {
        const x = positions[asset]!;
        if (bridged.has(asset)) sheet.step(`${previous[asset]} = ${x};`);
        const { spot, dividend } = market.assets[asset]!;
        written.push(
          model.write({
            sheet,
            grid,
            x,
            spot,
            carry: (time) => -Math.log(discount(market.curve, time)) - dividend * time,
            spotMotion: (scale) => factor[asset]!.map((share, k) => `${sheet.scalar(scale * share)} * ${motions[k]}`).join(' + '),
            motions: own.splice(0, model.motions),
            normals: rest.splice(0, model.normals),
            bridged: bridged.has(asset),
          }),
        );
      });
    },
  };
}
