/** Paths of the assets of a contract, each under its own model, as kernel text. */
import { cashAfter, logGrowth, MIN_SHARE_KEPT, paysCashBetween } from '../../market/growth.js';
import type { Asset, Market } from '../../market/market.js';
import { correlationFactor } from '../../math/correlation-factor.js';
import { exp } from '../../math/elementary/exp.js';
import { exponential, logarithmOfAny } from '../emit/arithmetic.js';
import { endOf, type Grid, SAME_TIME } from '../emit/grid.js';
import type { KernelBuilder } from '../emit/kernel-builder.js';
import { modelOf } from './index.js';
import type { AssetModel, MartingaleIncrements, Written } from './process.js';

/** The assets of a contract that are simulated over a grid. */
export interface Walk {
  /** A market of the contract's assets alone. */
  readonly market: Market;
  /** Start of each path: ln of its bumped spot over the market's spot. */
  readonly starts: readonly number[];
  readonly grid: Grid;
  readonly monitored: { readonly bridged: ReadonlySet<number> };
}

/** x = ln(S/S₀) of the contract's assets, written step by step; S₀ are the market's spots. */
export interface Paths {
  readonly walk: Walk;
  /** Number of independent Brownian motions: those of the spots in decreasing order of variance, then those of the models. */
  readonly drivers: number;
  /** Number of normals per step that the models use. */
  readonly normals: number;
  /** Writes a step, given texts of the drivers at its end and of the normals in it. */
  readonly advance: (drivers: readonly string[], normals: readonly string[]) => void;
  /** Texts of x at the start of the path (0 except for bumped spots), at the end of the step, and at the start of the step. */
  readonly start: (asset: number) => string;
  readonly now: (asset: number) => string;
  readonly before: (asset: number) => string;
  /** Texts of the variance v of the bridge between the ends of the step, and of 2/v; available after `advance`. */
  readonly variance: (asset: number) => string;
  readonly inverse: (asset: number) => string;
  /** Texts of the model's state variables beside the spot; available after `advance`. */
  readonly states: (asset: number) => readonly string[];
  /** Texts of martingale increments of the asset's model over the step; available after `advance`. */
  readonly martingales: (asset: number) => MartingaleIncrements;
  /** The written step of an asset, which paths from other starts can share; available after `advance`. */
  readonly moved: (asset: number) => Moved;
}

interface Moved {
  /** ln(S/S₀) of a path that starts at 0. */
  readonly x: string;
  readonly written: Written;
}

/**
 * Opens the paths of a contract's assets.
 *
 * @param beside  paths on the same random numbers that are written before; assets that move alike share one step
 */
