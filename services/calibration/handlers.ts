/** The calls of the calibration service: request → engine → reply. */
import type { z } from 'zod';
import { calibrateCurve, calibrateSabr, creditCurve } from '#engine';
import { creditCurveRequest, curveCalibrationRequest, parse, sabrCalibrationRequest } from '#engine/schemas';
import type { CallContext, Handlers } from '#proto/services';
import type { CalibrationDefinition } from '#proto/types/svc/calibration/v1/Calibration';
import { parseBody } from '../compute/body.js';
import { openResultCache } from '../compute/result-cache.js';
import { finiteJson } from '../compute/work-outcome.js';
import type { WorkerPool } from '../compute/worker-pool.js';
import type { Registry } from '../runtime/metrics.js';
import type { CalibrationTask } from './calibration-worker.js';

/** Room for some thousands of results. */
const MAX_CACHED_CHARACTERS = 16 * 1024 * 1024;

const hasShortRateModel = (bodyJson: string): boolean =>
  (parseBody(bodyJson) as { readonly shortRateModel?: unknown }).shortRateModel !== undefined;

export function calibrationHandlers(workers: WorkerPool<CalibrationTask>, registry: Registry): Handlers<CalibrationDefinition> {
  const cached = openResultCache<string>({
    methods: ['calibrateSabr', 'calibrateHeston', 'calibrateCurve', 'calibrateCreditCurve', 'correlationMatrix', 'fitSmiles'],
    maxCharacters: MAX_CACHED_CHARACTERS,
    charactersOf: (resultJson) => resultJson.length,
    // Every result is worth caching: a desk builds the same curves all day.
    minComputeMs: 0,
    registry,
  });
  /** A calibration that takes a few milliseconds at most, which is not worth another thread. */
  const quick =
    <Request extends z.ZodType>(method: string, request: Request, calibrate: (request: z.output<Request>) => object) =>
    async ({ bodyJson }: { bodyJson: string }, call: CallContext) => ({
      resultJson: await cached({ method, content: [bodyJson] }, call, () => finiteJson(calibrate(parse(request, parseBody(bodyJson))))),
    });
  /** One that takes longer than the event loop may be blocked. */
  const onThread =
    (method: CalibrationTask['method']) =>
    async ({ bodyJson, today }: { bodyJson: string; today: string }, call: CallContext) => ({
      resultJson: await cached({ method, content: [today, bodyJson] }, call, (shared) => workers.run({ method, bodyJson, today }, shared)),
    });
  const curveAlone = quick('calibrateCurve', curveCalibrationRequest, calibrateCurve);
  const curveWithModel = onThread('calibrateCurve');
  return {
    calibrateSabr: quick('calibrateSabr', sabrCalibrationRequest, calibrateSabr),
    calibrateHeston: onThread('calibrateHeston'),
    correlationMatrix: onThread('correlationMatrix'),
    fitSmiles: onThread('fitSmiles'),
    // A curve takes a millisecond; the fit of a short rate model to swaptions, up to seconds.
    calibrateCurve: (request, call) =>
      hasShortRateModel(request.bodyJson) ? curveWithModel({ ...request, today: '' }, call) : curveAlone(request, call),
    calibrateCreditCurve: quick('calibrateCreditCurve', creditCurveRequest, creditCurve),
  };
}
