/**
 * Trades of a netting set as the standardised approach to counterparty credit risk sees them (sa-ccr.ts).
 *
 *   swap, swaptions                 interest rate, in the hedging set of its currency: paying the fixed rate gains when rates rise
 *   cap, floor                      interest rate, as the options on its rates that it is a sum of
 *   basis swap                      interest rate, in a hedging set of its own with half of the weight (CRE52.46)
 *   cross-currency swap             foreign exchange; its interest rate risk is not added, as in most implementations
 *   FX forward, FX option           foreign exchange, in the hedging set of its pair whichever is bought
 *   equity forward, equity option   equity, a single issuer: shares times the price today (CRE52.37)
 *
 * A notional that changes counts with its mean over what is left of the trade (CRE52.34). The notional of an exchange of currencies is that of the leg that is not in the reporting currency, and of two such legs that of the larger
 * (CRE52.36). The price of the underlying in the delta of an option is its forward at expiry (CRE52.40).
 *
 * A swaption with physical settlement counts to the end of its swap, and after its expiry as if it had been exercised where that gains on
 * today's forward rate; one with cash settlement counts to its expiry. The expiry of a Bermudan swaption is its last exercise date (CRE52.31).
 *
 * @see Basel Committee on Banking Supervision, CRE52.25 to 52.45
 */
import { EngineFailure } from '../../base/failure.js';
import type { Price, Rate, Years } from '../../base/units.js';
import type { NettedTrade } from '../../product/trade/contract-trade.js';
import type { DatedRegulatoryTerms } from '../../product/trade/dated-flows.js';
import type { Trade } from '../../product/trade/trade.js';
import type { RegulatoryTrade } from './sa-ccr.js';

/** Market data that the regulation requires, on today's curves. */
export interface RegulatoryMarket {
  readonly reportingCurrency: string;
  /** Units of the reporting currency per unit of a currency, today. */
  readonly exchangeRate: (currency: string) => number;
  /** Units of `sold` per unit of `bought`, forward at a time. */
  readonly forwardExchangeRate: (bought: string, sold: string, time: Years) => number;
  /** Price of an asset today, its forward price, and its currency. */
  readonly spotPrice: (underlying: string) => Price;
  readonly forwardPrice: (underlying: string, time: Years) => Price;
  readonly currencyOf: (underlying: string) => string;
  /** Forward swap rate of the swap that a swaption enters. */
  readonly forwardSwapRate: (swap: SwapAhead) => Rate;
}

/** A swap that starts at a time ahead. */
export type SwapAhead = Pick<Extract<Trade, { type: 'swaption' }>, 'currency' | 'maturity' | 'fixedFrequency'> & { readonly start: Years };

/** The trade in the reporting currency; undefined where it has no size. */
export function regulatoryTrade(trade: NettedTrade, market: RegulatoryMarket): RegulatoryTrade | undefined {
  switch (trade.type) {
    case 'contract':
      throw new EngineFailure('invalid', 'a contract has no regulatory exposure: its capital is refused before');
    case 'dated':
      return trade.regulatory && ofDatedTrade(trade.regulatory, trade.maturity, market);
    case 'interest_rate_swap':
      return {
        assetClass: 'interestRate',
        hedgingSet: trade.currency,
        notional: trade.notional * market.exchangeRate(trade.currency),
        direction: trade.side === 'payer' ? 1 : -1,
        start: 0,
        maturity: trade.maturity,
      };
    case 'swaption':
    case 'bermudan_swaption': {
      // The last of several exercise dates is that of the option, and the first is the start of its swap.
      const [start, expiry] =
        trade.type === 'swaption'
          ? [trade.expiry, trade.expiry]
          : [trade.exerciseDates[0], trade.exerciseDates[trade.exerciseDates.length - 1]];
      return sized(trade.quantity, (quantity, direction) => ({
        assetClass: 'interestRate',
        hedgingSet: trade.currency,
        notional: quantity * trade.notional * market.exchangeRate(trade.currency),
        direction,
        start: start!,
        maturity: trade.maturity,
        ...(trade.settlement === 'cash' && { ends: expiry }),
        option: {
          call: trade.side === 'payer',
          forward: market.forwardSwapRate({ ...trade, start: start! }),
          strike: trade.fixedRate,
          expiry: expiry!,
        },
      }));
    }
    case 'cross_currency_swap':
      return exchange(trade.receive, trade.pay, trade.maturity, 1, market);
    case 'fx_forward':
      return exchange(...amounts(trade), trade.maturity, 1, market);
    case 'fx_option':
      return sized(trade.quantity, (quantity, direction) => {
        const [bought, sold] = amounts(trade);
        const call = trade.optionType === 'call';
        const pair = exchange(bought, sold, trade.maturity, quantity, market);
        // An option on the pair the other way round: a call on the bought currency is a put on the sold one.
        const inverted = pair.direction < 0;
        const forward = market.forwardExchangeRate(trade.buyCurrency, trade.sellCurrency, trade.maturity);
        const strike = trade.sellAmount / trade.buyAmount;
        return {
          ...pair,
          direction,
          option: {
            call: call !== inverted,
            forward: inverted ? 1 / forward : forward,
            strike: inverted ? 1 / strike : strike,
            expiry: trade.maturity,
          },
        };
      });
    case 'equity_forward':
    case 'equity_option':
      return sized(trade.quantity, (quantity, direction) => {
        const { underlying, maturity } = trade;
        return {
          assetClass: 'equity',
          hedgingSet: underlying,
          notional: quantity * market.spotPrice(underlying) * market.exchangeRate(market.currencyOf(underlying)),
          direction,
          maturity,
          ...(trade.type === 'equity_option' && {
            option: {
              call: trade.optionType === 'call',
              forward: market.forwardPrice(underlying, maturity),
              strike: trade.strike,
              expiry: maturity,
            },
          }),
        };
      });
  }
}

