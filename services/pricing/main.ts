/** The pricing service's process. */
import { pricing, replicas as replicasService } from '#proto/services';
import { configure } from '../common/config.js';
import { runService } from '../common/service.js';
import { assistHandlers } from './assist.js';
import { pricingConfig } from './config.js';
import { pricingHandlers } from './handlers.js';
import { openReplicas } from './replicas.js';
import { openSimulations } from './simulations.js';

const config = configure(pricingConfig);

await runService('pricing', { ...pricing, ...replicasService }, config, async ({ log, registry }) => {
  const peers = config.SVC_PRICING_PEERS;
  const replicas = peers.length > 0 ? openReplicas(peers, log, registry) : undefined;
  const simulations = await openSimulations(
    {
      preference: config.SVC_BACKEND,
      workers: config.SVC_WORKERS,
      costLimit: config.SIMULATION_COST_LIMIT,
      queue: config.SIMULATION_QUEUE,
      ...(replicas && { replicas: replicas.available }),
    },
    log,
    registry,
  );
  return {
    handlers: {
      ...pricingHandlers({ simulations, registry, now: () => new Date() }),
      ...assistHandlers(simulations.local, replicas?.self, registry),
    },
    close: async () => {
      replicas?.close();
      await simulations.close();
    },
  };
});
