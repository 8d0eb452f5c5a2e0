/** Pricing services as processes of their own, on this machine. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import client from 'prom-client';
import { clientDuration, createClient, type ServiceClient } from '#gateway/grpc';
import { pricing } from '#proto/services';
import type { PricingDefinition } from '#proto/types/svc/pricing/v1/Pricing';
import { packageRoot } from '#services/common/version';
import { freePorts } from './ports.js';
import { pause } from './service.js';

export interface PricingReplica {
  readonly process: ChildProcess;
  readonly pricing: ServiceClient<PricingDefinition>['call'];
  /** Sum of a metric over what its labels hold. */
  readonly metric: (name: string, labels?: string) => Promise<number>;
  readonly output: () => string;
  readonly stop: () => Promise<void>;
}

const START_LIMIT_MS = 20_000;
const CALL_LIMIT_MS = 60_000;

/**
 * Each knows of all, itself among them.
 *
 * @param environments one a replica
 */
export async function startReplicas(environments: readonly Record<string, string>[]): Promise<PricingReplica[]> {
  const ports = await freePorts(2 * environments.length);
  const peers = environments.map((_, i) => `127.0.0.1:${ports[2 * i]}`).join(',');
  return Promise.all(
    environments.map((environment, i) => start({ SVC_PRICING_PEERS: peers, ...environment }, ports[2 * i]!, ports[2 * i + 1]!)),
  );
}

async function start(environment: Record<string, string>, port: number, metricsPort: number): Promise<PricingReplica> {
  const child = spawn(process.execPath, [path.join(packageRoot, 'dist/services/pricing/main.js')], {
    env: { ...process.env, LOG_LEVEL: 'warn', ...environment, GRPC_PORT: String(port), METRICS_PORT: String(metricsPort) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const at = (page: string) => fetch(`http://127.0.0.1:${metricsPort}/${page}`);
  const deadline = performance.now() + START_LIMIT_MS;
  while (
    !(await at('ready').then(
      ({ ok }) => ok,
      () => false,
    ))
  ) {
    if (performance.now() > deadline || child.exitCode !== null) throw new Error(`the pricing service did not start: ${output}`);
    await pause(30);
  }
  const { call, close } = createClient(
    pricing,
    {
      service: 'pricing',
      address: `127.0.0.1:${port}`,
      timeoutMs: CALL_LIMIT_MS,
      timeouts: {},
      hot: new Set<string>(),
      once: new Set<string>(),
    },
    clientDuration(new client.Registry()),
  );
  return {
    process: child,
    pricing: call,
    metric: async (name, labels = '') =>
      [...(await (await at('metrics')).text()).matchAll(new RegExp(`^${name}\\{[^}]*${labels}[^}]*\\} ([\\d.e+]+)$`, 'gm'))].reduce(
        (sum, [, value]) => sum + Number(value),
        0,
      ),
    output: () => output,
    stop: async () => {
      close();
      if (child.exitCode !== null || child.signalCode !== null) return;
      // One that was stopped takes no other signal.
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}
