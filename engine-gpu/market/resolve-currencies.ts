/**
 * Assets of other currencies as assets of the market's own, under the risk-neutral measure of the market's currency. X is the price of one
 * unit of the asset's currency:
 *
 *   quanto      S counts as an amount of the market's currency; its drift is r_f − q − ρσσ_X
 *   composite   S X is an asset of the market's currency, with the variance σ² + σ_X² + 2ρσσ_X and the dividend yield of S
 *
 * Where σ is random or local, paths have both from the driver of S and, for a composite asset, of X (simulation/process/foreign.ts).
 *
 * @see M. Garman, S. Kohlhagen (1983), Foreign currency option values; E. Reiner (1992), Quanto mechanics, Risk 5(3)
 */
import { pointerPart } from '../base/faults.js';
import type { Volatility } from '../base/units.js';
import { squareOf } from '../math/elementary/pow.js';
import { type Report, resolveCurve } from './curve-input.js';
import type { Asset } from './market.js';
import type { MarketInput } from './market-input.js';
import type { CorrelationInput } from './resolve-correlation.js';
import { MAX_TERM_YEARS, type TermVolatility, varianceUpTo, volatilityIntegral } from './term-volatility.js';

/** An asset as the market states it, with the currency from which it is converted; undefined where it has that of the market. */
export interface StatedAsset {
  readonly asset: Asset;
  readonly foreign?: { readonly currency: string; readonly conversion: 'quanto' | 'composite' } | undefined;
}

/** The currencies of the assets other than the market's, each once: the exchange rates that correlations must name. */
export const foreignCurrencies = (stated: readonly StatedAsset[]): string[] => [
  ...new Set(stated.flatMap(({ foreign }) => (foreign === undefined ? [] : [foreign.currency]))),
];

/** Value of a pair by the name in either order, with the name; `inverted` where it is that of the market's currency in the other. */
function ofPair<Value>(values: Readonly<Record<string, Value>> | undefined, from: string, to: string) {
  for (const [name, inverted] of [
    [from + to, false],
    [to + from, true],
  ] as const) {
    const value = values?.[name];
    if (value !== undefined) return { name, value, inverted };
  }
  return undefined;
}

/** σ_X of the pair of a currency and the market's. */
function exchangeVolatility({ volatilities, currency: home = '' }: MarketInput, currency: string, report: Report): Volatility {
  const quoted = ofPair(volatilities, currency, home);
  if (quoted === undefined) report('/market/volatilities', `must have an entry for ${currency}${home}`);
  else if (quoted.value.type !== 'lognormal')
    report(`/market/volatilities/${quoted.name}/type`, `must be "lognormal" for an exchange rate; got "${quoted.value.type}"`);
  return quoted?.value.volatility ?? Number.NaN;
}

/**
 * The asset of the market's currency that a stated one stands for.
 *
 * @param correlation  ρ of the asset and X
 */
export function converted(
  { asset, foreign }: StatedAsset,
  correlation: number,
  input: MarketInput,
  valuationDate: string,
  report: Report,
): Asset {
  if (foreign === undefined) return asset;
  const { currency, conversion } = foreign;
  const pointer = `/market/assets/${pointerPart(asset.name)}`;
  const { model } = asset;
  const volatility = exchangeVolatility(input, currency, report);
  if (conversion === 'quanto') {
    const stated = input.curves?.[currency];
    if (stated === undefined) report('/market/curves', `must have an entry for ${currency}, the currency of ${asset.name}`);
    const rates = stated === undefined ? { rate: 0 } : 'rate' in stated ? stated : { curve: stated };
    const curve = resolveCurve(rates, valuationDate, report, `/market/curves/${currency}`);
    return { ...asset, quanto: { curve, correlation, volatility } };
  }
  if (asset.dividends?.some(({ cash }) => cash > 0))
    report(
      `${pointer}/dividends`,
      `must be proportions for a composite asset: an amount in ${currency} is not known in ${input.currency}; it is random as the exchange rate is`,
    );
  const rate = ofPair(input.fx, currency, input.currency ?? '');
  if (rate === undefined) report('/market/fx', `must have an entry for ${currency}${input.currency}`);
  const spot = asset.spot * (rate === undefined ? 1 : rate.inverted ? 1 / rate.value : rate.value);
  if (model === undefined) return { ...asset, spot, volatility: compositeVolatility(asset.volatility, volatility, correlation) };
  if (model.type === 'local_vol')
    report(
      `${pointer}/conversion`,
      'must be "quanto" for an asset with a surface or the model local_vol: its local volatility is a function of the spot in its own currency, which a composite price does not show',
    );
  if (model.type !== 'term_volatility') return { ...asset, spot, composite: { correlation, volatility } };
  return { ...asset, spot, model: { type: 'term_volatility', ...compositeTerm(model, volatility, correlation) } };
}

