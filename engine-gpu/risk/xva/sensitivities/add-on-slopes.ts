/**
 * Derivatives of the add-ons of SA-CCR with respect to zero rates by tenor, exchange rates and shares, in closed form.
 *
 * An add-on is a function of the notional N and, of an option, of the forward F of each trade. Both move with the market in a way that is the same at
 * every exposure date, so that
 *
 *   ∂AddOn/∂θ = Σ over the trades, of ∂AddOn/∂N · ∂N/∂θ + ∂AddOn/∂F · ∂F/∂θ
 *
 * takes one product per trade, date and factor that the trade depends on. Where a net position is zero the add-on has a kink and this is one of its sides.
 */
import { EngineFailure } from '../../../base/failure.js';
import type { Years } from '../../../base/units.js';
import { type CrossAssetMarket, floatingBasis, spotInReporting } from '../../../market/cross-asset.js';
import { accumulatedRate } from '../../../market/curve.js';
import { exp } from '../../../math/elementary/exp.js';
import type { NettedTrade } from '../../../product/trade/contract-trade.js';
import { periodEnds } from '../../../product/trade/terms.js';
import { notionalWeights, type SwapAhead } from '../../capital/regulatory-trades.js';
import { addOnByTrade, type RegulatoryTrade } from '../../capital/sa-ccr.js';
import type { NettingSet } from '../netting-set.js';
import { regulatoryTrades } from '../regulatory-capital.js';
import { tenorWeights } from './bumped-netting-sets.js';

/** The derivatives of both add-ons at an exposure date. */
export type AddOnSlope = (exposure: number) => readonly [unmargined: number, margined: number];
/** The slopes of the add-ons by factor. */
export interface AddOnSlopes {
  /** Per currency and tenor. */
  readonly rates: readonly (readonly AddOnSlope[])[];
  readonly exchangeRates: readonly AddOnSlope[];
  readonly shares: readonly AddOnSlope[];
}

/** How the notional and the forward of a trade move with a factor. */
interface Move {
  readonly factor: number;
  readonly notional: number;
  readonly forward: number;
}

/** The time that a trade takes at a date, in random numbers of a simulation of some 15 ns each: its derivatives, and each of its moves. */
const PER_TRADE = 20;
const PER_MOVE = 0.2;

/** @throws EngineFailure `cost` where the derivatives would take longer than the numbers that one simulation may draw */
export function requireAffordableSlopes(
  nettingSet: NettingSet,
  trades: readonly NettedTrade[],
  tenors: readonly Years[],
  { costLimit }: { readonly costLimit: number },
): void {
  const agreements = nettingSet.collateral === undefined ? 1 : 2;
  const work = agreements * trades.length * nettingSet.times.length * (PER_TRADE + PER_MOVE * tenors.length);
  if (work <= costLimit) return;
  const reason = `would take ${work.toExponential(2)} evaluations for the sensitivities of the regulatory exposure; the limit is ${costLimit.toExponential(2)}: fewer tenors or exposureTimes need less`;
  throw new EngineFailure('cost', `trades ${reason}`, [{ pointer: '/trades', reason }]);
}

/** @param times  of the exposures */
export function addOnSlopes(
  nettingSet: NettingSet,
  trades: readonly NettedTrade[],
  tenors: readonly Years[],
  times: readonly Years[],
): AddOnSlopes {
  const { market } = nettingSet.model;
  const { all, margin } = regulatoryTrades(trades, nettingSet);
  const numRates = market.currencies.length * tenors.length;
  const numFactors = numRates + market.exchangeRates.length + market.shares.length;
  const movesOf = openMoves(market, tenors);
  const moves = trades.map((trade, i) => {
    const regulatory = all[i];
    return regulatory === undefined ? [] : movesOf(trade, regulatory);
  });
  /** Per agreement: one number per date and factor. */
  const [unmargined, margined] = [undefined, margin].map((agreement, i): Float64Array => {
    const sums = new Float64Array(times.length * numFactors);
    if (i > 0 && agreement === undefined) return sums;
    times.forEach((time, e) => {
      addOnByTrade(all, agreement, time).forEach(({ notional, forward }, trade) => {
        if (notional === 0 && forward === 0) return;
        for (const move of moves[trade]!) {
          const place = e * numFactors + move.factor;
          sums[place] = sums[place]! + notional * move.notional + forward * move.forward;
        }
      });
    });
    return sums;
  });
  const slope =
    (factor: number): AddOnSlope =>
    (exposure) => {
      const place = exposure * numFactors + factor;
      return [unmargined![place]!, margined![place]!];
    };
  return {
    rates: market.currencies.map((_, currency) => tenors.map((_, tenor) => slope(currency * tenors.length + tenor))),
    exchangeRates: market.exchangeRates.map((_, i) => slope(numRates + i)),
    shares: market.shares.map((_, k) => slope(numRates + market.exchangeRates.length + k)),
  };
}

interface Amount {
  readonly currency: string;
  readonly notional: number;
}

