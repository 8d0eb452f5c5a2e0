/** The list of estimators besides the plain one, in the order of preference. */
import { averageControlVariate } from './average-control-variate.js';
import { barrierControlVariate } from './barrier-control-variate.js';
import { conditionalOnVariance } from './conditional-on-variance.js';
import { closedFormMean } from './deterministic.js';
import type { Estimator, Task } from './estimator.js';
import { lastIncrementIntegration } from './last-increment-integration.js';
import { terminalIntegration } from './terminal-integration.js';

/** The estimator for a price. @returns undefined where only the plain one serves */
export const estimatorFor = (task: Task): Estimator | undefined =>
  hasClosedForm(task) ? undefined : (barrierControlVariate(task) ?? continuousEstimator(task));

/**
 * The estimator for differences between bumped markets on the same lattice points. The value of a path must be continuous in the market:
 * a jump is divided by the bump h and adds more variance than a control variate removes. The barrier control variate is not continuous,
 * because it jumps with the date on which a path is first found across the barrier.
 */
export const estimatorOfChanges = (task: Task): Estimator | undefined =>
  hasClosedForm(task) ? undefined : (continuousEstimator(task) ?? barrierControlVariate(task));

/** True if no claim has to be simulated. */
export const hasClosedForm = ({ market, claims }: Pick<Task, 'market' | 'claims'>): boolean =>
  claims.every((claim) => closedFormMean(claim, market) !== undefined);

const continuousEstimator = (task: Task): Estimator | undefined =>
  terminalIntegration(task) ?? averageControlVariate(task) ?? lastIncrementIntegration(task) ?? conditionalOnVariance(task);
