/** Turns on the compute threads: a few at once, the others wait, first come first served, and may leave. */
import { status } from '@grpc/grpc-js';
import { CallFailure } from '#proto/failure';

export interface Turns {
  /**
   * Runs `work` when it is its turn.
   *
   * @throws CallFailure UNAVAILABLE where too many wait, CANCELLED where the caller goes before its turn
   */
  take<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result>;
}

const gone = () => new CallFailure(status.CANCELLED, 'the caller has gone');

/** @param told how many wait, whenever that changes */
export function openTurns(atOnce: number, mostWaiting: number, told: (waiting: number) => void): Turns {
  let running = 0;
  // A set keeps the order in which they came, and lets go of one in the middle.
  const queue = new Set<() => void>();

  async function turn(signal: AbortSignal): Promise<void> {
    if (signal.aborted) throw gone();
    if (running < atOnce) {
      running++;
      return;
    }
    if (queue.size >= mostWaiting) throw new CallFailure(status.UNAVAILABLE, `${queue.size} simulations are waiting already`);
    await new Promise<void>((resolve, reject) => {
      const leave = () => {
        queue.delete(begin);
        told(queue.size);
        reject(gone());
      };
      const begin = () => {
        signal.removeEventListener('abort', leave);
        queue.delete(begin);
        told(queue.size);
        resolve();
      };
      signal.addEventListener('abort', leave, { once: true });
      queue.add(begin);
      told(queue.size);
    });
  }

  function pass(): void {
    const [next] = queue;
    if (next === undefined) running--;
    else next();
  }

  return {
    take: async (signal, work) => {
      await turn(signal);
      try {
        return await work();
      } finally {
        pass();
      }
    },
  };
}
