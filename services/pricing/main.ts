/** The pricing service's process. */
import { pricing } from '#proto/services';
import { configure, serviceConfig } from '../common/config.js';
import { runService } from '../common/service.js';
import { pricingHandlers } from './handlers.js';

const config = configure(serviceConfig({ port: 50051, metricsPort: 9465 }));

await runService('pricing', pricing, config, async () => ({ handlers: pricingHandlers({ today: () => new Date() }) }));
