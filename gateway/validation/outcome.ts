/** The outcome of a reference case: the number of the pricer against the expected one. */
import type { ValidationResult } from '#services/resources/validation-run';
import type { ReferenceCase, ResultPlace } from './cases.js';

export interface CaseOutcome {
  /** Id of the case. */
  readonly id: string;
  readonly pricerId: string;
  readonly table: string;
  readonly expected: number;
  /** Absent where the pricer gave no number. */
  readonly price?: number;
  /** Standard error of a simulation. */
  readonly standardError?: number;
  /** Largest difference from the expected number that is allowed. */
  readonly bound: number;
  readonly passed: boolean;
  /** Why the pricer gave no number. */
  readonly reason?: string;
}

/** The number of a case, as an answer has it. */
interface CaseResult {
  readonly price: number;
  readonly standardError?: number;
  /** Bound on the error that is not sampling. */
  readonly errorBound?: number;
}

/** @param data of the answer. @throws Error where it has no number at the place of the result */
export function resultAt(data: unknown, { value, standardError, errorBound }: ResultPlace): CaseResult {
  const numberAt = (pointer: string | undefined): number | undefined => {
    if (pointer === undefined) return undefined;
    const leaf = pointer
      .slice(1)
      .split('/')
      .reduce<unknown>((part, name) => (part as Record<string, unknown> | undefined)?.[name], data);
    return typeof leaf === 'number' ? leaf : undefined;
  };
  const [price, sampling, bound] = [numberAt(value), numberAt(standardError), numberAt(errorBound)];
  if (price === undefined) throw new Error(`the answer has no number at ${value}`);
  return { price, ...(sampling !== undefined && { standardError: sampling }), ...(bound !== undefined && { errorBound: bound }) };
}

export function outcomeOf({ id, pricerId, table, expected, tolerance }: ReferenceCase, result: CaseResult): CaseOutcome {
  const { price, standardError, errorBound = 0 } = result;
  const { abs = 0, rel = 0, standardErrors = 0 } = tolerance;
  const bound = Math.max(abs, rel * Math.abs(expected)) + standardErrors * (standardError ?? 0) + errorBound;
  // Written so that NaN fails.
  const passed = Math.abs(price - expected) <= bound;
  return { ...{ id, pricerId, table, expected, price, bound, passed }, ...(standardError !== undefined && { standardError }) };
}

export const withoutNumber = ({ id, pricerId, table, expected, tolerance }: ReferenceCase, reason: string): CaseOutcome => ({
  ...{ id, pricerId, table, expected, reason, passed: false },
  bound: Math.max(tolerance.abs ?? 0, (tolerance.rel ?? 0) * Math.abs(expected)),
});

export const errorOf = ({ price = Number.NaN, expected }: CaseOutcome): number => Math.abs(price - expected);

/** The error as a multiple of what is allowed; at most 1 where the case passed. An exact number is 0, whatever is allowed. */
export function errorRatio(outcome: CaseOutcome): number {
  const error = errorOf(outcome);
  return error === 0 ? 0 : error / outcome.bound;
}

/** The version of the pricer that gave the numbers. */
export interface PricerVersion {
  readonly pricerVersion: number;
  readonly fingerprint: string;
}

export function resultOf(pricerId: string, version: PricerVersion, outcomes: readonly CaseOutcome[]): ValidationResult {
  const passed = outcomes.filter((each) => each.passed).length;
  const [worst] = outcomes.filter(({ price }) => price !== undefined).toSorted((a, b) => errorRatio(b) - errorRatio(a));
  return {
    ...{ pricerId, ...version, cases: outcomes.length, passed, failed: outcomes.length - passed },
    ...(worst && { worst: { case: worst.id, error: errorOf(worst), tolerance: worst.bound } }),
  };
}
