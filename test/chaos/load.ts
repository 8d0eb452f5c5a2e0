/** Steady load on the service, each call with its outcome, for scenarios that break something meanwhile. */
import { pause } from '../support/service.js';

/** A call that resolves with the HTTP status, and rejects where the connection broke. */
type LoadCall = (turn: number) => Promise<number>;

export interface Outcome {
  readonly turn: number;
  readonly startedAt: number;
  readonly endedAt: number;
  /** HTTP status; 0 where the connection broke. */
  readonly status: number;
}

interface Load {
  /** Those that have ended so far. */
  readonly outcomes: readonly Outcome[];
  /** Ends the load and waits for the calls in flight. */
  stop(): Promise<readonly Outcome[]>;
}

interface LoadOptions {
  /** Callers at once; each makes its next call when its last one has ended. */
  readonly callers: number;
  /** Milliseconds between two calls of one caller. */
  readonly pauseMs: number;
}

export function openLoad(call: LoadCall, { callers, pauseMs }: LoadOptions): Load {
  const outcomes: Outcome[] = [];
  let loading = true;
  let turns = 0;
  const caller = async (): Promise<void> => {
    while (loading) {
      const turn = turns++;
      const startedAt = performance.now();
      const status = await call(turn).catch(() => 0);
      outcomes.push({ turn, startedAt, endedAt: performance.now(), status });
      await pause(pauseMs);
    }
  };
  const running = Array.from({ length: callers }, caller);
  return {
    outcomes,
    stop: async () => {
      loading = false;
      await Promise.all(running);
      return outcomes;
    },
  };
}

export const failed = (outcomes: readonly Outcome[]): readonly Outcome[] => outcomes.filter(({ status }) => status !== 200);

/** @returns milliseconds; NaN of no outcome */
export function quantile(outcomes: readonly Outcome[], share: number): number {
  const sorted = outcomes.map(({ startedAt, endedAt }) => endedAt - startedAt).sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}
