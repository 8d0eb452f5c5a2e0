/** The volatilities of one currency, index or pair by expiry, as factors move them. */
import type { Volatility, Years } from '../base/units.js';
import { hasSmiles, isTable, type MarketVolatility } from '../market/cross-asset-input.js';
import { changedSmile, leastVolatility } from '../market/exchange-rate-smiles.js';
import { changedTable, volatilitiesOf } from '../market/rate-volatilities.js';
import { smileTime } from '../market/resolve-exchange-smiles.js';

interface QuotedExpiry {
  /** Absent: the date says it. */
  readonly time?: Years | undefined;
  readonly date?: string | undefined;
}

/** The expiries of a quote; undefined for one volatility, which has none. */
export function expiriesOf(quote: MarketVolatility): readonly QuotedExpiry[] | undefined {
  if (hasSmiles(quote)) return quote.expiries;
  return isTable(quote) ? quote.expiries.map((time) => ({ time })) : undefined;
}

/** Years to the expiries of a quote. */
export const timesOf = (expiries: readonly QuotedExpiry[], valuationDate: string): Years[] =>
  expiries.map((expiry) => smileTime(expiry, valuationDate));

/** The quote after a change of its volatilities: of smiles by delta, risk reversals and butterflies stay. @param change  of one, with the index of its expiry */
export function changedQuote(quote: MarketVolatility, change: (volatility: Volatility, expiry: number) => Volatility): MarketVolatility {
  if (hasSmiles(quote))
    return { ...quote, expiries: quote.expiries.map((row, i) => changedSmile(row, (volatility) => change(volatility, i))) };
  return isTable(quote) ? changedTable(quote, change) : { ...quote, volatility: change(quote.volatility, 0) };
}

/** The least of the volatilities of an expiry that `changedQuote` changes. */
export function leastOf(quote: MarketVolatility, expiry: number): Volatility {
  if (hasSmiles(quote)) return leastVolatility(quote.expiries[expiry]!);
  return isTable(quote) ? Math.min(...volatilitiesOf(quote, expiry)) : quote.volatility;
}
