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
  SOLUTIONS,
  sideWarning,
  solutionMs,
  type VanillaOption,
  vanillaOption,
} from '#engine/schemas';
import { CallFailure, fromMessage } from '#proto/failure';
import type { Manifest__Output } from '#proto/types/svc/common/v1/Manifest';
import type { OptionResults__Output } from '#proto/types/svc/pricing/v1/OptionResults';
import type { RowFailure__Output } from '#proto/types/svc/pricing/v1/RowFailure';
import type { Manifest } from './http/envelope.js';
import { httpFailure, invalidRequest } from './http/errors.js';
import { received, weakestManifest } from './manifest.js';
import { type Dependencies, JsonText, type OperationCall, type Outcome } from './operation.js';
import { RefusedEntry } from './resolve.js';

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

export interface Rows<Result extends object> {
  readonly failures: readonly RowFailure__Output[];
  /** Of each pricer that gave results. */
  readonly manifests: readonly (Manifest__Output | null)[];
  /** A new object each time, which is completed. */
  readonly result: (row: number) => Result;
}

/** How the valid options of a block are priced; row i of an answer is the i-th option. */
export interface OptionPrices<Result extends object> {
  /** Those of a number as volatility and a dividend yield. */
  readonly plain: (columns: Columns) => Promise<Rows<Result>>;
  /** Those with dividends on dates or a volatility by time. */
  readonly inMarket: (options: readonly BatchOption[]) => Promise<Rows<Result>>;
}

/** The rows of a reply that has each result as the operation on one option gives it. @param pick what a result of many gives of that */
export const rowsOf = <Priced extends object, Result extends object>(
  { resultJson, failures, manifests }: OptionResults__Output,
  pick: (priced: Priced) => Result,
): Rows<Result> => ({ failures, manifests, result: (row) => pick(JSON.parse(resultJson[row]) as Priced) });

