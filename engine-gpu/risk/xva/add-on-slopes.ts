/** Derivatives of the add-ons of SA-CCR with respect to zero rates by tenor, exchange rates and shares: central differences of closed forms. */
import { EngineFailure } from '../../base/failure.js';
import type { Years } from '../../base/units.js';
import type { CrossAssetMarket } from '../../market/cross-asset.js';
import { crossAssetModel } from '../../model/cross-asset.js';
import { type NettedTrade, nettedMaturity } from '../../product/trade/contract-trade.js';
import { tenorsBefore, withExchangeRate, withShare, withZeroRate } from './bumped-netting-sets.js';
import type { NettingSet } from './netting-set.js';
import { regulatoryCapital } from './regulatory-capital.js';

/** The derivatives of both add-ons at an exposure date. */
export type AddOnSlope = (exposure: number) => readonly [unmargined: number, margined: number];
/** By factor. */
export interface AddOnSlopes {
  /** Per currency: the tenors that an add-on depends on, from the first. */
  readonly rates: readonly (readonly AddOnSlope[])[];
  readonly exchangeRates: readonly AddOnSlope[];
  readonly shares: readonly AddOnSlope[];
}

/** Bump of a zero rate, and relative bump of a spot: closed forms, so that rounding is below 1e-9 of the derivative. */
const BUMP = 1e-5;

/** The notionals of swaps move with exchange rates alone; forward rates and prices, with the curves. */
const dependsOnRates = ({ type }: NettedTrade): boolean =>
  type === 'swaption' || type === 'bermudan_swaption' || type === 'fx_option' || type === 'equity_forward' || type === 'equity_option';

const lastOfRates = (trades: readonly NettedTrade[], valuationDate: string): Years =>
  Math.max(0, ...trades.filter(dependsOnRates).map((trade) => nettedMaturity(trade, valuationDate)));

const ratesThatMatter = (trades: readonly NettedTrade[], { valuationDate }: NettingSet, tenors: readonly Years[]): number =>
  trades.some(dependsOnRates) ? tenorsBefore(tenors, lastOfRates(trades, valuationDate)) : 0;

/** Effective notionals that the derivatives may take in place of a random number of a simulation: one takes some 0.3 µs. */
const NOTIONALS_PER_RANDOM_NUMBER = 0.1;

/** @throws EngineFailure `cost` where the derivatives would take more evaluations than the limit */
export function requireAffordableSlopes(
  nettingSet: NettingSet,
  trades: readonly NettedTrade[],
  tenors: readonly Years[],
  { costLimit }: { readonly costLimit: number },
): void {
  const { currencies, exchangeRates, shares } = nettingSet.model.market;
  const factors = currencies.length * ratesThatMatter(trades, nettingSet, tenors) + exchangeRates.length + shares.length;
  const agreements = nettingSet.collateral === undefined ? 1 : 2;
  const notionals = 2 * factors * agreements * trades.length * nettingSet.times.length;
  const limit = NOTIONALS_PER_RANDOM_NUMBER * costLimit;
  if (notionals <= limit) return;
  const reason = `would take ${notionals.toExponential(2)} effective notionals for the sensitivities of the regulatory exposure; the limit is ${limit.toExponential(2)}: fewer tenors or exposureTimes need less`;
  throw new EngineFailure('cost', `trades ${reason}`, [{ pointer: '/trades', reason }]);
}

export function addOnSlopes(
  nettingSet: NettingSet,
  trades: readonly NettedTrade[],
  tenors: readonly Years[],
  riskWeight: number,
): AddOnSlopes {
  const { market } = nettingSet.model;
  const slope = (width: number, at: (bump: number) => CrossAssetMarket): AddOnSlope => {
    const [up, down] = [BUMP, -BUMP].map((bump) =>
      regulatoryCapital(trades, { ...nettingSet, model: crossAssetModel(at(bump)) }, riskWeight),
    );
    return (exposure) => {
      const [above, below] = [up.addOns(exposure), down.addOns(exposure)];
      return [(above[0] - below[0]) / width, (above[1] - below[1]) / width];
    };
  };
  const numTenors = ratesThatMatter(trades, nettingSet, tenors);
  return {
    rates: market.currencies.map((_, currency) =>
      Array.from({ length: numTenors }, (_, tenor) => slope(2 * BUMP, (by) => withZeroRate(market, currency, tenors, tenor, by))),
    ),
    exchangeRates: market.exchangeRates.map(({ spot }, i) => slope(2 * BUMP * spot, (by) => withExchangeRate(market, i, 1 + by))),
    shares: market.shares.map(({ spot }, k) => slope(2 * BUMP * spot, (by) => withShare(market, k, 1 + by))),
  };
}
