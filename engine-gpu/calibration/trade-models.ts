/** The models of a market in which trades are valued: fitted to swaptions, and within what double precision represents. */

import type { Fault } from '../base/failure.js';
import { refusal } from '../base/faults.js';
import { formatNumber, threeDigits } from '../base/format.js';
import type { Years } from '../base/units.js';
import { type CrossAssetMarket, type CurrencyMarket, indexBasis } from '../market/cross-asset.js';
import type { CrossAssetMarketInput } from '../market/cross-asset-input.js';
import type { Report } from '../market/curve-input.js';
import { type QuotesToFit, resolveCrossAsset, type SwaptionQuotes } from '../market/resolve-cross-asset.js';
import { withIndices } from '../market/resolve-indices.js';
import { log } from '../math/elementary/log.js';
import { squareOf } from '../math/elementary/pow.js';
import { accumulatedDeviation } from '../model/cross-asset.js';
import { lastRateOf, type NettedTrade, nettedCurrencies, nettedMaturity, nettedUnderlyings } from '../product/trade/contract-trade.js';
import type { DatedFlows, OptionedSwap } from '../product/trade/dated-flows.js';
import { periodEnds } from '../product/trade/terms.js';
import { fitCoTerminal, type UnderlyingSwap } from './co-terminal-swaptions.js';
import { withFittedExchangeRates } from './exchange-rate-fit.js';

/**
 * The currencies and shares of trades as numbers, before models are fitted.
 *
 * @param pointerOf  JSON pointer to each trade, for faults
 * @param report     receives the faults of the market and of trades that it does not value
 */
export function marketOfTrades(
  trades: readonly NettedTrade[],
  input: CrossAssetMarketInput,
  reportingCurrency: string,
  valuationDate: string,
  pointerOf: (trade: number) => string,
  report: Report,
  exchangeVolatilities: 'required' | 'optional' = 'required',
) {
  const isAsset = (name: string): boolean => Object.hasOwn(input.assets, name);
  const resolved = resolveCrossAsset(
    input,
    reportingCurrency,
    [...new Set(trades.flatMap((trade) => nettedCurrencies(trade, isAsset)))],
    [...new Set(trades.flatMap((trade) => nettedUnderlyings(trade, isAsset)))],
    valuationDate,
    report,
    exchangeVolatilities,
    (share) => pointOn(trades, share, isAsset, valuationDate),
  );
  const stillOptions = trades.flatMap((trade, i): [pointer: string, currency: string][] => {
    const isOption =
      trade.type === 'swaption' || trade.type === 'bermudan_swaption' || (trade.type === 'dated' && trade.option !== undefined);
    const [currency = ''] = isOption ? nettedCurrencies(trade) : [];
    return isOption && input.models[currency] === undefined ? [[`${pointerOf(i)}/currency`, currency]] : [];
  });
  // Once for all options of a cap.
  for (const [pointer, currency] of new Map(stillOptions))
    report(pointer, `needs an entry of market.models: without one the rates of ${currency} do not move`);
  const rates = trades.flatMap((trade) => (trade.type === 'dated' ? trade.periods : []));
  const isOvernight = (compounded: unknown): boolean => compounded === 'overnight';
  const floating = rates.map(({ currency, index, compounded }) => ({ currency, index, isOvernight: isOvernight(compounded) }));
  return { ...resolved, market: withIndices(resolved.market, input, floating, report) };
}

/** The point of its surface at which the volatility of a share is read: that of the one option on it, otherwise the forward of the last payment. */
function pointOn(trades: readonly NettedTrade[], share: string, isAsset: (name: string) => boolean, valuationDate: string) {
  const [first, ...further] = trades.filter((trade) => nettedUnderlyings(trade, isAsset).includes(share));
  if (first?.type === 'equity_option' && further.length === 0) return { strike: first.strike, time: first.maturity };
  return { time: Math.max(...[first!, ...further].map((trade) => nettedMaturity(trade, valuationDate))) };
}

