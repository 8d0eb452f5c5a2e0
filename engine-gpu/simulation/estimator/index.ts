/** The estimators beside the plain one, in the order in which they are tried: THE list. */
import { averageControlVariate } from './average-control-variate.js';
import { barrierControlVariate } from './barrier-control-variate.js';
import { conditionalOnVariance } from './conditional-on-variance.js';
import type { Estimator, Task } from './estimator.js';
import { lastIncrementIntegration } from './last-increment-integration.js';
import { terminalIntegration } from './terminal-integration.js';

/** @returns undefined where only the plain one serves */
export const estimatorFor = (task: Task): Estimator | undefined => barrierControlVariate(task) ?? withoutJumps(task);

/**
 * The one for differences of values on the same points. A path's value must not jump: it would by the 1/h of a bump h more than by what the
 * control takes off. The control of a barrier's crossings jumps with the date on which a path is found across.
 */
export const estimatorOfChanges = (task: Task): Estimator | undefined => withoutJumps(task) ?? barrierControlVariate(task);

const withoutJumps = (task: Task): Estimator | undefined =>
  terminalIntegration(task) ?? averageControlVariate(task) ?? lastIncrementIntegration(task) ?? conditionalOnVariance(task);
