/**
 * An asset of another currency whose volatility is random or local, under the risk-neutral measure of the market's currency.
 *
 * Under the measure of its own currency its model is driven by B and, for the variance, by W = ρB + √(1 − ρ²)Z. The exchange rate X, the price
 * of that currency in the market's, has dX/X = (r − r_f) dt + σ_X dW_X with W_X = cB + √(1 − c²)U. Z is independent of X, so the variance and
 * the exchange rate are correlated through the asset alone, by ρc, as the variances of two assets are. By Girsanov's theorem B + cσ_X t is a
 * Brownian motion under the measure of the market's currency, and Z stays one: the same model runs on the driver B − cσ_X t. Its drift is then
 *
 *   of ln S   r_f − q − cσ_X√V − V/2,
 *   of V      κ(θ − V) − ρcσ_Xσ√V   under Heston: less where ρ and c have one sign,
 *
 * and a scheme with normals of mean 0 has the same error as under its own measure, whatever the model. A quanto asset is S; a composite one is
 * S X, with ln X beside it on the same B and on U.
 *
 * @see U. Wystup (2017), FX Options and Structured Products, 2.9; P. Kloeden, E. Platen (1992), 16.2
 */
import type { CompositeTerms } from '../../market/growth.js';
import { MIN_DENOMINATOR } from '../emit/arithmetic.js';
import type { AssetModel, Scene, Written } from './process.js';

type Exchange = CompositeTerms;

/** The scene in which the asset's own driver has the drift −cσ_X. */
const drifting = (scene: Scene, { correlation, volatility }: Exchange): Scene => ({
  ...scene,
  spotDriver: (scale) =>
    `(${scene.spotDriver(scale)} + ${scene.builder.column(scene.grid.times.map((time) => -scale * correlation * volatility * time))})`,
});

/** The asset as an amount of the market's currency, at a fixed rate. */
export const quanto = (model: AssetModel, exchange: Exchange): AssetModel => ({
  ...model,
  write: (scene) => model.write(drifting(scene, exchange)),
});

/** The asset at its value in the market's currency. Its last driver is U. */
export function composite(model: AssetModel, exchange: Exchange): AssetModel {
  const { correlation, volatility } = exchange;
  const across = Math.sqrt(Math.max(0, 1 - correlation * correlation));
  const joint = (assetDeviation: number, time: number) =>
    Math.sqrt(
      Math.max(
        0,
        assetDeviation * assetDeviation + volatility * volatility * time + 2 * correlation * assetDeviation * volatility * Math.sqrt(time),
      ),
    );
  return {
    ...model,
    drivers: model.drivers + 1,
    deviation: (from, to) => joint(model.deviation(from, to), to - from),
    highest: joint(model.highest, 1),
    write: (scene) => writeComposite(scene, model, exchange, across),
  };
}

function writeComposite(scene: Scene, model: AssetModel, exchange: Exchange, across: number): Written {
  const { builder, grid, x, drivers, bridged, spotDriver } = scene;
  const { correlation, volatility } = exchange;
  const { column, scalar, local, fresh, step } = builder;
  const foreignLog = local('0.0');
  const inner = model.write({ ...drifting(scene, exchange), x: foreignLog, drivers: drivers.slice(0, model.drivers) });
  step(
    `${x} = ${foreignLog} + ${column(grid.times.map((time) => (-volatility * volatility * time) / 2))} + ${spotDriver(volatility * correlation)} + ${scalar(volatility * across)} * ${drivers[model.drivers]};`,
  );
  const [variance, inverse] = [fresh(), fresh()];
  if (bridged) {
    const ofRate = column(grid.lengths.map((dt) => volatility * Math.sqrt(dt)));
    step(`const ${variance}r = ${ofRate};
const ${variance} = ${inner.variance()} + ${variance}r * (${variance}r + ${scalar(2 * correlation)} * Math.sqrt(${inner.variance()}));
const ${inverse} = 2.0 / Math.max(${variance}, ${MIN_DENOMINATOR});`);
  }
  return { variance: () => variance, inverse: () => inverse, states: inner.states, martingales: () => ({}) };
}
