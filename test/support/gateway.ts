/** One more gateway in front of the services of a running service. */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { packageRoot } from '#services/runtime/version';
import { freePorts } from './ports.js';
import type { RunningService } from './service.js';
import { stopProcess, untilReady } from './started.js';

export interface RunningGateway {
  readonly url: string;
  stop(signal?: NodeJS.Signals): Promise<void>;
}

export async function startGateway({ environment }: Pick<RunningService, 'environment'>): Promise<RunningGateway> {
  const [port, metricsPort] = await freePorts(2);
  const gateway = spawn(process.execPath, [path.join(packageRoot, 'dist/gateway/main.js')], {
    env: { ...process.env, ...environment, PORT: String(port), METRICS_PORT: String(metricsPort) },
    stdio: 'ignore',
  });
  await untilReady(gateway, [metricsPort!]);
  return { url: `http://127.0.0.1:${port}`, stop: (signal) => stopProcess(gateway, signal) };
}
