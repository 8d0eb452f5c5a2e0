/** The thread of the calibrations that take longer than the event loop may be blocked. */
import * as engine from '#engine';
import { parse } from '#engine/schemas';
import type { Measured } from '../compute/method.js';
import { outcomeOf, parseBody, type WorkOutcome } from '../compute/work-outcome.js';
import { type CalibrationMethod, calibrationMethods } from './methods.js';

export { ping } from '../compute/work-outcome.js';

export interface CalibrationTask {
  readonly method: CalibrationMethod;
  readonly bodyJson: string;
  /** ISO date */
  readonly today: string;
}

export function calibrate(method: CalibrationMethod, body: unknown, today: string): Measured {
  const entry = calibrationMethods[method];
  return entry.calibrate(engine)(parse(entry.request, body), today);
}

export default ({ method, bodyJson, today }: CalibrationTask): Promise<WorkOutcome> =>
  outcomeOf(() => calibrate(method, parseBody(bodyJson), today));