/** √(σ² + σ_X² + 2ρσσ_X) */
export const compositeVolatility = (asset: Volatility, rate: Volatility, correlation: number): Volatility =>
  Math.sqrt(Math.max(0, asset * asset + rate * rate + 2 * correlation * asset * rate));

function compositeTerm(term: TermVolatility, rate: Volatility, correlation: number): TermVolatility {
  const last = term.times[term.times.length - 1]!;
  // After the last time the variance is that of its implied volatility, and so is linear up to the horizon.
  const times = last < MAX_TERM_YEARS ? [...term.times, MAX_TERM_YEARS] : [...term.times];
  const variance = (t: number) => varianceUpTo(term, t) + squareOf(rate) * t + 2 * correlation * rate * volatilityIntegral(term, t);
  return { times, volatilities: times.map((t) => Math.sqrt(Math.max(0, variance(t) / t))) };
}

/**
 * Correlations of the converted assets, from those of assets and exchange rates.
 *
 * @param base   matrix of the stated assets and then the exchange rates of `foreignCurrencies`
 * @param stated in the order of the rows
 */
export function convertedCorrelations(
  base: CorrelationInput['matrix'],
  stated: readonly StatedAsset[],
  input: MarketInput,
  report: Report,
) {
  const currencies = foreignCurrencies(stated);
  const isComposite = ({ foreign }: StatedAsset) => foreign?.conversion === 'composite';
  if (stated.length > 1)
    for (const { asset } of stated.filter((one) => isComposite(one) && one.asset.model !== undefined))
      report(
        `/market/assets/${pointerPart(asset.name)}/${asset.model?.type === 'term_volatility' ? 'volatilityTermStructure' : 'conversion'}`,
        asset.model?.type === 'term_volatility'
          ? 'must be a constant volatility where a composite asset stands beside others: their correlation would depend on time'
          : `must be "quanto" under ${asset.model?.type} where the asset stands beside others: the correlation of a composite price with them would depend on the path of its volatility`,
      );
  /** Loadings of each converted asset on the base drivers. */
  const loadings = stated.map((one, i) => {
    const row = base.map(() => 0);
    row[i] = 1;
    if (isComposite(one) && one.asset.volatility !== undefined && one.foreign !== undefined) {
      row[i] = one.asset.volatility;
      row[stated.length + currencies.indexOf(one.foreign.currency)] =
        ofPair(input.volatilities, one.foreign.currency, input.currency ?? '')?.value.volatility ?? 0;
    }
    return row;
  });
  const covariance = (one: readonly number[], other: readonly number[]) =>
    one.reduce((sum, x, k) => sum + (x === 0 ? 0 : x * other.reduce((inner, y, l) => inner + y * base[k]![l]!, 0)), 0);
  return loadings.map((one, i) =>
    loadings.map((other, j) => {
      if (i === j) return 1;
      const scale = Math.sqrt(covariance(one, one) * covariance(other, other));
      return scale > 0 ? Math.max(-1, Math.min(1, covariance(one, other) / scale)) : 0;
    }),
  );
}

/** The names by which correlations may call the exchange rate of a currency, with the sign of its driver under that name. */
export const pairNames = (currency: string, home: string): readonly (readonly [name: string, sign: 1 | -1])[] => [
  [currency + home, 1],
  [home + currency, -1],
];
