/**
 * Estimators of a plan's value, chosen by the structure of its claims and market.
 *
 * The plain estimator (plain.ts) averages what each path pays. Where the structure allows, another estimator has the same mean and far
 * less variance, because it simulates only the part that has no closed form.
 */

import type { Years } from '../../base/units.js';
import type { CorrelationRepair } from '../../market/market.js';
import type { SurfaceRepricing } from '../../method/surface-evaluation.js';
import type { Construction } from '../emit/bridge.js';
import type { KernelBuilder } from '../emit/kernel-builder.js';
import type { Drawn } from '../emit/points.js';
import type { Regression, VarianceReduction } from '../emit/program.js';
import type { Claim } from '../payoff/claims.js';
import type { Monitored } from '../payoff/survival.js';
import type { Walk } from '../process/paths.js';

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

/** The plan of a simulation, settled before anything is allocated: claims, monitoring, time grid and estimator. */
export interface Plan extends Walk {
  readonly claims: readonly Claim[];
  readonly monitored: Monitored;
  /** Number of barriers, choices, autocalls and payoffs on several spots or dates: each adds kernel text of its own. */
  readonly states: number;
  /** Number of equal steps that the grid has besides the contract's dates; 0 where it has the dates alone. */
  readonly equalSteps: number;
  /** Undefined for the plain estimator, which averages what each path pays. */
  readonly estimator: Estimator | undefined;
  /** Order in which the lattice dimensions build the Brownian path, given the times of the steps' ends. */
  readonly construction: (times: readonly Years[]) => Construction;
  /** Time of the last payment, years. */
  readonly last: Years;
  readonly warnings: readonly string[];
  /** How well local volatilities reprice the quotes of their surfaces, one entry per asset that has one. */
  readonly repricing: readonly SurfaceRepricing[];
  /** How the stated correlations were changed; undefined where they are used as they are. */
  readonly repaired: CorrelationRepair | undefined;
}

/** The part of a plan that decides which estimator serves. */
export type Task = Pick<Plan, 'market' | 'claims' | 'grid'>;
