/** Turns the market of a request into the numbers that a contract needs from it. */
import { pointerPart } from '../base/faults.js';
import type { Price, Rate, Volatility } from '../base/units.js';
import { requirePositiveSemiDefinite } from './correlation.js';
import { type Curve, forwardPrice } from './curve.js';
import { type Report, resolveCurve } from './curve-input.js';
import { carriesVolatility, type ModelInput } from './equity-model-input.js';
import type { Asset, AssetTerms, Market } from './market.js';
import type { MarketInput } from './market-input.js';
import { surface } from './surface.js';
import { arbitrageFaults } from './surface-arbitrage.js';

/**
 * The named assets, in that order, with their correlations and the curve. Other assets of the market are ignored.
 *
 * @param report  receives faults with pointers that start at `/market`; if there is any, the result must not be used
 */
export function resolveMarket(input: MarketInput, names: readonly string[], valuationDate: string, report: Report): Market {
  const curve = resolveCurve(input, valuationDate, report, '/market/curve');
  const assets = resolveAssets(input, names, curve, report);
  return {
    valuationDate,
    curve,
    assets,
    correlation: resolveCorrelation(input, assets, report),
  };
}

function resolveAssets(input: MarketInput, names: readonly string[], curve: Curve, report: Report): Asset[] {
  const { spot, volatility, dividend = 0, model, assets } = input;
  const termsAt = (at: string, quoted: Quoted) => termsOf(quoted, curve, (pointer, reason) => report(`${at}${pointer}`, reason));
  if (assets !== undefined)
    return names.flatMap((name) =>
      Object.hasOwn(assets, name) ? [{ name, ...termsAt(`/market/assets/${pointerPart(name)}/model`, assets[name]) }] : [],
    );
  if (names.length > 1) report('/market', `must give assets for ${names.join(', ')}: spot and volatility describe only one underlying`);
  if (names.length > 1 || spot === undefined) return [];
  const terms = termsAt('/market/model', { spot, volatility, dividend, model });
  return names.map((name) => ({ name, ...terms }));
}

interface Quoted {
  readonly spot: Price;
  readonly dividend: Rate;
  /** Exactly one of the two is given: the schema requires it. */
  readonly volatility?: Volatility | undefined;
  readonly model?: ModelInput | undefined;
}

/** @param report  receives faults of the model, with pointers relative to it */
function termsOf({ spot, dividend, volatility = Number.NaN, model }: Quoted, curve: Curve, report: Report): AssetTerms {
  if (!carriesVolatility(model)) return { spot, dividend, volatility };
  if (model.type !== 'local_vol') return { spot, dividend, model };
  const quoted = { spot, dividend, curve };
  const faults = arbitrageFaults(
    surface(model, (time) => forwardPrice(curve, quoted, time)),
    '',
  );
  for (const { pointer, reason } of faults) report(pointer, reason);
  return { spot, dividend, model: { ...model, quoted } };
}

function resolveCorrelation({ correlations = [] }: MarketInput, assets: readonly Asset[], report: Report): number[][] {
  const matrix = assets.map((_, i) => assets.map((_, j) => (i === j ? 1 : Number.NaN)));
  const index = new Map(assets.map(({ name }, i) => [name, i]));
  for (const { asset1, asset2, correlation } of correlations) {
    const [i, j] = [index.get(asset1), index.get(asset2)];
    if (i === undefined || j === undefined || i === j) continue;
    matrix[i][j] = correlation;
    matrix[j][i] = correlation;
  }
  // A missing pair is not taken as zero: a forgotten one would change the price silently.
  const missing = assets.flatMap((a, i) =>
    assets.slice(0, i).flatMap((b, j) => (Number.isNaN(matrix[i][j]) ? [`${b.name} and ${a.name}`] : [])),
  );
  for (const pair of missing) report('/market/correlations', `must have an entry for ${pair}`);
  if (missing.length === 0) requirePositiveSemiDefinite(matrix, '/market/correlations', report);
  return matrix;
}
