/** The process of the pricing service. */
import { openSimulations } from '../compute/simulations.js';
import { openWorkerPool } from '../compute/worker-pool.js';
import { runService } from '../rpc/service.js';
import { pricingHandlers } from './handlers.js';
import { pricing } from './methods.js';
import type { OptionTask } from './option-prices.js';

/** MiB of heap of a thread: a task has some hundred options and two grids. */
const OPTION_HEAP_MIB = 128;

await runService('pricing', pricing, async ({ config, log, registry }) => {
  const simulations = await openSimulations(
    {
      preference: config.SVC_BACKEND,
      workers: config.SVC_WORKERS,
      costLimit: config.SIMULATION_COST_LIMIT,
      maxWaiting: config.SIMULATION_QUEUE,
    },
    log,
    registry,
  );
  await simulations.check();
  const options = openWorkerPool<OptionTask>({
    worker: new URL('./option-worker.js', import.meta.url),
    threads: config.SVC_WORKERS,
    maxWaiting: config.SIMULATION_QUEUE,
    tasks: 'options by finite differences',
    outOfMemory: 'cost',
    heapMib: OPTION_HEAP_MIB,
    startsEmpty: true,
    registry,
    log,
  });
  const { SIMULATION_COST_LIMIT: costLimit, JOB_BLOCK_MS: blockMs } = config;
  return {
    handlers: pricingHandlers({ simulations, options, costLimit, blockMs, registry, now: () => new Date() }),
    dependencies: { threads: simulations.check },
    close: async () => {
      await simulations.close();
      await options.close();
    },
  };
});
