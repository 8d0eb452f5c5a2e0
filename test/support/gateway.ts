/** One more gateway in front of the services of a running service. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { packageRoot } from '#services/runtime/version';
import { freePorts } from './ports.js';
import { pause, type RunningService } from './service.js';

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
  const ready = () =>
    fetch(`http://127.0.0.1:${metricsPort}/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await ready())) {
    if (gateway.exitCode !== null) throw new Error(`the gateway ended with ${gateway.exitCode}`);
    await pause(30);
  }
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async (signal = 'SIGTERM') => {
      if (gateway.exitCode !== null || gateway.signalCode !== null) return;
      gateway.kill(signal);
      await once(gateway, 'exit');
    },
  };
}
