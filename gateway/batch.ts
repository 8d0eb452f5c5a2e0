/** Prices many options in one call, as columns: each item has an outcome of its own, so that a wrong one does not affect the others. */
import { setImmediate } from 'node:timers/promises';
import { status } from '@grpc/grpc-js';
import type { z } from 'zod';
import { faultsOf, sideWarning, type VanillaOption, vanillaOption } from '#engine/schemas';
import { CallFailure, fromMessage } from '#proto/failure';
import type { Manifest__Output } from '#proto/types/svc/common/v1/Manifest';
import type { RowFailure__Output } from '#proto/types/svc/pricing/v1/RowFailure';
import type { Manifest } from './http/envelope.js';
import { httpFailure, invalidRequest } from './http/errors.js';
import { received } from './manifest.js';
import { JsonText, type Outcome } from './operation.js';
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
  readonly manifest: Manifest__Output | null;
  /** A new object each time, which is completed. */
  readonly result: (row: number) => Result;
}

/** The items of a request: how one is read, and what its result repeats of it. */
export interface Items<Item extends VanillaOption, Repeated> {
  /** The field that holds the items. */
  readonly field: string;
  readonly schema: z.ZodType<Item>;
  readonly repeated: (item: Item) => Repeated;
}

/** Options of a batch; a result repeats what was priced. */
export const OPTIONS: Items<VanillaOption, Pick<VanillaOption, 'spot' | 'strike' | 'optionType'>> = {
  field: 'options',
  schema: vanillaOption,
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

/** @param price prices the valid items of a block; row i of its answer is the i-th valid one */
export async function priceEach<Item extends VanillaOption, Repeated extends object, Result extends object>(
  items: readonly unknown[],
  call: { readonly today: string },
  of: Items<Item, Repeated>,
  price: (columns: Columns) => Promise<Rows<Result>>,
): Promise<{ readonly data: BatchOutcome<Repeated & Result>; readonly manifest: Manifest }> {
  const results: ((Repeated & Result) | ItemError)[] = [];
  const { summary, manifest } = await priceBlocks(items, call, of, price, (block) => {
    for (const result of block) results.push(result);
  });
  return { data: { results, summary }, manifest };
}

/** As `priceEach`. Each block is written as text at once: 100 000 results as objects take twice the memory of their text. */
export async function priceEachAsText<Item extends VanillaOption, Repeated extends object, Result extends object>(
  items: readonly unknown[],
  call: { readonly today: string },
  of: Items<Item, Repeated>,
  price: (columns: Columns) => Promise<Rows<Result>>,
): Promise<Outcome<BatchOutcome<Repeated & Result>>> {
  const blocks: string[] = [];
  const { summary, manifest } = await priceBlocks(items, call, of, price, (block) => {
    blocks.push(JSON.stringify(block).slice(1, -1));
  });
  return { data: new JsonText(`{"results":[${blocks.join(',')}],"summary":${JSON.stringify(summary)}}`), manifest };
}

async function priceBlocks<Item extends VanillaOption, Repeated extends object, Result extends object>(
  items: readonly unknown[],
  { today }: { readonly today: string },
  of: Items<Item, Repeated>,
  price: (columns: Columns) => Promise<Rows<Result>>,
  give: (block: readonly ((Repeated & Result) | ItemError)[]) => void,
): Promise<{ readonly summary: BatchOutcome<Result>['summary']; readonly manifest: Manifest }> {
  let done = 0;
  let failed = 0;
  let manifest: Manifest__Output | null = null;
  do {
    const { columns, errors, valid } = readBlock(items, done, today, of);
    const results: ((Repeated & Result) | ItemError)[] = new Array(valid.length + errors.size);
    if (valid.length > 0 || manifest === null) {
      const rows = await price(columns);
      manifest ??= rows.manifest;
      if (rows.manifest?.engineVersion !== manifest?.engineVersion || rows.manifest?.pricerFingerprint !== manifest?.pricerFingerprint)
        throw new CallFailure(status.UNAVAILABLE, 'replicas of two versions have answered');
      for (const { row, failure } of rows.failures) {
        if (failure === null) throw new Error(`row ${row} failed without a reason`);
        errors.set(valid[row].index, itemError(httpFailure(fromMessage(failure))));
      }
      // Completed in place: copies of 100 000 results took half of the gateway's time.
      for (const [row, { index, item }] of valid.entries())
        if (!errors.has(index)) results[index - done] = Object.assign(rows.result(row), of.repeated(item), itemWarnings(items[index]));
    } else {
      // A block without a valid item needs no call, but other requests still have their turn.
      await setImmediate();
    }
    for (const [index, error] of errors) results[index - done] = error;
    give(results);
    failed += errors.size;
    done += results.length;
  } while (done < items.length);
  const count = items.length;
  return { summary: { count, succeeded: count - failed, failed }, manifest: received(manifest) };
}

/** An option that says neither call nor put is priced as a call, as the interface has it, and says so. */
function itemWarnings(item: unknown): { readonly warnings?: readonly string[] } {
  const warning = sideWarning((item as { readonly optionType?: unknown }).optionType);
  return warning === undefined ? {} : { warnings: [warning] };
}

const itemError = ({ code, message }: { readonly code: string; readonly message: string }): ItemError => ({ error: { code, message } });

/** The valid items of a block with their indices and columns, and the errors of the others. */
function readBlock<Item extends VanillaOption>(
  items: readonly unknown[],
  start: number,
  today: string,
  { field, schema }: Pick<Items<Item, unknown>, 'field' | 'schema'>,
) {
  const columns: Columns = { spot: [], strike: [], rate: [], volatility: [], time: [], dividend: [], put: [], marketDataAsOf: today };
  const errors = new Map<number, ItemError>();
  const valid: { readonly index: number; readonly item: Item }[] = [];
  for (let index = start; index < Math.min(start + BLOCK_SIZE, items.length); index++) {
    const item = items[index];
    if (item instanceof RefusedEntry) {
      errors.set(index, itemError(item.failure));
      continue;
    }
    const parsed = schema.safeParse(item);
    if (!parsed.success) {
      const [{ pointer, reason }] = faultsOf(parsed.error, item);
      errors.set(index, itemError(invalidRequest(`/${field}/${index}${pointer}`, reason)));
      continue;
    }
    const { spot, strike, rate, volatility, time, dividend, optionType } = parsed.data;
    valid.push({ index, item: parsed.data });
    columns.spot.push(spot);
    columns.strike.push(strike);
    columns.rate.push(rate);
    columns.volatility.push(volatility);
    columns.time.push(time);
    columns.dividend.push(dividend);
    columns.put.push(optionType === 'put');
  }
  return { columns, errors, valid };
}
