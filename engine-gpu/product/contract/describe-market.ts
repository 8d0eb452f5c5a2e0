/**
 * Describes in words the terms that a market adds to a contract: dividends, currencies, volatilities that are no number, and repaired
 * correlations.
 */
import { type Cases, fold } from '../../base/fold.js';
import { formatNumber, formatPercent } from '../../base/format.js';
import type { ModelInput } from '../../market/equity-model-input.js';
import type { MarketInput } from '../../market/market-input.js';
import { series } from './phrase.js';

type AssetInput = NonNullable<MarketInput['assets']>[string];
type Stated = Pick<MarketInput, 'dividends' | 'volatilityTermStructure' | 'volatilitySurface' | 'model'> &
  Partial<Pick<AssetInput, 'currency' | 'conversion'>>;

/** Up to this many dividends, times or smiles are listed one by one. */
const MAX_LISTED_TERMS = 4;

const dateOrTime = ({ date, time = 0 }: { readonly date?: string | undefined; readonly time?: number | undefined }): string =>
  date === undefined ? `in ${years(time)}` : `on ${date}`;
const years = (time: number): string => `${formatNumber(time)} ${time === 1 ? 'year' : 'years'}`;

function dividendsOf(name: string, { dividends = [], volatilitySurface, model }: Stated): string[] {
  if (dividends.length === 0) return [];
  const paid = dividends.map((one) =>
    one.amount === undefined
      ? `${formatPercent(one.proportion ?? 0)} of its price ${dateOrTime(one)}`
      : `${formatNumber(one.amount)} ${dateOrTime(one)}`,
  );
  const [first, last] = [dividends[0], dividends[dividends.length - 1]];
  const listed =
    paid.length <= MAX_LISTED_TERMS
      ? series(paid, 'and')
      : `${paid.length} dividends, the first stated ${dateOrTime(first!)} and the last ${dateOrTime(last!)}`;
  const isHeld = dividends.some(({ amount }) => amount !== undefined) && (volatilitySurface !== undefined || model?.type === 'local_vol');
  return [
    `${name} pays ${listed}, and falls by it`,
    ...(isHeld ? [`the value of the cash to come is a part of ${name} that does not move`] : []),
  ];
}

const MODELS: Cases<ModelInput, 'type', string | undefined> = {
  black_scholes: () => undefined,
  heston: () => 'a stochastic variance (Heston)',
  local_vol: ({ strikes, expiries }) => `the local volatility of ${strikes.length * expiries.length} quotes`,
  rough_bergomi: () => 'a rough volatility (rough Bergomi)',
  rough_heston: () => 'a rough stochastic variance (rough Heston)',
};
const modelWords = fold('type', MODELS);

function surfaceWords({ svi, ssvi, strikes = [], expiries = [] }: NonNullable<Stated['volatilitySurface']>): string {
  if (ssvi) return `SSVI with ${ssvi.times.length === 1 ? 'one expiry' : `${ssvi.times.length} expiries`}`;
  if (svi)
    return svi.length === 1
      ? `one SVI smile at ${years(svi[0]!.time)}`
      : `${svi.length} SVI smiles up to ${years(svi[svi.length - 1]!.time)}`;
  return `${strikes.length * expiries.length} quotes`;
}

function volatilityOf(name: string, { volatilityTermStructure, volatilitySurface, model }: Stated): string[] {
  if (volatilityTermStructure !== undefined) {
    const { times, volatilities } = volatilityTermStructure;
    const each = times.map((time, i) => `${formatPercent(volatilities[i]!)} up to ${years(time)}`);
    return [
      `${name} has a volatility of ${each.length <= MAX_LISTED_TERMS ? series(each, 'and') : `${each[0]} to ${each[each.length - 1]}, by time`}`,
    ];
  }
  if (volatilitySurface !== undefined) return [`${name} follows the local volatility of ${surfaceWords(volatilitySurface)}`];
  const words = model && modelWords(model);
  return words === undefined ? [] : [`${name} follows ${words}`];
}

function currencyOf(name: string, { currency, conversion }: Stated, marketCurrency: string | undefined): string[] {
  if (conversion === undefined || currency === undefined) return [];
  return [
    conversion === 'quanto'
      ? `${name} is quoted in ${currency} and counts as so many ${marketCurrency}, at a fixed rate of 1 (quanto)`
      : `${name} is quoted in ${currency} and counts at its value in ${marketCurrency} on each date (composite)`,
  ];
}

/**
 * One clause per thing that the market adds, in the order of the assets.
 *
 * @param names  the assets of the contract
 */
export function describeMarket(market: MarketInput, names: readonly string[]): string[] {
  const { assets, currency, correlationRepair } = market;
  const stated = names.flatMap((name) => {
    const asset: Stated | undefined = assets === undefined ? market : assets[name];
    return asset === undefined ? [] : [{ name, asset: assets === undefined ? withoutCurrency(asset) : asset }];
  });
  return [
    ...(currency === undefined ? [] : [`paid in ${currency}`]),
    ...stated.flatMap(({ name, asset }) => [
      ...currencyOf(name, asset, currency),
      ...volatilityOf(name, asset),
      ...dividendsOf(name, asset),
    ]),
    ...(correlationRepair !== undefined && names.length > 1
      ? ['correlations that form no matrix are replaced by the nearest that do']
      : []),
  ];
}

/** A market of one asset states its own currency, which is that of the asset. */
const withoutCurrency = ({ dividends, volatilityTermStructure, volatilitySurface, model }: Stated): Stated => ({
  dividends,
  volatilityTermStructure,
  volatilitySurface,
  model,
});
