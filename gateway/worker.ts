/** The job worker's process: runs jobs with the operations of the gateway, without HTTP. */
import { Counter } from 'prom-client';
import { createLog } from '#services/runtime/log';
import { createRegistry } from '#services/runtime/metrics';
import { openOperationsPort } from '#services/runtime/operations-port';
import { configure } from '#services/runtime/processes';
import { whenStopped } from '#services/runtime/shutdown';
import { cannotListen } from '#services/runtime/startup';
import { packageVersion } from '#services/runtime/version';
import { compose } from './compose.js';
import { runLane } from './job-lane.js';

/** Part of the grace period after which what still runs is given back, so that another worker begins it at once. */
const GIVE_BACK_AFTER = 0.8;

const config = configure('worker');
const registry = createRegistry('worker', packageVersion);
const log = createLog('worker', config.LOG_LEVEL, registry);
const { dependencies, ready, close } = compose({ ...config, SIMULATION_TIMEOUT_MS: config.JOB_TIMEOUT_MS }, registry, async () => ({
  contentType: registry.contentType,
  body: await registry.metrics(),
}));

const runs = new Counter({
  name: 'svc_job_runs_total',
  help: 'Runs and blocks of jobs by their outcome; lost: the job was cancelled, has expired or was taken over; split: blocks come first.',
  labelNames: ['outcome'] as const,
  registers: [registry],
});
for (const outcome of ['succeeded', 'failed', 'again', 'released', 'lost', 'split']) runs.inc({ outcome }, 0);

const [stopping, ending] = [new AbortController(), new AbortController()];
const lanes = Promise.all(
  Array.from({ length: config.JOB_LANES }, () =>
    runLane({
      dependencies,
      ready,
      log,
      stopping: stopping.signal,
      ending: ending.signal,
      ran: (outcome) => runs.inc({ outcome }),
    }),
  ),
);

const operationsPort = await openOperationsPort({
  host: config.METRICS_HOST,
  port: config.METRICS_PORT,
  registry,
  unready: () => (stopping.signal.aborted ? ['draining'] : ready() ? [] : ['reference']),
  log,
}).catch(cannotListen(log, { variable: 'METRICS_PORT', host: config.METRICS_HOST, port: config.METRICS_PORT }));
log.info({ lanes: config.JOB_LANES, metricsPort: operationsPort.port }, 'running jobs');

whenStopped(log, config.SHUTDOWN_GRACE_MS, {
  drain: async (graceMs) => {
    stopping.abort();
    const giveBack = setTimeout(() => ending.abort(), GIVE_BACK_AFTER * graceMs);
    await lanes;
    clearTimeout(giveBack);
  },
  close: async () => {
    close();
    await operationsPort.close();
  },
});
