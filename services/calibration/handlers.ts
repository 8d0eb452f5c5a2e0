/** The calls of the calibration service: each is answered from the cache of results or computed, here or on a worker thread. */
import type { CallContext, Handlers } from '#proto/services';
import type { ComputeReply } from '#proto/types/svc/compute/v1/ComputeReply';
import type { ComputeRequest__Output } from '#proto/types/svc/compute/v1/ComputeRequest';
import { manifestOf } from '../compute/manifest.js';
import { openResultCache } from '../compute/result-cache.js';
import { type Computed, computed, parseBody } from '../compute/work-outcome.js';
import type { WorkerPool } from '../compute/worker-pool.js';
import type { Registry } from '../runtime/metrics.js';
import { type CalibrationTask, calibrate } from './calibration-worker.js';
import { type CalibrationMethod, type calibration, calibrationMethods } from './methods.js';

export function calibrationHandlers(workers: WorkerPool<CalibrationTask>, registry: Registry): Handlers<typeof calibration> {
  const methods = Object.keys(calibrationMethods) as CalibrationMethod[];
  const cached = openResultCache<Computed>({
    // Every result is worth caching: a desk builds the same curves all day.
    minComputeMs: 0,
    registry,
  });
  const handlerOf =
    (method: CalibrationMethod) =>
    async ({ bodyJson, today, fresh }: ComputeRequest__Output, call: CallContext): Promise<ComputeReply> => {
      const { resultJson, pricerId } = await cached({ method, content: [today, bodyJson], fresh }, call, (shared) => {
        const body = parseBody(bodyJson);
        if (calibrationMethods[method].isLong(body as object)) return workers.run({ method, bodyJson, today }, shared);
        return computed(calibrate(method, body, today));
      });
      return pricerId === undefined ? { resultJson } : { resultJson, manifest: manifestOf(pricerId, call, today) };
    };
  return Object.fromEntries(methods.map((method) => [method, handlerOf(method)])) as Record<
    CalibrationMethod,
    ReturnType<typeof handlerOf>
  >;
}
