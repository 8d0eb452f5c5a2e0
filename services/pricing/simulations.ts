/**
 * Simulations of this process: a few at once, whose launches take turns on the compute threads so that a long one does
 * not hold up the short; the others wait, first come first served. Counted by backend.
 */
import { status } from '@grpc/grpc-js';
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
import { CallFailure } from '#proto/failure';
import type { CallContext } from '#proto/services';
import type { Log } from '../common/log.js';
import type { Registry } from '../common/metrics.js';

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
  close(): Promise<void>;
}

export interface Run {
  readonly call: CallContext;
  /** Simulate there if it is to be had, as a replay asks; empty: the deployment's own. */
  readonly backend: string;
}

/** More would only add to the memory in use: two keep the threads busy, the others let short ones through. */
const AT_ONCE = 4;

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
  const own = await open(settings.preference);
  // A backend that was asked for by name and is not to be had; what auto passes over it was free to.
  if (settings.preference !== 'auto' && settings.preference !== own.name) {
    fallbacks.inc({ from: settings.preference, to: own.name, reason: 'unavailable' });
    log.warn({ asked: settings.preference, backend: own.name, passedOver: own.passedOver }, 'the backend asked for is not available');
  }
  log.info({ backend: own.name, reason: own.reason, passedOver: own.passedOver }, 'simulating paths');

  let running = 0;
  // A set keeps the order in which they came, and lets go of one in the middle.
  const queue = new Set<() => void>();
  const turn = async (signal: AbortSignal): Promise<void> => {
    const gone = () => new CallFailure(status.CANCELLED, 'the caller has gone');
    if (signal.aborted) throw gone();
    if (running < AT_ONCE) {
      running++;
      return;
    }
    if (queue.size >= settings.queue) throw new CallFailure(status.UNAVAILABLE, `${queue.size} simulations are waiting already`);
    await new Promise<void>((resolve, reject) => {
      const leave = () => {
        queue.delete(begin);
        waiting.dec();
        reject(gone());
      };
      const begin = () => {
        signal.removeEventListener('abort', leave);
        waiting.dec();
        resolve();
      };
      signal.addEventListener('abort', leave, { once: true });
      queue.add(begin);
      waiting.inc();
    });
  };
  const pass = (): void => {
    const [next] = queue;
    if (next === undefined) {
      running--;
      return;
    }
    queue.delete(next);
    next();
  };

  async function inTurn<Result extends MonteCarloResult>(
    { call, backend }: Run,
    simulate: (backend: Backend) => Promise<Result>,
  ): Promise<Result> {
    await turn(call.signal);
    try {
      const done = await simulate(backend === '' || backend === own.name ? own : await open(backend as BackendName));
      paths.inc({ backend: done.backend }, done.numPaths);
      for (const { from, to, reason } of done.fallbacks) {
        fallbacks.inc({ from, to, reason: /device (was|is) lost/i.test(reason) ? 'device_lost' : 'kernel_refused' });
        log.warn({ from, to, reason, correlationId: call.correlationId }, 'a backend gave up a simulation');
      }
      return done;
    } finally {
      pass();
    }
  }

  /** A run whose caller has gone stops at its next launch. */
  const limited = (asked: MonteCarloSettings, { call }: Run, prices = 1): MonteCarloSettings => ({
    ...asked,
    costLimit: settings.costLimit / prices,
    signal: call.signal,
  });

  return {
    backend: own,
    price: (contract, market, asked, run) => inTurn(run, (backend) => priceContract(contract, market, limited(asked, run), backend)),
    greeks: (contract, market, asked, run) =>
      inTurn(run, (backend) => greeksContract(contract, market, limited(asked, run, 3 + 3 * market.assets.length), backend)),
    several: (compute, run) => inTurn(run, (backend) => compute({ costLimit: settings.costLimit, signal: run.call.signal }, backend)),
    close: async () => {
      for (const backend of opened.values()) await (await backend).close();
    },
  };
}
