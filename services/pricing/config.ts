/** What the pricing service reads from its environment. */
import { availableParallelism } from 'node:os';
import { z } from 'zod';
import { serviceConfig } from '../runtime/config.js';

export const pricingConfig = {
  ...serviceConfig({ port: 50051, metricsPort: 9465 }),
  /** Where paths are simulated; auto takes the best that is there. */
  SVC_BACKEND: z.enum(['auto', 'webgpu', 'webasm', 'cpu']).default('auto'),
  /** Compute threads. Results do not depend on it. A container's processor limit is not seen here: set it beside one. */
  SVC_WORKERS: z.coerce.number().int().min(1).max(256).default(availableParallelism()),
  /** Paths × steps × assets of one simulation; a larger one is refused before anything is allocated. */
  SIMULATION_COST_LIMIT: z.coerce.number().min(1).default(4e9),
  /** Simulations that wait for their turn; beyond it the service says that it is busy. */
  SIMULATION_QUEUE: z.coerce.number().int().min(1).max(100_000).default(256),
};
