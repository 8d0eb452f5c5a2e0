/** What the pricing service reads from its environment. */
import { serviceConfig } from '../common/config.js';

export const pricingConfig = serviceConfig({ port: 50051, metricsPort: 9465 });
