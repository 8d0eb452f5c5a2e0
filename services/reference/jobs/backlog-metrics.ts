/** The backlog of jobs, by which autoscalers and alerts see that there are too few workers. */
import client from 'prom-client';
import type { JobEngine } from '../../jobs/port.js';
import type { Registry } from '../../runtime/metrics.js';

/** Upper bounds in seconds of the time that a unit waits for a worker. */
const WAIT_BUCKETS = [0.1, 1, 10, 60, 600, 3_600];

/** @param failed told of an engine that does not answer: the number is then absent */
export function observeBacklog(registry: Registry, engine: JobEngine, failed: (error: unknown) => void): void {
  new client.Gauge({
    name: 'svc_job_units',
    help: 'Runs and blocks of unfinished jobs; due: they wait for a worker, scheduled: for their time or the delay before another attempt. Temporal counts those that are due.',
    labelNames: ['state'] as const,
    registers: [registry],
    async collect() {
      const backlog = await engine.backlog().catch((error: unknown) => {
        failed(error);
        return {};
      });
      this.reset();
      for (const [state, units] of Object.entries(backlog)) this.set({ state }, units);
    },
  });
}

/** @returns the histogram of the times, in seconds, that units of the embedded queue were due before they were claimed */
export const waitHistogram = (registry: Registry): client.Histogram =>
  new client.Histogram({
    name: 'svc_job_wait_seconds',
    help: 'Time that runs and blocks of jobs were due before a worker claimed them.',
    buckets: WAIT_BUCKETS,
    registers: [registry],
  });
