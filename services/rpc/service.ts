/** What every service's main does: configuration in, server and operations port up, drained at the end. */
import type { Handlers } from '#proto/services';
import type { Log } from '../runtime/log.js';
import { createLog } from '../runtime/log.js';
import { createRegistry, type Registry } from '../runtime/metrics.js';
import { openOperationsPort } from '../runtime/operations-port.js';
import { whenStopped } from '../runtime/shutdown.js';
import { packageVersion } from '../runtime/version.js';
import { serveGrpc } from './server.js';

export interface ServiceSettings {
  readonly LOG_LEVEL: string;
  readonly SHUTDOWN_GRACE_MS: number;
  readonly METRICS_HOST: string;
  readonly METRICS_PORT: number;
  readonly GRPC_HOST: string;
  readonly GRPC_PORT: number;
}

/** @param compose makes the handlers, and says how to let go of what they hold */
export async function runService<D extends object>(
  name: string,
  definition: D,
  settings: ServiceSettings,
  compose: (tools: { log: Log; registry: Registry }) => Promise<{ handlers: Partial<Handlers<D>>; close?: () => Promise<void> }>,
): Promise<void> {
  const log = createLog(name, settings.LOG_LEVEL);
  const registry = createRegistry(name, packageVersion);
  const waiting = new Set(['start']);
  const giveUp = (error: unknown): never => {
    log.fatal({ err: error }, 'could not start');
    process.exit(1);
  };
  const operationsPort = await openOperationsPort({
    host: settings.METRICS_HOST,
    port: settings.METRICS_PORT,
    registry,
    unready: () => [...waiting],
    log,
  }).catch(giveUp);
  const { handlers, close } = await compose({ log, registry }).catch(giveUp);
  const { GRPC_HOST: host, GRPC_PORT: port } = settings;
  const server = await serveGrpc({ name, definition, handlers, host, port, log, registry }).catch(giveUp);
  waiting.delete('start');
  whenStopped(log, settings.SHUTDOWN_GRACE_MS, {
    drain: (graceMs) => {
      waiting.add('draining');
      return server.drain(graceMs);
    },
    close: async () => {
      await close?.();
      await operationsPort.close();
    },
  });
}
