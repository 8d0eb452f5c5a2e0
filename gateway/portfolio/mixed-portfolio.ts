/**
 * A portfolio of different instruments: each has the price that the operation of its kind gives, as a part of one run, which keeps one receipt.
 * An instrument that is refused or fails has an outcome of its own. Results are written as text block by block: 100 000 are never held as objects.
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
  parsedWith,
  vanillaOptionRequest,
} from '#engine/schemas';
import { defined } from '#services/runtime/defined';
import { OPTIONS_PER_BLOCK, RESULTS_AT_ONCE, textOf, writtenInBlocks } from '../batch/batch.js';
import { invalidRequests, requireFinite } from '../contract/errors.js';
import { type FailedItem, failedItemAt, type ItemError, itemError } from '../contract/failed-item.js';
import type { Instrument, InstrumentOutcome } from '../contract/instrument.js';
import { LongText } from '../contract/long-text.js';
import { type KeptManifest, weakestManifest } from '../contract/manifest.js';
import { type Computation, type Dependencies, type Input, JsonText, type OperationCall, type Outcome } from '../contract/operation.js';
import { RefusedEntry } from '../stored/resolve.js';
import { pricesInTime } from './instrument-time.js';

/** Name of the shared computation: workers themselves call the services for each instrument. */
export const INSTRUMENTS = 'portfolio.instruments';

/** The request: an instrument may name stored data wherever the request of its own operation may. */
export const mixedRequest = mixedPortfolioRequest;
parsedOneByOne(
  [vanillaOptionRequest, americanPriceRequest, convertiblePriceRequest, contractPriceRequest, enginePriceRequest],
  mixedRequest.shape.instruments,
);

interface MixedResult {
  readonly id?: string;
  readonly kind: string;
  readonly quantity: number;
  readonly price: number;
  readonly value: number;
  readonly standardError?: number;
  readonly errorBound?: number;
  readonly pricerId: string;
  readonly pricerVersion: number;
}

export interface MixedPortfolio {
  readonly totalValue: number;
  /** Bound on that of the total, where some price is simulated: prices simulated from one seed err together. */
  readonly standardError?: number;
  /** Sum of the error bounds, where some price has one above 0. */
  readonly errorBound?: number;
  readonly results: (MixedResult | FailedItem)[];
  readonly summary: { readonly count: number; readonly succeeded: number; readonly failed: number };
}

type MixedInput = Pick<
  Input<{ readonly instruments: readonly unknown[] }, undefined, undefined, undefined>,
  'body' | 'caller' | 'call' | 'resolve' | 'stored'
>;

/** Prices a mixed portfolio, or describes it as a computation that the workers of a job share. */
export async function priceMixed({ body, ...context }: MixedInput, dependencies: Dependencies): Promise<Computation<MixedPortfolio>> {
  const { instruments } = body;
  const read = (index: number) => readInstrument(instruments[index]);
  return {
    compute: async () =>
      portfolioOf(
        instruments.length,
        (index) => instruments[index],
        await pricesInTime({ instruments, read }, context, dependencies),
        context.call,
      ),
    shared: () => ({
      method: INSTRUMENTS,
      bodyJson: JSON.stringify(instruments.map((instrument, index) => sharedEntry(instrument, read(index)))),
      today: context.call.today,
      notes: { warnings: [] },
    }),
  };
}

/** An instrument of a shared portfolio, with what its result repeats of it; or its outcome, where it was refused. */
type SharedEntry = (Instrument & Repeated) | (ItemError & Pick<Repeated, 'id'>);

function sharedEntry(instrument: unknown, read: Instrument | ItemError): SharedEntry {
  const { id, quantity } = (instrument ?? {}) as Repeated;
  if (!('kind' in read)) return { ...read, ...(typeof id === 'string' && { id }) };
  return { ...read, ...(id !== undefined && { id }), quantity };
}

/** The portfolio whose entries workers have priced in blocks. */
export function sharedPortfolio(bodyJson: string, outcomes: readonly InstrumentOutcome[], call: OperationCall) {
  const entries = JSON.parse(bodyJson) as SharedEntry[];
  return portfolioOf(
    entries.length,
    (index) => entries[index],
    async (start, end) => outcomes.slice(start, end),
    call,
  );
}

