/** The reference service's process: the only one that opens the store. */
import { z } from 'zod';
import { reference } from '#proto/services';
import { configure, serviceConfig } from '../common/config.js';
import { runService } from '../common/service.js';
import { openStore } from '../store/open.js';
import { bootstrap } from './bootstrap.js';
import { referenceHandlers } from './handlers.js';
import { isKey } from './keys.js';

const config = configure({
  ...serviceConfig({ port: 50054, metricsPort: 9468 }),
  /** Set: everything is kept in MongoDB, shared by all replicas. */
  MONGODB_URI: z.string().optional(),
  /** The embedded store's folder. */
  SVC_DATA_DIR: z.string().default('./data'),
  /** The first tenant's key; unset: one is made and shown once. */
  SVC_BOOTSTRAP_KEY: z.string().refine(isKey, 'must be svc_live_ or svc_test_ and 32 characters of 0-9, A-Z, a-z').optional(),
});

await runService('reference', reference, config, async ({ log }) => {
  const store = await openStore({ mongoUri: config.MONGODB_URI, dataDir: config.SVC_DATA_DIR });
  const firstKey = await bootstrap(store, config.SVC_BOOTSTRAP_KEY, Date.now());
  if (firstKey !== undefined) {
    log.info('made the first tenant and its key');
    if (config.SVC_BOOTSTRAP_KEY === undefined) show(firstKey);
  }
  return { handlers: referenceHandlers(store), close: () => store.close() };
});

/** Never through the log, which is kept: to the supervisor, which shows it to whoever started it, or to standard error. */
function show(firstKey: string): void {
  if (process.send !== undefined) process.send({ firstKey });
  else process.stderr.write(`\n  The first key, shown this once: ${firstKey}\n\n`);
}
