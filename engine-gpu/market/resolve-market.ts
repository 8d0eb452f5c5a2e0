/** From a market as it arrives to the numbers that a contract needs of it. */
import { pointerPart } from '../base/faults.js';
import type { Price, Rate, Volatility } from '../base/units.js';
import { symmetricEigenvalues } from '../math/eigenvalues.js';
import { act365f } from '../time/date.js';
import { forwardPrice } from './curve.js';
import type { Asset, AssetTerms, Curve, Market } from './market.js';
import type { CurveInput, MarketInput } from './market-input.js';
import { carriesVolatility, type ModelInput } from './model-input.js';
import { arbitrage, surface } from './surface.js';

type Report = (pointer: string, reason: string) => void;

/**
 * The assets named, in that order, with their correlations and the curve; other assets of the market play no part.
 *
 * Faults are reported with pointers from `/market` on; where any is, what comes back is not to be used.
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
  if (names.length > 1) report('/market', `must give assets for ${names.join(', ')}: spot and volatility serve one underlying`);
  if (names.length > 1 || spot === undefined) return [];
  const terms = termsAt('/market/model', { spot, volatility, dividend, model });
  return names.map((name) => ({ name, ...terms }));
}

interface Quoted {
  readonly spot: Price;
  readonly dividend: Rate;
  /** One of the two says how volatile the asset is: the schema sees to it. */
  readonly volatility?: Volatility | undefined;
  readonly model?: ModelInput | undefined;
}

/** @param report  of what is wrong with a model, with pointers into it */
function termsOf({ spot, dividend, volatility = Number.NaN, model }: Quoted, curve: Curve, report: Report): AssetTerms {
  if (!carriesVolatility(model)) return { spot, dividend, volatility };
  if (model.type !== 'local_vol') return { spot, dividend, model };
  const quoted = { spot, dividend, curve };
  const faults = arbitrage(
    model,
    surface(model, (time) => forwardPrice(curve, quoted, time)),
    '',
  );
  for (const { pointer, reason } of faults) report(pointer, reason);
  return { spot, dividend, model: { ...model, quoted } };
}

/**
 * The curve that a market states; a flat rate is a curve of one point.
 *
 * @param at  pointer to the curve in the request
 */
export function resolveCurve({ rate, curve }: RateInput, valuationDate: string, report: Report, at: string): Curve {
  if (curve?.times && curve.zeroRates) return { times: curve.times, zeroRates: curve.zeroRates, interpolation: 'linear_zero' };
  if (curve?.dates && curve.discountFactors) return discountCurve(curve.dates, curve.discountFactors, valuationDate, report, at);
  return { times: [0], zeroRates: [rate ?? Number.NaN], interpolation: 'linear_zero' };
}

/** One of the two is there. */
interface RateInput {
  readonly rate?: Rate | undefined;
  readonly curve?: CurveInput | undefined;
}

/** Zero rates at the dates after the valuation date; at that date itself the factor can only be 1, and says nothing. */
function discountCurve(dates: readonly string[], factors: readonly number[], valuationDate: string, report: Report, at: string): Curve {
  dates.forEach((date, i) => {
    if (date < valuationDate) report(`${at}/dates/${i}`, `must not be before ${valuationDate}, the valuation date; got ${date}`);
    if (date === valuationDate && factors[i] !== 1)
      report(`${at}/discountFactors/${i}`, `must be 1 on the valuation date; got ${factors[i]}`);
  });
  const points = dates.map((date, i) => ({ time: act365f(valuationDate, date), factor: factors[i] })).filter(({ time }) => time > 0);
  if (points.length === 0) report(`${at}/dates`, `must have a date after ${valuationDate}, the valuation date`);
  return {
    times: points.map(({ time }) => time),
    zeroRates: points.map(({ time, factor }) => -Math.log(factor) / time),
    interpolation: 'log_linear',
  };
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
  // Not taken as zero: a pair forgotten would change the price without a word.
  const missing = assets.flatMap((a, i) =>
    assets.slice(0, i).flatMap((b, j) => (Number.isNaN(matrix[i][j]) ? [`${b.name} and ${a.name}`] : [])),
  );
  for (const pair of missing) report('/market/correlations', `must have an entry for ${pair}`);
  if (missing.length === 0) requirePositiveSemiDefinite(matrix, report);
  return matrix;
}

/**
 * An eigenvalue that is zero in exact numbers comes out as little under it: entries are rounded to ε/2, which moves an
 * eigenvalue of an n × n matrix by n ε/2 at most (Weyl), and finding it adds a few times that.
 */
const eigenvalueRounding = (size: number): number => 8 * size * Number.EPSILON;

function requirePositiveSemiDefinite(matrix: readonly (readonly number[])[], report: Report): void {
  const smallest = symmetricEigenvalues(matrix)[0] ?? 1;
  if (smallest < -eigenvalueRounding(matrix.length))
    report('/market/correlations', `must make a positive semi-definite matrix; its smallest eigenvalue is ${smallest.toPrecision(6)}`);
}
