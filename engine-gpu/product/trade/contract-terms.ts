/** The terms of a contract as a trade of a netting set, in the market in which the netting set is simulated. */
import type { z } from 'zod';
import { EngineFailure, invalid } from '../../base/failure.js';
import type { Unpriced } from '../../base/priced.js';
import { type CrossAssetMarket, spotInReporting } from '../../market/cross-asset.js';
import type { CrossAssetMarketInput } from '../../market/cross-asset-input.js';
import type { MarketInput } from '../../market/market-input.js';
import type { Contract } from '../contract/contract.js';
import { underlyings } from '../contract/horizon.js';
import { resolveContract } from '../contract/resolve.js';
import { type ContractRefusals, type ContractTrade, type contractRefusalsRequest, isPair, nettedMaturity } from './contract-trade.js';
import { type ContractAsset, NOTHING, type TradeTerms } from './terms.js';

/**
 * The terms of a contract in a market that has every currency and share of it.
 *
 * @param pointer  JSON pointer to the trade
 * @throws EngineFailure `invalid` where the contract cannot be resolved, or cannot be simulated in a netting set
 */
export function termsOfContract(
  trade: ContractTrade,
  index: number,
  input: CrossAssetMarketInput,
  market: CrossAssetMarket,
  pointer: string,
): TradeTerms {
  const { contract: spec, quantity, currency: stated } = trade;
  const { valuationDate, currencies, shares } = market;
  const currencyIndex = (code: string): number => currencies.findIndex((each) => each.currency === code);
  const names = underlyings(spec);
  const assets = names.map((name): ContractAsset => {
    if (isPair(name, (each) => Object.hasOwn(input.assets, each)))
      return { kind: 'exchange_rate', one: currencyIndex(name.slice(0, 3)), other: currencyIndex(name.slice(3)) };
    return { kind: 'share', share: shares.findIndex((share) => share.name === name) };
  });
  const assetCurrencies = [...new Set(assets.map((asset) => currencyOfAsset(asset, market)))];
  if (stated === undefined && assetCurrencies.length > 1)
    throw invalid(
      `${pointer}/currency`,
      `is required: the underlyings are in ${assetCurrencies.map((currency) => currencies[currency]!.currency).join(' and ')}`,
    );
  const spots = assets.map((asset) => spotOfAsset(asset, market));
  const { contract, market: resolved } = resolveContract(
    spec,
    spotsOnly(input, names, spots, valuationDate),
    valuationDate,
    `${pointer}/contract`,
  );
  const refusal = notSimulated(contract);
  if (refusal !== undefined) throw invalid(`${pointer}/contract`, refusal);
  // The resolved contract counts assets in the order of its own market.
  const ordered = resolved.assets.map(({ name }) => assets[names.indexOf(name)]!);
  return {
    flows: NOTHING,
    contract: {
      index,
      contract,
      assets: ordered,
      currency: stated === undefined ? (assetCurrencies[0] ?? 0) : currencyIndex(stated),
      quantity,
    },
    maturity: nettedMaturity(trade, valuationDate),
  };
}

export const currencyOfAsset = (asset: ContractAsset, { shares }: CrossAssetMarket): number =>
  asset.kind === 'share' ? shares[asset.share]!.currency : asset.other;

/** Spot of what a contract observes. */
export const spotOfAsset = (asset: ContractAsset, market: CrossAssetMarket): number =>
  asset.kind === 'share' ? market.shares[asset.share]!.spot : spotInReporting(market, asset.one) / spotInReporting(market, asset.other);

/** The market as far as resolving a contract needs it: spots and fixings of what it observes. How assets move is the netting set's. */
function spotsOnly(
  { fixings }: Pick<CrossAssetMarketInput, 'fixings'>,
  names: readonly string[],
  spots: readonly number[],
  valuationDate: string,
): MarketInput {
  const correlations = names.flatMap((asset1, i) => names.slice(0, i).map((asset2) => ({ asset1, asset2, correlation: 0 })));
  return {
    rate: 0,
    assets: Object.fromEntries(names.map((name, i) => [name, { spot: spots[i]!, dividend: 0, volatility: 0 }])),
    correlations,
    valuationDate,
    ...(fixings && { fixings: Object.fromEntries(Object.entries(fixings).filter(([name]) => names.includes(name))) }),
  };
}

/**
 * The reasons for which contracts are not simulated with a netting set, as far as the contract, the fixings and the spots of a market say: a
 * form that paths on dates cannot value, an observation without a fixing, underlyings in several currencies.
 *
 * @returns one per contract, in order; null where it is simulated
 */
export const contractRefusals = ({
  contracts,
  market,
  reportingCurrency,
  valuationDate,
}: z.output<typeof contractRefusalsRequest>): Unpriced<ContractRefusals> => ({
  result: { reasons: contracts.map((contract) => refusalOf(contract, market, reportingCurrency, valuationDate) ?? null) },
});

function refusalOf(
  { contract: spec, currency: stated }: ContractTrade,
  input: CrossAssetMarketInput,
  reportingCurrency: string,
  valuationDate: string,
): string | undefined {
  const isAsset = (name: string): boolean => Object.hasOwn(input.assets, name);
  const names = underlyings(spec);
  const absent = names.find((name) => !isAsset(name) && !isPair(name, isAsset));
  if (absent !== undefined) return `market.assets must have ${absent}`;
  const assetCurrencies = new Set(
    names.map((name) => (isAsset(name) ? (input.assets[name]!.currency ?? reportingCurrency) : name.slice(3))),
  );
  if (stated === undefined && assetCurrencies.size > 1) return 'currency is required: the underlyings are in several';
  const spots = names.map((name) => (isAsset(name) ? input.assets[name]!.spot : (input.fx[name] ?? 1)));
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
      return contract.terms.map((term) => notSimulated(term.contract)).find((reason) => reason !== undefined);
    case 'choice':
      return 'must not have a choice of the holder: choices are not simulated in a netting set';
  }
}
