/** Heston fits on threads of their own, first come first served; a call that nobody waits for any more is dropped. */
import { status } from '@grpc/grpc-js';
import { Piscina } from 'piscina';
import { EngineFailure, type FailureKind, type Fault } from '#engine';
import { CallFailure } from '#proto/failure';
import type { CallContext } from '#proto/services';

export interface FitTask {
  readonly bodyJson: string;
  /** ISO date */
  readonly today: string;
}

export type FitOutcome =
  | { readonly resultJson: string }
  | { readonly failure: { readonly kind: FailureKind; readonly message: string; readonly faults: readonly Fault[] } };

export interface Fits {
  heston(task: FitTask, call: CallContext): Promise<string>;
  close(): Promise<void>;
}

/** A thread without work for so long is let go. */
const IDLE_MS = 60_000;

/**
 * @param workers threads at most
 * @param queue   fits that may wait
 */
export function openFits({ workers, queue }: { readonly workers: number; readonly queue: number }): Fits {
  const pool = new Piscina<FitTask, FitOutcome>({
    filename: new URL('./fit-worker.js', import.meta.url).href,
    // One is ready before the first call.
    minThreads: 1,
    maxThreads: workers,
    maxQueue: queue,
    idleTimeout: IDLE_MS,
  });
  return {
    heston: async (task, { signal }) => {
      if (pool.queueSize >= queue) throw new CallFailure(status.UNAVAILABLE, `${queue} calibrations are waiting already`);
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
