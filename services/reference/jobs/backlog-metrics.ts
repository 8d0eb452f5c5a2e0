/** The backlog of the embedded queue, by which autoscalers and alerts see that there are too few workers. */
import client from 'prom-client';
import type { EmbeddedEngine } from '../../jobs/embedded.js';
import type { Registry } from '../../runtime/metrics.js';

/** Upper bounds in seconds of the time that a unit waits for a worker. */
const WAIT_BUCKETS = [0.1, 1, 10, 60, 600, 3_600];

/** @returns the histogram of the times, in seconds, that units were due before they were claimed */
export function observeBacklog(registry: Registry, engine: EmbeddedEngine): client.Histogram {
  new client.Gauge({
    name: 'svc_job_units',
    help: 'Runs and blocks of unfinished jobs; due: they wait for a worker, scheduled: for their time or the delay before another attempt.',
    labelNames: ['state'] as const,
    registers: [registry],
    collect() {
      for (const [state, units] of Object.entries(engine.backlog())) this.set({ state }, units);
    },
  });
  return new client.Histogram({
    name: 'svc_job_wait_seconds',
    help: 'Time that runs and blocks of jobs were due before a worker claimed them.',
    buckets: WAIT_BUCKETS,
    registers: [registry],
  });
}
