/** What the calibration service reads from its environment. */
import { availableParallelism } from 'node:os';
import { z } from 'zod';
import { serviceConfig } from '../runtime/config.js';

export const calibrationConfig = {
  ...serviceConfig({ port: 50052, metricsPort: 9466 }),
  /** Threads that fit models. Results do not depend on it. */
  SVC_WORKERS: z.coerce.number().int().min(1).max(256).default(availableParallelism()),
  /** Fits that wait for a thread; beyond it the service says that it is busy. */
  CALIBRATION_QUEUE: z.coerce.number().int().min(1).max(100_000).default(256),
};