function ofDatedTrade(terms: DatedRegulatoryTerms, maturity: Years, market: RegulatoryMarket): RegulatoryTrade {
  if (terms.assetClass === 'foreignExchange') return exchange(terms.bought, terms.sold, maturity, 1, market);
  const { currency, notional, option, end, ...shared } = terms;
  const forwardSwapRate = (fixedFrequency: number) => market.forwardSwapRate({ currency, start: shared.start, maturity, fixedFrequency });
  return {
    ...{ ...shared, notional: notional * market.exchangeRate(currency), maturity: end ?? maturity },
    ...(end !== undefined && { ends: maturity }),
    ...(option && {
      option: {
        ...{ call: option.call, strike: option.strike, expiry: option.expiry, forward: forwardSwapRate(option.fixedFrequency) },
        ...(option.perStatedRate !== undefined && { perStatedRate: option.perStatedRate }),
      },
    }),
  };
}

/** The trade of a signed quantity: its size, and whether it is held or sold. */
const sized = (quantity: number, tradeOf: (size: number, direction: 1 | -1) => RegulatoryTrade): RegulatoryTrade | undefined =>
  quantity === 0 ? undefined : tradeOf(Math.abs(quantity), quantity > 0 ? 1 : -1);

interface Amount {
  readonly currency: string;
  readonly notional: number;
}

type Conversion = Pick<RegulatoryMarket, 'reportingCurrency' | 'exchangeRate'>;

const converted = ({ currency, notional }: Amount, market: Conversion): number => notional * market.exchangeRate(currency);

/** Relative difference of amounts that count as equal: above the rounding of a converted amount. */
const EQUAL_AMOUNTS = 1e-9;

/**
 * The weights of the two legs of an exchange in its notional: 1 for the leg that is not in the reporting currency, or for the larger of two such
 * legs, and 0 for the other. Of two equal amounts each has one half, which is the mean of the derivatives on both sides.
 */
export function notionalWeights(bought: Amount, sold: Amount, market: Conversion): readonly [bought: number, sold: number] {
  const { reportingCurrency } = market;
  if (bought.currency === reportingCurrency) return [0, 1];
  if (sold.currency === reportingCurrency) return [1, 0];
  const [one, other] = [converted(bought, market), converted(sold, market)];
  if (Math.abs(one - other) < EQUAL_AMOUNTS * one) return [0.5, 0.5];
  return one > other ? [1, 0] : [0, 1];
}

const amounts = (trade: Extract<Trade, { type: 'fx_forward' | 'fx_option' }>): readonly [bought: Amount, sold: Amount] => [
  { currency: trade.buyCurrency, notional: trade.buyAmount },
  { currency: trade.sellCurrency, notional: trade.sellAmount },
];

/** An exchange of one currency for another, in the hedging set of the pair in alphabetical order. */
function exchange(bought: Amount, sold: Amount, maturity: Years, quantity: number, market: RegulatoryMarket) {
  const inOrder = bought.currency < sold.currency;
  const weights = notionalWeights(bought, sold, market);
  return {
    assetClass: 'foreignExchange',
    hedgingSet: inOrder ? bought.currency + sold.currency : sold.currency + bought.currency,
    notional: quantity * [bought, sold].reduce((sum, leg, i) => sum + weights[i]! * converted(leg, market), 0),
    direction: inOrder ? 1 : -1,
    maturity,
  } as const;
}
