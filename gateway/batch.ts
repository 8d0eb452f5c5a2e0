/** Many options as columns, one outcome each: a wrong one is told where it stands and disturbs no other. */
import { faultsOf, vanillaOption } from '#engine/schemas';
import { fromMessage } from '#proto/failure';
import type { Manifest__Output } from '#proto/types/svc/common/v1/Manifest';
import type { RowFailure__Output } from '#proto/types/svc/pricing/v1/RowFailure';
import { httpFailure, invalidRequest } from './errors.js';
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

/** @param price prices the valid options; row i of its answer is the i-th valid one */
export async function priceEach<Result>(
  options: readonly unknown[],
  { today }: { readonly today: string },
  price: (columns: Columns) => Promise<Rows<Result>>,
): Promise<Outcome<BatchOutcome<Result & { spot: number; strike: number; optionType: 'call' | 'put' }>>> {
  const columns: Columns = { spot: [], strike: [], rate: [], volatility: [], time: [], dividend: [], put: [], marketDataAsOf: today };
  const errors = new Map<number, ItemError>();
  const failed = (index: number, failure: { code: string; message: string }) =>
    errors.set(index, { error: { code: failure.code, message: failure.message } });
  /** Which option each row is. */
  const indices: number[] = [];
  options.forEach((option, index) => {
    const parsed = vanillaOption.safeParse(option);
    if (!parsed.success) {
      const [first] = faultsOf(parsed.error, option);
      failed(index, invalidRequest(`/options/${index}${first!.pointer}`, first!.reason));
      return;
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
  });

  const { failures, manifest, result } = await price(columns);
  for (const { row, failure } of failures) failed(indices[row]!, httpFailure(fromMessage(failure!)));

  const results: ((Result & { spot: number; strike: number; optionType: 'call' | 'put' }) | ItemError)[] = new Array(options.length);
  for (const [index, error] of errors) results[index] = error;
  indices.forEach((index, row) => {
    results[index] ??= {
      ...result(row),
      spot: columns.spot[row]!,
      strike: columns.strike[row]!,
      optionType: columns.put[row] ? 'put' : 'call',
    };
  });
  const count = options.length;
  return {
    data: { results, summary: { count, succeeded: count - errors.size, failed: errors.size } },
    manifest: received(manifest),
  };
}
