/**
 * The simulations of a process: a few run at once and share the compute threads in short parts, tenant by tenant, so that a long one does
 * not delay the short ones; the others wait in a queue. Counted by backend.
 */
import client from 'prom-client';
import {
  type Backend,
  type BackendName,
  type BackendPreference,
  type MonteCarloResult,
  openBackend,
  type RunLimits,
  type RunTime,
} from '#engine';
import type { CallContext } from '#proto/services';
import type { Log } from '../runtime/log.js';
import type { Registry } from '../runtime/metrics.js';
import { openRunQueue, shareOf } from './run-queue.js';

interface SimulationOptions {
  readonly preference: BackendPreference;
  /** Threads of the backends that compute on the processor. */
  readonly workers: number;
  /** Paths × steps × assets of one run. */
  readonly costLimit: number;
  /** Simulations that may wait. */
  readonly maxWaiting: number;
}

export interface Simulations {
  readonly backend: Backend;
  /** Runs a computation that consists of several simulations, or of a part of one, as one run of the queue. */
  run<Result extends Simulated>(compute: (limits: RunLimits, backend: Backend) => Promise<Result>, run: Run): Promise<Result>;
  /** The adapter on which paths are simulated; undefined for backends whose bits are the same everywhere. */
  adapterOf(backend: string | undefined): string | undefined;
  /** The simulations under way, in the order in which they began. */
  underWay(): readonly Progress[];
  /** Runs a kernel of no work. Rejects where no thread can be started and no device answers. */
  check(): Promise<void>;
  close(): Promise<void>;
}

/** The fields that the result of every run has. */
type Simulated = Pick<MonteCarloResult, 'backend' | 'fallbacks' | 'numPaths'>;

export interface Run {
  readonly call: CallContext;
  /** Simulate on this backend if it is available, as a replay asks; empty: the deployment's own. */
  readonly backend: string;
  /** Called with the number of further paths whenever some are done. */
  readonly progress?: (paths: number) => void;
}

interface Progress {
  readonly correlationId: string;
  /** Milliseconds of `performance.now()`. */
  readonly startedAt: number;
  /** Paths simulated so far. A computation of several prices counts the paths of each asset and each bump. */
  readonly paths: number;
}

/** Two runs keep the threads busy and two more let short runs pass long ones. Further ones would only take longer together. */
const MAX_CONCURRENT_RUNS = 4;
/** Further runs of tenants of the higher tiers, so that they wait for no run of a lower tier. They share the threads with the others. */
const RESERVED_RUNS = 4;
/** Long runs that go on beside those, so that they do not keep the short ones of their own tenant waiting: most of one tenant, and of all. */
const LONG_RUNS = { own: 12, all: 16 };
/** A simulation that runs for longer is reported in the log at this interval. */
const REPORT_INTERVAL_MS = 10_000;

const NOTHING = { source: 'function kernel() { return this.thread.x; }', arrays: [], numbers: [], width: 1, rows: 1, outputs: 1 };

/** Why a backend was replaced. A closed list, as labels of metrics must be; the log and the result have the details. */
const REASONS = ['unavailable', 'device_lost', 'kernel_refused'] as const;

const BACKENDS: readonly BackendName[] = ['webgpu', 'webasm', 'cpu'];

