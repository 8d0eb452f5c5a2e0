/** The registry of pricers and solvers: each by its id, and a price from the pricer that a request names. */
import { invalid } from '../base/failure.js';
import type { Priced } from '../base/priced.js';
import type { PricerIdentity } from '../base/pricer-identity.js';
import { SOLVERS } from '../base/solvers.js';
import type { Pricer, PricerTools, PricingRequest, PricingResult } from './definition/pricer.js';
import { pricers } from './index.js';

/** Pricers by id. @throws Error if two have the same id */
export function byId<Identity extends PricerIdentity>(list: readonly Identity[]): ReadonlyMap<string, Identity> {
  const map = new Map<string, Identity>();
  for (const each of list) {
    if (map.has(each.id)) throw new Error(`two pricers have the id ${each.id}`);
    map.set(each.id, each);
  }
  return map;
}

/** The pricers and the solvers: all that a manifest may name. */
export const identities: readonly (PricerIdentity & Pick<Pricer, 'params'>)[] = [...pricers, ...Object.values(SOLVERS)];

const registered = byId(pricers);
const identitiesById = byId(identities);

/** The pricer with that id, if it is registered. */
export const findPricer = (id: string): Pricer | undefined => registered.get(id);

/** The pricer or solver with that id, if it is registered. */
export const findIdentity = (id: string): PricerIdentity | undefined => identitiesById.get(id);

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
