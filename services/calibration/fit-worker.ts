/** A thread that fits: what takes longer than an event loop may stand still. */
import { calibrateHeston, EngineFailure } from '#engine';
import { hestonCalibrationRequest, parse } from '#engine/schemas';
import type { FitOutcome, FitTask } from './fits.js';

/** A failure crosses as data: of an error that is thrown, a thread's boundary keeps the message alone. */
export default function fit({ bodyJson, today }: FitTask): FitOutcome {
  try {
    return { resultJson: JSON.stringify(calibrateHeston(parse(hestonCalibrationRequest, JSON.parse(bodyJson)), today)) };
  } catch (error) {
    if (!(error instanceof EngineFailure)) throw error;
    return { failure: { kind: error.kind, message: error.message, faults: error.faults } };
  }
}
