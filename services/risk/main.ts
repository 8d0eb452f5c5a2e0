/** The process of the risk service. */
import { openSimdFallback } from '../compute/simd-fallback.js';
import { openWorkerPool } from '../compute/worker-pool.js';
import { runService } from '../rpc/service.js';
import { riskHandlers } from './handlers.js';
import { risk } from './methods.js';
import type { RiskTask } from './risk-worker.js';

await runService('risk', risk, async ({ config, log, registry }) => {
  const workers = openWorkerPool<RiskTask>({
    worker: new URL('./risk-worker.js', import.meta.url),
    threads: config.SVC_WORKERS,
    maxWaiting: config.RISK_QUEUE,
    tasks: 'risk computations',
    kindOf: ({ method, step }) => `${method} ${step}`,
    outOfMemory: 'cost',
    registry,
    log,
  });
  await workers.ping();
  const { RISK_COST_LIMIT: costLimit, JOB_BLOCK_MS: blockMs } = config;
  const handlers = riskHandlers({
    workers,
    costLimit,
    blockMs,
    simdFallback: openSimdFallback(log, registry),
    registry,
    now: () => new Date(),
  });
  return { handlers, dependencies: { workers: workers.ping }, close: workers.close };
});
