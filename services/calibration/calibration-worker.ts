/** The thread of a Heston calibration, which takes longer than the event loop may be blocked. */
import { calibrateHeston } from '#engine';
import { hestonCalibrationRequest, parse } from '#engine/schemas';
import { parseBody } from '../compute/body.js';
import { outcomeOf, type WorkOutcome } from '../compute/work-outcome.js';

export { ping } from '../compute/work-outcome.js';

export interface CalibrationTask {
  readonly bodyJson: string;
  /** ISO date */
  readonly today: string;
}

export default ({ bodyJson, today }: CalibrationTask): Promise<WorkOutcome> =>
  outcomeOf(() => calibrateHeston(parse(hestonCalibrationRequest, parseBody(bodyJson)), today));
