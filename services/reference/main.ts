/** The reference service's process: the only one that opens the store. */
import { reference } from '#proto/services';
import { runService } from '../rpc/service.js';
import { openStore } from '../store/open.js';
import { bootstrap } from './bootstrap.js';
import { referenceHandlers } from './handlers.js';
import { SWEEP_INTERVAL_MS, sweepIdempotencyKeys, sweepParts } from './sweep.js';

await runService('reference', reference, async ({ config, log }) => {
  const store = await openStore({ mongoUri: config.MONGODB_URI, dataDir: config.SVC_DATA_DIR });
  const firstKey = await bootstrap(store, config.SVC_BOOTSTRAP_KEY, Date.now());
  if (firstKey !== undefined) {
    log.info('created the first tenant and its key');
    if (config.SVC_BOOTSTRAP_KEY === undefined) show(firstKey);
  }
  const sweep = async () => {
    const now = Date.now();
    try {
      const parts = await sweepParts(store, now);
      const keys = await sweepIdempotencyKeys(store, now);
      if (parts + keys > 0) log.info({ parts, keys }, 'removed parts of incomplete receipts and expired idempotency keys');
    } catch (error) {
      log.warn({ err: error }, 'could not remove parts of incomplete receipts and expired idempotency keys');
    }
  };
  void sweep();
  const sweeping = setInterval(sweep, SWEEP_INTERVAL_MS);
  return {
    handlers: referenceHandlers(store),
    dependencies: { store: store.ping },
    close: () => {
      clearInterval(sweeping);
      return store.close();
    },
  };
});

/** Hands the key to the supervisor, which shows it to whoever started it, or writes it to standard error: logs are kept, and must not contain it. */
function show(firstKey: string): void {
  if (process.send !== undefined) process.send({ firstKey });
  else process.stderr.write(`\n  The first key, shown this once: ${firstKey}\n\n`);
}
