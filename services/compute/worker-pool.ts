/** Computations that would block the event loop for too long, on worker threads behind a run queue. */
import { status } from '@grpc/grpc-js';
import { Piscina } from 'piscina';
import { EngineFailure, POOL_THREAD_FLAGS } from '#engine';
import { CallFailure } from '#proto/failure';
import type { CallContext } from '#proto/services';
import type { Log } from '../runtime/log.js';
import type { Registry } from '../runtime/metrics.js';
import { openRunQueue } from './run-queue.js';
import type { Computed, WorkOutcome } from './work-outcome.js';

export interface WorkerPool<Task> {
  /**
   * Computes a task. The thread is stopped when the caller goes or the deadline passes.
   *
   * @param continues whether other parts of the computation are done already: it is not refused because too many wait
   * @throws EngineFailure as the computation does; Busy where too many tasks wait or the deadline is too near, CallFailure CANCELLED where the caller has gone
   */
  run(task: Task, call: CallContext, continues?: boolean): Promise<Computed>;
  /** Computes a task whose outcome is a part of a result. */
  runPart(task: Task, call: CallContext): Promise<unknown>;
  /**
   * Computes the parts of a computation that was accepted, each by a task. However many they are, only as many wait for a thread at a time as there
   * are threads, and none is refused because too many wait.
   *
   * @param reduced  called with each part in the order of the tasks, as soon as those before it are there; returns the value to keep in its place
   * @returns the parts, in the order of the tasks
   */
  runParts(tasks: readonly Task[], call: CallContext, reduced?: (part: unknown, index: number) => unknown): Promise<unknown[]>;
  /** Resolves when a thread has answered; rejects where no thread can be started. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

interface WorkerPoolOptions<Task> {
  /** The module whose default export computes a task. */
  readonly worker: URL;
  /** Threads for the tasks of any tenant. Half as many again are started where a tenant of a higher tier would wait for a lower one's tasks. */
  readonly threads: number;
  /** Tasks that may wait for a thread. */
  readonly maxWaiting: number;
  /** Name of the tasks in messages, in the plural. */
  readonly tasks: string;
  /** The kind of a task, of which all take much the same time; absent: all are of one. */
  readonly kindOf?: (task: Task) => string;
  readonly registry: Registry;
  readonly log: Pick<Log, 'error'>;
  /** Kind of failure of a task that needs more memory than a thread has. */
  readonly outOfMemory: 'cost' | 'calibration';
  /** MiB of heap of a thread. */
  readonly heapMib?: number;
  /**
   * True: the first thread starts with the first task, because most processes never have one. By default it starts with the process.
   */
  readonly startsEmpty?: boolean;
}

/**
 * MiB of the old generation of a thread, beside its arrays of numbers. A task that needs more ends its thread, and not the process with everything
 * else that it computes.
 */
const HEAP_MIB = 256;
/** A thread that has had no task for this long ends; one always stays, but in a pool that starts empty. */
const WORKER_IDLE_TIMEOUT_MS = 60_000;

export function openWorkerPool<Task>({
  worker,
  threads,
  maxWaiting,
  tasks,
  kindOf,
  registry,
  log,
  outOfMemory,
  heapMib = HEAP_MIB,
  startsEmpty = false,
}: WorkerPoolOptions<Task>): WorkerPool<Task> {
  const reserved = Math.ceil(threads / 2);
  const queue = openRunQueue({ concurrency: threads, reserved, maxWaiting, runs: tasks, registry });
  const pool = new Piscina<Task, WorkOutcome>({
    filename: worker.href,
    // The first thread starts with the process, so that the first call does not wait for it.
    minThreads: startsEmpty ? 0 : 1,
    maxThreads: threads + reserved,
    idleTimeout: WORKER_IDLE_TIMEOUT_MS,
    execArgv: [...POOL_THREAD_FLAGS],
    resourceLimits: { maxOldGenerationSizeMb: heapMib },
  });
  // A thread that fails without a task could not load its file. No other can then, so what waits for a thread would wait for ever.
  const waiting = new Set<(error: unknown) => void>();
  pool.on('error', (err: unknown) => {
    log.error({ err }, `a thread for ${tasks} failed`);
    for (const reject of waiting) reject(err);
  });
  const runInPool = (task: Task, options: { readonly name?: string; readonly signal?: AbortSignal }): Promise<WorkOutcome> =>
    new Promise<WorkOutcome>((resolve, reject) => {
      waiting.add(reject);
      pool
        .run(task, options)
        .finally(() => waiting.delete(reject))
        .then(resolve, reject);
    });
  const outcomeOf = async (
    task: Task,
    call: CallContext,
    continues: boolean,
  ): Promise<Exclude<WorkOutcome, { readonly failure: unknown }>> => {
    const outcome = await queue.run(call, () => compute(task, call), continues, kindOf?.(task));
    if (!('failure' in outcome)) return outcome;
    const { kind, message, faults } = outcome.failure;
    throw new EngineFailure(kind, message, faults);
  };
  const compute = (task: Task, { signal, charge }: CallContext): Promise<WorkOutcome> => {
    const start = performance.now();
    return runInPool(task, { signal })
      .catch((error: NodeJS.ErrnoException) => {
        if (signal.aborted) throw new CallFailure(status.CANCELLED, 'the caller has gone');
        if (error.code === 'ERR_WORKER_OUT_OF_MEMORY')
          throw new EngineFailure(outOfMemory, `the computation needs more than the ${heapMib} MiB of memory that one may have`);
        throw error;
      })
      .finally(() => charge?.(performance.now() - start));
  };
  const partOf = async (task: Task, call: CallContext, continues: boolean): Promise<unknown> => {
    const outcome = await outcomeOf(task, call, continues);
    if ('part' in outcome) return outcome.part;
    throw new Error('the task gave a result where a part of one was asked for');
  };
  return {
    run: async (task, call, continues = false) => {
      const outcome = await outcomeOf(task, call, continues);
      if ('resultJson' in outcome) return outcome;
      throw new Error('the task gave a part of a result where a result was asked for');
    },
    runPart: (task, call) => partOf(task, call, false),
    runParts: async (tasks, call, reduced = (part) => part) => {
      const parts = new Array<unknown>(tasks.length);
      const early = new Map<number, unknown>();
      let [next, reducedCount] = [0, 0];
      const keep = (index: number, part: unknown): void => {
        early.set(index, part);
        for (; early.has(reducedCount); reducedCount++) {
          parts[reducedCount] = reduced(early.get(reducedCount), reducedCount);
          early.delete(reducedCount);
        }
      };
      const lane = async (): Promise<void> => {
        while (next < tasks.length) {
          const index = next++;
          keep(index, await partOf(tasks[index] as Task, call, true));
        }
      };
      try {
        await Promise.all(Array.from({ length: Math.min(threads + reserved, tasks.length) }, lane));
      } finally {
        // Where one part has failed, the others are of no use.
        next = tasks.length;
      }
      return parts;
    },
    ping: () => runInPool(undefined as Task, { name: 'ping' }).then(() => undefined),
    close: () => pool.close(),
  };
}
