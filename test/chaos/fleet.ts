/**
 * An installation as in a cluster: several replicas of each process, without a supervisor. Each service has one address more than it has
 * replicas, so that a new replica can serve before an old one is stopped, as in a rollout.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { bootstrap } from '#services/reference/access/bootstrap';
import { defined } from '#services/runtime/defined';
import { type ProcessName, processes } from '#services/runtime/processes';
import { packageRoot } from '#services/runtime/version';
import { openStore } from '#services/store/open';
import type { Store } from '#services/store/port';
import { dropDatabase, mongoUri, leftOut as noMongo } from '../support/mongo/server.js';
import { freePorts } from '../support/ports.js';
import { base62, pause } from '../support/service.js';
import { stopProcess, untilReady } from '../support/started.js';

type ServiceName = Exclude<ProcessName, 'gateway' | 'worker'>;

interface Fleet {
  /** Addresses of the gateways that take new calls, as a load balancer knows them. */
  readonly urls: () => readonly string[];
  readonly key: string;
  readonly running: (name: ProcessName) => readonly ChildProcess[];
  /**
   * Starts a new replica, waits until it is ready, and then stops the oldest one with SIGTERM, as a rollout does.
   *
   * @param root folder of the version that it runs; default: this one
   */
  roll(name: ProcessName, root?: string): Promise<void>;
  /** The texts of the metrics of the replicas. */
  metrics(name: ProcessName): Promise<string[]>;
  /** Lines of the processes of this version that are no entries of a log. */
  readonly rawLines: readonly string[];
  /** The sum over all gateways of a counter's samples whose labels contain the text. */
  counted(metric: string, labels: string): Promise<number>;
  stop(): Promise<void>;
}

interface FleetOptions {
  /** Job workers need Temporal where there is more than one reference service. */
  readonly replicas: Readonly<Record<ServiceName | 'gateway', number> & { worker?: number }>;
  readonly environment?: Readonly<Record<string, string>>;
  /** Variables of one process alone. */
  readonly environmentOf?: (name: ProcessName) => Readonly<Record<string, string>>;
  readonly prepare?: (store: Store) => Promise<void>;
  /** Folder of the version that runs at first. Default: this one. */
  readonly root?: string;
  /** The file to which a process writes its pid before it starts, to be held to the limits of a control group. */
  readonly memoryGroup?: (name: ProcessName) => string | undefined;
}

/** Only MongoDB can be shared by several replicas of the reference service. */
export const sharedStoreLeftOut = noMongo;

interface Member {
  readonly child: ChildProcess;
  readonly port: number;
  readonly metricsPort: number;
}

/** Those that call services and are called by none. */
const isCaller = (name: ProcessName): name is 'gateway' | 'worker' => name === 'gateway' || name === 'worker';
const SERVICES: readonly ServiceName[] = ['reference', 'pricing', 'calibration', 'risk'];
/** A load balancer sends no new calls to a gateway for this long before the gateway is stopped (preStop in k8s/base/every-pod.yaml). */
const DEREGISTRATION_MS = 200;