/**
 * @param instrumentAt an instrument with what its result repeats of it; what has a price has been read
 * @param outcomes     the outcomes of the instruments from `start` until before `end`
 */
async function portfolioOf(
  count: number,
  instrumentAt: (index: number) => unknown,
  outcomes: (start: number, end: number) => Promise<InstrumentOutcome[]>,
  { newText = () => new LongText(), caller }: OperationCall,
): Promise<Outcome<MixedPortfolio>> {
  const total = openTotal();
  const ask = (start: number) => {
    const end = Math.min(start + OPTIONS_PER_BLOCK, count);
    return { start, end, answers: outcomes(start, end) };
  };
  const results = await writtenInBlocks(count, newText, ask, function* ({ start, end }, priced) {
    for (let first = start; first < end; first += RESULTS_AT_ONCE) {
      const some = priced.slice(first - start, first - start + RESULTS_AT_ONCE);
      const written = some.map((outcome, i) => resultOf(instrumentAt(first + i), first + i, outcome));
      for (const [i, result] of written.entries()) total.add(result, defined(some[i], 'an outcome'));
      yield textOf(written, first + written.length);
    }
  });

  const { sums, succeeded, manifests } = total;
  const { value: totalValue, standardError, errorBound } = sums;
  requireFinite({ totalValue, standardError, errorBound });
  const totals = { totalValue, ...(standardError > 0 && { standardError }), ...(errorBound > 0 && { errorBound }) };
  const summary = { count, succeeded: succeeded(), failed: count - succeeded() };
  const manifest = manifests.size === 0 ? undefined : weakestManifest([...manifests.values()], 'each result names its own');
  return {
    data: new JsonText(`${JSON.stringify(totals).slice(0, -1)},"results":`, results, `,"summary":${JSON.stringify(summary)}}`),
    // A price of a block has been made by another run.
    ...(manifest && { manifest: { ...manifest, runId: caller.correlationId } }),
  };
}

/** Sums over results. */
function openTotal() {
  const sums = { value: 0, standardError: 0, errorBound: 0 };
  /** Each manifest once, by its content, in the order of the instruments. */
  const manifests = new Map<string, KeptManifest>();
  let latest: KeptManifest | undefined;
  let succeeded = 0;
  return {
    sums,
    manifests,
    succeeded: () => succeeded,
    add: (result: MixedResult | FailedItem, outcome: InstrumentOutcome): void => {
      if ('error' in result || 'error' in outcome) return;
      succeeded++;
      sums.value += result.value;
      sums.standardError += Math.abs(result.quantity) * (result.standardError ?? 0);
      sums.errorBound += Math.abs(result.quantity) * (result.errorBound ?? 0);
      const { manifest } = outcome;
      // The options of one call share theirs.
      if (manifest === latest) return;
      latest = manifest;
      const content = JSON.stringify(manifest);
      if (!manifests.has(content)) manifests.set(content, manifest);
    },
  };
}

/** The fields of an instrument that its result repeats. */
interface Repeated {
  readonly id?: string;
  readonly kind: string;
  readonly quantity: number;
}

function readInstrument(instrument: unknown): Instrument | ItemError {
  if (instrument instanceof RefusedEntry) return itemError(instrument.failure);
  const parsed = parsedWith(mixedInstrument, instrument);
  if (!parsed.success) return itemError(invalidRequests(faultsOf(parsed.error, instrument)));
  const { id: _, quantity: __, kind, ...request } = parsed.data;
  return { kind, request };
}

function resultOf(instrument: unknown, index: number, outcome: InstrumentOutcome): MixedResult | FailedItem {
  if ('error' in outcome) return failedItemAt('instruments', index, instrument, outcome);
  const { id, kind, quantity } = instrument as Repeated;
  const { price, standardError, errorBound, manifest } = outcome;
  return {
    ...(id !== undefined && { id }),
    kind,
    quantity,
    price,
    value: quantity * price,
    ...(standardError !== undefined && { standardError }),
    ...(errorBound !== undefined && { errorBound }),
    pricerId: manifest.pricerId,
    pricerVersion: manifest.pricerVersion,
  };
}
