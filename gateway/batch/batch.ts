/** Prices many options in one call, as columns: each item has an outcome of its own, so that a wrong one does not affect the others. */

import { setImmediate } from 'node:timers/promises';
import { status } from '@grpc/grpc-js';
import type { z } from 'zod';
import {
  type BatchOption,
  batchOption,
  faultsOf,
  isBeyondPlain,
  isPlainOption,
  parsedWith,
  SOLUTIONS,
  sideWarning,
  solutionMs,
  type VanillaOption,
  vanillaOption,
} from '#engine/schemas';
import { bytesOfDoubles, doublesOfBytes } from '#proto/doubles';
import { CallFailure, fromMessage } from '#proto/failure';
import type { Manifest__Output } from '#proto/types/svc/common/v1/Manifest';
import type { OptionResults__Output } from '#proto/types/svc/pricing/v1/OptionResults';
import type { RowFailure__Output } from '#proto/types/svc/pricing/v1/RowFailure';
import type { VanillaBatch } from '#proto/types/svc/pricing/v1/VanillaBatch';
import { defined } from '#services/runtime/defined';
import { invalidRequest, invalidRequests } from '../contract/errors.js';
import { type FailedItem, failedItemAt, type ItemError, itemError } from '../contract/failed-item.js';
import { LongText } from '../contract/long-text.js';
import { type Manifest, received, weakestManifest } from '../contract/manifest.js';
import { type Dependencies, JsonText, type OperationCall, type Outcome } from '../contract/operation.js';
import { RefusedEntry } from '../stored/resolve.js';

export interface Columns {
  readonly spot: number[];
  readonly strike: number[];
  readonly rate: number[];
  readonly volatility: number[];
  readonly time: number[];
  readonly dividend: number[];
  readonly put: boolean[];
  readonly marketDataAsOf: string;
}

interface Rows<Result extends object> {
  readonly failures: readonly RowFailure__Output[];
  /** The manifest of each pricer that gave results. */
  readonly manifests: readonly (Manifest__Output | null)[];
  /** A new object each time, which is completed. */
  readonly result: (row: number) => Result;
}

/** The columns as a message to the pricing service. */
export const columnsMessage = ({ spot, strike, rate, volatility, time, dividend, put, marketDataAsOf }: Columns): VanillaBatch => ({
  spot: bytesOfDoubles(spot),
  strike: bytesOfDoubles(strike),
  rate: bytesOfDoubles(rate),
  volatility: bytesOfDoubles(volatility),
  time: bytesOfDoubles(time),
  dividend: bytesOfDoubles(dividend),
  put: Buffer.from(put.map(Number)),
  marketDataAsOf,
});

/** Prices the valid options of a block; row i of a reply is the i-th option. */
export interface OptionPrices<Result extends object> {
  /** Prices options with a number as volatility and a dividend yield. */
  readonly plain: (columns: Columns) => Promise<Rows<Result>>;
  /** Prices options with dividends on dates or a volatility by time. */
  readonly inMarket: (options: readonly BatchOption[]) => Promise<Rows<Result>>;
}

/** The rows of a reply that has each result in the form of the operation on one option. @param pick  selects the result of a batch from one of them */
export const rowsOf = <Priced extends object, Result extends object>(
  { resultJson, failures, manifests }: OptionResults__Output,
  pick: (priced: Priced) => Result,
): Rows<Result> => ({ failures, manifests, result: (row) => pick(JSON.parse(defined(resultJson[row], 'the result of a row')) as Priced) });

/** The price column of a batch reply. */
export function pricesOf(column: Uint8Array): (row: number) => { price: number } {
  const prices = doublesOfBytes(column);
  return (row) => ({ price: defined(prices[row], 'the price of a row') });
}

/** The items of a request: the schemas of one, and the fields that its result repeats. */
export interface Items<Item extends BatchOption, Repeated> {
  /** The field that holds the items. */
  readonly field: string;
  /** The schema of an item that has only the fields of a plain option. Most are, and it parses faster than the other. */
  readonly plain: z.ZodType<Item & VanillaOption>;
  readonly inMarket: z.ZodType<Item>;
  /** The option of an item. */
  readonly optionOf: (item: Item) => BatchOption;
  readonly repeated: (item: Item) => Repeated;
}