/** The factors are the rates by currency and tenor, the exchange rates and the shares, in this order. */
function openMoves(market: CrossAssetMarket, tenors: readonly Years[]) {
  const { currencies, exchangeRates, shares } = market;
  const currencyOf = (code: string): number => currencies.findIndex(({ currency }) => currency === code);
  const bond = (currency: number, time: Years): number => exp(-accumulatedRate(currencies[currency]!.curve, time));
  const exchangeRate = (code: string): number => spotInReporting(market, currencyOf(code));
  const conversion = { reportingCurrency: currencies[0]!.currency, exchangeRate };
  return (trade: NettedTrade, { notional, option }: RegulatoryTrade): readonly Move[] => {
    const moves = new Map<number, Move>();
    const add = (factor: number, ofNotional: number, ofForward: number): void => {
      const move = moves.get(factor) ?? { factor, notional: 0, forward: 0 };
      moves.set(factor, { factor, notional: move.notional + ofNotional, forward: move.forward + ofForward });
    };
    /** @param ofNotional, ofForward  derivatives with respect to ln P(0, time) */
    const onCurve = (currency: number, time: Years, ofNotional: number, ofForward: number): void => {
      if (time <= 0) return;
      for (const [tenor, weight] of tenorWeights(tenors, time))
        add(currency * tenors.length + tenor, -time * weight * ofNotional, -time * weight * ofForward);
    };
    const onSpot = (currency: number, ofNotional: number, ofForward: number): void => {
      if (currency === 0) return;
      const { spot } = exchangeRates[currency - 1]!;
      add(currencies.length * tenors.length + currency - 1, ofNotional / spot, ofForward / spot);
    };
    const onAmounts = (...amounts: readonly [Amount, Amount]): void => {
      const weights = notionalWeights(...amounts, conversion);
      amounts.forEach(({ currency }, i) => void onSpot(currencyOf(currency), weights[i]! * notional, 0));
    };
    const onSwapRate = (swap: SwapAhead): void => {
      const currency = currencyOf(swap.currency);
      swapRateSlopes(swap, market, currency, (time) => bond(currency, time)).forEach((slope, time) => {
        onCurve(currency, time, 0, slope);
      });
    };
    const forward = option?.forward ?? 0;
    switch (trade.type) {
      case 'contract':
        break;
      case 'dated':
        if (trade.regulatory?.assetClass === 'foreignExchange') onAmounts(trade.regulatory.bought, trade.regulatory.sold);
        else if (trade.regulatory !== undefined) {
          const { currency: code, start, option: swaption } = trade.regulatory;
          onSpot(currencyOf(code), notional, 0);
          if (swaption !== undefined)
            onSwapRate({ currency: code, start, maturity: trade.maturity, fixedFrequency: swaption.fixedFrequency });
        }
        break;
      case 'interest_rate_swap':
        onSpot(currencyOf(trade.currency), notional, 0);
        break;
      case 'swaption':
      case 'bermudan_swaption': {
        onSpot(currencyOf(trade.currency), notional, 0);
        onSwapRate({ ...trade, start: trade.type === 'swaption' ? trade.expiry : trade.exerciseDates[0]! });
        break;
      }
      case 'cross_currency_swap':
        onAmounts(trade.receive, trade.pay);
        break;
      case 'fx_forward':
      case 'fx_option': {
        const [bought, sold] = [currencyOf(trade.buyCurrency), currencyOf(trade.sellCurrency)];
        const one = { currency: trade.buyCurrency, notional: trade.buyAmount };
        const other = { currency: trade.sellCurrency, notional: trade.sellAmount };
        onAmounts(one, other);
        if (option === undefined) break;
        // The forward is that of the pair in alphabetical order.
        const quoted = trade.buyCurrency < trade.sellCurrency ? forward : -forward;
        for (const [currency, slope] of [
          [bought, quoted],
          [sold, -quoted],
        ] as const) {
          onSpot(currency, 0, slope);
          onCurve(currency, trade.maturity, 0, slope);
        }
        break;
      }
      case 'equity_forward':
      case 'equity_option': {
        const share = shares.findIndex(({ name }) => name === trade.underlying);
        const { currency, spot } = shares[share]!;
        onSpot(currency, notional, 0);
        onCurve(currency, trade.maturity, 0, -forward);
        add(currencies.length * tenors.length + exchangeRates.length + share, notional / spot, forward / spot);
        break;
      }
    }
    return [...moves.values()];
  };
}

/** ∂F/∂ln P(0, time) of a forward swap rate F, by the times of its payments: (P(0, start) − P(0, end) + …)/annuity. */
function swapRateSlopes(
  { start, maturity, fixedFrequency }: SwapAhead,
  { currencies }: CrossAssetMarket,
  currency: number,
  bond: (time: Years) => number,
): ReadonlyMap<Years, number> {
  const ends = periodEnds(start, maturity, fixedFrequency);
  /** Amounts of the floating leg and of the annuity, in today's money. */
  const legs = new Map<Years, { floating: number; annuity: number }>();
  const add = (time: Years, floating: number, annuity: number): void => {
    const leg = legs.get(time) ?? { floating: 0, annuity: 0 };
    legs.set(time, { floating: leg.floating + floating * bond(time), annuity: leg.annuity + annuity * bond(time) });
  };
  add(start, 1, 0);
  add(maturity, -1, 0);
  ends.forEach((end, i) => {
    const from = i === 0 ? start : ends[i - 1]!;
    add(from, floatingBasis(currencies[currency]!, from, end) - 1, 0);
    add(end, 0, end - from);
  });
  let [floating, annuity] = [0, 0];
  for (const leg of legs.values()) {
    floating += leg.floating;
    annuity += leg.annuity;
  }
  return new Map([...legs].map(([time, leg]) => [time, (leg.floating - (floating / annuity) * leg.annuity) / annuity]));
}
