/**
 * Estimators of a plan's value, chosen by the structure of its claims and market.
 *
 * The plain estimator (plain.ts) averages what each path pays. Where the structure allows, another estimator has the same mean and far
 * less variance, because it simulates only the part that has no closed form.
 */

import type { Years } from '../../base/units.js';
import type { Construction } from '../emit/bridge.js';
import type { KernelBuilder } from '../emit/kernel-builder.js';
import type { Drawn } from '../emit/points.js';
import type { Regression, VarianceReduction } from '../emit/program.js';
import type { Plan } from './plan.js';

/** Value of a path, as kernel text, and the part of the mean that is known in closed form. */
export interface Written {
  /** Text of the value at the end of a path, discounted to today, in units of `scale`, without `knownMean`. */
  readonly value: string;
  /** Unit of `value`, price units. */
  readonly scale: number;
  /** Part of the value's mean that is known in closed form: discounted to today, price units. */
  readonly knownMean: number;
  /** Texts that a run can return in place of the value. */
  readonly selectable: readonly string[];
  readonly regressions: readonly Regression[];
}

/** Number of Brownian drivers, normals per step and uniforms that a path takes, and how the drivers are built. */
export interface RandomInputs extends Drawn<number> {
  readonly construction: (times: readonly Years[]) => Construction;
}

export interface Estimator {
  readonly name:
    | 'barrier control variate'
    | 'terminal integration'
    | 'average control variate'
    | 'last increment integration'
    | 'conditional on variance';
  readonly varianceReduction: VarianceReduction;
  readonly randomInputs: (plan: Plan) => RandomInputs;
  readonly write: (builder: KernelBuilder, plan: Plan, inputs: Drawn<readonly string[]>) => Written;
}

/** The part of a plan that decides which estimator serves. */
export type Task = Pick<Plan, 'market' | 'claims' | 'grid'>;