/** Options of a batch; a result repeats what was priced. */
export const OPTIONS: Items<BatchOption, Pick<BatchOption, 'spot' | 'strike' | 'optionType'>> = {
  field: 'options',
  plain: vanillaOption,
  inMarket: batchOption,
  optionOf: (option) => option,
  repeated: ({ spot, strike, optionType }) => ({ spot, strike, optionType }),
};

export interface BatchOutcome<Result> {
  readonly results: (Result | FailedItem)[];
  readonly summary: { readonly count: number; readonly succeeded: number; readonly failed: number };
}

/**
 * Options per call to the pricing service. A block of this size takes the gateway some 40 ms to read, send and answer; between blocks other
 * requests have their turn, and each block may go to another replica.
 */
export const OPTIONS_PER_BLOCK = 5_000;
/** Results that are written as text at a time: those of a whole block would be copied by each collection of garbage until they are written. */
export const RESULTS_AT_ONCE = 500;

/** The part of a run on which a batch depends. */
interface BatchRun {
  /** ISO date */
  readonly today: string;
  /** Milliseconds. */
  readonly deadlineMs: number;
  readonly measure: keyof typeof SOLUTIONS;
  readonly newText: () => LongText;
}

export const batchRun = (
  measure: BatchRun['measure'],
  { today, newText = () => new LongText() }: Pick<OperationCall, 'today' | 'newText'>,
  { deadlines }: Pick<Dependencies, 'deadlines'>,
): BatchRun => ({ today, deadlineMs: deadlines.batch, measure, newText });

interface PricedItems {
  /** A JSON array with an outcome for each item, in order. */
  readonly resultsJson: LongText;
  readonly summary: BatchOutcome<never>['summary'];
  readonly manifest: Manifest;
}

/**
 * Prices items block by block; while a block is written, the service prices the next. Results are written as text at once: 100 000 of them as
 * objects take twice the memory of their text, and collecting them as garbage took half of the gateway's time.
 *
 * @param complete is given the result of each priced item, in order, before it is written
 */
export async function priceEach<Item extends BatchOption, Repeated extends object, Result extends object>(
  items: readonly unknown[],
  run: BatchRun,
  schemas: Items<Item, Repeated>,
  prices: OptionPrices<Result>,
  complete?: (result: Repeated & Result) => void,
): Promise<PricedItems> {
  requireInTime(items, { ...run, solutions: SOLUTIONS[run.measure] }, schemas.field);
  let failed = 0;
  const manifests = openManifests();
  const ask = (start: number) => askForBlock(items, start, run.today, schemas, prices);
  const resultsJson = await writtenInBlocks(items.length, run.newText, ask, (block, priced) => {
    for (const { rows, entries } of priced) {
      manifests.add(rows.manifests);
      for (const { row, error } of rowErrors(rows.failures)) {
        const { index } = defined(entries[row], 'the entry of a row');
        block.errors.set(index, failedItemAt(schemas.field, index, items[index], error));
      }
    }
    failed += block.errors.size;
    return textsOf(block, priced, complete);
  });
  // Where nothing was priced, the manifest is that of a call with no option.
  if (manifests.all().length === 0) manifests.add((await prices.plain(columnsAt(run.today))).manifests);
  const count = items.length;
  return {
    resultsJson,
    summary: { count, succeeded: count - failed, failed },
    manifest: weakestManifest(manifests.all()),
  };
}

/** Consecutive items that are being priced. */
interface PricedBlock<Answers> {
  readonly start: number;
  /** Index after the last item. */
  readonly end: number;
  readonly answers: Promise<Answers>;
}

/**
 * Writes the outcomes of many items as a JSON array, block by block; while a block is written, the next is priced, and other requests have
 * their turn.
 *
 * @param ask     has a block priced that begins at an index
 * @param textsOf the outcomes of a block in order, as `textOf` writes them, some hundreds in each text
 */
export async function writtenInBlocks<Answers, Block extends PricedBlock<Answers>>(
  count: number,
  newText: () => LongText,
  ask: (start: number) => Block & PricedBlock<Answers>,
  textsOf: (block: Block, answers: Answers) => Iterable<string>,
): Promise<LongText> {
  const json = newText();
  json.append('[');
  let next: (Block & PricedBlock<Answers>) | undefined = ask(0);
  while (next !== undefined) {
    const block: Block & PricedBlock<Answers> = next;
    const answers: Answers = await block.answers;
    next = block.end < count ? ask(block.end) : undefined;
    // A failure while the previous block is written fails the run when the block is awaited.
    next?.answers.catch(() => {});
    // The call leaves before this thread is busy with writing, and other requests have their turn.
    await setImmediate();
    for (const text of textsOf(block, answers)) {
      json.append(text);
      // The messages of the next block and the receipt proceed meanwhile: HTTP/2 passes 64 KiB per turn of the event loop.
      await setImmediate();
    }
  }
  json.append(']');
  return json;
}

