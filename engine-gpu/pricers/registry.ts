/** The registry of pricers: each by its id, and a price from the one that a request names. */
import { invalid } from '../base/failure.js';
import type { Priced } from '../base/priced.js';
import type { Pricer, PricerTools, PricingRequest, PricingResult } from './definition/pricer.js';
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

/**
 * A price from the pricer that the request names.
 *
 * @throws EngineFailure `invalid` if no pricer has that id or it refuses a part of the request; `pricing` if it fails
 */
export async function priceWithPricer({ pricerId, ...request }: NamedPricingRequest, tools: PricerTools): Promise<Priced<PricingResult>> {
  const pricer = findPricer(pricerId);
  if (pricer === undefined)
    throw invalid('/pricerId', `must be one of ${pricers.map(({ id }) => id).join(', ')}; got ${JSON.stringify(pricerId)}`);
  return pricer.price(request, tools);
}
