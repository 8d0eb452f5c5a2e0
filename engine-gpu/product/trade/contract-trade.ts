/** Contracts of the algebra as trades of a netting set. */
import { z } from 'zod';
import { date } from '../../base/terms.js';
import type { Years } from '../../base/units.js';
import { crossAssetMarket, currency, PAIR } from '../../market/cross-asset-input.js';
import { act365f } from '../../time/date.js';
import { horizon, underlyings } from '../contract/horizon.js';
import { contractSpec } from '../contract/spec.js';
import type { DatedFlows } from './dated-flows.js';
import { currenciesOf, quantityHeld, type Trade, trade, tradeId, underlyingsOf } from './trade.js';

const contractTrade = z
  .strictObject({
    type: z.literal('contract'),
    id: tradeId,
    contract: contractSpec,
    quantity: quantityHeld,
    currency: currency.optional().meta({
      description: 'Currency in which it pays; by default that of its underlyings, or the reporting currency where it has none',
    }),
  })
  .meta({
    id: 'NettedContract',
    description:
      'A contract on assets of the market and on exchange rates (EURUSD, the price of one EUR in USD). Between its dates it is valued by regression on the paths. Barriers and extremes are observed on dates: continuous monitoring, and choices of the holder, are refused',
  });
export type ContractTrade = z.output<typeof contractTrade>;

/** Contracts that are to be simulated in a market: which of them a netting set does not simulate. */
export const contractRefusalsRequest = z.strictObject({
  contracts: z.array(contractTrade),
  market: crossAssetMarket,
  reportingCurrency: currency,
  valuationDate: date,
});
export interface ContractRefusals {
  readonly reasons: readonly (string | null)[];
}

/** Any trade of a netting set that has years in place of dates or is a contract, told apart by `type`. */
export const nettedTrade = z
  .discriminatedUnion('type', [...trade.options, contractTrade])
  .meta({ id: 'NettedTrade', description: 'A trade of a netting set' });
/** Any trade of a netting set: one that states its dates is what it pays. */
export type NettedTrade = Trade | ContractTrade | DatedFlows;

/** True if a name of a contract is an asset of the market, which takes precedence over an exchange rate. */
type IsAsset = (name: string) => boolean;
/** Predicate for contracts without a market: every name that could be a pair of currencies is one. */
const NO_ASSETS: IsAsset = () => false;
export const isPair = (name: string, isAsset: IsAsset): boolean => !isAsset(name) && PAIR.test(name);

/** Index at which the request states a trade of its list, or the trade of which this one is a part. */
export const statedPlace = (trades: readonly NettedTrade[], i: number): number => {
  const trade = trades[i];
  return trade?.type === 'dated' && trade.partOf !== undefined ? trade.partOf : i;
};

/** Currencies of a trade: those in which it pays and those of its exchange rates. */
export function nettedCurrencies(trade: NettedTrade, isAsset = NO_ASSETS): readonly string[] {
  if (trade.type === 'dated') return [...new Set([...trade.payments, ...trade.periods].map(({ currency }) => currency))];
  if (trade.type !== 'contract') return currenciesOf(trade);
  const pairs = underlyings(trade.contract).filter((name) => isPair(name, isAsset));
  return [...(trade.currency === undefined ? [] : [trade.currency]), ...pairs.flatMap((pair) => [pair.slice(0, 3), pair.slice(3)])];
}

/** Names of the assets on which a trade depends. */
export function nettedUnderlyings(trade: NettedTrade, isAsset = NO_ASSETS): readonly string[] {
  if (trade.type === 'dated') return [];
  return trade.type === 'contract' ? underlyings(trade.contract).filter((name) => !isPair(name, isAsset)) : underlyingsOf(trade);
}

/** Years to the last payment. */
export const nettedMaturity = (trade: NettedTrade, valuationDate: string): Years =>
  trade.type === 'contract' ? Math.max(act365f(valuationDate, horizon(trade.contract)), 0) : trade.maturity;

/** Years to the end of the last rate on which a trade depends: that of a rate agreement ends after its only payment. */
export const lastRateOf = (trade: NettedTrade, valuationDate: string): Years =>
  trade.type === 'dated' ? Math.max(trade.maturity, ...trade.periods.map(({ end }) => end)) : nettedMaturity(trade, valuationDate);
