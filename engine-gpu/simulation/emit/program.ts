/** A program: a kernel's text and the numbers that it reads. */

import type { Price, Years } from '../../base/units.js';
import type { CorrelationRepair } from '../../market/market.js';
import type { SurfaceRepricing } from '../../method/surface-evaluation.js';
import type { Finished } from './kernel-builder.js';
import { kernelText } from './kernel-text.js';
import type { Dimensions } from './points.js';

/**
 * Variance reduction of a price: `none`; `conditional_expectation` (part of the path is integrated analytically given the rest); or
 * `control_variate` (a correlated payoff with a known mean is subtracted).
 */
export type VarianceReduction = 'none' | 'conditional_expectation' | 'control_variate';

/** A decision whose continuation values are estimated by regression before pricing. */
export interface Regression {
  readonly time: Years;
  /** Index of its first coefficient among the scalars. */
  readonly at: number;
  /** Selectors: the analytically known part of the difference between the alternatives, what they then pay (both discounted), and the state. */
  readonly known: number;
  readonly paid: number;
  readonly features: readonly number[];
  /** Basis functions: each is the product of the features at these indices, with one coefficient. */
  readonly basis: readonly (readonly number[])[];
  /** Texts of the coefficients, and of an indicator that the left alternative is chosen. */
  readonly coefficients: readonly string[];
  readonly chosen: string;
}

export interface Program {
  readonly source: string;
  /** Number of outputs per thread: the value, then those added by `builder.output`. */
  readonly outputs: number;
  readonly steps: number;
  /** Unit of the kernel's outputs, in price units. */
  readonly scale: number;
  /** Part of the contract's value that is known in closed form, discounted to today, price units. The kernel leaves it out. */
  readonly knownMean: number;
  /** Known mean of each scenario less that of the plan, price units. */
  readonly knownMeanChanges: readonly number[];
  readonly varianceReduction: VarianceReduction;
  /** Number of equal steps by which the grid of the contract's dates is refined; 0 for the dates alone. */
  readonly equalSteps: number;
  /** Row-major: one row per step. */
  readonly columns: Float64Array;
  /** Terms of payments, a few numbers each, which loops read by index. */
  readonly rows: Float64Array;
  /** Includes the coefficients of regressions, zero until they are fitted. */
  readonly scalars: Float64Array;
  readonly dimensions: Dimensions;
  /** Regressions in the order in which they must be fitted: later decisions first. */
  readonly regressions: readonly Regression[];
  /** True if the kernel takes a selector, 0 for its value. */
  readonly selectable: boolean;
  /** Cost of one path: steps × assets. */
  readonly costPerPath: number;
  /** True if paths pay by themselves, and may differ: if no path pays, the price is then unresolved and not zero. */
  readonly paysByPath: boolean;
  /** True if paths give what a control variate leaves of their values, which rounding hides where it is next to nothing. */
  readonly isRemainder: boolean;
  /** Largest jump of a path's value, price units; 0 where the value is continuous in the random inputs. */
  readonly largestJump: number;
  /** Barriers that are rarely reached. */
  readonly crossings: readonly Crossing[];
  readonly rounded: Rounded;
  readonly warnings: readonly string[];
  /** How well local volatilities reprice the quotes of their surfaces, one entry per asset that has one. */
  readonly repricing: readonly SurfaceRepricing[];
  /** How the stated correlations were changed; absent where they are used as they are. */
  readonly repaired?: CorrelationRepair | undefined;
}

/** A barrier that is rarely reached. */
export interface Crossing {
  readonly probability: number;
  /** Jump of a path's discounted value, price units; `value` if it is of the size of the price itself. */
  readonly jump: Price | 'value';
}

/** The amounts that a kernel rounds. */
export interface Rounded {
  /** Their sum, price units; 0 where the value is no difference of amounts. */
  readonly amounts: Price;
  /** Upper bound of their ratio to the value, at least 1. */
  readonly perValue: number;
}

/** The parts from which a program is made. */
interface Parts {
  readonly finished: Finished;
  readonly dimensions: Dimensions;
  /** Texts of the results of a path. */
  readonly results: readonly string[];
  readonly selectable?: boolean;
  readonly steps: number;
  readonly scale: number;
}

/** The program of a kernel whose value is the sum of its first result alone: nothing is known in advance and no decision is fitted. */
export const programOf = ({ finished, dimensions, results, selectable = false, steps, scale }: Parts): Program => ({
  source: kernelText(finished, dimensions, results, selectable),
  outputs: results.length,
  steps,
  scale,
  knownMean: 0,
  knownMeanChanges: [],
  varianceReduction: 'none',
  equalSteps: 0,
  columns: finished.columns,
  rows: finished.rows,
  scalars: finished.scalars,
  dimensions,
  regressions: [],
  selectable,
  costPerPath: steps,
  paysByPath: false,
  isRemainder: false,
  largestJump: 0,
  crossings: [],
  rounded: { amounts: 0, perValue: 1 },
  warnings: [],
  repricing: [],
});
