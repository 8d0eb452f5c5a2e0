/** Trades that state their dates, as what they pay: known amounts, and floating rates by the curves of indices. */
import type { Price, Years } from '../../base/units.js';
import { type CrossAssetMarket, indexBasis } from '../../market/cross-asset.js';
import type { FloatingPeriod, Payment, TradeTerms } from './terms.js';

interface DatedPayment {
  readonly currency: string;
  readonly time: Years;
  readonly amount: Price;
}

/** Pays notional · (growth − 1) at `paid`, the growth being that of the floating rate from `start` to `end`. */
interface RatePeriod {
  readonly currency: string;
  /** Index whose curve projects it; by default that of the currency. */
  readonly index?: string | undefined;
  readonly start: Years;
  readonly end: Years;
  readonly paid: Years;
  /** Positive if received. */
  readonly notional: Price;
  readonly compounded?: FloatingPeriod['compounded'];
}

/** A trade as the regulation sees it, in its own currencies. */
export type DatedRegulatoryTerms =
  | {
      readonly assetClass: 'interestRate';
      readonly hedgingSet: string;
      readonly currency: string;
      readonly notional: Price;
      readonly direction: 1 | -1;
      readonly start: Years;
    }
  | { readonly assetClass: 'foreignExchange'; readonly bought: CurrencyNotional; readonly sold: CurrencyNotional };

export interface CurrencyNotional {
  readonly currency: string;
  readonly notional: Price;
}

export interface DatedFlows {
  readonly type: 'dated';
  readonly id?: string | undefined;
  readonly payments: readonly DatedPayment[];
  readonly periods: readonly RatePeriod[];
  /** Years to the last payment. */
  readonly maturity: Years;
  /** Absent where it has no size. */
  readonly regulatory?: DatedRegulatoryTerms;
}

/** The terms of the trade in a market that has its currencies and indices. */
export function termsOfDatedFlows({ payments, periods, maturity }: DatedFlows, { currencies }: CrossAssetMarket): TradeTerms {
  const indexOf = (code: string): number => currencies.findIndex(({ currency }) => currency === code);
  return {
    flows: {
      payments: payments.map(({ currency, time, amount }): Payment => ({ currency: indexOf(currency), time, amount })),
      periods: periods.map(({ currency: code, index, start, end, paid, notional, compounded }): FloatingPeriod => {
        const currency = indexOf(code);
        const basis = indexBasis(currencies[currency]!, index, start, end);
        return { currency, start, end, notional, basis, ...(paid !== end && { paid }), ...(compounded && { compounded }) };
      }),
      deliveries: [],
    },
    maturity,
  };
}
