/**
 * A portfolio of different instruments: each is priced by the operation of its kind, as a part of one run, which keeps one receipt. An
 * instrument that is refused or fails has an outcome of its own.
 */
import {
  americanPriceRequest,
  contractPriceRequest,
  convertiblePriceRequest,
  enginePriceRequest,
  faultsOf,
  mixedInstrument,
  mixedPortfolioRequest,
  parsedOneByOne,
  vanillaOptionRequest,
} from '#engine/schemas';
import type { ItemError } from './batch.js';
import { requireFinite } from './finite.js';
import { invalidRequest } from './http/errors.js';
import { type Instrument, type InstrumentPrice, itemError, priceInstruments } from './instrument-prices.js';
import { weakestManifest } from './manifest.js';
import type { Dependencies, Input, Outcome } from './operation.js';
import { RefusedEntry } from './resolve.js';

/** The request: an instrument may name stored data wherever the request of its own operation may. */
export const mixedRequest = mixedPortfolioRequest;
parsedOneByOne(
  [vanillaOptionRequest, americanPriceRequest, convertiblePriceRequest, contractPriceRequest, enginePriceRequest],
  mixedRequest.shape.instruments,
);

export interface MixedResult {
  readonly id?: string;
  readonly kind: string;
  readonly quantity: number;
  readonly price: number;
  readonly value: number;
  readonly standardError?: number;
  readonly pricerId: string;
  readonly pricerVersion: number;
}

export interface MixedPortfolio {
  readonly totalValue: number;
  /** Bound on that of the total, where some price is simulated: prices simulated from one seed err together. */
  readonly standardError?: number;
  readonly results: (MixedResult | ItemError)[];
  readonly summary: { readonly count: number; readonly succeeded: number; readonly failed: number };
}

type MixedInput = Pick<
  Input<{ readonly instruments: readonly unknown[] }, undefined, undefined, undefined>,
  'body' | 'caller' | 'call' | 'resolve' | 'look'
>;

export async function priceMixed({ body, ...context }: MixedInput, dependencies: Dependencies): Promise<Outcome<MixedPortfolio>> {
  const read = body.instruments.map(readInstrument);
  const valid = read.filter((each) => 'kind' in each);
  const price = dependencies.priceInstruments ?? priceInstruments;
  const { outcomes, blocks } = await price(
    valid.map(({ kind, request }) => ({ kind, request })),
    context,
    dependencies,
  );
  const manifests = outcomes.flatMap((outcome) => ('price' in outcome ? [outcome.manifest] : []));
  let next = 0;
  const results = read.map((each) => ('kind' in each ? resultOf(each, outcomes[next++]) : each));

  const priced = results.filter((result): result is MixedResult => 'price' in result);
  const error = priced.reduce((sum, { quantity, standardError = 0 }) => sum + Math.abs(quantity) * standardError, 0);
  const totalValue = priced.reduce((sum, { value }) => sum + value, 0);
  requireFinite({ totalValue, standardError: error });
  const count = read.length;
  const manifest = manifests.length === 0 ? undefined : weakestManifest(manifests, 'each result names its own');
  return {
    data: {
      totalValue,
      ...(error > 0 && { standardError: error }),
      results,
      summary: { count, succeeded: priced.length, failed: count - priced.length },
    },
    // A price of a block has been made by another run.
    ...(manifest && { manifest: { ...manifest, runId: context.caller.correlationId, ...(blocks && { blocks }) } }),
  };
}

interface Held extends Instrument {
  readonly id?: string | undefined;
  readonly quantity: number;
}

function readInstrument(instrument: unknown, index: number): Held | ItemError {
  if (instrument instanceof RefusedEntry) return itemError(instrument.failure);
  const parsed = mixedInstrument.safeParse(instrument);
  if (!parsed.success) {
    const [{ pointer, reason }] = faultsOf(parsed.error, instrument);
    return itemError(invalidRequest(`/instruments/${index}${pointer}`, reason));
  }
  const { id, kind, quantity, ...request } = parsed.data;
  return { id, kind, quantity, request };
}

function resultOf({ id, kind, quantity }: Held, outcome: InstrumentPrice | ItemError): MixedResult | ItemError {
  if ('error' in outcome) return outcome;
  const { price, standardError, manifest } = outcome;
  return {
    ...(id !== undefined && { id }),
    kind,
    quantity,
    price,
    value: quantity * price,
    ...(standardError !== undefined && { standardError }),
    pricerId: manifest.pricerId,
    pricerVersion: manifest.pricerVersion,
  };
}
