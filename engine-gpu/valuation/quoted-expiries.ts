/** The volatilities of one currency, index, pair or share by expiry, as factors move them. */
import type { Volatility, Years } from '../base/units.js';
import type { BookMarket } from '../market/book-market.js';
import type { MarketVolatility, ShareSurface } from '../market/cross-asset-input.js';
import { changedSmile, leastVolatility } from '../market/exchange-rate-smiles.js';
import { changedTable, volatilitiesOf } from '../market/rate-volatilities.js';
import { smileTime } from '../market/resolve-exchange-smiles.js';

type Asset = BookMarket['assets'][string];
type Quote = MarketVolatility | ShareSurface | { readonly volatility: Volatility };

/** One volatility of a share, or its surface. */
export const quoteOfAsset = ({ volatility, surface }: Asset): Quote => surface ?? { volatility: volatility! };

interface QuotedExpiry {
  /** Absent: the date says it. */
  readonly time?: Years | undefined;
  readonly date?: string | undefined;
}

/** The expiries of a quote; undefined for one volatility, which has none. */
export function expiriesOf(quote: Quote): readonly QuotedExpiry[] | undefined {
  if ('volatility' in quote) return undefined;
  return 'volatilities' in quote ? quote.expiries.map((time) => ({ time })) : quote.expiries;
}

/** Years to the expiries of a quote. */
export const timesOf = (expiries: readonly QuotedExpiry[], valuationDate: string): Years[] =>
  expiries.map((expiry) => smileTime(expiry, valuationDate));

type Change = (volatility: Volatility, expiry: number) => Volatility;

/** The quote after a change of its volatilities: of smiles by delta, risk reversals and butterflies stay. @param change  of one, with the index of its expiry */
export function changedQuote(quote: MarketVolatility, change: Change): MarketVolatility {
  if ('volatility' in quote) return { ...quote, volatility: change(quote.volatility, 0) };
  if ('volatilities' in quote) return changedTable(quote, change);
  return { ...quote, expiries: quote.expiries.map((row, i) => changedSmile(row, (volatility) => change(volatility, i))) };
}

/** The share after a change of its volatilities. */
export function changedAsset(asset: Asset, change: Change): Asset {
  const { volatility, surface } = asset;
  return surface === undefined ? { ...asset, volatility: change(volatility!, 0) } : { ...asset, surface: changedTable(surface, change) };
}

/** The least of the volatilities of an expiry that `changedQuote` changes. */
export function leastOf(quote: Quote, expiry: number): Volatility {
  if ('volatility' in quote) return quote.volatility;
  return 'volatilities' in quote ? Math.min(...volatilitiesOf(quote, expiry)) : leastVolatility(quote.expiries[expiry]!);
}
