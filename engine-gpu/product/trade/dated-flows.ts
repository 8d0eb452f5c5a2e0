/** Trades that state their dates, as what they pay: known amounts, and floating rates by the curves of indices. */
import type { Price, Rate, Years } from '../../base/units.js';
import { type CrossAssetMarket, indexBasis } from '../../market/cross-asset.js';
import { accumulatedRate } from '../../market/curve.js';
import { exp } from '../../math/elementary/exp.js';
import { type FloatingPeriod, type Flows, NOTHING, type Payment, type TradeTerms } from './terms.js';
import { PERIOD_ROUNDING } from './trade.js';

interface DatedPayment {
  readonly currency: string;
  readonly time: Years;
  readonly amount: Price;
  /** Start of the period that it is for; absent where no choice depends on it. */
  readonly start?: Years;
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
  /**
   * A rate agreement, settled at its start: pays notional · (1 − agreed/growth) at `paid`, what notional · (growth − agreed) at its end is then worth.
   */
  readonly agreed?: number;
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
      /** End of the period of a rate agreement, which settles before. */
      readonly end?: Years;
      /** The option of a swaption, with the periods by which its forward rate is counted. */
      readonly option?: {
        readonly call: boolean;
        readonly strike: Rate;
        readonly expiry: Years;
        readonly fixedFrequency: number;
        /** The strike over the one that the trade states, which counts days otherwise; 1 where it is absent. */
        readonly perStatedRate?: number;
      };
    }
  | { readonly assetClass: 'foreignExchange'; readonly bought: CurrencyNotional; readonly sold: CurrencyNotional };

export interface CurrencyNotional {
  readonly currency: string;
  readonly notional: Price;
}

/** The swap that an option gives, as a model is fitted to options on it and on its rest. */
export interface OptionedSwap {
  /** Years to the exercises, which stand for the starts that they give, and to the end of each period of the fixed leg; increasing. */
  readonly dates: readonly Years[];
  /** Per year between such dates, less the spread over the floating rate. */
  readonly fixedRate: Rate;
  /** Index of the floating rate; absent: that of the currency's curve. */
  readonly index?: string | undefined;
}

/** A trade or a part of it. */
export type PartOfTrade = Omit<DatedFlows, 'type' | 'id'>;

export interface DatedFlows {
  readonly type: 'dated';
  readonly id?: string | undefined;
  readonly payments: readonly DatedPayment[];
  readonly periods: readonly RatePeriod[];
  /** Index of the trade of which this is a further part, in the same list; absent of a whole trade and of its first part. */
  readonly partOf?: number;
  /** The right to take the payments and periods, which are of one option; so many are held. A caplet is on the rate of one period. */
  readonly option?: {
    /** Years to the first exercise. */
    readonly expiry: Years;
    readonly quantity: number;
    readonly isCaplet?: true;
    /** Absent for a caplet. */
    readonly swap?: OptionedSwap;
    /** Years to each exercise of a Bermudan swaption, increasing: it gives the payments and periods that start then or later. */
    readonly exerciseTimes?: readonly Years[];
  };
  /** Years to the last payment. */
  readonly maturity: Years;
  /** Absent where it has no size. */
  readonly regulatory?: DatedRegulatoryTerms;
}

/** The terms of the trade in a market that has its currencies and indices. */
export function termsOfDatedFlows(trade: PartOfTrade, market: CrossAssetMarket): TradeTerms {
  const { option, maturity } = trade;
  if (option === undefined) return { flows: flowsOf(trade, market), maturity };
  const { expiry, quantity, exerciseTimes } = option;
  if (exerciseTimes === undefined)
    return { flows: NOTHING, option: { kind: 'swap', expiry, quantity, exercised: flowsOf(trade, market), cash: false }, maturity };
  const [first] = trade.periods;
  const currency = market.currencies.findIndex((each) => each.currency === first?.currency);
  const exercises = exerciseTimes.map((time, i) => {
    const isIn = (start = 0): boolean => start > time - PERIOD_ROUNDING && start < (exerciseTimes[i + 1] ?? Infinity) - PERIOD_ROUNDING;
    const [payments, periods] = [trade.payments.filter(({ start }) => isIn(start)), trade.periods.filter(({ start }) => isIn(start))];
    return { time, flows: flowsOf({ ...trade, payments, periods }, market) };
  });
  return { flows: NOTHING, option: { kind: 'bermudan', currency, exercises, quantity, cash: false }, maturity };
}

function flowsOf({ payments, periods, option }: PartOfTrade, { currencies }: CrossAssetMarket): Flows {
  const indexOf = (code: string): number => currencies.findIndex(({ currency }) => currency === code);
  return {
    payments: [
      ...payments.map(({ currency, time, amount }): Payment => ({ currency: indexOf(currency), time, amount })),
      ...periods.flatMap((period) =>
        period.agreed === undefined ? [] : agreementOf(period, period.agreed, currencies, indexOf(period.currency)),
      ),
    ],
    periods: periods
      .filter(({ agreed }) => agreed === undefined)
      .map(({ currency: code, index, start, end, paid, notional, compounded }): FloatingPeriod => {
        const currency = indexOf(code);
        const basis = indexBasis(currencies[currency]!, index, start, end);
        if (option !== undefined) {
          // Before exercise the rate runs to the payment: the forward rate of today stands for the days between.
          const { curve } = currencies[currency]!;
          const delay = exp(accumulatedRate(curve, end) - accumulatedRate(curve, paid));
          return { currency, start, end: paid, notional, basis: basis * delay, ...(compounded && { compounded }) };
        }
        return { currency, start, end, notional, basis, ...(paid !== end && { paid }), ...(compounded && { compounded }) };
      }),
    deliveries: [],
  };
}

/** The notional at the settlement, against an amount at the end of the period that is settled with it. */
function agreementOf(
  { index, start, end, paid, notional }: RatePeriod,
  agreed: number,
  currencies: CrossAssetMarket['currencies'],
  currency: number,
): Payment[] {
  const { curve } = currencies[currency]!;
  // The forward rates of today stand for the days from the start to the settlement.
  const delay = exp(accumulatedRate(curve, start) - accumulatedRate(curve, paid));
  const basis = indexBasis(currencies[currency]!, index, start, end);
  return [
    { currency, time: paid, amount: notional },
    { currency, time: end, amount: (-notional * agreed * delay) / basis, settled: paid },
  ];
}
