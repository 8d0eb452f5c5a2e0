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

export interface ReferenceCase {
  /** Unique: the table's row, and the price of the row where it has several. */
  readonly id: string;
  readonly table: string;
  readonly pricerId: string;
  /** Where the expected number comes from, and how it was computed there. */
  readonly source: string;
  readonly method: string;
  /** quick: computed in milliseconds; full: a simulation or a grid besides. */
  readonly depth: 'quick' | 'full';
  readonly request: { readonly instrument: object; readonly market: object; readonly params?: object; readonly pricer?: object };
  readonly expected: number;
  readonly tolerance: CaseTolerance;
}

export const casesFile = path.join(packageRoot, 'gateway/validation/cases.json');

let read: readonly ReferenceCase[] | undefined;

/** Read at the first use. */
export function referenceCases(): readonly ReferenceCase[] {
  read ??= JSON.parse(readFileSync(casesFile, 'utf8')) as readonly ReferenceCase[];
  return read;
}
