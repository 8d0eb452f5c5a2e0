/** The metrics of the queues in front of compute threads, by which autoscalers and alerts see that a service has too few replicas. */
import client from 'prom-client';
import { LATENCY_BUCKETS, type Registry } from '../runtime/metrics.js';

interface QueueMetrics {
  readonly setWaiting: (runs: number) => void;
  /** A run has begun after so many seconds, 0 where it began at once. */
  readonly observeWait: (seconds: number) => void;
  readonly countRefusal: () => void;
}

/** A process has several queues, which share the metrics and have a label each. */
const familiesOfRegistry = new WeakMap<Registry, ReturnType<typeof openFamilies>>();

/**
 * @param queue        plural noun of the runs, as in messages: the label of the queue
 * @param longestWait  seconds that the run has waited which waits longest, of any tenant; read when the metrics are
 */
export function queueMetrics(registry: Registry, queue: string, longestWait: () => number): QueueMetrics {
  const { waiting, waits, refusals, longestWaits } = familiesOfRegistry.get(registry) ?? openFamilies(registry);
  const labels = { queue };
  longestWaits.set(queue, longestWait);
  waiting.set(labels, 0);
  refusals.inc(labels, 0);
  waits.zero(labels);
  return {
    setWaiting: (runs) => waiting.set(labels, runs),
    observeWait: (seconds) => waits.observe(labels, seconds),
    countRefusal: () => refusals.inc(labels),
  };
}

function openFamilies(registry: Registry) {
  const common = { labelNames: ['queue'] as const, registers: [registry] };
  const longestWaits = new Map<string, () => number>();
  new client.Gauge({
    name: 'svc_queue_longest_wait_seconds',
    help: 'Time that the run has waited which waits longest, by queue; 0 where none waits.',
    ...common,
    collect() {
      for (const [queue, seconds] of longestWaits) this.set({ queue }, seconds());
    },
  });
  const families = {
    longestWaits,
    waiting: new client.Gauge({ name: 'svc_queue_waiting', help: 'Runs that wait for a compute thread, by queue.', ...common }),
    waits: new client.Histogram({
      ...{ name: 'svc_queue_wait_seconds', help: 'Time that runs have waited before they began, by queue; 0 where at once.' },
      ...{ buckets: LATENCY_BUCKETS, ...common },
    }),
    refusals: new client.Counter({
      ...{ name: 'svc_queue_refusals_total', help: 'Runs refused because too many wait, or their deadline is too near, by queue.' },
      ...common,
    }),
  };
  familiesOfRegistry.set(registry, families);
  return families;
}
