/** FIFO queue in front of the compute threads: it limits how many runs share them, and how many wait. A waiting run can be cancelled. */
import { status } from '@grpc/grpc-js';
import { CallFailure } from '#proto/failure';

export interface RunQueueOptions {
  /** Runs under way at once. */
  readonly concurrency: number;
  /** Runs that may wait; further ones are refused. */
  readonly maxWaiting: number;
  /** What the runs are called in a refusal, in the plural. */
  readonly runs: string;
  /** Called with the number of waiting runs whenever it changes. */
  readonly onWaiting: (waiting: number) => void;
}

export interface RunQueue {
  /**
   * Begins `work` when fewer runs than the concurrency limit are under way.
   *
   * @throws CallFailure UNAVAILABLE where too many runs wait, CANCELLED where the signal is aborted before the run begins
   */
  run<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result>;
}

const cancelled = () => new CallFailure(status.CANCELLED, 'the caller has gone');

export function openRunQueue({ concurrency, maxWaiting, runs, onWaiting }: RunQueueOptions): RunQueue {
  let underWay = 0;
  // A set keeps the order of insertion and removes an element from its middle at no cost.
  const waiting = new Set<() => void>();

  /** Resolves when the run may begin; it then counts as under way. */
  async function admission(signal: AbortSignal): Promise<void> {
    if (signal.aborted) throw cancelled();
    if (underWay < concurrency) {
      underWay++;
      return;
    }
    if (waiting.size >= maxWaiting) throw new CallFailure(status.UNAVAILABLE, `${waiting.size} ${runs} wait already`);
    await new Promise<void>((resolve, reject) => {
      const remove = () => {
        signal.removeEventListener('abort', cancel);
        waiting.delete(begin);
        onWaiting(waiting.size);
      };
      const begin = () => {
        remove();
        resolve();
      };
      const cancel = () => {
        remove();
        reject(cancelled());
      };
      signal.addEventListener('abort', cancel, { once: true });
      waiting.add(begin);
      onWaiting(waiting.size);
    });
  }

  /** Hands the place of a finished run to the one that has waited longest. */
  function release(): void {
    const [next] = waiting;
    if (next === undefined) underWay--;
    else next();
  }

  return {
    run: async (signal, work) => {
      await admission(signal);
      try {
        return await work();
      } finally {
        release();
      }
    },
  };
}