/** Outcomes as elements of a JSON array. @param end index after the last of them */
export const textOf = (outcomes: readonly object[], end: number): string =>
  (end === outcomes.length ? '' : ',') + JSON.stringify(outcomes).slice(1, -1);

/** The errors of the rows that failed. */
export const rowErrors = (failures: readonly RowFailure__Output[]): { readonly row: number; readonly error: ItemError }[] =>
  failures.map(({ row, failure }) => {
    if (failure === null) throw new Error(`row ${row} failed without a reason`);
    return { row, error: itemError(fromMessage(failure)) };
  });

/** A block whose valid items the service prices. */
interface AskedBlock<Repeated, Result extends object> extends PricedBlock<readonly Priced<Repeated, Result>[]> {
  /** The errors by the index of the item. */
  readonly errors: Map<number, FailedItem>;
}

/** Items that one call has priced, in order. */
interface Priced<Repeated, Result extends object> {
  readonly rows: Rows<Result>;
  readonly entries: readonly Entry<Repeated>[];
}

function askForBlock<Item extends BatchOption, Repeated, Result extends object>(
  items: readonly unknown[],
  start: number,
  today: string,
  schemas: Items<Item, Repeated>,
  { plain, inMarket }: OptionPrices<Result>,
): AskedBlock<Repeated, Result> {
  const { columns, errors, valid, others: inMarketEntries, options } = readBlock(items, start, today, schemas);
  const priced = async (entries: readonly Entry<Repeated>[], rows: Promise<Rows<Result>>) => ({ entries, rows: await rows });
  const answers = Promise.all([
    ...(valid.length > 0 ? [priced(valid, plain(columns))] : []),
    ...(inMarketEntries.length > 0 ? [priced(inMarketEntries, inMarket(options))] : []),
  ]);
  return { start, end: Math.min(start + OPTIONS_PER_BLOCK, items.length), errors, answers };
}

/** The outcomes of a block as elements of a JSON array, some hundreds in each text. */
function* textsOf<Repeated extends object, Result extends object>(
  { start, end, errors }: AskedBlock<Repeated, Result>,
  priced: readonly Priced<Repeated, Result>[],
  complete: ((result: Repeated & Result) => void) | undefined,
): Generator<string> {
  const rowsDone = priced.map(() => 0);
  let outcomes: ((Repeated & Result) | FailedItem)[] = [];
  for (let index = start; index < end; index++) {
    let outcome: (Repeated & Result) | FailedItem | undefined = errors.get(index);
    for (const [call, { entries, rows }] of priced.entries()) {
      const row = rowsDone[call] ?? 0;
      const entry = entries[row];
      if (entry?.index !== index) continue;
      rowsDone[call] = row + 1;
      if (outcome === undefined) {
        outcome = completed(rows.result(row), entry);
        complete?.(outcome);
      }
    }
    if (outcome === undefined) throw new Error(`item ${index} has no outcome`);
    outcomes.push(outcome);
    if (outcomes.length === RESULTS_AT_ONCE || index + 1 === end) {
      yield textOf(outcomes, index + 1);
      outcomes = [];
    }
  }
}

/** Adds the repeated fields and the warning to a result in place, because 100 000 copies would take a tenth of a second. */
function completed<Repeated extends object, Result extends object>(
  result: Result & { warnings?: readonly string[] },
  { repeated, warning }: Entry<Repeated>,
): Repeated & Result {
  const whole: Partial<Repeated> = result;
  for (const name in repeated) whole[name] = repeated[name];
  if (warning !== undefined) result.warnings = [warning];
  return result as unknown as Repeated & Result;
}

/** The outcome of a batch, whose results say nothing of each other. */
export async function batchOutcome<Result extends object>(priced: Promise<PricedItems>): Promise<Outcome<BatchOutcome<Result>>> {
  const { resultsJson, summary, manifest } = await priced;
  return { data: new JsonText('{"results":', resultsJson, `,"summary":${JSON.stringify(summary)}}`), manifest };
}

