/** The registry of pricers: each by its id, a price from the one that a request names, and the one that serves each dedicated operation. */
import { invalid } from '../base/failure.js';
import { carriesVolatility, type ModelInput } from '../market/equity-model-input.js';
import type { MarketInput } from '../market/market-input.js';
import { needsFiniteDifferences } from '../product/option/american.js';
import { contractGbmMc } from './contract/contract-gbm-mc.js';
import { contractModelMc } from './contract/contract-model-mc.js';
import type { Pricer, PricerTools, PricingRequest, PricingResult } from './definition/pricer.js';
import { convertibleTree } from './equity/convertible-tree.js';
import { equityAmericanHestonFd } from './equity/equity-american-heston-fd.js';
import { equityAmericanLsm } from './equity/equity-american-lsm.js';
import { equityAmericanModelLsm } from './equity/equity-american-model-lsm.js';
import { equityDividendsFd } from './equity/equity-dividends-fd.js';
import { equityVanillaBs } from './equity/equity-vanilla-bs.js';
import { pricers } from './index.js';

/** Pricers by id. @throws Error if two have the same id */
export function byId(list: readonly Pricer[]): ReadonlyMap<string, Pricer> {
  const map = new Map<string, Pricer>();
  for (const pricer of list) {
    if (map.has(pricer.id)) throw new Error(`two pricers have the id ${pricer.id}`);
    map.set(pricer.id, pricer);
  }
  return map;
}

const registered = byId(pricers);

/** The pricer with that id, if it is registered. */
export const findPricer = (id: string): Pricer | undefined => registered.get(id);

export interface NamedPricingRequest extends PricingRequest {
  readonly pricerId: string;
}

export interface NamedPricingOutcome {
  readonly pricerId: string;
  readonly result: PricingResult;
  /** ISO date: the valuation date of the market, or today. */
  readonly marketDataAsOf: string;
}

/**
 * A price from the pricer that the request names.
 *
 * @throws EngineFailure `invalid` if no pricer has that id or it refuses a part of the request; `pricing` if it fails
 */
export async function priceWithPricer({ pricerId, ...request }: NamedPricingRequest, tools: PricerTools): Promise<NamedPricingOutcome> {
  const pricer = findPricer(pricerId);
  if (pricer === undefined)
    throw invalid('/pricerId', `must be one of ${pricers.map(({ id }) => id).join(', ')}; got ${JSON.stringify(pricerId)}`);
  const result = await pricer.price(request, tools);
  const { valuationDate } = request.market as { readonly valuationDate?: string };
  return { pricerId, result, marketDataAsOf: valuationDate ?? request.today };
}

interface AmericanSources {
  readonly model?: ModelInput | undefined;
  readonly volatilitySurface?: unknown;
  readonly volatilityTermStructure?: unknown;
  readonly dividends?: readonly unknown[] | undefined;
}

/**
 * The pricer that serves each dedicated operation. The operation calls the pricer's own measures (priceVanilla, priceContract, …), which
 * its `price` calls as well, so that both doors give the same number.
 */
export const dedicatedPricer = {
  /** One pricer for closed forms, another where dividends in cash need finite differences. */
  vanilla: (method: 'closed_form' | 'finite_differences' = 'closed_form'): Pricer =>
    method === 'closed_form' ? equityVanillaBs : equityDividendsFd,
  convertible: (): Pricer => convertibleTree,
  /** One pricer if the volatility is constant, one if a model or a surface determines it, and with dividends or a volatility by time two more. */
  american: ({ model, volatilitySurface, volatilityTermStructure, dividends }: AmericanSources): Pricer => {
    if (needsFiniteDifferences({ dividends, volatilityTermStructure }))
      return model?.type === 'heston' ? equityAmericanHestonFd : equityDividendsFd;
    return carriesVolatility(model) || volatilitySurface !== undefined ? equityAmericanModelLsm : equityAmericanLsm;
  },
  /** One pricer if every asset follows Black and Scholes, another if a model or a surface determines any volatility. */
  contract: ({ model, volatilitySurface, assets = {} }: MarketInput): Pricer =>
    [{ model, volatilitySurface }, ...Object.values(assets)].some(
      (asset) => carriesVolatility(asset.model) || asset.volatilitySurface !== undefined,
    )
      ? contractModelMc
      : contractGbmMc,
};