/** The items of a request: how one is read, and what its result repeats of it. */
export interface Items<Item extends BatchOption, Repeated> {
  /** The field that holds the items. */
  readonly field: string;
  /** Of an item that has no field beyond those of a plain option: what most are, read faster than by the other. */
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

export interface ItemError {
  readonly error: { readonly code: string; readonly message: string };
}

export interface BatchOutcome<Result> {
  readonly results: (Result | ItemError)[];
  readonly summary: { readonly count: number; readonly succeeded: number; readonly failed: number };
}

/**
 * Options per call to the pricing service. A block of this size takes the gateway some 40 ms to read, send and answer; between blocks other
 * requests have their turn, and each block may go to another replica.
 */
const BLOCK_SIZE = 5_000;

/** What of a run a batch needs. */
interface BatchRun {
  /** ISO date */
  readonly today: string;
  /** Milliseconds. */
  readonly deadlineMs: number;
  readonly measure: keyof typeof SOLUTIONS;
}

export const batchRun = (
  measure: BatchRun['measure'],
  { today }: Pick<OperationCall, 'today'>,
  { deadlines }: Pick<Dependencies, 'deadlines'>,
): BatchRun => ({ today, deadlineMs: deadlines.batch, measure });

export async function priceEach<Item extends BatchOption, Repeated extends object, Result extends object>(
  items: readonly unknown[],
  run: BatchRun,
  of: Items<Item, Repeated>,
  prices: OptionPrices<Result>,
): Promise<{ readonly data: BatchOutcome<Repeated & Result>; readonly manifest: Manifest }> {
  const results: ((Repeated & Result) | ItemError)[] = [];
  const { summary, manifest } = await priceBlocks(items, run, of, prices, (block) => {
    for (const result of block) results.push(result);
  });
  return { data: { results, summary }, manifest };
}

/** As `priceEach`. Each block is written as text at once: 100 000 results as objects take twice the memory of their text. */
export async function priceEachAsText<Item extends BatchOption, Repeated extends object, Result extends object>(
  items: readonly unknown[],
  run: BatchRun,
  of: Items<Item, Repeated>,
  prices: OptionPrices<Result>,
): Promise<Outcome<BatchOutcome<Repeated & Result>>> {
  const blocks: string[] = [];
  const { summary, manifest } = await priceBlocks(items, run, of, prices, (block) => {
    blocks.push(JSON.stringify(block).slice(1, -1));
  });
  return { data: new JsonText(`{"results":[${blocks.join(',')}],"summary":${JSON.stringify(summary)}}`), manifest };
}

async function priceBlocks<Item extends BatchOption, Repeated extends object, Result extends object>(
  items: readonly unknown[],
  run: BatchRun,
  of: Items<Item, Repeated>,
  { plain, inMarket }: OptionPrices<Result>,
  give: (block: readonly ((Repeated & Result) | ItemError)[]) => void,
): Promise<{ readonly summary: BatchOutcome<Result>['summary']; readonly manifest: Manifest }> {
  requireInTime(items, run, of.field);
  let done = 0;
  let failed = 0;
  const manifests = openManifests();
  do {
    const { columns, errors, valid, others } = readBlock(items, done, run.today, of);
    const results: ((Repeated & Result) | ItemError)[] = new Array(valid.length + others.length + errors.size);
    const write = (rows: Rows<Result>, entries: readonly Entry<Item>[]): void => {
      manifests.add(rows.manifests);
      for (const { row, failure } of rows.failures) {
        if (failure === null) throw new Error(`row ${row} failed without a reason`);
        errors.set(entries[row].index, itemError(httpFailure(fromMessage(failure))));
      }
      // Completed in place: copies of 100 000 results took half of the gateway's time.
      for (const [row, { index, item }] of entries.entries())
        if (!errors.has(index)) results[index - done] = Object.assign(rows.result(row), of.repeated(item), itemWarnings(items[index]));
    };
    if (valid.length > 0) write(await plain(columns), valid);
    if (others.length > 0) write(await inMarket(others.map(({ item }) => of.optionOf(item))), others);
    // A block without a valid item needs no call, but other requests still have their turn.
    if (valid.length + others.length === 0) await setImmediate();
    for (const [index, error] of errors) results[index - done] = error;
    give(results);
    failed += errors.size;
    done += results.length;
  } while (done < items.length);
  // Where nothing was priced, the manifest is that of a call with no option.
  if (manifests.all().length === 0) manifests.add((await plain(columnsAt(run.today))).manifests);
  const count = items.length;
  return { summary: { count, succeeded: count - failed, failed }, manifest: weakestManifest(manifests.all()) };
}

/** The manifests of a batch, one per pricer. */
function openManifests() {
  const found = new Map<string, Manifest__Output>();
  let version: string | undefined;
  return {
    add: (manifests: readonly (Manifest__Output | null)[]): void => {
      for (const manifest of manifests) {
        if (manifest === null) throw new Error('a priced reply came without its manifest');
        version ??= manifest.engineVersion;
        const known = found.get(manifest.pricerId) ?? manifest;
        if (manifest.engineVersion !== version || manifest.pricerFingerprint !== known.pricerFingerprint)
          throw new CallFailure(status.UNAVAILABLE, 'replicas of two versions have answered');
        found.set(manifest.pricerId, known);
      }
    },
    all: () => [...found.values()].map(received),
  };
}

/** Finite differences take milliseconds per option, closed forms a thousandth of that. */
function requireInTime(items: readonly unknown[], { deadlineMs, measure }: BatchRun, field: string): void {
  let count = 0;
  let total = 0;
  for (const item of items) {
    const ms = isBeyondPlain(item) ? SOLUTIONS[measure] * solutionMs(item) : 0;
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

/** An option that says neither call nor put is priced as a call, as the interface has it, and says so. */
function itemWarnings(item: unknown): { readonly warnings?: readonly string[] } {
  const warning = sideWarning((item as { readonly optionType?: unknown }).optionType);
  return warning === undefined ? {} : { warnings: [warning] };
}

const itemError = ({ code, message }: { readonly code: string; readonly message: string }): ItemError => ({ error: { code, message } });

const columnsAt = (marketDataAsOf: string): Columns => ({
  spot: [],
  strike: [],
  rate: [],
  volatility: [],
  time: [],
  dividend: [],
  put: [],
  marketDataAsOf,
});

interface Entry<Item> {
  readonly index: number;
  readonly item: Item;
}

/** The valid items of a block with their indices: the plain ones, with their columns, and the others; and the errors of those that are not valid. */
function readBlock<Item extends BatchOption>(
  items: readonly unknown[],
  start: number,
  today: string,
  { field, plain, inMarket }: Pick<Items<Item, unknown>, 'field' | 'plain' | 'inMarket'>,
) {
  const columns = columnsAt(today);
  const errors = new Map<number, ItemError>();
  const valid: Entry<Item>[] = [];
  const others: Entry<Item>[] = [];
  for (let index = start; index < Math.min(start + BLOCK_SIZE, items.length); index++) {
    const item = items[index];
    if (item instanceof RefusedEntry) {
      errors.set(index, itemError(item.failure));
      continue;
    }
    const parsed = (isBeyondPlain(item) ? inMarket : plain).safeParse(item);
    if (!parsed.success) {
      const [{ pointer, reason }] = faultsOf(parsed.error, item);
      errors.set(index, itemError(invalidRequest(`/${field}/${index}${pointer}`, reason)));
      continue;
    }
    const read: Item = parsed.data;
    if (!isPlainOption(read)) {
      others.push({ index, item: read });
      continue;
    }
    const { spot, strike, rate, volatility, time, dividend, optionType } = read;
    valid.push({ index, item: read });
    columns.spot.push(spot);
    columns.strike.push(strike);
    columns.rate.push(rate);
    columns.volatility.push(volatility);
    columns.time.push(time);
    columns.dividend.push(dividend);
    columns.put.push(optionType === 'put');
  }
  return { columns, errors, valid, others };
}
