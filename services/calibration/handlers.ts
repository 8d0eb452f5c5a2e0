/** The calibration service's calls: request → engine → reply. */
import type { z } from 'zod';
import { calibrateCurve, calibrateSabr } from '#engine';
import { curveCalibrationRequest, parse, sabrCalibrationRequest } from '#engine/schemas';
import type { Handlers } from '#proto/services';
import type { CalibrationDefinition } from '#proto/types/svc/calibration/v1/Calibration';
import { recall } from '../common/recall.js';

/** Some thousands of fits. */
const KEPT_CHARACTERS = 16 * 1024 * 1024;

/** Calibrations are pure functions of their request: whoever asks the same is given the same. */
export function calibrationHandlers(): Handlers<CalibrationDefinition> {
  const kept = recall(KEPT_CHARACTERS);
  const call =
    <Request extends z.ZodType>(name: string, request: Request, calibrate: (request: z.output<Request>) => object) =>
    ({ bodyJson }: { bodyJson: string }) => ({
      resultJson: kept(`${name} ${bodyJson}`, () => JSON.stringify(calibrate(parse(request, JSON.parse(bodyJson))))),
    });
  return {
    calibrateSabr: call('sabr', sabrCalibrationRequest, calibrateSabr),
    calibrateCurve: call('curve', curveCalibrationRequest, calibrateCurve),
  };
}
