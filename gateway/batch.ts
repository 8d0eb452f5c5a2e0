/** Prices a list of options column by column. Each option has its own outcome: an invalid one is reported at its place and affects no other. */
import { setImmediate } from 'node:timers/promises';
import { status } from '@grpc/grpc-js';
import { faultsOf, vanillaOption } from '#engine/schemas';
import { CallFailure, fromMessage } from '#proto/failure';
import type { Manifest__Output } from '#proto/types/svc/common/v1/Manifest';
import type { RowFailure__Output } from '#proto/types/svc/pricing/v1/RowFailure';
import { type HttpFailure, httpFailure, invalidRequest } from './http/errors.js';
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
 * Options per call. Reading, sending and answering so many takes some 40 ms. Between two calls the gateway serves whoever else
 * waits, and the next call goes to the next replica.
 */
const OPTIONS_PER_CALL = 5_000;

/** @param price prices the valid options of one call; row i of its result is the i-th valid option */
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
      for (const { row, failure } of rows.failures) {
        if (failure === null) throw new Error(`row ${row} failed without a reason`);
        errors.set(indices[row], itemError(httpFailure(fromMessage(failure))));
      }
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
      // Without a valid option nothing is sent; others still get their turn.
      await setImmediate();
    }
    for (const [index, error] of errors) results[index] = error;
    failed += errors.size;
    results.length = end;
  } while (results.length < options.length);
  const count = options.length;
  return { data: { results, summary: { count, succeeded: count - failed, failed } }, manifest: received(manifest) };
}

const itemError = ({ code, message }: HttpFailure): ItemError => ({ error: { code, message } });

/**
 * The options of one call.
 *
 * @returns columns: the valid options; indices: the place of each in the whole list; errors: the invalid ones, by their place
 */
function columnsOf(options: readonly unknown[], start: number, today: string) {
  const columns: Columns = { spot: [], strike: [], rate: [], volatility: [], time: [], dividend: [], put: [], marketDataAsOf: today };
  const errors = new Map<number, ItemError>();
  const indices: number[] = [];
  for (let index = start; index < Math.min(start + OPTIONS_PER_CALL, options.length); index++) {
    const option = options[index];
    const parsed = vanillaOption.safeParse(option);
    if (!parsed.success) {
      const [{ pointer, reason }] = faultsOf(parsed.error, option);
      errors.set(index, itemError(invalidRequest(`/options/${index}${pointer}`, reason)));
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