export async function startFleet({
  replicas,
  environment = {},
  environmentOf = () => ({}),
  prepare,
  root: firstRoot = packageRoot,
  memoryGroup,
}: FleetOptions): Promise<Fleet> {
  const folder = mkdtempSync(path.join(tmpdir(), 'svc-chaos-'));
  const key = `svc_test_${base62(32)}`;
  const database = `svc_chaos_${randomUUID()}`;
  const store = await storeAt(folder, database);
  const opened = await openStore({ mongoUri: store.MONGODB_URI, dataDir: store.SVC_DATA_DIR ?? '' });
  await bootstrap(opened, key, Date.now());
  await prepare?.(opened);
  await opened.close();

  /** Ports of each service that no replica uses. */
  const ports = new Map<ServiceName, number[]>();
  for (const name of SERVICES) ports.set(name, await freePorts(replicas[name] + 1));
  const addresses = Object.fromEntries(
    SERVICES.map((name) => [
      `${name.toUpperCase()}_ADDRESS`,
      defined(ports.get(name), name)
        .map((port) => `127.0.0.1:${port}`)
        .join(),
    ]),
  );
  const shared = { SVC_SERVICE_SECRET: base62(43), LOG_LEVEL: 'fatal', SVC_BACKEND: 'webasm', ...environment };
  const rawLines: string[] = [];
  const members = new Map<ProcessName, Member[]>();
  const membersOf = (name: ProcessName): Member[] => {
    const running = members.get(name) ?? [];
    members.set(name, running);
    return running;
  };

  async function start(name: ProcessName, root: string): Promise<void> {
    const [metricsPort, free] = await freePorts(2);
    const port = isCaller(name) ? free! : defined(defined(ports.get(name), name).pop(), `a port for ${name}`);
    const ownVariables = isCaller(name)
      ? { ...(name === 'gateway' && { PORT: String(port) }), ...addresses }
      : { GRPC_PORT: String(port), ...(name === 'reference' && { ...store, SVC_BOOTSTRAP_KEY: key }) };
    // The image starts it with the same arguments.
    const command = [process.execPath, '--max-semi-space-size=64', path.join(root, 'dist', processes[name].main)];
    const group = memoryGroup?.(name);
    const words = group === undefined ? command : ['/bin/sh', '-c', 'echo $$ >"$0" && exec "$@"', group, ...command];
    const child = spawn(words[0]!, words.slice(1), {
      env: { PATH: process.env.PATH, ...shared, METRICS_PORT: String(metricsPort), ...ownVariables, ...environmentOf(name) },
      stdio: ['ignore', ...(root === packageRoot ? (['pipe', 'pipe'] as const) : (['inherit', 'inherit'] as const))],
    });
    for (const input of [child.stdout, child.stderr])
      if (input !== null)
        createInterface({ input }).on('line', (line) => {
          process.stdout.write(`${line}\n`);
          if (!isLogEntry(line)) rawLines.push(`${name}: ${line}`);
        });
    await untilReady(child, [metricsPort!]);
    membersOf(name).push({ child, port, metricsPort: metricsPort! });
  }

  const metrics = (name: ProcessName): Promise<string[]> =>
    Promise.all(membersOf(name).map(async ({ metricsPort }) => (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()));

  async function stop(): Promise<void> {
    await Promise.all([...members.values()].flat().map(({ child }) => stopProcess(child, 'SIGKILL')));
    rmSync(folder, { recursive: true, force: true });
    if (noMongo === undefined) await dropDatabase(database);
  }

  for (const name of [...SERVICES, 'worker', 'gateway'] as const) {
    const starts = await Promise.allSettled(
      Array.from({ length: replicas[name] ?? 0 }, (_, index) => pause(index).then(() => start(name, firstRoot))),
    );
    const failure = starts.find(({ status }) => status === 'rejected') as PromiseRejectedResult | undefined;
    if (failure === undefined) continue;
    await stop();
    throw failure.reason;
  }

  return {
    urls: () => membersOf('gateway').map(({ port }) => `http://127.0.0.1:${port}`),
    key,
    running: (name) => membersOf(name).map(({ child }) => child),
    roll: async (name, root = packageRoot) => {
      await start(name, root);
      const old = defined(membersOf(name).shift(), name);
      if (name === 'gateway') await pause(DEREGISTRATION_MS);
      await stopProcess(old.child);
      if (!isCaller(name)) defined(ports.get(name), name).push(old.port);
    },
    metrics,
    rawLines,
    counted: async (metric, labels) => {
      let sum = 0;
      for (const text of await metrics('gateway'))
        for (const line of text.split('\n'))
          if (line.startsWith(`${metric}{`) && line.includes(labels)) sum += Number(line.slice(line.lastIndexOf(' ') + 1));
      return sum;
    },
    stop,
  };
}

function isLogEntry(line: string): boolean {
  try {
    return typeof JSON.parse(line) === 'object';
  } catch {
    return false;
  }
}

async function storeAt(folder: string, database: string): Promise<{ MONGODB_URI?: string; SVC_DATA_DIR?: string }> {
  if (noMongo !== undefined) return { SVC_DATA_DIR: folder };
  const uri = new URL(await mongoUri());
  uri.pathname = database;
  return { MONGODB_URI: uri.href };
}
