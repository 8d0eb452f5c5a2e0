/** Checks of correlation matrices, for every market that has one. */
import { symmetricEigenvalues } from '../math/eigenvalues.js';
import type { Report } from './curve-input.js';

/**
 * How far below zero rounding may move an eigenvalue that is exactly zero: entries are rounded to ε/2, which moves an eigenvalue of an
 * n × n matrix by at most n ε/2 (Weyl), and computing it adds a few times that.
 */
export const eigenvalueRounding = (size: number): number => 8 * size * Number.EPSILON;

/** Reports a matrix with a negative eigenvalue at the JSON pointer `at`. */
export function requirePositiveSemiDefinite(matrix: readonly (readonly number[])[], pointer: string, report: Report): void {
  const smallest = symmetricEigenvalues(matrix)[0] ?? 1;
  if (smallest < -eigenvalueRounding(matrix.length))
    report(pointer, `must form a positive semi-definite matrix; its smallest eigenvalue is ${smallest.toPrecision(6)}`);
}