/**
 * The market with every model that has no volatility of its own fitted to its quote, and then exchange rates to theirs.
 *
 * @param warnings  receives those of fits that miss quotes
 * @param horizon   last time up to which rates matter; by default the end of the trades
 */
export function withFittedModels(
  market: CrossAssetMarket,
  toFit: QuotesToFit,
  trades: readonly NettedTrade[],
  warnings: string[],
  horizon: Years = Number.POSITIVE_INFINITY,
): CrossAssetMarket {
  const currencies = market.currencies.map((each, i) => {
    const quotes = toFit.swaptions.find(({ currency }) => currency === i);
    return quotes === undefined ? each : fittedModel(each, quotes.quote, trades, market.valuationDate, warnings, horizon);
  });
  const last = Math.max(...trades.map((trade) => nettedMaturity(trade, market.valuationDate)));
  return withFittedExchangeRates({ ...market, currencies }, toFit.exchangeRates, Math.min(horizon, last));
}

/** The model of a currency fitted to the co-terminal swaptions of its longest swap, at the rate of that swap. */
function fittedModel(
  market: CurrencyMarket,
  quote: SwaptionQuotes['quote'],
  trades: readonly NettedTrade[],
  valuationDate: string,
  warnings: string[],
  horizon: Years,
): CurrencyMarket {
  const swap = fittingSwap(market.currency, trades, valuationDate);
  const { volatility, unfitted, atTheMoney } = fitCoTerminal(
    market.curve,
    market.meanReversion,
    { ...swap, basis: (start, end) => indexBasis(market, swap.index, start, end), lastExpiry: horizon },
    quote,
  );
  if (unfitted.length > 0)
    warnings.push(
      `the swaptions of ${market.currency} to ${unfitted.join(', ')} years are not repriced: their volatility falls too fast for the mean reversion`,
    );
  if (atTheMoney.length > 0)
    warnings.push(
      `the swaptions of ${market.currency} to ${atTheMoney.map(threeDigits).join(', ')} years have no time value at a fixed rate of ${threeDigits(swap.fixedRate!)}: rates move by the volatilities at the money`,
    );
  if ('strikeSpreads' in quote && quote.strikeSpreads.length > 1)
    warnings.push(
      `rates of ${market.currency} move by the volatilities of swaptions at ${swap.fixedRate === undefined ? 'the money' : `a fixed rate of ${threeDigits(swap.fixedRate)}`}: those of other strikes count for nothing`,
    );
  return { ...market, volatility };
}

/** @returns the swap whose options are fitted, with the index of its floating rate; without one, that of the currency's curve */
function fittingSwap(
  currency: string,
  trades: readonly NettedTrade[],
  valuationDate: string,
): UnderlyingSwap & { readonly index?: string | undefined } {
  const swaps = trades.flatMap((trade) =>
    (trade.type === 'interest_rate_swap' || trade.type === 'swaption' || trade.type === 'bermudan_swaption') && trade.currency === currency
      ? [trade]
      : [],
  );
  const [longest] = swaps.toSorted((one, other) => other.maturity - one.maturity);
  const dated = trades.flatMap((trade) => (trade.type === 'dated' && nettedCurrencies(trade).includes(currency) ? [trade] : []));
  const option = longestOption(dated, valuationDate);
  if (option !== undefined && option.dates.at(-1)! > (longest?.maturity ?? 0)) {
    const [first = 0] = option.dates;
    // Until the first exercise rates move by the volatilities of earlier expiries.
    return { ...option, dates: increasing([0, ...periodEnds(0, first, 1), ...option.dates]) };
  }
  if (longest !== undefined) {
    const { maturity, fixedFrequency, fixedRate } = longest;
    const exerciseDates = swaps.flatMap((each) =>
      each.type === 'interest_rate_swap' || each.maturity !== maturity ? [] : 'expiry' in each ? [each.expiry] : each.exerciseDates,
    );
    const dates = [0, ...periodEnds(0, maturity, fixedFrequency), ...exerciseDates];
    return { dates: increasing(dates), fixedRate };
  }
  // No swap in years and no option that reaches as far as the dated trades: annual swaps at par to the last payment.
  const last = Math.max(1, ...trades.map((trade) => lastRateOf(trade, valuationDate)));
  const expiries = dated.flatMap(({ option: each }) => (each?.swap === undefined ? [] : [each.expiry]));
  const periods = dated.flatMap((trade) => trade.periods.filter((period) => period.currency === currency));
  const [latest] = periods.toSorted((one, other) => other.end - one.end);
  return { dates: increasing([0, ...periodEnds(0, last, 1), ...expiries]), fixedRate: undefined, index: latest?.index };
}

