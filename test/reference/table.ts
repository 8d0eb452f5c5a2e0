/** The one runner of reference tables: every row of `test/reference/<name>.json` becomes a test under the row's own tolerance. */
import { readFileSync } from 'node:fs';
import { AssertionError } from 'chai';

/** How far a result may be from the expected number: absolutely, or relative to it; `why` says where the figure comes from. */
export interface Tolerance {
  readonly abs?: number;
  readonly rel?: number;
  readonly why: string;
}

export interface Row<Inputs, Expected> {
  readonly id: string;
  readonly source: string;
  readonly method: string;
  readonly inputs: Inputs;
  readonly expected: Expected;
  readonly tolerance: Tolerance;
  /** Standard errors, values by step count, second sources. */
  readonly [diagnostic: string]: unknown;
}

/** Rows of a table as they stand in its file. */
export const rowsOf = <Inputs, Expected>(name: string): readonly Row<Inputs, Expected>[] =>
  JSON.parse(readFileSync(new URL(`../../../test/reference/${name}.json`, import.meta.url), 'utf8'));

/**
 * Holds a pricer to a table.
 *
 * @param check throws where the result is outside the row's tolerance (`closeTo`); may be asynchronous
 * @param only  the rows that `check` is for, where a table has several kinds; one at least
 */
export function table<Inputs, Expected>(
  name: string,
  check: (row: Row<Inputs, Expected>) => void | Promise<void>,
  only: (row: Row<Inputs, Expected>) => boolean = () => true,
): void {
  const rows = rowsOf<Inputs, Expected>(name).filter(only);
  if (rows.length === 0) throw new Error(`no row of ${name}.json is for this check`);
  describe(`the reference table ${name}`, () => {
    for (const row of rows) it(`holds at ${row.id} (${row.source})`, () => check(row));
  });
}

/** Requires `actual` within the tolerance of `expected`; where it has both bounds, either serves. */
export function closeTo(actual: number, expected: number, { abs, rel, why }: Tolerance, what = 'value'): void {
  const bound = Math.max(abs ?? 0, (rel ?? 0) * Math.abs(expected));
  const error = Math.abs(actual - expected);
  // Written so that NaN fails.
  if (!(error <= bound)) {
    throw new AssertionError(`${what} is ${actual}, expected ${expected}: off by ${error}, where ${bound} is allowed (${why})`, {
      actual,
      expected,
      showDiff: false,
    });
  }
}
