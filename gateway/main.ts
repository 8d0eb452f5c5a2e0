/** The gateway process: configuration, clients, application, ports. */
import type { AddressInfo } from 'node:net';
import { readPublicCertificate, watchCertificate } from '#services/runtime/certificates';
import { watchDependencies } from '#services/runtime/dependencies';
import { providerSettings } from '#services/runtime/identity-provider';
import { createLog } from '#services/runtime/log';
import { createRegistry } from '#services/runtime/metrics';
import { openOperationsPort } from '#services/runtime/operations-port';
import { configure } from '#services/runtime/processes';
import { whenStopped } from '#services/runtime/shutdown';
import { cannotListen } from '#services/runtime/startup';
import { collectSeldom, limitThreadHeaps } from '#services/runtime/threads';
import { startTracing } from '#services/runtime/trace-export';
import { packageVersion } from '#services/runtime/version';
import { identityProvider } from './admin/identity-provider.js';
import { adminOperations } from './admin/index.js';
import { createApp } from './app.js';
import { compose } from './compose.js';
import { distinctOperations } from './contract/operation.js';
import { deskOperations } from './desk/index.js';
import { openUsageLedger } from './http/middleware/meter.js';
import { createPages } from './http/pages.js';
import { createPublicServer, drainable } from './http/server.js';
import { operations } from './operations/index.js';
import { openRunThreads } from './threads/pool.js';
import { runValidations } from './validation/runner.js';

/** Milliseconds from one look at the files of the public certificate to the next. */
const CERTIFICATE_INTERVAL_MS = 5_000;
/** Threads for large requests: as many as may be parsed at once within the memory of a pod. */
const THREADS = 2;

const config = configure('gateway');
limitThreadHeaps();
collectSeldom();

const registry = createRegistry('gateway', packageVersion);
const log = createLog('gateway', config.LOG_LEVEL, registry);
const endTracing = await startTracing('gateway', log);
const { dependencies, waitingFor, serving, close } = compose(config, registry, async () => ({
  contentType: registry.contentType,
  body: await threads.metrics(),
}));
const threads = openRunThreads({
  module: new URL('./thread.js', import.meta.url),
  threads: THREADS,
  workerData: config,
  registry,
  log,
});

// Behind a proxy, as behind a certificate of its own, browsers reach the gateway by TLS.
const secureCookies = config.TLS_CERT_FILE !== undefined || config.TRUSTED_PROXIES > 0;
const provider = providerSettings(config);
const usage = openUsageLedger(dependencies.access);
const app = createApp({
  operations: distinctOperations([
    ...operations,
    ...deskOperations,
    ...adminOperations({ secureCookies, provider: provider && identityProvider(provider) }),
  ]),
  dependencies,
  threads,
  usage,
  registry,
  log,
  pages: createPages(),
  trustedProxies: config.TRUSTED_PROXIES,
  secureCookies,
  bodyBytes: config.BODY_BYTES_IN_FLIGHT,
});

const certificate = readPublicCertificate(config);
const { server, renew } = createPublicServer({
  app,
  ...(certificate && { certificate }),
  limits: { connections: config.MAX_CONNECTIONS, perAddress: config.MAX_ADDRESS_CONNECTIONS },
  registry,
  log,
});
if (certificate)
  watchCertificate(
    () => readPublicCertificate(config),
    certificate,
    {
      renewed: (renewed) => {
        renew(renewed);
        log.info({ file: config.TLS_CERT_FILE }, 'the certificate was renewed');
      },
      refused: (error) => log.error({ err: error }, 'the certificate cannot be read; the one before stays in use'),
    },
    CERTIFICATE_INTERVAL_MS,
  );
const drain = drainable(server);
server.listen(config.PORT, config.HOST);
await new Promise<void>((resolve, reject) => server.once('listening', resolve).once('error', reject)).catch(
  cannotListen(log, { variable: 'PORT', host: config.HOST, port: config.PORT }),
);
let started = false;
// Ready as soon as it waits for nothing for the first time. A service that fails later is reported in envelopes, which callers
// would not get from the load balancer if it sent them nowhere: its probe is /started.
const awaited = (): readonly string[] => {
  const names = started ? [] : waitingFor();
  started = names.length === 0;
  return names;
};
/** The services that did not serve at the last two checks: one alone may be late on a busy machine. */
let failing: readonly string[] = [];
let suspected: readonly string[] = [];
const stopWatching = watchDependencies(serving, (names) => {
  failing = names.filter((name) => suspected.includes(name));
  suspected = names;
});
const operationsPort = await openOperationsPort({
  host: config.METRICS_HOST,
  port: config.METRICS_PORT,
  registry: { contentType: registry.contentType, metrics: threads.metrics },
  unready: () => [...new Set([...awaited(), ...failing])],
  unstarted: awaited,
  log,
}).catch(cannotListen(log, { variable: 'METRICS_PORT', host: config.METRICS_HOST, port: config.METRICS_PORT }));
log.info(
  { port: (server.address() as AddressInfo).port, metricsPort: operationsPort.port },
  certificate ? 'serving HTTPS' : 'serving HTTP',
);
threads.warm();

const stopping = new AbortController();
void runValidations(dependencies, () => waitingFor().length === 0, log, stopping.signal);

whenStopped(log, config.SHUTDOWN_GRACE_MS, {
  drain,
  close: async () => {
    stopping.abort();
    stopWatching();
    await usage.close();
    close();
    await threads.close();
    await endTracing();
    await operationsPort.close();
  },
});