export function openPaths(builder: KernelBuilder, walk: Walk, beside?: Paths): Paths {
  const { market, starts, grid } = walk;
  const { bridged } = walk.monitored;
  const factor = correlationFactor(market.correlation);
  // A contract of fixed payments has no asset.
  const shared = Math.max(1, factor[0]?.length ?? 0);
  const models = market.assets.map(modelOf);
  // Cheap models are written for all assets, whichever is bumped, so that all bumps share one text and one compilation.
  const elsewhere = starts.some((start) => start !== 0);
  const alike = models.map(
    (model, asset) =>
      beside !== undefined && movesAlike(model, walk, beside.walk, asset) && (elsewhere || market.assets[asset]!.model !== undefined),
  );
  // The paths whose step serves this asset too: with its own start where increments do not depend on it, or as they are.
  const sharing = alike.map((shares) => (shares ? beside : undefined));
  const same = sharing.map((shares, asset) => (elsewhere && models[asset]!.relative ? undefined : shares));
  const origins = starts.map((start, asset) => same[asset]?.start(asset) ?? (elsewhere ? builder.scalar(start) : '0.0'));
  const xs = models.map((_, asset) => (alike[asset] ? '' : builder.local('0.0')));
  const pays = market.assets.map((asset, i) => models[i]!.holdsCashUntil === undefined && paysCashBetween(asset, 0, endOf(grid)));
  const positions = origins.map(
    (origin, asset) => same[asset]?.now(asset) ?? (elsewhere || pays[asset] ? builder.local(origin) : xs[asset]),
  );
  // Amount that dividends in cash have taken off ln S. The model's own x goes on without them.
  const fallen = models.map((_, asset) => (pays[asset] && same[asset] === undefined ? builder.local('0.0') : ''));
  const previous = models.map((_, asset) => (bridged.has(asset) ? (same[asset]?.before(asset) ?? builder.local('0.0')) : ''));
  const moved: Moved[] = [];
  return {
    walk,
    drivers: models.reduce((sum, { drivers }) => sum + drivers, shared),
    normals: models.reduce((sum, { normals }) => sum + normals, 0),
    start: (asset) => origins[asset]!,
    now: (asset) => positions[asset]!,
    before: (asset) => previous[asset]!,
    variance: (asset) => moved[asset]!.written.variance(),
    inverse: (asset) => moved[asset]!.written.inverse(),
    states: (asset) => moved[asset]!.written.states,
    martingales: (asset) => moved[asset]!.written.martingales(),
    moved: (asset) => moved[asset]!,
    advance: (drivers, normals) => {
      const remainingDrivers = [...drivers.slice(shared)];
      const rest = [...normals];
      models.forEach((model, asset) => {
        const [ownDrivers, ownNormals] = [remainingDrivers.splice(0, model.drivers), rest.splice(0, model.normals)];
        const whole = same[asset];
        if (whole !== undefined) {
          moved.push(whole.moved(asset));
          return;
        }
        const now = positions[asset]!;
        if (bridged.has(asset)) builder.step(`${previous[asset]} = ${now};`);
        const { spot } = market.assets[asset]!;
        const { holdsCashUntil: last } = model;
        const origin = spot * exp(starts[asset]!);
        const write = (x: string): Moved => ({
          x,
          written: model.write({
            builder,
            grid,
            x,
            spot: origin,
            carry: (time) => logGrowth(market.curve, market.assets[asset]!, time),
            cash: last === undefined ? undefined : (time) => cashAfter(market.curve, market.assets[asset]!, time, last) / origin,
            spotDriver: (scale) => factor[asset]!.map((share, k) => `${builder.scalar(scale * share)} * ${drivers[k]}`).join(' + '),
            drivers: ownDrivers,
            normals: ownNormals,
            bridged: bridged.has(asset),
          }),
        });
        const one = sharing[asset]?.moved(asset) ?? write(xs[asset]!);
        moved.push(one);
        if (fallen[asset] !== '') {
          builder.step(`${now} = ${one.x} + ${origins[asset]} + ${fallen[asset]};`);
          writeFall(builder, grid, market.assets[asset]!, now, fallen[asset]!);
        } else if (now !== one.x) builder.step(`${now} = ${one.x} + ${origins[asset]};`);
      });
    },
  };
}

/**
 * Writes the fall of the spot on ex-dates, after the step that ends there: S − D, or the share that is kept where D is larger.
 *
 * @param now     name of ln(S/S₀), before and after
 * @param fallen  name of the sum of all falls of ln S
 */
function writeFall(builder: KernelBuilder, grid: Grid, { spot, dividends = [] }: Asset, now: string, fallen: string): void {
  const { fresh, column, marks, step } = builder;
  const amounts = new Map<number, number>();
  for (const { time, cash } of dividends) {
    if (!(cash > 0 && time < endOf(grid) + SAME_TIME)) continue;
    const dividendStep = grid.stepAt(time);
    amounts.set(dividendStep, (amounts.get(dividendStep) ?? 0) + cash / spot);
  }
  const [amount, minus, inverse, remainder, fall] = [fresh(), fresh(), fresh(), fresh(), fresh()];
  step(`const ${amount} = ${column(marks(amounts))};
if (${amount} > 0.0) {
  const ${minus} = -${now};${exponential(inverse, minus, fresh)}
  const ${remainder} = Math.max(1.0 - ${amount} * ${inverse}, ${MIN_SHARE_KEPT});${logarithmOfAny(fall, remainder, fresh)}
  ${fallen} = ${fallen} + ${fall};
  ${now} = ${now} + ${fall};
}`);
}

/** True if an asset makes the same increments in both, whatever the start of its path. */
function movesAlike({ relative }: AssetModel, one: Walk, other: Walk, asset: number): boolean {
  const [a, b] = [one.market.assets[asset], other.market.assets[asset]];
  return (
    one.grid === other.grid &&
    one.market.curve === other.market.curve &&
    a!.model === b!.model &&
    a!.volatility === b!.volatility &&
    a!.dividend === b!.dividend &&
    a!.dividends === b!.dividends &&
    a!.quanto === b!.quanto &&
    a!.composite === b!.composite &&
    (relative || one.starts[asset] === other.starts[asset])
  );
}
