/** Many options as columns, one outcome each: a wrong one is told where it stands and disturbs no other. */
import { setImmediate } from 'node:timers/promises';
import { status } from '@grpc/grpc-js';
import { faultsOf, vanillaOption } from '#engine/schemas';
import { CallFailure, fromMessage } from '#proto/failure';
import type { Manifest__Output } from '#proto/types/svc/common/v1/Manifest';
import type { RowFailure__Output } from '#proto/types/svc/pricing/v1/RowFailure';
import { httpFailure, invalidRequest } from './http/errors.js';
import { received } from './manifest.js';
import type { Outcome } from './operation.js';

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

export interface Rows<Result> {
  readonly failures: readonly RowFailure__Output[];
  readonly manifest: Manifest__Output | null;
  readonly result: (row: number) => Result;
}

interface ItemError {
  readonly error: { readonly code: string; readonly message: string };
}

export interface BatchOutcome<Result> {
  readonly results: (Result | ItemError)[];
  readonly summary: { readonly count: number; readonly succeeded: number; readonly failed: number };
}

type Priced<Result> = Result & { readonly spot: number; readonly strike: number; readonly optionType: 'call' | 'put' };

/**
 * Options of one call. Reading, sending and answering so many takes some 40 ms; then whoever else waits for the gateway has it, and the
 * next call goes to the next replica.
 */
const BLOCK = 5_000;

/** @param price prices the valid options; row i of its answer is the i-th valid one */
export async function priceEach<Result>(
  options: readonly unknown[],
  { today }: { readonly today: string },
  price: (columns: Columns) => Promise<Rows<Result>>,
): Promise<Outcome<BatchOutcome<Priced<Result>>>> {
  const results: (Priced<Result> | ItemError)[] = [];
  let failed = 0;
  let manifest: Manifest__Output | null = null;
  do {
    const { columns, errors, indices } = columnsOf(options, results.length, today);
    const end = results.length + indices.length + errors.size;
    if (indices.length > 0 || manifest === null) {
      const rows = await price(columns);
      manifest ??= rows.manifest;
      if (rows.manifest?.engineVersion !== manifest?.engineVersion || rows.manifest?.pricerFingerprint !== manifest?.pricerFingerprint)
        throw new CallFailure(status.UNAVAILABLE, 'replicas of two versions have answered');
      for (const { row, failure } of rows.failures) errors.set(indices[row], itemError(httpFailure(fromMessage(failure!))));
      indices.forEach((index, row) => {
        if (errors.has(index)) return;
        results[index] = {
          ...rows.result(row),
          spot: columns.spot[row],
          strike: columns.strike[row],
          optionType: columns.put[row] ? 'put' : 'call',
        };
      });
    } else {
      // A block without a valid option asks nobody.
      await setImmediate();
    }
    for (const [index, error] of errors) results[index] = error;
    failed += errors.size;
    results.length = end;
  } while (results.length < options.length);
  const count = options.length;
  return { data: { results, summary: { count, succeeded: count - failed, failed } }, manifest: received(manifest) };
}

const itemError = ({ code, message }: { readonly code: string; readonly message: string }): ItemError => ({ error: { code, message } });

/** A block's valid options, which of all each row is, and what is wrong with the others. */
function columnsOf(options: readonly unknown[], start: number, today: string) {
  const columns: Columns = { spot: [], strike: [], rate: [], volatility: [], time: [], dividend: [], put: [], marketDataAsOf: today };
  const errors = new Map<number, ItemError>();
  const indices: number[] = [];
  for (let index = start; index < Math.min(start + BLOCK, options.length); index++) {
    const option = options[index];
    const parsed = vanillaOption.safeParse(option);
    if (!parsed.success) {
      const [first] = faultsOf(parsed.error, option);
      errors.set(index, itemError(invalidRequest(`/options/${index}${first!.pointer}`, first!.reason)));
      continue;
    }
    const { spot, strike, rate, volatility, time, dividend, optionType } = parsed.data;
    indices.push(index);
    columns.spot.push(spot);
    columns.strike.push(strike);
    columns.rate.push(rate);
    columns.volatility.push(volatility);
    columns.time.push(time);
    columns.dividend.push(dividend);
    columns.put.push(optionType === 'put');
  }
  return { columns, errors, indices };
}
