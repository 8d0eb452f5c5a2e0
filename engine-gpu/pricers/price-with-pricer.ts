/** The engine entry point: a price from the pricer that the request names. */
import { invalid } from '../base/failure.js';
import { findPricer, pricers } from './index.js';
import type { PricerTools, PricingRequest, PricingResult } from './pricer.js';

export interface NamedPricingRequest extends PricingRequest {
  readonly pricerId: string;
}

export interface NamedPricingOutcome {
  readonly pricerId: string;
  readonly result: PricingResult;
  /** ISO date: that of the market, or today. */
  readonly marketDataAsOf: string;
}

/** @throws EngineFailure `invalid` where no pricer has that id, or it refuses a part of the request; `pricing` where it fails */
export async function priceWithPricer({ pricerId, ...request }: NamedPricingRequest, tools: PricerTools): Promise<NamedPricingOutcome> {
  const pricer = findPricer(pricerId);
  if (pricer === undefined)
    throw invalid('/pricerId', `must be one of ${pricers.map(({ id }) => id).join(', ')}; got ${JSON.stringify(pricerId)}`);
  const result = await pricer.price(request, tools);
  const { valuationDate } = request.market as { readonly valuationDate?: string };
  return { pricerId, result, marketDataAsOf: valuationDate ?? request.today };
}
