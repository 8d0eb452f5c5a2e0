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
import type { Manifest } from './http/envelope.js';
import { httpFailure, invalidRequest } from './http/errors.js';
import { STATUSES_BY_STRENGTH } from './manifest.js';
import type { Dependencies, Input, Outcome } from './operation.js';
import { pricePart } from './part.js';
import { RefusedEntry } from './resolve.js';

/** The operation that prices each kind of instrument. */
export const KIND_OPERATIONS = {
  vanilla: 'priceOption',
  american: 'priceAmerican',
  convertible: 'priceConvertible',
  contract: 'priceContract',
  engine: 'priceWithEngine',
} as const;

/** The request: an instrument may name stored data wherever the request of its own operation may. */
export const mixedRequest = mixedPortfolioRequest;
parsedOneByOne(
  [vanillaOptionRequest, americanPriceRequest, convertiblePriceRequest, contractPriceRequest, enginePriceRequest],
  mixedRequest.shape.instruments,
);

/** Instruments priced at a time: enough to keep the compute threads busy, few enough to leave room for other callers. */
const CONCURRENCY = 4;

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
  const { instruments } = body;
  const results: (MixedResult | ItemError)[] = new Array(instruments.length);
  const manifests: Manifest[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < instruments.length) {
      const index = next++;
      results[index] = await priceOne(instruments[index], index, context, dependencies, manifests).catch((error: unknown): ItemError => {
        const { code, message } = httpFailure(error);
        return { error: { code, message } };
      });
    }
  };
  await Promise.all(Array.from({ length: Math.min(CONCURRENCY, instruments.length) }, work));

  const priced = results.filter((result): result is MixedResult => 'price' in result);
  const error = priced.reduce((sum, { quantity, standardError = 0 }) => sum + Math.abs(quantity) * standardError, 0);
  const totalValue = priced.reduce((sum, { value }) => sum + value, 0);
  requireFinite({ totalValue, standardError: error });
  const count = instruments.length;
  const manifest = manifestOf(manifests);
  return {
    data: {
      totalValue,
      ...(error > 0 && { standardError: error }),
      results,
      summary: { count, succeeded: priced.length, failed: count - priced.length },
    },
    ...(manifest && { manifest }),
  };
}

async function priceOne(
  instrument: unknown,
  index: number,
  context: Omit<MixedInput, 'body'>,
  dependencies: Dependencies,
  manifests: Manifest[],
): Promise<MixedResult> {
  if (instrument instanceof RefusedEntry) throw instrument.failure;
  const parsed = mixedInstrument.safeParse(instrument);
  if (!parsed.success) {
    const [{ pointer, reason }] = faultsOf(parsed.error, instrument);
    throw invalidRequest(`/instruments/${index}${pointer}`, reason);
  }
  const { id, kind, quantity, ...request } = parsed.data;
  const { data, manifest } = await pricePart(KIND_OPERATIONS[kind], request, context, dependencies);
  const { price, standardError } = data as { readonly price: number; readonly standardError?: number };
  manifests.push(manifest);
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

/** The manifest of the pricer with the weakest status, with the oldest market data and the warnings of all; undefined where nothing was priced. */
function manifestOf(manifests: readonly Manifest[]): Manifest | undefined {
  if (manifests.length === 0) return undefined;
  const strength = ({ capabilityStatus }: Manifest) => (STATUSES_BY_STRENGTH as readonly string[]).indexOf(capabilityStatus);
  // Instruments end in any order: the same portfolio must have the same manifest.
  const [weakest] = [...manifests].sort((a, b) => strength(a) - strength(b) || (a.pricerId < b.pricerId ? -1 : 1));
  const marketDataAsOf = manifests.reduce(
    (oldest, each) => (each.marketDataAsOf < oldest ? each.marketDataAsOf : oldest),
    weakest.marketDataAsOf,
  );
  const several = new Set(manifests.map(({ pricerId }) => pricerId)).size > 1;
  const warnings = [
    ...new Set([
      ...manifests.flatMap((each) => each.warnings ?? []),
      ...(several
        ? ['several pricers gave these numbers: each result names its own, and this manifest is that of the weakest status']
        : []),
    ]),
  ].sort();
  return { ...weakest, marketDataAsOf, ...(warnings.length > 0 && { warnings }) };
}