const increasing = (times: readonly Years[]): readonly Years[] => [...new Set(times)].sort((one, other) => one - other);

/** The longest swap of a Bermudan swaption, or else of a European one that no other of the trades outlasts. */
function longestOption(trades: readonly DatedFlows[], valuationDate: string): OptionedSwap | undefined {
  const lasts = trades.map((trade) => lastRateOf(trade, valuationDate));
  const [longest] = trades
    .flatMap(({ option }, i) => (option?.swap && (option.exerciseTimes || lasts[i]! >= Math.max(...lasts)) ? [option.swap] : []))
    .toSorted((one, other) => other.dates.at(-1)! - one.dates.at(-1)!);
  return longest;
}

/**
 * Largest standard deviation s of a rate accumulated to the horizon with which every bond, account and exchange rate is a number of double
 * precision wherever the tables reach, 8 standard deviations out: their logarithms are up to ³⁄₂ s² + 8 s, which must be below ln 2¹⁰²⁴ = 709.8.
 */
const MAX_ACCUMULATED_DEVIATION = (Math.sqrt(squareOf(8) + 4 * 1.5 * log(Number.MAX_VALUE)) - 8) / (2 * 1.5);

/**
 * The same with which the tables of Bermudan swaptions, 8 standard deviations of the short rate to either side, reach what the forward measure of their last
 * payment gives weight to, which is up to s√¾ of them away. Of 85 random ones with s from 6 to 17 eleven were worth less than with fewer dates, by up to
 * 17 %; of 534 with s up to 6 none by more than 2e-4.
 */
const MAX_BERMUDAN_DEVIATION = 6;

/** @throws EngineFailure `invalid` that names the models whose rates move too far */
export function requireRepresentable(market: CrossAssetMarket, horizon: Years, trades: readonly NettedTrade[]): void {
  const faults = market.currencies.flatMap(({ currency, meanReversion, volatility, second }, i): Fault[] => {
    const deviation = accumulatedDeviation(market, i, horizon);
    const isBermudan = trades.some(
      (trade) =>
        (trade.type === 'bermudan_swaption' && trade.currency === currency) ||
        (trade.type === 'dated' && trade.option?.exerciseTimes !== undefined && nettedCurrencies(trade).includes(currency)),
    );
    const limit = isBermudan ? MAX_BERMUDAN_DEVIATION : MAX_ACCUMULATED_DEVIATION;
    if (deviation <= limit) return [];
    const why = isBermudan ? 'Bermudan swaptions are not valued' : 'discount factors are no numbers of double precision';
    const cause = `meanReversion ${meanReversion} and volatility ${threeDigits(Math.max(...volatility.values))}${second === undefined ? '' : ' with secondFactor'} make it ${threeDigits(deviation)}`;
    const reason = `must keep the standard deviation of the rate accumulated over ${formatNumber(horizon)} years at most ${threeDigits(limit)}, beyond which ${why}; ${cause}`;
    return [{ pointer: `/market/models/${currency}`, reason }];
  });
  if (faults.length > 0) throw refusal(faults);
}
