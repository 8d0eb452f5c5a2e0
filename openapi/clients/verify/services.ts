/** The services that compute, in this process: their handlers, which walk the tables of methods, with calls in place of the wire. */
import { type Backend, type BackendName, EngineFailure, loopFallback, openBackend } from '#engine';
import { callerOf, UNKNOWN_IDENTITY } from '#proto/caller';
import type { CallContext, Client, Handlers } from '#proto/services';
import runCalibration from '#services/calibration/calibration-worker';
import { calibrationHandlers } from '#services/calibration/handlers';
import type { calibration } from '#services/calibration/methods';
import type { Simulations } from '#services/compute/simulations';
import type { WorkOutcome } from '#services/compute/work-outcome';
import type { WorkerPool } from '#services/compute/worker-pool';
import { pricingHandlers } from '#services/pricing/handlers';
import type { pricing } from '#services/pricing/methods';
import runOptions from '#services/pricing/option-worker';
import { riskHandlers } from '#services/risk/handlers';
import type { risk } from '#services/risk/methods';
import runRisk from '#services/risk/risk-worker';
import type { ClientCall } from '#services/rpc/method-table';
import type { Registry } from '#services/runtime/metrics';

interface ComputingServices {
  readonly pricing: Client<typeof pricing, ClientCall>;
  readonly calibration: Client<typeof calibration, ClientCall>;
  readonly risk: Client<typeof risk, ClientCall>;
}

/** Settings and parts that all services of one process share. */
interface LocalSettings {
  readonly simulations: Pick<Simulations, 'run' | 'adapterOf'>;
  /** Paths × steps × assets of a simulation, or scenarios × positions. */
  readonly costLimit: number;
  /** Milliseconds of a block of a job. */
  readonly blockMs: number;
  readonly now: () => Date;
  readonly registry: () => Registry;
  /** Each manifest has them; a runtime without WebAssembly SIMD warns here. */
  readonly simdWarnings: readonly string[];
  /** Makes the calls of a service of its handlers. */
  readonly clientOf: <Definition extends object>(
    service: keyof ComputingServices,
    handlers: Handlers<Definition>,
  ) => Client<Definition, ClientCall>;
}

/** The services that compute, in this process, with calls in place of threads. */
export function servicesHere({ simulations, simdWarnings, registry, clientOf, ...tools }: LocalSettings): ComputingServices {
  return {
    pricing: clientOf<typeof pricing>(
      'pricing',
      pricingHandlers({ ...tools, simulations: simulations as Simulations, options: onThisThread(runOptions), registry: registry() }),
    ),
    calibration: clientOf<typeof calibration>('calibration', calibrationHandlers(onThisThread(runCalibration), registry())),
    risk: clientOf<typeof risk>(
      'risk',
      riskHandlers({
        ...tools,
        workers: onThisThread(runRisk),
        simdFallback: { warnings: [...simdWarnings], count: () => {} },
        registry: registry(),
      }),
    ),
  };
}

/** A run that was admitted once is computed, however much it costs. */
const NO_COST_LIMIT = Number.POSITIVE_INFINITY;
/** Blocks are for the workers of jobs, and there are none. */
const NO_BLOCKS = Number.POSITIVE_INFINITY;
/** Nothing is measured. */
const NO_REGISTRY = {} as Registry;

/** The caller of every call: nobody else shares this process. */
export const LOCAL_CALLER = callerOf(UNKNOWN_IDENTITY, '00000000-0000-4000-8000-000000000000');

/** @param progress called with the number of further paths whenever some are simulated */
export function openServices(progress: (paths: number) => void = () => {}): ComputingServices {
  const backends = new Map<BackendName, Promise<Backend>>();
  const backendOf = (name: BackendName): Promise<Backend> => {
    const backend = backends.get(name) ?? openBackend(name, { workers: 1 });
    backends.set(name, backend);
    return backend;
  };
  return servicesHere({
    simulations: {
      adapterOf: () => undefined,
      run: async (compute, { call, backend }) =>
        compute(
          { costLimit: NO_COST_LIMIT, signal: call.signal, progress },
          await backendOf(backend === '' ? 'webasm' : (backend as BackendName)),
        ),
    },
    costLimit: NO_COST_LIMIT,
    blockMs: NO_BLOCKS,
    now: () => new Date(),
    registry: () => NO_REGISTRY,
    simdWarnings: loopFallback() === null ? [] : ['this runtime has no WebAssembly SIMD: prices of books of options differ by rounding'],
    clientOf: (_, handlers) => clientOf(handlers),
  });
}

/** A pool of no threads: each task is computed by the caller, one after the other. */
function onThisThread<Task>(compute: (task: Task) => Promise<WorkOutcome>): WorkerPool<Task> {
  const outcomeOf = async (task: Task): Promise<Exclude<WorkOutcome, { readonly failure: unknown }>> => {
    const outcome = await compute(task);
    if (!('failure' in outcome)) return outcome;
    const { kind, message, faults } = outcome.failure;
    throw new EngineFailure(kind, message, faults);
  };
  const runPart = async (task: Task): Promise<unknown> => {
    const outcome = await outcomeOf(task);
    if ('part' in outcome) return outcome.part;
    throw new Error('the task gave a result where a part of one was asked for');
  };
  return {
    run: async (task) => {
      const outcome = await outcomeOf(task);
      if ('resultJson' in outcome) return outcome;
      throw new Error('the task gave a part of a result where a result was asked for');
    },
    runPart,
    runParts: async (tasks, _call, reduced = (part) => part) => {
      const parts: unknown[] = [];
      for (const [index, task] of tasks.entries()) parts.push(reduced(await runPart(task), index));
      return parts;
    },
    ping: async () => {},
    close: async () => {},
  };
}

/** The scalars that a message of the wire has where its sender left them out. */
const ABSENT = { today: '', backend: '', fresh: false } as const;

/** The client of a service whose handlers are in this process. */
const clientOf = <Definition extends object>(handlers: Handlers<Definition>): Client<Definition, ClientCall> =>
  Object.fromEntries(
    Object.entries<(request: never, call: CallContext) => unknown>(handlers).map(([name, handle]) => [
      name,
      async (request: object, { caller, signal = new AbortController().signal }: ClientCall) =>
        handle({ ...ABSENT, ...request } as never, { caller, signal }),
    ]),
  ) as unknown as Client<Definition, ClientCall>;
