/**
 * Starts the gateway, the four services and a job worker as separate processes, restarts each one that dies, and stops them all together.
 * It is for one machine; a cluster does this by itself.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { Writable } from 'node:stream';
import pretty from 'pino-pretty';
import { EXIT_MISCONFIGURED, parseAddress } from '../runtime/config.js';
import { createLog } from '../runtime/log.js';
import { openLogOutput } from '../runtime/log-output.js';
import { configureSupervisor, environmentFor, type ProcessName, processes } from '../runtime/processes.js';
import type { PortInUse, SupervisorMessage } from '../runtime/startup.js';
import { packageRoot } from '../runtime/version.js';
import { banner, portInUseNotice } from './banner.js';
import { endOf, readyUrl } from './child.js';

const config = configureSupervisor();
const log = createLog('supervisor', config.LOG_LEVEL);
const lost = (lines: number) => `${lines} lines were dropped: the terminal was too slow\n`;
/** Messages for the person who has started the service. */
const standardError = openLogOutput(2, lost);
process.once('exit', standardError.end);

/** With a young generation of this size (MiB), the allocations of a request die before they are copied. */
const NODE_FLAGS = ['--max-semi-space-size=64'];
/** The delay before a dead process is restarted doubles from the first to the last of these. */
const FIRST_DELAY_MS = 100;
const LAST_DELAY_MS = 10_000;
/** After a process has run this long, the delays begin again with the first. */
const SETTLED_MS = 30_000;
const READY_POLL_MS = 50;
/** Time after a child's own grace period until the supervisor kills it. */
const KILL_MARGIN_MS = 2_000;
/**
 * On Ctrl-C the terminal and npm each send a signal. A second one within this time is the same request; a later one ends the process at
 * once.
 */
const REPEATED_SIGNAL_MS = 1_000;
const SECRET_BYTES = 32;

/** The service credential: that of the operator, or a new one for the processes of this run. */
const secret = config.SVC_SERVICE_SECRET ?? randomBytes(SECRET_BYTES).toString('base64url');

interface Program {
  readonly name: ProcessName;
  readonly metricsPort: number;
  readonly environment: NodeJS.ProcessEnv;
  /** The variables of the supervisor that move the process to another port, by the variable that the process reads. */
  readonly portVariables: Readonly<Record<string, string>>;
}

/** Each service listens where the gateway looks for it; the metrics ports follow the gateway's. */
function service(
  name: Exclude<ProcessName, 'gateway' | 'worker'>,
  addressVariable: 'PRICING_ADDRESS' | 'CALIBRATION_ADDRESS' | 'RISK_ADDRESS' | 'REFERENCE_ADDRESS',
  index: number,
): Program {
  const address = parseAddress(config[addressVariable]);
  if (address === undefined) throw new Error(`${addressVariable} is not an address`);
  return {
    name,
    metricsPort: config.METRICS_PORT + index,
    environment: { GRPC_HOST: address.host, GRPC_PORT: String(address.port) },
    portVariables: { GRPC_PORT: addressVariable },
  };
}

const programs: readonly Program[] = [
  service('reference', 'REFERENCE_ADDRESS', 4),
  service('pricing', 'PRICING_ADDRESS', 1),
  service('calibration', 'CALIBRATION_ADDRESS', 2),
  service('risk', 'RISK_ADDRESS', 3),
  { name: 'worker', metricsPort: config.METRICS_PORT + 5, environment: {}, portVariables: {} },
  { name: 'gateway', metricsPort: config.METRICS_PORT, environment: {}, portVariables: {} },
];

const running = new Map<ProcessName, ChildProcess>();
/** The processes whose operations port is open: until then, another installation could answer on the port. */
const listening = new Set<ProcessName>();
/** The processes that have been ready. */
const served = new Set<ProcessName>();
let stopping = false;
let stoppingSince = 0;
let firstKey: string | undefined;

function start(program: Program, delayMs: number): void {
  const { name, metricsPort, environment } = program;
  const startedAt = performance.now();
  const child = spawn(process.execPath, [...NODE_FLAGS, path.join(packageRoot, 'dist', processes[name].main)], {
    env: {
      ...environmentFor(name, process.env),
      ...environment,
      METRICS_PORT: String(metricsPort),
      SVC_SERVICE_SECRET: secret,
    },
    // The child has its own process group, so that Ctrl-C reaches only the supervisor, which stops the children in order.
    detached: true,
    stdio: ['ignore', process.stdout.isTTY ? 'pipe' : 'inherit', 'inherit', 'ipc'],
  });
  child.stdout?.pipe(pretty({ ignore: 'pid,hostname', singleLine: true, destination: terminal() }));
  let portInUse: PortInUse | undefined;
  child.on('message', (message: SupervisorMessage) => {
    firstKey = message.firstKey ?? firstKey;
    portInUse = message.portInUse ?? portInUse;
    if (message.operationsPort !== undefined) listening.add(name);
  });
  running.set(name, child);
  void endOf(child).then(({ code, signal, error }) => {
    running.delete(name);
    listening.delete(name);
    if (stopping) return;
    // A process that has served finds later what it cannot use, such as a damaged store, and goes on once that is mended.
    if (code === EXIT_MISCONFIGURED && !served.has(name)) {
      if (portInUse === undefined) log.fatal({ process: name }, 'misconfigured');
      else
        standardError.write(
          portInUseNotice(name, { ...portInUse, variable: program.portVariables[portInUse.variable] ?? portInUse.variable }),
          true,
        );
      void stop(portInUse === undefined ? 'misconfiguration' : 'a port is in use', 1);
      return;
    }
    const settled = performance.now() - startedAt >= SETTLED_MS;
    const wait = settled ? FIRST_DELAY_MS : delayMs;
    log.warn({ process: name, code, signal, err: error, restartInMs: wait }, 'process died');
    setTimeout(() => {
      if (!stopping) start(program, Math.min(wait * 2, LAST_DELAY_MS));
    }, wait);
  });
}

/** The terminal for one child: a terminal that stands still delays neither the child nor the supervisor. */
function terminal(): Writable {
  const output = openLogOutput(1, lost);
  return new Writable({
    decodeStrings: false,
    write: (text: string, _encoding, callback) => {
      output.write(String(text), false);
      callback();
    },
  });
}

async function isReady({ name, metricsPort }: Program): Promise<boolean> {
  if (!listening.has(name)) return false;
  return fetch(readyUrl(config.METRICS_HOST, metricsPort)).then(
    (response) => response.ok,
    () => false,
  );
}

async function stop(reason: string, exitCode = 0): Promise<void> {
  if (stopping) {
    if (performance.now() - stoppingSince > REPEATED_SIGNAL_MS) process.exit(1);
    return;
  }
  stopping = true;
  stoppingSince = performance.now();
  log.info({ reason }, 'stopping');
  // The gateway stops first, so that its calls in flight still find the services.
  for (const { name } of [...programs].reverse()) await ended(running.get(name));
  process.exit(exitCode);
}

function ended(child: ChildProcess | undefined): Promise<void> {
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
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
  for (const program of waiting)
    if (await isReady(program)) {
      waiting.delete(program);
      served.add(program.name);
    }
  await new Promise((resolve) => setTimeout(resolve, READY_POLL_MS));
}
if (!stopping) {
  log.info({ port: config.PORT }, 'all services are ready');
  standardError.write(banner(`${config.TLS_CERT_FILE ? 'https' : 'http'}://localhost:${config.PORT}`, firstKey), true);
}
