/** Contracts of the algebra as trades of a netting set. */
import { z } from 'zod';
import { EngineFailure, invalid } from '../../base/failure.js';
import type { Years } from '../../base/units.js';
import type { CrossAssetMarket } from '../../market/cross-asset.js';
import { type CrossAssetMarketInput, currency, PAIR } from '../../market/cross-asset-input.js';
import type { MarketInput } from '../../market/market-input.js';
import { act365f } from '../../time/date.js';
import type { Contract } from '../contract/contract.js';
import { horizon, underlyings } from '../contract/horizon.js';
import { resolveContract } from '../contract/resolve.js';
import { contractSpec } from '../contract/spec.js';
import { type ContractAsset, NOTHING, type TradeTerms } from './terms.js';
import { currenciesOf, quantityHeld, type Trade, trade, tradeId, underlyingsOf } from './trade.js';

export const contractTrade = z
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

/** Any trade of a netting set, told apart by `type`. */
export const nettedTrade = z
  .discriminatedUnion('type', [...trade.options, contractTrade])
  .meta({ id: 'NettedTrade', description: 'A trade of a netting set' });
export type NettedTrade = Trade | ContractTrade;

/** Whether a name of a contract is an exchange rate; a market's own asset comes first. */
export type IsAsset = (name: string) => boolean;
/** Without a market every name that could be a pair of currencies is one. */
const NO_ASSETS: IsAsset = () => false;
const isPair = (name: string, isAsset: IsAsset): boolean => !isAsset(name) && PAIR.test(name);

/** Currencies of a trade: those in which it pays and those of its exchange rates. */
export function nettedCurrencies(of: NettedTrade, isAsset = NO_ASSETS): readonly string[] {
  if (of.type !== 'contract') return currenciesOf(of);
  const pairs = underlyings(of.contract).filter((name) => isPair(name, isAsset));
  return [...(of.currency === undefined ? [] : [of.currency]), ...pairs.flatMap((pair) => [pair.slice(0, 3), pair.slice(3)])];
}

/** Names of the assets on which a trade depends. */
export const nettedUnderlyings = (of: NettedTrade, isAsset = NO_ASSETS): readonly string[] =>
  of.type === 'contract' ? underlyings(of.contract).filter((name) => !isPair(name, isAsset)) : underlyingsOf(of);

/** Years to the last payment. */
export const nettedMaturity = (of: NettedTrade, valuationDate: string): Years =>
  of.type === 'contract' ? Math.max(act365f(valuationDate, horizon(of.contract)), 0) : of.maturity;

/**
 * The terms of a contract in a market that has every currency and share of it.
 *
 * @param at  JSON pointer to the trade
 * @throws EngineFailure `invalid` where the contract cannot be resolved, or cannot be simulated in a netting set
 */
export function termsOfContract(
  held: ContractTrade,
  index: number,
  input: CrossAssetMarketInput,
  market: CrossAssetMarket,
  at: string,
): TradeTerms {
  const { contract: spec, quantity, currency: stated } = held;
  const { valuationDate, currencies, shares } = market;
  const currencyIndex = (code: string): number => currencies.findIndex((each) => each.currency === code);
  const names = underlyings(spec);
  const assets = names.map((name): ContractAsset => {
    if (isPair(name, (each) => Object.hasOwn(input.assets, each)))
      return { kind: 'exchange_rate', one: currencyIndex(name.slice(0, 3)), other: currencyIndex(name.slice(3)) };
    return { kind: 'share', share: shares.findIndex((share) => share.name === name) };
  });
  const own = [...new Set(assets.map((asset) => currencyOfAsset(asset, market)))];
  if (stated === undefined && own.length > 1)
    throw invalid(
      `${at}/currency`,
      `is required: the underlyings are in ${own.map((currency) => currencies[currency].currency).join(' and ')}`,
    );
  const spots = assets.map((asset) => spotOfAsset(asset, market));
  const { contract, market: resolved } = resolveContract(
    spec,
    spotsOnly(input, names, spots, valuationDate),
    valuationDate,
    `${at}/contract`,
  );
  const refusal = notSimulated(contract);
  if (refusal !== undefined) throw invalid(`${at}/contract`, refusal);
  // The resolved contract counts assets in the order of its own market.
  const ordered = resolved.assets.map(({ name }) => assets[names.indexOf(name)]);
  return {
    flows: NOTHING,
    contract: { index, contract, assets: ordered, currency: stated === undefined ? (own[0] ?? 0) : currencyIndex(stated), quantity },
    maturity: nettedMaturity(held, valuationDate),
  };
}

