/** A kernel and the numbers that it reads. */

import type { VarianceReduction } from './estimator/estimator.js';
import type { Regression } from './payoff/choices.js';
import type { Dimensions } from './points.js';
import type { Finished } from './sheet.js';
import { kernelText } from './text.js';

export interface Program {
  readonly source: string;
  /** Numbers a thread returns: the value, then those that `sheet.output` added. */
  readonly outputs: number;
  readonly steps: number;
  /** What the kernel returns is in units of this. */
  readonly scale: number;
  /** Of the contract's value, what is known: discounted to today. The kernel leaves it out. */
  readonly certain: number;
  /** By how much more is known of each scenario's. */
  readonly certainChanges: readonly number[];
  readonly varianceReduction: VarianceReduction;
  /** Equal steps that the grid has besides the contract's dates; 0 for the dates alone. */
  readonly equalSteps: number;
  /** steps × as many numbers as a step reads. */
  readonly columns: Float64Array;
  /** Terms of options, a few numbers each. */
  readonly rows: Float64Array;
  /** Coefficients of regressions stand here, zero until they are found. */
  readonly scalars: Float64Array;
  readonly dimensions: Dimensions;
  /** In the order in which they must be fitted: later choices first. */
  readonly regressions: readonly Regression[];
  /** Takes a selector: 0 for the value. */
  readonly selectable: boolean;
  readonly warnings: readonly string[];
}

/** What a kernel is made of. */
export interface Parts {
  readonly finished: Finished;
  readonly dimensions: Dimensions;
  /** Texts of what a path gives. */
  readonly results: readonly string[];
  readonly selectable?: boolean;
  readonly steps: number;
  readonly scale: number;
}

/** The program of a kernel that stands for nothing but what it sums. */
export const programOf = ({ finished, dimensions, results, selectable = false, steps, scale }: Parts): Program => ({
  source: kernelText(finished, dimensions, results, selectable),
  outputs: results.length,
  steps,
  scale,
  certain: 0,
  certainChanges: [],
  varianceReduction: 'none',
  equalSteps: 0,
  columns: finished.columns,
  rows: finished.rows,
  scalars: finished.scalars,
  dimensions,
  regressions: [],
  selectable,
  warnings: [],
});