export async function openSimulations(options: SimulationOptions, log: Log, registry: Registry): Promise<Simulations> {
  const paths = new client.Counter({
    name: 'svc_paths_simulated_total',
    help: 'Paths of finished simulations, by the backend that computed them.',
    labelNames: ['backend'] as const,
    registers: [registry],
  });
  const fallbacks = new client.Counter({
    name: 'svc_backend_fallbacks_total',
    help: 'Simulations that moved from one backend to another; the log has the reason.',
    labelNames: ['from', 'to', 'reason'] as const,
    registers: [registry],
  });
  const progressed = new client.Counter({
    name: 'svc_simulation_progress_paths_total',
    help: 'Paths of simulations finished or under way, counted as they are computed: the rate is the speed of simulation.',
    registers: [registry],
  });
  for (const backend of BACKENDS) paths.inc({ backend }, 0);
  BACKENDS.forEach((from, index) => {
    for (const to of BACKENDS.slice(index + 1)) for (const reason of REASONS) fallbacks.inc({ from, to, reason }, 0);
  });

  // Promises, so that two replays that ask for the same backend at once open it once.
  const opened = new Map<string, Promise<Backend>>();
  const open = (preference: BackendPreference): Promise<Backend> => {
    const backend = opened.get(preference) ?? openBackend(preference, { workers: options.workers });
    opened.set(preference, backend);
    return backend;
  };
  const preferred = await open(options.preference);
  // A backend that was asked for by name is missed when it is not available; `auto` may pass over any.
  if (options.preference !== 'auto' && options.preference !== preferred.name) {
    fallbacks.inc({ from: options.preference, to: preferred.name, reason: 'unavailable' });
    log.warn(
      { asked: options.preference, backend: preferred.name, passedOver: preferred.passedOver },
      'the backend asked for is not available',
    );
  }
  log.info({ backend: preferred.name, reason: preferred.reason, passedOver: preferred.passedOver }, 'simulating paths');

  let adapter = preferred.adapter;

  const queue = openRunQueue({
    concurrency: MAX_CONCURRENT_RUNS,
    reserved: RESERVED_RUNS,
    aside: LONG_RUNS,
    maxWaiting: options.maxWaiting,
    runs: 'simulations',
    registry,
  });
  const underWay = new Set<Progress>();
  const reports = setInterval(() => {
    for (const { correlationId, startedAt, paths: simulatedPaths } of underWay) {
      const ms = performance.now() - startedAt;
      if (ms >= REPORT_INTERVAL_MS)
        log.info({ correlationId, seconds: Math.round(ms / 1000), paths: simulatedPaths }, 'a simulation is under way');
    }
  }, REPORT_INTERVAL_MS);

  /** The backend for one run: its launches share the threads with those of other tenants, and stop when the caller has gone. */
  const sharedBy = ({ caller, charge }: CallContext, signal: AbortSignal, on: Backend): Backend => {
    const run: RunTime = { begunAt: performance.now(), usedMs: 0 };
    const share = { group: caller.tenantId, run, weight: shareOf(caller.tier).weight, signal, ...(charge && { spent: charge }) };
    return { ...on, run: (launch) => on.run({ ...launch, share }) };
  };

  /** Waits in the queue, then simulates. A run whose caller has gone stops at its next launch. */
  const queued = <Result extends Simulated>(
    { call, backend, progress }: Run,
    simulate: (backend: Backend, limits: Required<RunLimits>) => Promise<Result>,
  ): Promise<Result> =>
    queue.run(call, async (signal) => {
      const { correlationId } = call.caller;
      const current = { correlationId, startedAt: performance.now(), paths: 0 };
      const advance = (count: number): void => {
        current.paths += count;
        progressed.inc(count);
        progress?.(count);
      };
      underWay.add(current);
      try {
        const on = backend === '' || backend === preferred.name ? preferred : await open(backend as BackendName);
        adapter ??= on.adapter;
        const result = await simulate(sharedBy(call, signal, on), { costLimit: options.costLimit, signal, progress: advance });
        paths.inc({ backend: result.backend }, result.numPaths);
        for (const { from, to, reason } of result.fallbacks) {
          fallbacks.inc({ from, to, reason: /device (was|is) lost/i.test(reason) ? 'device_lost' : 'kernel_refused' });
          log.warn({ from, to, reason, correlationId }, 'a simulation moved to another backend');
        }
        return result;
      } finally {
        underWay.delete(current);
      }
    });

  return {
    backend: preferred,
    run: (compute, run) => queued(run, (backend, limits) => compute(limits, backend)),
    adapterOf: (backend) => (backend === 'webgpu' ? adapter : undefined),
    underWay: () => [...underWay],
    check: async () => {
      await preferred.run(NOTHING);
    },
    close: async () => {
      clearInterval(reports);
      for (const backend of opened.values()) await (await backend).close();
    },
  };
}
