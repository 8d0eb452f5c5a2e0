/**
 * The port to the engine that makes jobs run. The store holds the jobs and their results; an engine knows only the units that are to run, gives
 * each to a worker, and gives it to another where the first has died.
 *
 * Two adapters: the embedded queue, from which the workers of one machine claim (embedded.ts), and Temporal (temporal.ts), whose server gives
 * the work to workers on any machine.
 */

export interface EngineJob {
  readonly id: string;
  readonly tenantId: string;
  /** 0 to 9; higher ones first. */
  readonly priority: number;
  /** Unix milliseconds; 0: at once, never. */
  readonly notBefore: number;
  readonly expiresAt: number;
}

/** Numbers of the runs and blocks of unfinished jobs, by what they wait for. */
export interface Backlog {
  /** Those that wait for a worker. */
  readonly due: number;
  readonly running: number;
  /** Those that wait for their time or for the delay before another attempt. */
  readonly scheduled: number;
}

/** The state in which an earlier process has left a job. */
interface UnderWay {
  /** The claim of a run that may still be under way. */
  readonly claimId?: string | undefined;
  /** The blocks that are not done; absent where the job is not split. */
  readonly blocks?: readonly number[];
}

/** The job engine, as the stored jobs see it. */
export interface JobEngine {
  /** Makes a job run, at once or at its time. A job that was started already goes on. */
  start(job: EngineJob, state?: UnderWay): Promise<void>;
  /** Nothing is run for the job any more, and what runs for it stops. */
  remove(job: Pick<EngineJob, 'tenantId' | 'id'>): Promise<void>;
  /** Ends the run of a job that was split: these blocks are computed, then another run finishes the job. */
  split(id: string, blocks: readonly number[]): void;
  blockDone(id: string, block: number): void;
  /** The unit runs again after a delay. */
  putBack(id: string, claimId: string, delayMs: number): void;
  /** Keeps a claim. @returns whether it still holds its unit; undefined: the engine itself sees whether its workers live */
  renew(id: string, claimId: string): boolean | undefined;
  /** Counts the unfinished jobs, of a tenant and of all; undefined where the engine does not know them all. */
  count(tenantId: string): { readonly own: number; readonly all: number } | undefined;
  /** Counts what waits, as far as the engine can. */
  backlog(): Promise<Partial<Backlog>>;
  /** Jobs that have expired. An engine that ends them itself names none. */
  expired(): readonly EngineJob[];
  close(): Promise<void>;
}
