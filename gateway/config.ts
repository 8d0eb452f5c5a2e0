/** What the gateway reads from its environment. */
import { z } from 'zod';
import { commonConfig, portNumber, serviceAddresses } from '#services/runtime/config';

export const gatewayConfig = {
  ...commonConfig,
  HOST: z.string().default('0.0.0.0'),
  PORT: portNumber.default(8080),
  METRICS_PORT: portNumber.default(9464),
  ...serviceAddresses,
  /** Milliseconds that a simulation or a large batch may take. */
  SIMULATION_TIMEOUT_MS: z.coerce.number().int().min(100).max(3_600_000).default(60_000),
  TRUSTED_PROXIES: z.coerce.number().int().min(0).max(10).default(0),
};