export const currencyOfAsset = (asset: ContractAsset, { shares }: CrossAssetMarket): number =>
  asset.kind === 'share' ? shares[asset.share].currency : asset.other;

/** Spot of what a contract observes. */
export const spotOfAsset = (asset: ContractAsset, { shares, exchangeRates }: CrossAssetMarket): number => {
  const rate = (currency: number): number => (currency === 0 ? 1 : exchangeRates[currency - 1].spot);
  return asset.kind === 'share' ? shares[asset.share].spot : rate(asset.one) / rate(asset.other);
};

/** The market as far as resolving a contract needs it: spots and fixings. How assets move is the netting set's. */
function spotsOnly(
  { fixings }: Pick<CrossAssetMarketInput, 'fixings'>,
  names: readonly string[],
  spots: readonly number[],
  valuationDate: string,
): MarketInput {
  const correlations = names.flatMap((asset1, i) => names.slice(0, i).map((asset2) => ({ asset1, asset2, correlation: 0 })));
  return {
    rate: 0,
    assets: Object.fromEntries(names.map((name, i) => [name, { spot: spots[i], dividend: 0, volatility: 0 }])),
    correlations,
    valuationDate,
    ...(fixings && { fixings }),
  };
}

/**
 * Why a contract is not simulated with a netting set, as far as the contract, the fixings and the spots of a market say: a form that paths on
 * dates cannot value, an observation without a fixing, underlyings in several currencies. Undefined where it is.
 */
export function contractFault(
  { contract: spec, currency: stated }: ContractTrade,
  input: CrossAssetMarketInput,
  reportingCurrency: string,
  valuationDate: string,
): string | undefined {
  const isAsset = (name: string): boolean => Object.hasOwn(input.assets, name);
  const names = underlyings(spec);
  const absent = names.find((name) => !isAsset(name) && !isPair(name, isAsset));
  if (absent !== undefined) return `market.assets must have ${absent}`;
  const own = new Set(names.map((name) => (isAsset(name) ? (input.assets[name].currency ?? reportingCurrency) : name.slice(3))));
  if (stated === undefined && own.size > 1) return 'currency is required: the underlyings are in several';
  const spots = names.map((name) => (isAsset(name) ? input.assets[name].spot : (input.fx[name] ?? 1)));
  try {
    const { contract } = resolveContract(spec, spotsOnly(input, names, spots, valuationDate), valuationDate);
    const refusal = notSimulated(contract);
    return refusal === undefined ? undefined : `contract ${refusal}`;
  } catch (error) {
    if (error instanceof EngineFailure) return error.message;
    throw error;
  }
}

const CONTINUOUS =
  'must not be monitored continuously in a netting set, whose paths are known on dates alone: give monitoring or monitoringDates';

/** Why a contract cannot be simulated with a netting set; undefined where it can. */
function notSimulated(contract: Contract): string | undefined {
  switch (contract.type) {
    case 'vanilla':
    case 'digital':
    case 'cash':
      return undefined;
    case 'payoff':
      return contract.of.type === 'extreme' && contract.of.monitoring === 'continuous' ? CONTINUOUS : undefined;
    case 'autocall':
      return contract.protectionMonitoring === 'continuous' ? CONTINUOUS : undefined;
    case 'barrier':
      return contract.monitoring === 'continuous' ? CONTINUOUS : notSimulated(contract.contract);
    case 'sum':
      return contract.terms.map((term) => notSimulated(term.contract)).find((found) => found !== undefined);
    case 'choice':
      return 'must not have a choice of the holder: choices are not simulated in a netting set';
  }
}
