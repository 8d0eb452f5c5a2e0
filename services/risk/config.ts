/** What the risk service reads from its environment. */
import { serviceConfig } from '../runtime/config.js';

export const riskConfig = serviceConfig({ port: 50053, metricsPort: 9467 });
