/**
 * How a plan's value is estimated, chosen by the structure of its claims and market.
 *
 * The plain estimator (plain.ts) pays what each path pays. Where the structure allows, another one has the same mean and far less
 * variance: what it has no closed form for is drawn, what it has one for is not.
 */

import type { Years } from '../../base/units.js';
import type { Construction } from '../emit/bridge.js';
import type { KernelBuilder } from '../emit/kernel-builder.js';
import type { Drawn } from '../emit/points.js';
import type { Regression, VarianceReduction } from '../emit/program.js';
import type { Plan } from './plan.js';

/** What a plan's paths come to, as kernel text. */
export interface Written {
  /** The value of a path that is done, discounted to today, in units of `scale` and without what is certain. */
  readonly value: string;
  readonly scale: number;
  /** Of the value's mean, what is known: discounted to today, in price units. */
  readonly certain: number;
  /** Texts that a run can give in place of the value. */
  readonly probes: readonly string[];
  readonly regressions: readonly Regression[];
}

/** What it takes to draw a path. */
export interface Draws extends Drawn<number> {
  readonly construction: (times: readonly Years[]) => Construction;
}

export interface Estimator {
  readonly name: 'crossing control' | 'end of path' | 'average control' | 'last driver' | 'given variance';
  readonly varianceReduction: VarianceReduction;
  readonly draws: (plan: Plan) => Draws;
  readonly write: (builder: KernelBuilder, plan: Plan, drawn: Drawn<readonly string[]>) => Written;
}

/** What an estimator is chosen by. */
export type Task = Pick<Plan, 'market' | 'claims' | 'grid'>;
