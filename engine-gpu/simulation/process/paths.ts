/** Paths of the assets that a contract looks at, each under its own model, as kernel text. */
import { discount } from '../../market/curve.js';
import type { Market } from '../../market/market.js';
import { correlationFactor } from '../../math/correlation-factor.js';
import type { Grid } from '../emit/grid.js';
import type { KernelBuilder } from '../emit/kernel-builder.js';
import { modelOf } from './index.js';
import type { AssetModel, Written } from './process.js';

/** What is walked: the assets that a contract looks at, alone, over a grid. */
export interface Walk {
  /** The assets that the contract looks at, alone. */
  readonly market: Market;
  /** Where the path of each begins: ln of its spot now over the market's, by which all else is measured. */
  readonly starts: readonly number[];
  readonly grid: Grid;
  readonly watch: { readonly bridged: ReadonlySet<number> };
}

/** x = ln(S/S₀) of the assets that a contract looks at, written step by step; S₀ the market's spots. */
export interface Paths {
  readonly walk: Walk;
  /** Independent Brownian motions that move the assets, those that move them most first; then those of their models. */
  readonly drivers: number;
  /** Normals a step that the models take. */
  readonly normals: number;
  /** Writes a step, given texts of drivers at its end and of normals in it. */
  readonly advance: (drivers: readonly string[], normals: readonly string[]) => void;
  /** Text of x as the path begins, which is 0 but for bumped spots; now; and at the step's start. */
  readonly start: (asset: number) => string;
  readonly now: (asset: number) => string;
  readonly before: (asset: number) => string;
  /** Text of the variance v of the bridge between a step's ends, and of 2/v; once `advance` has written. */
  readonly variance: (asset: number) => string;
  readonly inverse: (asset: number) => string;
  /** Texts of what moves on beside the spot; once `advance` has written. */
  readonly states: (asset: number) => readonly string[];
  /** What a model has written of an asset, for others who walk the same way from elsewhere; once `advance` has written. */
  readonly moved: (asset: number) => Moved;
}

interface Moved {
  /** ln(S/S₀) of a path that begins at 0. */
  readonly x: string;
  readonly written: Written;
}

/** @param beside  paths of the same noise that are written before: of what moves alike, one step serves both */
export function openPaths(builder: KernelBuilder, walk: Walk, beside?: Paths): Paths {
  const { market, starts, grid } = walk;
  const { bridged } = walk.watch;
  const factor = correlationFactor(market.correlation);
  // Cash alone looks at no asset.
  const shared = Math.max(1, factor[0]?.length ?? 0);
  const models = market.assets.map(modelOf);
  // What costs little is written for all assets, whichever is bumped: all then have one text, and one compilation.
  const elsewhere = starts.some((start) => start !== 0);
  const alike = models.map(
    (model, asset) =>
      beside !== undefined && movesAlike(model, walk, beside.walk, asset) && (elsewhere || market.assets[asset].model !== undefined),
  );
  const same = alike.map((moves, asset) => moves && !(elsewhere && models[asset].relative));
  const origins = starts.map((start, asset) => (same[asset] ? beside!.start(asset) : elsewhere ? builder.scalar(start) : '0.0'));
  const xs = models.map((_, asset) => (alike[asset] ? '' : builder.local('0.0')));
  const positions = origins.map((origin, asset) => (same[asset] ? beside!.now(asset) : elsewhere ? builder.local(origin) : xs[asset]));
  const previous = models.map((_, asset) => (!bridged.has(asset) ? '' : same[asset] ? beside!.before(asset) : builder.local('0.0')));
  const moved: Moved[] = [];
  return {
    walk,
    drivers: models.reduce((sum, { drivers }) => sum + drivers, shared),
    normals: models.reduce((sum, { normals }) => sum + normals, 0),
    start: (asset) => origins[asset],
    now: (asset) => positions[asset],
    before: (asset) => previous[asset],
    variance: (asset) => moved[asset].written.variance(),
    inverse: (asset) => moved[asset].written.inverse(),
    states: (asset) => moved[asset].written.states,
    moved: (asset) => moved[asset],
    advance: (drivers, normals) => {
      const own = [...drivers.slice(shared)];
      const rest = [...normals];
      models.forEach((model, asset) => {
        const [ownDrivers, ownNormals] = [own.splice(0, model.drivers), rest.splice(0, model.normals)];
        if (same[asset]) {
          moved.push(beside!.moved(asset));
          return;
        }
        const now = positions[asset];
        if (bridged.has(asset)) builder.step(`${previous[asset]} = ${now};`);
        const { spot, dividend } = market.assets[asset];
        const write = (x: string): Moved => ({
          x,
          written: model.write({
            builder,
            grid,
            x,
            spot: spot * Math.exp(starts[asset]),
            carry: (time) => -Math.log(discount(market.curve, time)) - dividend * time,
            spotDriver: (scale) => factor[asset].map((share, k) => `${builder.scalar(scale * share)} * ${drivers[k]}`).join(' + '),
            drivers: ownDrivers,
            normals: ownNormals,
            bridged: bridged.has(asset),
          }),
        });
        const one = alike[asset] ? beside!.moved(asset) : write(xs[asset]);
        moved.push(one);
        if (now !== one.x) builder.step(`${now} = ${one.x} + ${origins[asset]};`);
      });
    },
  };
}

/** Whether an asset takes the same steps on both, wherever its path begins. */
function movesAlike({ relative }: AssetModel, one: Walk, other: Walk, asset: number): boolean {
  const [a, b] = [one.market.assets[asset], other.market.assets[asset]];
  return (
    one.grid === other.grid &&
    one.market.curve === other.market.curve &&
    a.model === b.model &&
    a.volatility === b.volatility &&
    a.dividend === b.dividend &&
    (relative || one.starts[asset] === other.starts[asset])
  );
}
