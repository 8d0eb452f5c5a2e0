/** A portfolio of European options, position by position and summed by underlying. */

import { type BOOK_GREEKS, type OptionPosition, optionPosition, plainPosition } from '#engine/schemas';
import { type BatchOutcome, type batchRun, type Items, type OptionPrices, priceEach } from '../batch/batch.js';
import { notedOutcome } from '../contract/computation.js';
import { requireFinite } from '../contract/errors.js';
import type { FailedItem } from '../contract/failed-item.js';
import { JsonText, type Outcome } from '../contract/operation.js';

type Repeated = Pick<OptionPosition, 'id' | 'underlying' | 'quantity'>;

const POSITIONS: Items<OptionPosition, Repeated> = {
  field: 'positions',
  plain: plainPosition,
  inMarket: optionPosition,
  optionOf: ({ id: _, underlying: __, quantity: ___, ...option }) => option,
  repeated: ({ id, underlying, quantity }) => (id === undefined ? { underlying, quantity } : { id, underlying, quantity }),
};

type BookGreek = (typeof BOOK_GREEKS)[number];
/** A price, and where Greeks are asked for, those too. */
type PerOption = { readonly price: number } & Partial<Readonly<Record<BookGreek, number>>>;
type Valued<Result> = Repeated & Result & { readonly value: number };

interface BookValuation<Result extends PerOption> {
  /** Absent where no position was priced. */
  readonly totalValue?: number;
  readonly complete: boolean;
  readonly positions: (Valued<Result> | FailedItem)[];
  readonly byUnderlying: ({ readonly underlying: string; readonly value: number } & {
    readonly [Greek in BookGreek & keyof Result]: number;
  })[];
  readonly summary: BatchOutcome<Result>['summary'] & { readonly priced: number };
}

/**
 * @param greeks the Greeks that `prices` give beside the price, summed by underlying as quantity × Greek
 */
export async function valueBook<Result extends PerOption>(
  positions: readonly unknown[],
  run: ReturnType<typeof batchRun>,
  greeks: readonly (BookGreek & keyof Result)[],
  prices: OptionPrices<Result>,
): Promise<Outcome<BookValuation<Result>>> {
  /**
   * Sums of value and Greeks by underlying. They are doubles in place: a field of an object would be a new number object with each of 100
   * 000 additions.
   */
  const sums = new Map<string, Float64Array>();
  let totalValue = 0;
  const add = (result: Repeated & Result & { value?: number }): void => {
    const { underlying, quantity } = result;
    const value = quantity * result.price;
    totalValue += value;
    let sum = sums.get(underlying);
    if (sum === undefined) {
      sum = new Float64Array(1 + greeks.length);
      sums.set(underlying, sum);
    }
    sum[0] = (sum[0] ?? 0) + value;
    for (const [k, greek] of greeks.entries()) sum[1 + k] = (sum[1 + k] ?? 0) + quantity * (result[greek] as number);
    result.value = value;
  };
  const { resultsJson, summary, manifest } = await priceEach(positions, run, POSITIONS, prices, add);
  const byUnderlying = [...sums].map(([underlying, [value, ...ofGreeks]]) => ({
    underlying,
    value,
    ...Object.fromEntries(greeks.map((greek, k) => [greek, ofGreeks[k]])),
  }));
  requireFinite({ totalValue });
  for (const { underlying: _, ...sum } of byUnderlying) requireFinite(sum);
  const { count, succeeded } = summary;
  const totals = { ...(succeeded > 0 && { totalValue }), complete: succeeded === count };
  const rest = `"byUnderlying":${JSON.stringify(byUnderlying)},"summary":${JSON.stringify({ ...summary, priced: succeeded })}`;
  const data = new JsonText<BookValuation<Result>>(`${JSON.stringify(totals).slice(0, -1)},"positions":`, resultsJson, `,${rest}}`);
  return notedOutcome({ data, manifest }, { warnings: incompleteWarning(summary) });
}

/** A warning where totals leave positions out. */
export const incompleteWarning = ({ count, failed }: { readonly count: number; readonly failed: number }): string[] =>
  failed === 0 ? [] : [`${failed} of ${count} positions have no value: totals leave them out`];
