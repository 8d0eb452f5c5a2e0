/**
 * Prices of a list of instruments, each made by the operation of its kind: in one run, or in blocks that the workers of a job share. An instrument
 * that is refused or fails has an outcome of its own.
 */

import { status } from '@grpc/grpc-js';
import { type VanillaOption, vanillaOption } from '#engine/schemas';
import { CallFailure } from '#proto/failure';
import type { ComputedBlock__Output } from '#proto/types/svc/common/v1/ComputedBlock';
import { decodeParts, encodeParts, NOT_SHARED, planBlocks, timeUnit } from '#services/jobs/blocks';
import type { ClientCall } from '#services/rpc/method-table';
import { defined } from '#services/runtime/defined';
import { addOption, columnsAt, columnsMessage, pricesOf, rowErrors } from '../batch/batch.js';
import type { ErrorCode } from '../contract/errors.js';
import { type ItemError, itemError } from '../contract/failed-item.js';
import { type Instrument, type InstrumentOutcome, type InstrumentPrice, KIND_OPERATIONS } from '../contract/instrument.js';
import { received } from '../contract/manifest.js';
import type { Dependencies, OperationCall, RunContext } from '../contract/operation.js';
import { lookUpInputs } from '../run/inputs.js';
import { pricePart } from '../run/part.js';
import { lookUpStored } from '../stored/look-up.js';

/** Instruments priced at a time: enough to keep the compute threads busy, few enough to leave room for other callers. */
export const CONCURRENT_INSTRUMENTS = 4;

/** Callbacks of a run for instruments that are priced one by one. */
interface OneByOne {
  /** Makes the outcome of an instrument that failed, or throws to end the run. */
  readonly failed: (error: unknown) => ItemError;
  /** Called before an instrument is begun; what it throws ends the run. */
  readonly begin?: () => void;
  /** Told how long an instrument took, milliseconds. */
  readonly took?: (ms: number) => void;
}

/**
 * Prices instruments: plain European options as columns of one call, the others one by one.
 *
 * @param instruments those that have an outcome keep it
 * @throws CallFailure CANCELLED where nobody waits for the prices any more
 */
export async function outcomesOf(
  instruments: readonly (Instrument | InstrumentOutcome)[],
  context: RunContext,
  dependencies: Dependencies,
  { failed, begin, took }: OneByOne,
): Promise<InstrumentOutcome[]> {
  const outcomes: InstrumentOutcome[] = new Array(instruments.length);
  const plain: number[] = [];
  const columns = columnsAt(context.call.today);
  const oneByOne: { readonly index: number; readonly instrument: Instrument }[] = [];
  for (const [index, instrument] of instruments.entries()) {
    const option = 'request' in instrument ? plainOption(instrument) : undefined;
    if (!('request' in instrument)) outcomes[index] = instrument;
    else if (option === undefined) oneByOne.push({ index, instrument });
    else {
      plain.push(index);
      addOption(columns, option);
    }
  }
  const asColumns = async (): Promise<void> => {
    const { price, failures, manifest } = await dependencies.pricing.priceVanillaBatch(columnsMessage(columns), context.call);
    const priceOf = pricesOf(price);
    const batchManifest = received(manifest);
    for (const [row, index] of plain.entries()) outcomes[index] = { ...priceOf(row), manifest: batchManifest };
    for (const { row, error } of rowErrors(failures)) outcomes[defined(plain[row], 'the index of a row')] = error;
  };
  let next = 0;
  let hasEnded = false;
  const work = async (): Promise<void> => {
    while (next < oneByOne.length && !hasEnded) {
      requireWaiting(context);
      begin?.();
      const { index, instrument } = defined(oneByOne[next++], 'an instrument');
      const start = performance.now();
      outcomes[index] = await priceOne(instrument, context, dependencies).catch(failed);
      took?.(performance.now() - start);
    }
  };
  try {
    await Promise.all([
      ...(plain.length > 0 ? [asColumns()] : []),
      ...Array.from({ length: Math.min(CONCURRENT_INSTRUMENTS, oneByOne.length) }, work),
    ]);
  } finally {
    // When one has thrown, the others begin no further instrument.
    hasEnded = true;
  }
  requireWaiting(context);
  return outcomes;
}

/** The option of an instrument that `price` would price by its formula, without a look at dates or a surface. */
function plainOption({ kind, request }: Instrument): VanillaOption | undefined {
  return kind === 'vanilla' ? vanillaOption.safeParse(request).data : undefined;
}

