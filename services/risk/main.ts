/** The process of the risk service. */
import { risk } from '#proto/services';
import { runService } from '../rpc/service.js';
import { handlers } from './handlers.js';

await runService('risk', risk, async () => ({ handlers }));
