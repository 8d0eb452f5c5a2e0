/** The reference cases that ship with the service, one entry per price: cases.json, made from the reference tables of the tests. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { packageRoot } from '#services/runtime/version';

/** Largest difference from the expected number: the larger of `abs` and `rel` of it, and the standard errors of a simulation besides. */
export interface CaseTolerance {
  readonly abs?: number;
  readonly rel?: number;
  readonly standardErrors?: number;
  /** Source of the figure. */
  readonly why: string;
}

/** The kinds of numbers that cases test. */
export const caseKinds = ['price', 'greek', 'implied_volatility', 'calibration', 'value_at_risk', 'hedge', 'valuation_adjustment'] as const;

type CaseKind = (typeof caseKinds)[number];

/** The places of a number and of its errors in an answer, as JSON pointers into its data. */
export interface ResultPlace {
  readonly value: string;
  /** Standard error of a simulated number. */
  readonly standardError?: string;
  /** Bound on the error that is not sampling, which the answer states. */
  readonly errorBound?: string;
}

export interface ReferenceCase {
  /** Unique: the table's row, and the number of the row where it has several. */
  readonly id: string;
  readonly table: string;
  readonly kind: CaseKind;
  /** Id of the pricer that is tested, or of the operation where it tests a measure of risk. */
  readonly pricerId: string;
  /** Where the expected number comes from, and how it was computed there. */
  readonly source: string;
  readonly method: string;
  /** quick: computed in milliseconds; full: a simulation or a grid besides. */
  readonly depth: 'quick' | 'full';
  /** Id of the operation that is called, as callers call it. */
  readonly operation: string;
  /** Body of the operation. */
  readonly request: object;
  readonly result: ResultPlace;
  readonly expected: number;
  readonly tolerance: CaseTolerance;
}

export const casesFile = path.join(packageRoot, 'gateway/validation/cases.json');

let read: readonly ReferenceCase[] | undefined;

/** A case of the file: a price by a pricer leaves out what all of them have in common. */
export type WrittenCase = Omit<ReferenceCase, 'kind' | 'operation' | 'result'> &
  Partial<Pick<ReferenceCase, 'kind' | 'operation' | 'result'>>;

const priceOf = (written: WrittenCase): ReferenceCase => ({
  ...{ kind: 'price', operation: 'priceWithEngine', result: { value: '/price', standardError: '/standardError' } },
  ...written,
  ...(written.operation === undefined && { request: { pricerId: written.pricerId, ...written.request } }),
});

/** Read at the first use. */
export function referenceCases(): readonly ReferenceCase[] {
  read ??= (JSON.parse(readFileSync(casesFile, 'utf8')) as readonly WrittenCase[]).map(priceOf);
  return read;
}

/** The tables of the cases that a condition selects: the evidence for what they test. */
export const tablesOf = (isSelected: (reference: ReferenceCase) => boolean): string[] => [
  ...new Set(
    referenceCases()
      .filter(isSelected)
      .map(({ table }) => table),
  ),
];
