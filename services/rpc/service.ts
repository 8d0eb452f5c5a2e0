/** Runs a service: reads the configuration, opens the server and the operations port, and drains at the end. */
import type { Handlers } from '#proto/services';
import { type Dependencies, watchDependencies } from '../runtime/dependencies.js';
import { createLog, type Log } from '../runtime/log.js';
import { createRegistry, type Registry } from '../runtime/metrics.js';
import { openOperationsPort } from '../runtime/operations-port.js';
import { type Config, configure, type ProcessName, type ServiceConfig } from '../runtime/processes.js';
import { whenStopped } from '../runtime/shutdown.js';
import { cannotListen, cannotStart } from '../runtime/startup.js';
import { limitThreadHeaps } from '../runtime/threads.js';
import { startTracing } from '../runtime/trace-export.js';
import { packageVersion } from '../runtime/version.js';
import { serveGrpc } from './server.js';

type ServiceName = Exclude<ProcessName, 'gateway' | 'worker'>;

interface ServiceTools<Name extends ServiceName> {
  readonly config: Config<Name>;
  readonly log: Log;
  readonly registry: Registry;
}

/** The handlers of a service, and the release of their resources. */
interface ServiceParts<D> {
  readonly handlers: Partial<Handlers<D>>;
  /** The service is ready only while all of these can serve. */
  readonly dependencies?: Dependencies;
  readonly close?: () => Promise<void>;
}

export async function runService<Name extends ServiceName, D extends object>(
  name: Name,
  definition: D,
  compose: (tools: ServiceTools<Name>) => Promise<ServiceParts<D>>,
): Promise<void> {
  const config = configure(name);
  limitThreadHeaps();
  const { GRPC_HOST, GRPC_PORT, METRICS_HOST, METRICS_PORT, SVC_SERVICE_SECRET, LOG_LEVEL, SHUTDOWN_GRACE_MS }: ServiceConfig =
    config as Config<Name> & ServiceConfig;
  const registry = createRegistry(name, packageVersion);
  const log = createLog(name, LOG_LEVEL, registry);
  const endTracing = await startTracing(name, log);
  const waiting = new Set(['start']);
  let failing: readonly string[] = [];
  const operationsPort = await openOperationsPort({
    host: METRICS_HOST,
    port: METRICS_PORT,
    registry,
    unready: () => [...waiting, ...failing],
    log,
  }).catch(cannotListen(log, { variable: 'METRICS_PORT', host: METRICS_HOST, port: METRICS_PORT }));
  const { handlers, close, dependencies = {} } = await compose({ config, log, registry }).catch(cannotStart(log));
  const server = await serveGrpc({
    name,
    definition,
    handlers,
    secret: SVC_SERVICE_SECRET,
    certificates: config as Config<Name> & ServiceConfig,
    host: GRPC_HOST,
    port: GRPC_PORT,
    log,
    registry,
  }).catch(cannotListen(log, { variable: 'GRPC_PORT', host: GRPC_HOST, port: GRPC_PORT }));
  waiting.delete('start');
  const stopWatching = watchDependencies(dependencies, (names) => {
    failing = names;
    server.setFailing(names);
  });
  whenStopped(log, SHUTDOWN_GRACE_MS, {
    drain: (graceMs) => {
      stopWatching();
      waiting.add('draining');
      return server.drain(graceMs);
    },
    close: async () => {
      await close?.();
      await endTracing();
      await operationsPort.close();
    },
  });
}
