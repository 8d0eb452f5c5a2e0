/** Runs reference tables: every row of `test/reference/<name>.json` becomes a test with the tolerance of the row. */
import { readFileSync } from 'node:fs';
import { AssertionError } from 'chai';

/** Largest difference from the expected number, absolute or relative to it; `why` gives the source of the figure. */
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

/** Inputs of a row that prices an option on one asset with a volatility. */
export interface OptionInputs {
  readonly spot: number;
  readonly strike: number;
  readonly rate: number;
  readonly volatility: number;
  readonly time: number;
  readonly dividend: number;
  readonly optionType: 'call' | 'put';
}

/** The same on an asset that pays dividends on dates, in cash or in proportion to its price. */
export interface DividendInputs extends OptionInputs {
  readonly exercise: 'european' | 'american';
  readonly dividends: readonly { readonly time: number; readonly amount?: number; readonly proportion?: number }[];
}

/** The rows of a table, as in its file. */
export const rowsOf = <Inputs, Expected>(name: string): readonly Row<Inputs, Expected>[] =>
  JSON.parse(readFileSync(new URL(`../../../test/reference/${name}.json`, import.meta.url), 'utf8'));

/**
 * Compares a pricer with a table.
 *
 * @param check throws where the result is outside the row's tolerance (`closeTo`); may be asynchronous
 * @param only selects the rows for `check`, where a table has several kinds; at least one row
 */
export function table<Inputs, Expected>(
  name: string,
  check: (row: Row<Inputs, Expected>) => void | Promise<void>,
  only: (row: Row<Inputs, Expected>) => boolean = () => true,
): void {
  const rows = rowsOf<Inputs, Expected>(name).filter(only);
  if (rows.length === 0) throw new Error(`no row of ${name}.json is for this check`);
  describe(`the reference table ${name}`, () => {
    for (const row of rows) it(`is reproduced at ${row.id} (${row.source})`, () => check(row));
  });
}

/** Requires `actual` within the tolerance of `expected`. Where the tolerance is absolute and relative, the larger one counts. */
export function closeTo(actual: number, expected: number, { abs, rel, why }: Tolerance, label = 'value'): void {
  const bound = Math.max(abs ?? 0, (rel ?? 0) * Math.abs(expected));
  const error = Math.abs(actual - expected);
  // Written so that NaN fails.
  if (!(error <= bound)) {
    throw new AssertionError(`${label} is ${actual}, expected ${expected}: off by ${error}, where ${bound} is allowed (${why})`, {
      actual,
      expected,
      showDiff: false,
    });
  }
}
