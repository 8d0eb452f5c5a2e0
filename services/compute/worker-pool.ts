/** Computations on worker threads, in the order of their arrival: what would hold an event loop for longer than it may stand still. */
import { status } from '@grpc/grpc-js';
import { Piscina } from 'piscina';
import { EngineFailure } from '#engine';
import { CallFailure } from '#proto/failure';
import type { CallContext } from '#proto/services';
import type { WorkOutcome } from './work-outcome.js';

export interface WorkerPool<Task> {
  /**
   * Computes a task; the thread is stopped when the caller goes or the deadline passes.
   *
   * @returns the result as JSON
   * @throws EngineFailure as the computation does; CallFailure UNAVAILABLE where too many tasks wait, CANCELLED where the caller has gone
   */
  run(task: Task, call: CallContext): Promise<string>;
  close(): Promise<void>;
}

export interface WorkerPoolSettings {
  /** The module whose default export computes a task. */
  readonly worker: URL;
  /** Most threads. */
  readonly threads: number;
  /** Most tasks that wait for a thread. */
  readonly queue: number;
  /** What tasks are called in messages, in the plural. */
  readonly tasks: string;
}

/** An idle thread beyond the first ends after this time. */
const IDLE_TIMEOUT_MS = 60_000;

export function openWorkerPool<Task>({ worker, threads, queue, tasks }: WorkerPoolSettings): WorkerPool<Task> {
  const pool = new Piscina<Task, WorkOutcome>({
    filename: worker.href,
    // The first thread starts with the process, so that the first call does not wait for it.
    minThreads: 1,
    maxThreads: threads,
    maxQueue: queue,
    idleTimeout: IDLE_TIMEOUT_MS,
  });
  return {
    run: async (task, { signal }) => {
      if (pool.queueSize >= queue) throw new CallFailure(status.UNAVAILABLE, `${queue} ${tasks} are waiting already`);
      const outcome = await pool.run(task, { signal }).catch((error: unknown) => {
        throw signal.aborted ? new CallFailure(status.CANCELLED, 'the caller no longer waits') : error;
      });
      if ('resultJson' in outcome) return outcome.resultJson;
      const { kind, message, faults } = outcome.failure;
      throw new EngineFailure(kind, message, faults);
    },
    close: () => pool.close(),
  };
}