/** The manifests of a batch, one per pricer. */
function openManifests() {
  const byPricer = new Map<string, Manifest__Output>();
  let version: string | undefined;
  return {
    add: (manifests: readonly (Manifest__Output | null)[]): void => {
      for (const manifest of manifests) {
        if (manifest === null) throw new Error('a priced reply came without its manifest');
        version ??= manifest.engineVersion;
        const first = byPricer.get(manifest.pricerId) ?? manifest;
        if (manifest.engineVersion !== version || manifest.pricerFingerprint !== first.pricerFingerprint)
          throw new CallFailure(status.UNAVAILABLE, 'replicas of two versions have answered');
        byPricer.set(manifest.pricerId, first);
      }
    },
    all: () => [...byPricer.values()].map(received),
  };
}

/**
 * Finite differences take milliseconds per option, closed forms a thousandth of that.
 *
 * @param solutions of finite differences per option that has no closed form
 * @throws HttpFailure SVC-REQ-001 where they take more processor time than the deadline
 */
export function requireInTime(
  items: readonly unknown[],
  { deadlineMs, solutions }: { readonly deadlineMs: number; readonly solutions: number },
  field: string,
): void {
  let count = 0;
  let total = 0;
  for (const item of items) {
    const ms = isBeyondPlain(item) ? solutions * solutionMs(item) : 0;
    if (ms === 0) continue;
    count++;
    total += ms;
  }
  if (total <= deadlineMs) return;
  const seconds = (ms: number) => `${Math.ceil(ms / 1_000)} s`;
  throw invalidRequest(
    `/${field}`,
    `must take at most ${seconds(deadlineMs)} of processor time, the deadline: ${count} of them have dividends in cash, which finite differences price in ${seconds(total)}; send fewer, or submit a job (POST /api/v1/jobs), whose deadline is longer`,
  );
}

export const columnsAt = (marketDataAsOf: string): Columns => ({
  spot: [],
  strike: [],
  rate: [],
  volatility: [],
  time: [],
  dividend: [],
  put: [],
  marketDataAsOf,
});

/** Adds a row. */
export function addOption(columns: Columns, { spot, strike, rate, volatility, time, dividend, optionType }: VanillaOption): void {
  columns.spot.push(spot);
  columns.strike.push(strike);
  columns.rate.push(rate);
  columns.volatility.push(volatility);
  columns.time.push(time);
  columns.dividend.push(dividend);
  columns.put.push(optionType === 'put');
}

/**
 * The fields of a valid item that its result repeats. They replace the item, because 5 000 whole items would survive collections of garbage
 * while they wait.
 */
interface Entry<Repeated> {
  readonly index: number;
  readonly repeated: Repeated;
  readonly warning: string | undefined;
}

/** The valid items of a block with their indices: the plain ones, with their columns, and the others; and the errors of those that are not valid. */
function readBlock<Item extends BatchOption, Repeated>(
  items: readonly unknown[],
  start: number,
  today: string,
  { field, plain, inMarket, optionOf, repeated }: Items<Item, Repeated>,
) {
  const columns = columnsAt(today);
  const errors = new Map<number, FailedItem>();
  const refuse = (index: number, failure: unknown) => errors.set(index, failedItemAt(field, index, items[index], itemError(failure)));
  const valid: Entry<Repeated>[] = [];
  const inMarketEntries: Entry<Repeated>[] = [];
  const options: BatchOption[] = [];
  for (let index = start; index < Math.min(start + OPTIONS_PER_BLOCK, items.length); index++) {
    const item = items[index];
    if (item instanceof RefusedEntry) {
      refuse(index, item.failure);
      continue;
    }
    const parsed = parsedWith(isBeyondPlain(item) ? inMarket : plain, item);
    if (!parsed.success) {
      refuse(index, invalidRequests(faultsOf(parsed.error, item)));
      continue;
    }
    const read: Item = parsed.data;
    // An option that says neither call nor put is priced as a call, as the interface has it, and says so.
    const entry = { index, repeated: repeated(read), warning: sideWarning((item as { readonly optionType?: unknown }).optionType) };
    if (!isPlainOption(read)) {
      inMarketEntries.push(entry);
      options.push(optionOf(read));
      continue;
    }
    valid.push(entry);
    addOption(columns, read);
  }
  return { columns, errors, valid, others: inMarketEntries, options };
}
