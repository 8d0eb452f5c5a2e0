/** The process of the calibration service. */
import { openWorkerPool } from '../compute/worker-pool.js';
import { runService } from '../rpc/service.js';
import type { CalibrationTask } from './calibration-worker.js';
import { calibrationHandlers } from './handlers.js';
import { calibration } from './methods.js';

await runService('calibration', calibration, async ({ config, log, registry }) => {
  const workers = openWorkerPool<CalibrationTask>({
    worker: new URL('./calibration-worker.js', import.meta.url),
    threads: config.SVC_WORKERS,
    maxWaiting: config.CALIBRATION_QUEUE,
    tasks: 'calibrations',
    kindOf: ({ method }) => method,
    outOfMemory: 'calibration',
    registry,
    log,
  });
  await workers.ping();
  return { handlers: calibrationHandlers(workers, registry), dependencies: { workers: workers.ping }, close: workers.close };
});
