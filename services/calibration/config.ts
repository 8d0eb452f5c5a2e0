/** What the calibration service reads from its environment. */
import { serviceConfig } from '../common/config.js';

export const calibrationConfig = serviceConfig({ port: 50052, metricsPort: 9466 });
