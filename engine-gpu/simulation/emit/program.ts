/** A kernel and the numbers that it reads. */

import type { Years } from '../../base/units.js';
import type { Finished } from './kernel-builder.js';
import { kernelText } from './kernel-text.js';
import type { Dimensions } from './points.js';

/**
 * What takes variance off a price: nothing; part of what moves the path integrated out in closed form, given the rest; or the known
 * mean of something that moves with it.
 */
export type VarianceReduction = 'none' | 'conditional_expectation' | 'control_variate';

/** A choice whose estimate has to be fitted. */
export interface Regression {
  readonly time: Years;
  /** Where its coefficients stand among the scalars. */
  readonly at: number;
  /** Selectors of what a run gives: the difference of the sides that is known, what they then pay (both discounted), the state. */
  readonly known: number;
  readonly paid: number;
  readonly features: readonly number[];
  /** Products of features by their places; one coefficient each. */
  readonly basis: readonly (readonly number[])[];
  /** Texts of the coefficients, and of 1 where the left side is chosen. */
  readonly coefficients: readonly string[];
  readonly chosen: string;
}

export interface Program {
  readonly source: string;
  /** Numbers a thread returns: the value, then those that `builder.output` added. */
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
