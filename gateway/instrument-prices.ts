/**
 * Prices of a list of instruments, each by the operation of its kind: all at once, or as blocks that the workers of a job share. An instrument that
 * is refused or fails has an outcome of its own.
 */
import type { ComputedBlock__Output } from '#proto/types/svc/common/v1/ComputedBlock';
import { decodeParts, encodeParts, NOT_SHARED, planBlocks, timeUnit } from '#services/jobs/blocks';
import type { ClientCall } from '#services/rpc/client-call';
import type { ItemError } from './batch.js';
import type { BlockArithmetic, KeptManifest } from './http/envelope.js';
import { type ErrorCode, httpFailure } from './http/errors.js';
import { lookUpInputs } from './inputs.js';
import type { Dependencies, OperationCall } from './operation.js';
import { type PartContext, pricePart } from './part.js';
import { lookUpStored } from './stored/look-up.js';

/** The operation that prices each kind of instrument. */
export const KIND_OPERATIONS = {
  vanilla: 'priceOption',
  american: 'priceAmerican',
  convertible: 'priceConvertible',
  contract: 'priceContract',
  engine: 'priceWithEngine',
} as const;

export interface Instrument {
  readonly kind: keyof typeof KIND_OPERATIONS;
  /** Of the operation of its kind, with values in place of names. */
  readonly request: object;
}

export interface InstrumentPrice {
  readonly price: number;
  readonly standardError?: number;
  /** That simulated the paths; absent for closed forms. */
  readonly backend?: string;
  readonly manifest: KeptManifest;
}

export interface InstrumentPrices {
  /** One per instrument, in order. */
  readonly outcomes: readonly (InstrumentPrice | ItemError)[];
  /** What computed the blocks, where workers have shared them. */
  readonly blocks?: readonly BlockArithmetic[];
}

export type PriceInstruments = (
  instruments: readonly Instrument[],
  context: PartContext,
  dependencies: Dependencies,
) => Promise<InstrumentPrices>;

/** Instruments priced at a time: enough to keep the compute threads busy, few enough to leave room for other callers. */
const CONCURRENCY = 4;

/** @param failed what an instrument that failed gives; it may throw */
async function pricesOf(
  instruments: readonly Instrument[],
  context: PartContext,
  dependencies: Dependencies,
  failed: (error: unknown) => ItemError,
): Promise<(InstrumentPrice | ItemError)[]> {
  const outcomes: (InstrumentPrice | ItemError)[] = new Array(instruments.length);
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < instruments.length) {
      const index = next++;
      outcomes[index] = await priceOne(instruments[index], context, dependencies).catch(failed);
    }
  };
  await Promise.all(Array.from({ length: Math.min(CONCURRENCY, instruments.length) }, work));
  return outcomes;
}

async function priceOne({ kind, request }: Instrument, context: PartContext, dependencies: Dependencies): Promise<InstrumentPrice> {
  const { data, manifest } = await pricePart(KIND_OPERATIONS[kind], request, context, dependencies);
  const { price, standardError, backend } = data as Omit<InstrumentPrice, 'manifest'>;
  return { price, ...(standardError !== undefined && { standardError }), ...(backend !== undefined && { backend }), manifest };
}

export function itemError(error: unknown): ItemError {
  const { code, message } = httpFailure(error);
  return { error: { code, message } };
}

export const priceInstruments: PriceInstruments = async (instruments, context, dependencies) => ({
  outcomes: await pricesOf(instruments, context, dependencies, itemError),
});

/** What a block is computed from: the instruments as JSON, and the day and the backend of the run. */
export interface InstrumentBlock {
  readonly bodyJson: string;
  readonly today: string;
  readonly backend: string;
}

/** Failures that say nothing of the instrument: its block is tried again. */
const NOT_ITS_OWN: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['SVC-SYS-001', 'SVC-SYS-002', 'SVC-SYS-003', 'SVC-LIMIT-001']);

async function priceSome(
  { today, backend }: Omit<InstrumentBlock, 'bodyJson'>,
  instruments: readonly Instrument[],
  given: ClientCall,
  dependencies: Dependencies,
): Promise<(InstrumentPrice | ItemError)[]> {
  const { caller } = given;
  const call: OperationCall = { ...given, requestId: caller.correlationId, today, ...(backend && { backend }) };
  const { resolve } = lookUpInputs();
  const context = { caller, call, resolve, look: lookUpStored(resolve, call, dependencies) };
  return pricesOf(instruments, context, dependencies, (error) => {
    const failure = itemError(error);
    if (given.signal?.aborted || NOT_ITS_OWN.has(failure.error.code as ErrorCode)) throw error;
    return failure;
  });
}

/** Instruments that are priced to see how long one takes: from all over the list, since those of one kind often stand together. */
const SAMPLE = 8;

/** @param blockMs milliseconds that a block is to take at least */
export async function planInstruments(
  { bodyJson, today }: Omit<InstrumentBlock, 'backend'>,
  blockMs: number,
  call: ClientCall,
  dependencies: Dependencies,
) {
  const instruments = JSON.parse(bodyJson) as Instrument[];
  const { length } = instruments;
  if (length < 2 * SAMPLE) return { ...NOT_SHARED, backend: '' };
  const { backend } = await dependencies.pricing.listPricers({}, call);
  const sample = (offset: number) =>
    Array.from({ length: SAMPLE }, (_, i) => instruments[Math.floor(((2 * i + offset) * length) / (2 * SAMPLE))]);
  const ms = await timeUnit(2, (unit) => priceSome({ today, backend }, sample(unit), call, dependencies));
  return { ...planBlocks(length, ms / SAMPLE, blockMs), backend };
}

/** Prices the instruments from `first` on. */
export async function runInstrumentBlock(
  { bodyJson, ...block }: InstrumentBlock,
  { first, units }: { readonly first: number; readonly units: number },
  call: ClientCall,
  dependencies: Dependencies,
): Promise<ComputedBlock__Output> {
  const instruments = (JSON.parse(bodyJson) as Instrument[]).slice(first, first + units);
  const outcomes = await priceSome(block, instruments, call, dependencies);
  const backends = outcomes.map((outcome) => ('price' in outcome && outcome.backend) || 'double');
  return { part: encodeParts(outcomes), arithmetic: [...new Set(backends)].sort().join(' and ') };
}

export const combineInstruments = (blocks: readonly ComputedBlock__Output[]): InstrumentPrices => ({
  outcomes: decodeParts(blocks.map(({ part }) => part)) as (InstrumentPrice | ItemError)[],
});
