/** The measures of a contract, each with the pricer that gives it: one pricer where all assets are lognormal, another where any follows a model. */
import type { Priced } from '../../base/priced.js';
import { carriesVolatility } from '../../market/equity-model-input.js';
import type { MarketInput } from '../../market/market-input.js';
import { describeContract } from '../../product/contract/describe.js';
import type { ContractPriceRequest } from '../../product/contract/requests.js';
import { resolveContract, withLifecycle } from '../../product/contract/resolve.js';
import type { ContractSpec } from '../../product/contract/spec-type.js';
import { type GreeksResult, greeksContract } from '../../simulation/run/bumped-greeks.js';
import { type MonteCarloResult, priceContract } from '../../simulation/run/monte-carlo.js';
import { type PriceJob, priceJob } from '../../simulation/run/price-in-blocks.js';
import type { PricerTools } from '../definition/pricer.js';
import { contractGbmMc } from './contract-gbm-mc.js';
import { contractModelMc } from './contract-model-mc.js';

/** The id of the pricer that simulates contracts in a market. */
export function contractPricerId({ model, volatilitySurface, assets = {} }: MarketInput): string {
  const followsModel = [{ model, volatilitySurface }, ...Object.values(assets)].some(
    (asset) => carriesVolatility(asset.model) || asset.volatilitySurface !== undefined,
  );
  return (followsModel ? contractModelMc : contractGbmMc).id;
}

/** A simulated result with the contract in words. */
type Described<Result> = Result & { readonly description: string };

/** The result of a contract's simulation, with the contract in words and what has happened to it. */
const described = <Result extends MonteCarloResult>(
  spec: ContractSpec,
  market: MarketInput,
  resolved: Parameters<typeof withLifecycle>[1],
  result: Result,
): Priced<Described<Result>> => ({
  pricerId: contractPricerId(market),
  result: { description: describeContract(spec), ...withLifecycle(result, resolved) },
});

/**
 * The price of a contract by simulation.
 *
 * @param today  ISO date; the valuation date if the market gives none
 * @param place  JSON pointer to the contract in the request
 */
export async function contractPrice(
  { contract: spec, market, pricer }: ContractPriceRequest,
  today: string,
  { run }: PricerTools,
  place?: string,
): Promise<Priced<Described<MonteCarloResult>>> {
  const resolved = resolveContract(spec, market, today, place);
  const settings = (limits: object) => ({ ...pricer, ...limits });
  const result = await run((limits, backend) => priceContract(resolved.contract, resolved.market, settings(limits), backend));
  return described(spec, market, resolved, result);
}

/** Price and bump-and-reprice Greeks of a contract. The cost limit is for the base price and all bumped prices together. */
export async function contractGreeks(
  { contract: spec, market, pricer }: ContractPriceRequest,
  today: string,
  { run }: PricerTools,
): Promise<Priced<Described<GreeksResult>>> {
  const resolved = resolveContract(spec, market, today);
  const pricesPerRun = 6 + 9 * resolved.market.assets.length;
  const result = await run(({ costLimit, ...limits }, backend) => {
    const settings = { ...pricer, ...limits, ...(costLimit !== undefined && { costLimit: costLimit / pricesPerRun }) };
    return greeksContract(resolved.contract, resolved.market, settings, backend);
  });
  return described(spec, market, resolved, result);
}

export interface ContractJob extends Pick<PriceJob, 'units' | 'run'> {
  combine(...blocks: Parameters<PriceJob['combine']>): Priced<Described<MonteCarloResult>>;
}

/** The price of a contract as a computation that several workers share. The result has the bits of `contractPrice`. */
export function contractPriceJob(
  { contract: spec, market, pricer }: ContractPriceRequest,
  today: string,
  costLimit: number,
  place?: string,
): ContractJob {
  const resolved = resolveContract(spec, market, today, place);
  const { units, run, combine } = priceJob(resolved.contract, resolved.market, { ...pricer, costLimit });
  return { units, run, combine: (blocks) => described(spec, market, resolved, combine(blocks)) };
}
