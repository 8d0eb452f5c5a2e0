/** The calibration service's process. */
import { calibration } from '#proto/services';
import { configure, serviceConfig } from '../common/config.js';
import { runService } from '../common/service.js';
import { handlers } from './handlers.js';

const config = configure(serviceConfig({ port: 50052, metricsPort: 9466 }));

await runService('calibration', calibration, config, async () => ({ handlers }));
