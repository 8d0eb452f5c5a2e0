/** The metrics of a process: base units, and labels from closed lists that exist from the start, never ids or keys. */
import os from 'node:os';
import { performance } from 'node:perf_hooks';
import client from 'prom-client';

export type Registry = client.Registry;

/**
 * Upper bounds in seconds, from a millisecond to a minute: a closed form and a large simulation both lie inside. Every bound is a series for
 * each combination of labels, so histograms have few labels; counters of calls and of their seconds have the rest.
 */
export const LATENCY_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60];

/**
 * Default metrics that others give: gauges with the names of counters, which are sums; handles and requests, which are among the active resources;
 * and of each of nine heap spaces what is used of its size, since the use of the heap as a whole is there.
 */
const REDUNDANT = [
  ...['nodejs_active_handles', 'nodejs_active_requests'],
  ...['nodejs_active_handles_total', 'nodejs_active_requests_total', 'nodejs_active_resources_total'],
  'nodejs_heap_space_size_available_bytes',
  'nodejs_heap_space_size_used_bytes',
];

export function createRegistry(service: string, version: string): Registry {
  const registry = new client.Registry();
  registry.setDefaultLabels({ service });
  // Event-loop lag, heap, garbage collection, file descriptors.
  client.collectDefaultMetrics({ register: registry });
  for (const name of REDUNDANT) registry.removeSingleMetric(name);
  // A counter, whose rate is the part of the time: a gauge would be of the time since whoever read it last.
  new client.Counter({
    name: 'svc_event_loop_active_seconds_total',
    help: 'Time in which the event loop had something to do; its rate is the use of the loop, by which autoscalers see that there are too few processes.',
    registers: [registry],
    collect() {
      this.reset();
      this.inc(performance.eventLoopUtilization().active / 1000);
    },
  });
  new client.Gauge({
    name: 'svc_build_info',
    help: 'Always 1; the labels describe the running version.',
    labelNames: ['version', 'node', 'platform'] as const,
    registers: [registry],
  }).set({ version, node: process.version, platform: `${os.platform()}-${os.arch()}` }, 1);
  return registry;
}
