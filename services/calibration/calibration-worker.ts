/** A thread that calibrates Heston. */
import { calibrateHeston } from '#engine';
import { hestonCalibrationRequest, parse } from '#engine/schemas';
import { outcomeOf, type WorkOutcome } from '../compute/work-outcome.js';

export interface CalibrationTask {
  readonly bodyJson: string;
  /** ISO date */
  readonly today: string;
}

export default ({ bodyJson, today }: CalibrationTask): Promise<WorkOutcome> =>
  outcomeOf(() => calibrateHeston(parse(hestonCalibrationRequest, JSON.parse(bodyJson)), today));
