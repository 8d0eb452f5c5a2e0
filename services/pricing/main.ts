/** The process of the pricing service. */
import { pricing } from '#proto/services';
import { openSimulations } from '../compute/simulations.js';
import { runService } from '../rpc/service.js';
import { pricingHandlers } from './handlers.js';

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
  const { SIMULATION_COST_LIMIT: costLimit, JOB_BLOCK_MS: blockMs } = config;
  return {
    handlers: pricingHandlers({ simulations, costLimit, blockMs, registry, now: () => new Date() }),
    dependencies: { threads: simulations.check },
    close: () => simulations.close(),
  };
});
