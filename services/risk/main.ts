/** The risk service's process. */
import { risk } from '#proto/services';
import { configure, serviceConfig } from '../common/config.js';
import { runService } from '../common/service.js';
import { handlers } from './handlers.js';

const config = configure(serviceConfig({ port: 50053, metricsPort: 9467 }));

await runService('risk', risk, config, async () => ({ handlers }));
