/**
 * Starts the gateway and the four services as processes of their own, starts again whichever dies, and stops
 * them all together. For one machine; in a cluster the cluster does this.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import pretty from 'pino-pretty';
import { commonConfig, configure, EXIT_MISCONFIGURED, parseAddress, portNumber, serviceAddresses } from '../runtime/config.js';
import { createLog } from '../runtime/log.js';
import { packageRoot } from '../runtime/version.js';
import { banner } from './banner.js';
import { endOf, readyUrl } from './child.js';

const config = configure({
  ...commonConfig,
  PORT: portNumber.default(8080),
  METRICS_PORT: portNumber.default(9464),
  ...serviceAddresses,
});
const log = createLog('supervisor', config.LOG_LEVEL);

/** A young generation of this size (MiB) lets what a request allocates die before it is ever copied. */
const NODE_FLAGS = ['--max-semi-space-size=64'];
/** The wait before a process that died starts again doubles from the first to the last of these. */
const FIRST_DELAY_MS = 100;
const LAST_DELAY_MS = 10_000;
/** One that ran this long had started well: its next death counts as a first. */
const SETTLED_MS = 30_000;
const READY_POLL_MS = 50;
/** Beyond a child's own grace, in which it should have left by itself. */
const KILL_MARGIN_MS = 2_000;

interface Program {
  readonly name: string;
  readonly main: string;
  readonly metricsPort: number;
  readonly environment: Record<string, string>;
}

/** Each service listens where the gateway looks for it; metrics ports follow the gateway's. */
function service(name: string, address: string, index: number): Program {
  const { host, port } = parseAddress(address)!;
  return {
    name,
    main: `services/${name}/main.js`,
    metricsPort: config.METRICS_PORT + index,
    environment: { GRPC_HOST: host, GRPC_PORT: String(port) },
  };
}

const programs: readonly Program[] = [
  service('reference', config.REFERENCE_ADDRESS, 4),
  service('pricing', config.PRICING_ADDRESS, 1),
  service('calibration', config.CALIBRATION_ADDRESS, 2),
  service('risk', config.RISK_ADDRESS, 3),
  { name: 'gateway', main: 'gateway/main.js', metricsPort: config.METRICS_PORT, environment: {} },
];

const running = new Map<string, ChildProcess>();
let stopping = false;
let firstKey: string | undefined;

function start(program: Program, delayMs: number): void {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [...NODE_FLAGS, path.join(packageRoot, 'dist', program.main)], {
    env: { ...process.env, ...program.environment, METRICS_PORT: String(program.metricsPort) },
    // A group of its own: Ctrl-C reaches the supervisor alone, which then stops the others in order.
    detached: true,
    stdio: ['ignore', process.stdout.isTTY ? 'pipe' : 'inherit', 'inherit', 'ipc'],
  });
  child.stdout?.pipe(pretty({ ignore: 'pid,hostname', singleLine: true }));
  child.on('message', (message: { firstKey?: string }) => {
    firstKey = message.firstKey ?? firstKey;
  });
  running.set(program.name, child);
  void endOf(child).then(({ code, signal, error }) => {
    running.delete(program.name);
    if (stopping) return;
    if (code === EXIT_MISCONFIGURED) {
      log.fatal({ process: program.name }, 'misconfigured');
      void stop('misconfiguration', 1);
      return;
    }
    const settled = performance.now() - startedAt >= SETTLED_MS;
    const wait = settled ? FIRST_DELAY_MS : delayMs;
    log.warn({ process: program.name, code, signal, err: error, restartInMs: wait }, 'process died');
    setTimeout(() => {
      if (!stopping) start(program, Math.min(wait * 2, LAST_DELAY_MS));
    }, wait);
  });
}

async function ready(port: number): Promise<boolean> {
  return fetch(readyUrl(config.METRICS_HOST, port)).then(
    (response) => response.ok,
    () => false,
  );
}

async function stop(reason: string, exitCode = 0): Promise<void> {
  if (stopping) process.exit(1);
  stopping = true;
  log.info({ reason }, 'stopping');
  // The gateway first, so that what it has in flight still finds the services.
  for (const { name } of [...programs].reverse()) await ended(running.get(name));
  process.exit(exitCode);
}

function ended(child: ChildProcess | undefined): Promise<void> {
  if (child === undefined || child.exitCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    const kill = setTimeout(() => child.kill('SIGKILL'), config.SHUTDOWN_GRACE_MS + KILL_MARGIN_MS);
    child.once('exit', () => {
      clearTimeout(kill);
      resolve();
    });
    child.kill('SIGTERM');
  });
}

process.on('SIGTERM', () => stop('SIGTERM'));
process.on('SIGINT', () => stop('SIGINT'));

for (const program of programs) start(program, FIRST_DELAY_MS);
const waiting = new Set(programs);
while (waiting.size > 0 && !stopping) {
  for (const program of waiting) if (await ready(program.metricsPort)) waiting.delete(program);
  await new Promise((resolve) => setTimeout(resolve, READY_POLL_MS));
}
if (!stopping) {
  log.info({ port: config.PORT }, 'all services are ready');
  process.stderr.write(banner(config.PORT, firstKey));
}
