/** The job worker's process: runs jobs with the operations of the gateway, without HTTP. */
import { setTimeout as pause } from 'node:timers/promises';
import { Counter } from 'prom-client';
import { v7 as uuid } from 'uuid';
import { createLog } from '#services/runtime/log';
import { createRegistry } from '#services/runtime/metrics';
import { openOperationsPort } from '#services/runtime/operations-port';
import { configure } from '#services/runtime/processes';
import { whenStopped } from '#services/runtime/shutdown';
import { cannotListen, cannotStart } from '#services/runtime/startup';
import { temporalSettings } from '#services/runtime/temporal';
import { startTracing } from '#services/runtime/trace-export';
import { packageVersion } from '#services/runtime/version';
import { compose } from './compose.js';
import { runLane } from './job/lane.js';
import { temporalWork } from './job/temporal.js';
import { reportWorker } from './job/worker.js';

/** Part of the grace period after which what still runs is given back, so that another worker begins it at once. */
const GIVE_BACK_AFTER = 0.8;
const CONNECTION_POLL_MS = 50;

const config = configure('worker');
const registry = createRegistry('worker', packageVersion);
const log = createLog('worker', config.LOG_LEVEL, registry);
const endTracing = await startTracing('worker', log);
/** Deadline of what takes no time, milliseconds: nobody waits at a connection for a job, which should also end well on a busy machine. */
const SHORT_JOB_RUN_MS = 30_000;
const { dependencies, waitingFor, close } = compose(
  { ...config, SIMULATION_TIMEOUT_MS: config.JOB_TIMEOUT_MS },
  registry,
  async () => ({ contentType: registry.contentType, body: await registry.metrics() }),
  SHORT_JOB_RUN_MS,
);

const runs = new Counter({
  name: 'svc_job_runs_total',
  help: 'Runs and blocks of jobs by their outcome; lost: the job was cancelled, has expired or was taken over; split: blocks come first.',
  labelNames: ['outcome'] as const,
  registers: [registry],
});
for (const outcome of ['succeeded', 'failed', 'again', 'released', 'lost', 'split']) runs.inc({ outcome }, 0);

/** The id by which this process is known: another one after each start. */
const id = uuid();
/** True once Temporal can give work to this process. */
let connected = false;

const [stopping, ending] = [new AbortController(), new AbortController()];
const ran = (outcome: string) => runs.inc({ outcome });
const notRenewed = (error: unknown) => log.error({ err: error }, 'the certificate that Temporal is shown cannot be renewed');
const temporal = temporalSettings(config, notRenewed);
/** Says that the worker ends. */
let leave = async (): Promise<void> => {};
/** Resolves when the work that the worker has has ended. */
const source = work();

async function work(): Promise<void> {
  while (waitingFor().length > 0 && !stopping.signal.aborted) await pause(CONNECTION_POLL_MS);
  if (stopping.signal.aborted) return;
  const facts = { id, queue: temporal === undefined ? 'embedded' : 'temporal', lanes: config.JOB_LANES } as const;
  leave = reportWorker(dependencies, facts, log);
  if (temporal === undefined) await Promise.all(lanes());
  else await fromTemporal(temporal);
}

function lanes(): Promise<void>[] {
  const lane = { worker: id, dependencies, blockMs: config.JOB_BLOCK_MS, log, stopping: stopping.signal, ending: ending.signal, ran };
  return Array.from({ length: config.JOB_LANES }, () => runLane(lane));
}

/** Until the server answers, the process ends and is started again by what watches it. */
async function fromTemporal(settings: NonNullable<typeof temporal>): Promise<void> {
  // Loaded only here: an installation of one machine need not have its packages.
  const { installTemporal, temporalWorker } = await import('#services/jobs/temporal-worker');
  installTemporal((message, meta) => log.warn({ meta }, message));
  const worker = await temporalWorker(settings, {
    work: temporalWork(id, { dependencies, blockMs: config.JOB_BLOCK_MS, log }, ran),
    lanes: config.JOB_LANES,
    graceMs: GIVE_BACK_AFTER * config.SHUTDOWN_GRACE_MS,
    notRenewed,
  });
  stopping.signal.addEventListener('abort', () => void worker.stop());
  connected = true;
  await worker.running;
}
const operationsPort = await openOperationsPort({
  host: config.METRICS_HOST,
  port: config.METRICS_PORT,
  registry,
  unready: () => {
    if (stopping.signal.aborted) return ['draining'];
    return [...waitingFor(), ...(temporal === undefined || connected ? [] : ['temporal'])];
  },
  log,
}).catch(cannotListen(log, { variable: 'METRICS_PORT', host: config.METRICS_HOST, port: config.METRICS_PORT }));
source.catch(cannotStart(log));
log.info({ lanes: config.JOB_LANES, metricsPort: operationsPort.port }, 'running jobs');

whenStopped(log, config.SHUTDOWN_GRACE_MS, {
  drain: async (graceMs) => {
    stopping.abort();
    const giveBack = setTimeout(() => ending.abort(), GIVE_BACK_AFTER * graceMs);
    await source;
    clearTimeout(giveBack);
    await leave();
  },
  close: async () => {
    close();
    await endTracing();
    await operationsPort.close();
  },
});
