/**
 * Positions of an option book whose underlying pays dividends on dates, and their revaluation when risk factors move.
 *
 * Amounts of cash and proportions stay when the spot moves. When time passes, the dividends on whose dates it passes are gone, and the spot
 * of the scenario is the one after them. Scenarios of the spot alone are read from one pair of grids (`dividendPricesBySpot`).
 */

import type { Price, Rate, Volatility, Years } from '../base/units.js';
import { GREEKS } from '../formula/greeks.js';
import type { OptionMarketInput } from '../market/option-market-input.js';
import { greeksInMarket, type OptionInMarket, optionMarket, pricesBySpot } from '../method/option-in-market.js';

/** Moves that every position feels, all absolute. */
export interface CommonMove {
  readonly volatility?: Volatility;
  readonly rate?: Rate;
  /** Time that passes; an option whose expiry it passes is worth its payoff at the moved spot. */
  readonly time?: Years;
}

export interface DatedPosition {
  /** Index in the book. */
  readonly row: number;
  /** Price of one option at a spot after a move. */
  readonly priceAt: (spot: Price, move: CommonMove) => Price;
  /** Price and Greeks of one option, in the order of `GREEKS`. */
  readonly greeks: () => number[];
}

type Terms = OptionInMarket &
  Required<Pick<OptionMarketInput, 'spot' | 'dividend'>> & {
    readonly rate: Rate;
    readonly volatility: Volatility;
    readonly dividends: readonly { readonly time: Years; readonly amount?: Price | undefined; readonly proportion?: number | undefined }[];
  };

/** A position at `row` of the book. Its grids are kept for the last move of volatility, rate and time. */
export function datedPosition(row: number, terms: Terms): DatedPosition {
  let latest: { readonly move: string; readonly prices: (spot: Price) => Price } | undefined;
  return {
    row,
    priceAt: (spot, move) => {
      const { volatility = 0, rate = 0, time = 0 } = move;
      const name = `${volatility} ${rate} ${time}`;
      if (latest?.move !== name) latest = { move: name, prices: pricesAfter(terms, { volatility, rate, time }) };
      return latest.prices(spot);
    },
    greeks: () => {
      const { greeks } = greeksInMarket(terms, marketOf(terms));
      return GREEKS.map((name) => greeks[name]);
    },
  };
}

const marketOf = (terms: Terms) => optionMarket(terms, { ...terms, dividends: [...terms.dividends] }, '', '');

function pricesAfter(terms: Terms, { volatility, rate, time }: Required<CommonMove>): (spot: Price) => Price {
  const moved = {
    ...terms,
    volatility: Math.max(terms.volatility + volatility, 0),
    rate: terms.rate + rate,
    time: Math.max(terms.time - time, 0),
    dividends: terms.dividends.filter((one) => one.time > time).map((one) => ({ ...one, time: one.time - time })),
  };
  return pricesBySpot(moved, marketOf(moved));
}
