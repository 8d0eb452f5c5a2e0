/** The risk service's process. */
import { risk } from '#proto/services';
import { configure } from '../common/config.js';
import { runService } from '../common/service.js';
import { riskConfig } from './config.js';
import { handlers } from './handlers.js';

const config = configure(riskConfig);

await runService('risk', risk, config, async () => ({ handlers }));
