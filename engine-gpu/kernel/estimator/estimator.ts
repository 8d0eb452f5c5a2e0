/**
 * How a plan's value is estimated, chosen by the structure of its claims and market.
 *
 * The plain estimator (plain.ts) pays what each path pays. Where the structure allows, another one has the same mean and far less
 * variance: what it has no closed form for is drawn, what it has one for is not.
 */
import type { Years } from '../../units.js';
import type { Construction } from '../bridge.js';
import type { Regression } from '../payoff/choices.js';
import type { Plan } from '../plan.js';
import type { Drawn } from '../points.js';
import type { Sheet } from '../sheet.js';
import { averageControl } from './average-control.js';
import { crossingControl } from './crossing-control.js';
import { endOfPath } from './end-of-path.js';
import { givenVariance } from './given-variance.js';
import { lastMotion } from './last-motion.js';

/**
 * What takes variance off a price: nothing; part of what moves the path integrated out in closed form, given the rest; or the known
 * mean of something that moves with it.
 */
export type VarianceReduction = 'none' | 'conditional_expectation' | 'control_variate';

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
  readonly name: 'crossing control' | 'end of path' | 'average control' | 'last motion' | 'given variance';
  readonly varianceReduction: VarianceReduction;
  readonly draws: (plan: Plan) => Draws;
  readonly write: (sheet: Sheet, plan: Plan, drawn: Drawn<readonly string[]>) => Written;
}

/** What an estimator is chosen by. */
export type Task = Pick<Plan, 'market' | 'claims' | 'grid'>;

/** @returns undefined where only the plain one serves */
export const estimatorFor = (task: Task): Estimator | undefined => crossingControl(task) ?? withoutJumps(task);

/**
 * The one for differences of values on the same points. A path's value must not jump: it would by the 1/h of a bump h more than by what the
 * control takes off. The control of a barrier's crossings jumps with the date on which a path is found across.
 */
export const estimatorOfChanges = (task: Task): Estimator | undefined => withoutJumps(task) ?? crossingControl(task);

const withoutJumps = (task: Task): Estimator | undefined =>
  endOfPath(task) ?? averageControl(task) ?? lastMotion(task) ?? givenVariance(task);