function requireWaiting({ call }: RunContext): void {
  if (call.signal?.aborted) throw new CallFailure(status.CANCELLED, 'nobody waits for the prices any more');
}

async function priceOne({ kind, request }: Instrument, context: RunContext, dependencies: Dependencies): Promise<InstrumentPrice> {
  const { data, manifest } = await pricePart(KIND_OPERATIONS[kind], request, context, dependencies);
  const { price, standardError, errorBound, backend } = data as Omit<InstrumentPrice, 'manifest'>;
  return {
    price,
    ...(standardError !== undefined && { standardError }),
    ...(errorBound !== undefined && { errorBound }),
    ...(backend !== undefined && { backend }),
    manifest,
  };
}

/** The request of a block. */
interface InstrumentBlock {
  /** All entries of the portfolio, as JSON. */
  readonly bodyJson: string;
  /** ISO date */
  readonly today: string;
  /** The backend of the run, on which all blocks are simulated. */
  readonly backend: string;
}

/** An instrument, or its outcome where it was refused. */
type Entry = Instrument | InstrumentOutcome;

/** Failures that are not those of the instrument: its block is tried again. */
const NOT_ITS_OWN: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['SVC-SYS-001', 'SVC-SYS-002', 'SVC-SYS-003', 'SVC-LIMIT-001']);

async function priceSome(
  { today, backend }: Omit<InstrumentBlock, 'bodyJson'>,
  entries: readonly Entry[],
  clientCall: ClientCall,
  dependencies: Dependencies,
): Promise<InstrumentOutcome[]> {
  const { caller } = clientCall;
  const call: OperationCall = { ...clientCall, requestId: caller.correlationId, today, ...(backend && { backend }) };
  const { resolve } = lookUpInputs();
  const context = { caller, call, resolve, stored: lookUpStored(resolve, call, dependencies) };
  return outcomesOf(entries, context, dependencies, {
    failed: (error) => {
      const failure = itemError(error);
      if (clientCall.signal?.aborted || NOT_ITS_OWN.has(failure.error.code as ErrorCode)) throw error;
      return failure;
    },
  });
}

/** Instruments that are priced to see how long one takes: from all over the list, since those of one kind often stand together. */
const SAMPLE = 8;

/**
 * Shortest time of a block, in times that it takes to parse the list. Each block is sent the whole list and parses it: 500 blocks of 100 000
 * instruments spent nearly all of their time on that.
 */
const PARSES_PER_BLOCK = 100;

/** @param blockMs shortest time of a block, milliseconds */
export async function planInstruments(
  { bodyJson, today }: Omit<InstrumentBlock, 'backend'>,
  blockMs: number,
  call: ClientCall,
  dependencies: Dependencies,
) {
  const start = performance.now();
  const entries = JSON.parse(bodyJson) as Entry[];
  const parseMs = performance.now() - start;
  const { length } = entries;
  if (length < 2 * SAMPLE) return { ...NOT_SHARED, backend: '' };
  const { backend } = await dependencies.pricing.listPricers({}, call);
  const sample = (offset: number) =>
    Array.from({ length: SAMPLE }, (_, i) => defined(entries[Math.floor(((2 * i + offset) * length) / (2 * SAMPLE))], 'an instrument'));
  const ms = await timeUnit(2, (unit) => priceSome({ today, backend }, sample(unit), call, dependencies));
  return { ...planBlocks(length, ms / SAMPLE, Math.max(blockMs, PARSES_PER_BLOCK * parseMs)), backend };
}

/** Prices the instruments from `first` on. */
export async function runInstrumentBlock(
  { bodyJson, ...block }: InstrumentBlock,
  { first, units }: { readonly first: number; readonly units: number },
  call: ClientCall,
  dependencies: Dependencies,
): Promise<ComputedBlock__Output> {
  const entries = (JSON.parse(bodyJson) as Entry[]).slice(first, first + units);
  const outcomes = await priceSome(block, entries, call, dependencies);
  const backends = outcomes.map((outcome) => ('price' in outcome && outcome.backend) || 'double');
  return { part: encodeParts(outcomes), arithmetic: [...new Set(backends)].sort().join(' and ') };
}

/** The outcomes of all entries, in order. */
export const outcomesOfBlocks = (blocks: readonly ComputedBlock__Output[]): InstrumentOutcome[] =>
  decodeParts(blocks.map(({ part }) => part)) as InstrumentOutcome[];
