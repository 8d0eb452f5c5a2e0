/** The capital that a netting set requires at each exposure date: 8 % of its risk-weighted regulatory exposure at default (SA-CCR). */

import type { Years } from '../../base/units.js';
import { type CrossAssetMarket, floatingBasis, spotInReporting } from '../../market/cross-asset.js';
import { accumulatedRate, forwardPrice } from '../../market/curve.js';
import { exp } from '../../math/elementary/exp.js';
import type { NettedTrade } from '../../product/trade/contract-trade.js';
import { periodEnds } from '../../product/trade/terms.js';
import type { RequirementAt } from '../../simulation/exposure/sensitivities/path-amounts.js';
import { type RegulatoryMarket, regulatoryTrade } from '../capital/regulatory-trades.js';
import { addOnShares, exposureAtDefault, exposureDerivatives, type RegulatoryMargin, regulatoryExposure } from '../capital/sa-ccr.js';
import type { NettingSet } from './netting-set.js';

/** Basel's minimum capital ratio. */
const CAPITAL_RATIO = 0.08;

/** The trades as the regulation sees them, absent where they have no size, and the margin agreement. */
export function regulatoryTrades(trades: readonly NettedTrade[], { model, collateral }: NettingSet) {
  const market = regulatoryMarket(model.market);
  const margin: RegulatoryMargin | undefined = collateral && {
    threshold: collateral.threshold,
    minimumTransfer: collateral.minimumTransfer,
    independentAmount: 0,
    marginPeriod: collateral.marginPeriod,
  };
  return { all: trades.map((trade) => regulatoryTrade(trade, market)), margin };
}

export function regulatoryCapital(trades: readonly NettedTrade[], nettingSet: NettingSet, riskWeight: number): RequirementAt {
  const { all, margin } = regulatoryTrades(trades, nettingSet);
  const sizedTrades = all.flatMap((trade) => trade ?? []);
  const scale = CAPITAL_RATIO * riskWeight;
  return (times) => {
    const exposures = times.map((time) => regulatoryExposure(sizedTrades, margin, time));
    return {
      amount: (exposure, value, collateral) => scale * exposureAtDefault(exposures[exposure]!, value, collateral),
      derivatives: (exposure, value, collateral) => {
        const slopes = exposureDerivatives(exposures[exposure]!, value, collateral);
        return {
          value: scale * slopes.value,
          collateral: -scale * slopes.value,
          unmargined: scale * slopes.unmargined,
          margined: scale * slopes.margined,
        };
      },
      addOnShares: (exposure) => [
        addOnShares(all, undefined, times[exposure]),
        margin === undefined ? [] : addOnShares(all, margin, times[exposure]),
      ],
    };
  };
}

/**
 * Says that the capital of a swaption with physical settlement, or of an option of a cap, jumps with the market: from its expiry on its supervisory
 * delta is 0 or ±1, by the side of its strike on which today's forward rate lies.
 */
export function jumpsOfCapital(trades: readonly NettedTrade[], nettingSet: NettingSet): string[] {
  const last = nettingSet.times[nettingSet.times.length - 1]!;
  const options = regulatoryTrades(trades, nettingSet).all.flatMap((trade) =>
    trade?.assetClass === 'interestRate' && trade.option !== undefined && trade.ends === undefined && trade.option.expiry <= last
      ? [trade.option]
      : [],
  );
  const distance = ({ forward, strike }: (typeof options)[number]) => Math.abs(forward - strike);
  const [nearest] = options.toSorted((a, b) => distance(a) - distance(b));
  if (nearest === undefined) return [];
  const { forward, strike, perStatedRate = 1 } = nearest;
  const rates = `${rounded(forward / perStatedRate)} and strike ${rounded(strike / perStatedRate)}`;
  return [
    `capital by SA-CCR counts a swaption with physical settlement, and each option of a cap or floor, after its expiry as exercised or not by today's forward rate, so that kva jumps where that rate crosses its strike: ${options.length === 1 ? 'they are' : `nearest of ${options.length} options are`} ${rates}`,
  ];
}

const rounded = (rate: number): number => Number(rate.toPrecision(6));

function regulatoryMarket(market: CrossAssetMarket): RegulatoryMarket {
  const { currencies, shares } = market;
  const currencyOf = (code: string): number => currencies.findIndex(({ currency }) => currency === code);
  const exchangeRate = (code: string): number => spotInReporting(market, currencyOf(code));
  const curveOf = (code: string) => currencies[currencyOf(code)]!.curve;
  const shareOf = (underlying: string) => shares[shares.findIndex(({ name }) => name === underlying)]!;
  const bond = (code: string, time: Years): number => exp(-accumulatedRate(curveOf(code), time));
  return {
    reportingCurrency: currencies[0]!.currency,
    exchangeRate,
    forwardExchangeRate: (bought, sold, time) => (exchangeRate(bought) * bond(bought, time)) / (exchangeRate(sold) * bond(sold, time)),
    spotPrice: (underlying) => shareOf(underlying).spot,
    forwardPrice: (underlying, time) => {
      const share = shareOf(underlying);
      return forwardPrice(currencies[share.currency]!.curve, share, time);
    },
    currencyOf: (underlying) => currencies[shareOf(underlying).currency]!.currency,
    forwardSwapRate: ({ currency, start, maturity, fixedFrequency }) => {
      const ends = periodEnds(start, maturity, fixedFrequency);
      const annuity = ends.reduce((sum, end, i) => sum + (end - (i === 0 ? start : ends[i - 1]!)) * bond(currency, end), 0);
      const floating = ends.reduce((sum, end, i) => {
        const from = i === 0 ? start : ends[i - 1]!;
        return sum + (floatingBasis(currencies[currencyOf(currency)]!, from, end) - 1) * bond(currency, from);
      }, bond(currency, start) - bond(currency, maturity));
      return floating / annuity;
    },
  };
}
