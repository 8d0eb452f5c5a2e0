/** The calibration service's calls: request → engine → reply. */
import type { z } from 'zod';
import { calibrateCurve, calibrateSabr } from '#engine';
import { curveCalibrationRequest, parse, sabrCalibrationRequest } from '#engine/schemas';
import type { CallContext, Handlers } from '#proto/services';
import type { CalibrationDefinition } from '#proto/types/svc/calibration/v1/Calibration';
import { openRecall } from '../compute/result-cache.js';
import type { WorkerPool } from '../compute/worker-pool.js';
import type { Registry } from '../runtime/metrics.js';
import type { CalibrationTask } from './calibration-worker.js';

/** Some thousands of fits. */
const KEPT_CHARACTERS = 16 * 1024 * 1024;

export function calibrationHandlers(workers: WorkerPool<CalibrationTask>, registry: Registry): Handlers<CalibrationDefinition> {
  const recalled = openRecall<string>({
    methods: ['calibrateSabr', 'calibrateHeston', 'calibrateCurve'],
    maxCharacters: KEPT_CHARACTERS,
    charactersOf: (resultJson) => resultJson.length,
    // A desk builds the same curves all day.
    worthKeepingMs: 0,
    registry,
  });
  /** Done within a millisecond or a few: not worth another thread. */
  const quick =
    <Request extends z.ZodType>(method: string, request: Request, calibrate: (request: z.output<Request>) => object) =>
    async ({ bodyJson }: { bodyJson: string }, call: CallContext) => ({
      resultJson: await recalled({ method, content: [bodyJson] }, call, () =>
        JSON.stringify(calibrate(parse(request, JSON.parse(bodyJson)))),
      ),
    });
  return {
    calibrateSabr: quick('calibrateSabr', sabrCalibrationRequest, calibrateSabr),
    calibrateHeston: async ({ bodyJson, today }, call) => ({
      resultJson: await recalled({ method: 'calibrateHeston', content: [today, bodyJson] }, call, (call) =>
        workers.run({ bodyJson, today }, call),
      ),
    }),
    calibrateCurve: quick('calibrateCurve', curveCalibrationRequest, calibrateCurve),
  };
}
