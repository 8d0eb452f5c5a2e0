/** The pricing service's process. */
import { pricing } from '#proto/services';
import { openSimulations } from '../compute/simulations.js';
import { runService } from '../rpc/service.js';
import { configure } from '../runtime/config.js';
import { pricingConfig } from './config.js';
import { pricingHandlers } from './handlers.js';

const config = configure(pricingConfig);

await runService('pricing', pricing, config, async ({ log, registry }) => {
  const simulations = await openSimulations(
    {
      preference: config.SVC_BACKEND,
      workers: config.SVC_WORKERS,
      costLimit: config.SIMULATION_COST_LIMIT,
      queue: config.SIMULATION_QUEUE,
    },
    log,
    registry,
  );
  return {
    handlers: pricingHandlers({ simulations, registry, now: () => new Date() }),
    close: () => simulations.close(),
  };
});
