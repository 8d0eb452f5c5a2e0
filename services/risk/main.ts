/** The risk service's process. */
import { risk } from '#proto/services';
import { runService } from '../rpc/service.js';
import { configure } from '../runtime/config.js';
import { riskConfig } from './config.js';
import { handlers } from './handlers.js';

const config = configure(riskConfig);

await runService('risk', risk, config, async () => ({ handlers }));
