/** Drafts of the studio as they are priced: in a market, at moved spots and volatilities, each time by contract/price. */

import { type ContractSpec, type MarketInput, type SimulationOfNumber, underlyings } from '#engine/schemas';
import { drafts } from '#services/resources/draft';
import { defined } from '#services/runtime/defined';
import { invalidRequest } from '../contract/errors.js';
import type { Dependencies, Outcome, RunContext } from '../contract/operation.js';
import { fieldsOf, sourceOf } from '../portfolio/stored-portfolio.js';
import { operationOf, pricePart, validPart } from '../run/part.js';

export interface Draft {
  readonly name: string;
  readonly contract: ContractSpec;
  readonly market?: Readonly<Record<string, unknown>>;
  readonly notes?: string;
}

/** A draft with the market in which it is priced, as both were written. */
type DraftInMarket = Required<Pick<Draft, 'contract' | 'market'>>;

/** The draft as the run sees it, recorded with it. @param market in place of the draft's own */
export async function resolveDraft(
  id: string,
  market: Draft['market'],
  { resolve, call }: RunContext,
  { documents }: Pick<Dependencies, 'documents'>,
): Promise<DraftInMarket> {
  const draft = await resolve(`draft/${id}`, async () => {
    const document = await documents.getDocument({ collection: drafts.collection, id, version: 0 }, call);
    const { contract, market: ownMarket } = fieldsOf<Draft>(document);
    return { ...sourceOf(document), contract, ...(ownMarket !== undefined && { market: ownMarket }) };
  });
  const used = market ?? draft.market;
  if (used === undefined) throw invalidRequest('/market', 'is required: the draft has none');
  return { contract: draft.contract, market: used };
}

/** A request of contract/price with values in place of names. */
interface ValuedDraft {
  readonly contract: ContractSpec;
  readonly market: MarketInput;
}

/** @throws HttpFailure SVC-REQ-001 with the faults that contract/price finds */
export const valuedDraft = async (
  draft: DraftInMarket,
  pricer: object | undefined,
  { stored }: RunContext,
  dependencies: Dependencies,
): Promise<ValuedDraft> =>
  (await validPart(
    operationOf('priceContract', dependencies),
    { ...draft, ...(pricer !== undefined && { pricer }) },
    stored,
  )) as ValuedDraft;

interface Shocks {
  readonly spotShock: number;
  readonly volatilityShock: number;
  /** The asset that moves; absent: all do. */
  readonly only?: string | undefined;
}

type Quoted = Pick<MarketInput, 'volatility' | 'model'> & { readonly spot?: number | undefined };

/** The market with spots moved relatively and volatilities absolutely, the latter not below 0. */
export function movedMarket(market: MarketInput, { only, ...shocks }: Shocks): MarketInput {
  if (market.assets === undefined) return moved(market, shocks);
  const assets = Object.entries(market.assets).map(([name, asset]) => [
    name,
    only === undefined || name === only ? moved(asset, shocks) : asset,
  ]);
  return { ...market, assets: Object.fromEntries(assets) };
}

function moved<Asset extends Quoted>(asset: Asset, { spotShock, volatilityShock }: Shocks): Asset {
  const { spot, volatility } = asset;
  if (volatility === undefined && volatilityShock !== 0)
    throw invalidRequest('/volatilityShocks', 'must be 0 where a model carries the volatility: change its parameters instead');
  return {
    ...asset,
    ...(spot !== undefined && { spot: spot * (1 + spotShock) }),
    ...(volatility !== undefined && { volatility: Math.max(0, volatility + volatilityShock) }),
  };
}

/** The spots of the market by the names of the contract's assets. */
export function spotsOf({ contract, market }: ValuedDraft): Record<string, number> {
  const { assets, spot } = market;
  return Object.fromEntries(
    underlyings(contract).flatMap((name): [string, number][] => {
      const level = assets === undefined ? spot : Object.hasOwn(assets, name) ? assets[name]?.spot : undefined;
      return level === undefined ? [] : [[name, level]];
    }),
  );
}

/** The contract with the fixings that it leaves open, so that they stay where the spot moves. */
export function fixedAt<Part>(contract: Part, spots: Readonly<Record<string, number>>): Part {
  if (Array.isArray(contract)) return contract.map((each) => fixedAt(each, spots)) as Part;
  if (typeof contract !== 'object' || contract === null) return contract;
  const parts = Object.fromEntries(Object.entries(contract).map(([name, part]) => [name, fixedAt(part, spots)]));
  const { type, underlyings: names, initialFixings } = parts as { type?: string; underlyings?: string[]; initialFixings?: number[] };
  if (type !== 'worst_of_autocall' || initialFixings !== undefined || names === undefined) return parts as Part;
  return { ...parts, initialFixings: names.map((name) => spots[name]) } as Part;
}

/** Prices computed at a time, as in portfolio/mixed. */
const CONCURRENT_PRICES = 4;

/** A simulated price with what it states of its simulation. */
interface Priced {
  readonly price: number;
  readonly simulation: SimulationOfNumber & { readonly standardError: number };
}

/** Prices each request by contract/price, on the same paths. The manifest is theirs, with the warnings of all. */
export async function priceEach(
  requests: readonly object[],
  run: RunContext,
  dependencies: Dependencies,
): Promise<{ readonly prices: Priced[]; readonly outcome: Omit<Outcome<object>, 'data'> }> {
  const prices: Priced[] = new Array(requests.length);
  const warnings = new Set<string>();
  let outcome: Omit<Outcome<object>, 'data'> = {};
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < requests.length) {
      const index = next++;
      const { data, ...rest } = await pricePart('priceContract', defined(requests[index], 'a request'), run, dependencies);
      const { price, standardError, numPaths, numSteps, seed, backend } = data as Priced['simulation'] & Pick<Priced, 'price'>;
      prices[index] = { price, simulation: { standardError, numPaths, numSteps, seed, backend } };
      for (const warning of rest.manifest.warnings ?? []) warnings.add(warning);
      if (index === 0) outcome = rest;
    }
  };
  const stopOthers = (error: unknown): never => {
    next = requests.length;
    throw error;
  };
  await Promise.all(Array.from({ length: Math.min(CONCURRENT_PRICES, requests.length) }, () => work().catch(stopOthers)));
  const { manifest } = outcome;
  if (manifest === undefined) throw new Error('the first price came without its manifest');
  return { prices, outcome: { ...outcome, manifest: { ...manifest, ...(warnings.size > 0 && { warnings: [...warnings].sort() }) } } };
}
