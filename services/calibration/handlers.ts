/** The calibration service's calls: request → engine → reply. */
import type { z } from 'zod';
import { calibrateCurve, calibrateSabr } from '#engine';
import { curveCalibrationRequest, parse, sabrCalibrationRequest } from '#engine/schemas';
import type { Handlers } from '#proto/services';
import type { CalibrationDefinition } from '#proto/types/svc/calibration/v1/Calibration';
import { recall } from '../common/recall.js';
import type { Fits } from './fits.js';

/** Some thousands of fits. */
const KEPT_CHARACTERS = 16 * 1024 * 1024;

/** Calibrations are pure functions of their request: whoever asks the same is given the same. */
export function calibrationHandlers(fits: Fits): Handlers<CalibrationDefinition> {
  const kept = recall(KEPT_CHARACTERS);
  /** Done within a millisecond or a few: not worth another thread. */
  const quick =
    <Request extends z.ZodType>(name: string, request: Request, calibrate: (request: z.output<Request>) => object) =>
    async ({ bodyJson }: { bodyJson: string }) => ({
      resultJson: await kept(`${name} ${bodyJson}`, () => JSON.stringify(calibrate(parse(request, JSON.parse(bodyJson))))),
    });
  return {
    calibrateSabr: quick('sabr', sabrCalibrationRequest, calibrateSabr),
    calibrateHeston: async ({ bodyJson, today }, call) => ({
      resultJson: await kept(`heston ${today} ${bodyJson}`, () => fits.heston({ bodyJson, today }, call)),
    }),
    calibrateCurve: quick('curve', curveCalibrationRequest, calibrateCurve),
  };
}
