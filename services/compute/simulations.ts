/**
 * Simulations of this process: a few at once, whose launches take turns on the compute threads, so that a long one does not hold up
 * the short. Counted by backend.
 */
import client from 'prom-client';
import {
  type Backend,
  type BackendName,
  type BackendPreference,
  type Contract,
  type GreeksResult,
  greeksContract,
  type Market,
  type MonteCarloResult,
  type MonteCarloSettings,
  openBackend,
  priceContract,
  type RunLimits,
} from '#engine';
import type { CallContext } from '#proto/services';
import type { Log } from '../runtime/log.js';
import type { Registry } from '../runtime/metrics.js';
import { openTurns } from './run-queue.js';

export interface SimulationSettings {
  readonly preference: BackendPreference;
  readonly workers: number;
  readonly costLimit: number;
  readonly queue: number;
}

export interface Simulations {
  readonly backend: Backend;
  price(contract: Contract, market: Market, settings: MonteCarloSettings, run: Run): Promise<MonteCarloResult>;
  greeks(contract: Contract, market: Market, settings: MonteCarloSettings, run: Run): Promise<GreeksResult>;
  /** A computation that runs several simulations, in one turn. */
  several<Result extends MonteCarloResult>(compute: (limits: RunLimits, backend: Backend) => Promise<Result>, run: Run): Promise<Result>;
  /** What has its turn now, the longest first. */
  running(): readonly Running[];
  close(): Promise<void>;
}

export interface Run {
  readonly call: CallContext;
  /** Simulate there if it is to be had, as a replay asks; empty: the deployment's own. */
  readonly backend: string;
  /** Told of so many more paths each time that some are done. */
  readonly progress?: (paths: number) => void;
}

/** How far a simulation has come. */
export interface Running {
  readonly correlationId: string;
  /** Of its turn; milliseconds of `performance.now()`. */
  readonly startedAt: number;
  /** Simulated so far; a computation of several prices takes each asset's and bump's own. */
  readonly paths: number;
}

/** More would only add to the memory in use: two keep the threads busy, the others let short ones through. */
const AT_ONCE = 4;
/** How often a long simulation says how far it has come. */
const REPORT_MS = 10_000;

/** A closed list, as labels must be; the log and the result have the words. */
const REASONS = ['unavailable', 'device_lost', 'kernel_refused'] as const;

const BACKENDS: readonly BackendName[] = ['webgpu', 'webasm', 'cpu'];

export async function openSimulations(settings: SimulationSettings, log: Log, registry: Registry): Promise<Simulations> {
  const paths = new client.Counter({
    name: 'svc_paths_simulated_total',
    help: 'Paths simulated, by the backend that computed them.',
    labelNames: ['backend'] as const,
    registers: [registry],
  });
  const fallbacks = new client.Counter({
    name: 'svc_backend_fallbacks_total',
    help: 'Simulations that a backend gave up and another ran; the log has the reason.',
    labelNames: ['from', 'to', 'reason'] as const,
    registers: [registry],
  });
  const waiting = new client.Gauge({
    name: 'svc_simulations_waiting',
    help: 'Simulations that wait for their turn.',
    registers: [registry],
  });
  const advanced = new client.Counter({
    name: 'svc_simulation_progress_paths_total',
    help: 'Paths of simulations under way or done, counted as they are computed: its rate is how fast they advance.',
    registers: [registry],
  });
  for (const backend of BACKENDS) paths.inc({ backend }, 0);
  BACKENDS.forEach((from, index) => {
    for (const to of BACKENDS.slice(index + 1)) for (const reason of REASONS) fallbacks.inc({ from, to, reason }, 0);
  });

  // Promises, so that two replays that ask for another backend at once open it once.
  const opened = new Map<string, Promise<Backend>>();
  const open = (preference: BackendPreference): Promise<Backend> => {
    const backend = opened.get(preference) ?? openBackend(preference, { workers: settings.workers });
    opened.set(preference, backend);
    return backend;
  };
  const local = await open(settings.preference);
  // A backend that was asked for by name and is not to be had; what auto passes over it was free to.
  if (settings.preference !== 'auto' && settings.preference !== local.name) {
    fallbacks.inc({ from: settings.preference, to: local.name, reason: 'unavailable' });
    log.warn({ asked: settings.preference, backend: local.name, passedOver: local.passedOver }, 'the backend asked for is not available');
  }
  log.info({ backend: local.name, reason: local.reason, passedOver: local.passedOver }, 'simulating paths');

  const turns = openTurns(AT_ONCE, settings.queue, (count) => waiting.set(count));
  const running = new Set<Running>();
  const report = setInterval(() => {
    for (const { correlationId, startedAt, paths: done } of running) {
      const seconds = (performance.now() - startedAt) / 1000;
      if (seconds * 1000 >= REPORT_MS) log.info({ correlationId, seconds: Math.round(seconds), paths: done }, 'a simulation goes on');
    }
  }, REPORT_MS);

  /** A run whose caller has gone stops at its next launch. */
  const inTurn = <Result extends MonteCarloResult>(
    { call, backend, progress }: Run,
    simulate: (backend: Backend, limits: Required<RunLimits>) => Promise<Result>,
  ): Promise<Result> =>
    turns.take(call.signal, async () => {
      const one = { correlationId: call.caller.correlationId, startedAt: performance.now(), paths: 0 };
      const advance = (count: number): void => {
        one.paths += count;
        advanced.inc(count);
        progress?.(count);
      };
      running.add(one);
      try {
        const on = backend === '' || backend === local.name ? local : await open(backend as BackendName);
        const done = await simulate(on, { costLimit: settings.costLimit, signal: call.signal, progress: advance });
        paths.inc({ backend: done.backend }, done.numPaths);
        for (const { from, to, reason } of done.fallbacks) {
          fallbacks.inc({ from, to, reason: /device (was|is) lost/i.test(reason) ? 'device_lost' : 'kernel_refused' });
          log.warn({ from, to, reason, correlationId: call.caller.correlationId }, 'a backend gave up a simulation');
        }
        return done;
      } finally {
        running.delete(one);
      }
    });

  return {
    backend: local,
    price: (contract, market, asked, run) =>
      inTurn(run, (backend, limits) => priceContract(contract, market, { ...asked, ...limits }, backend)),
    greeks: (contract, market, asked, run) =>
      inTurn(run, (backend, limits) => {
        const costLimit = limits.costLimit / (3 + 3 * market.assets.length);
        return greeksContract(contract, market, { ...asked, ...limits, costLimit }, backend);
      }),
    several: (compute, run) => inTurn(run, (backend, limits) => compute(limits, backend)),
    running: () => [...running],
    close: async () => {
      clearInterval(report);
      for (const backend of opened.values()) await (await backend).close();
    },
  };
}
