/** The pricing service's process. */
import { pricing } from '#proto/services';
import { configure } from '../common/config.js';
import { runService } from '../common/service.js';
import { pricingConfig } from './config.js';
import { pricingHandlers } from './handlers.js';

const config = configure(pricingConfig);

await runService('pricing', pricing, config, async () => ({ handlers: pricingHandlers({ today: () => new Date() }) }));
