/**
 * The port to the engine that makes jobs run. What a job is, and what came of it, is in the store; an engine knows only what is to run, sees
 * that a worker runs it, and that another does where the first has died.
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

/** Where a job stands that an earlier process has left. */
export interface UnderWay {
  /** Of a run that may still be under way. */
  readonly claimId?: string | undefined;
  /** Where the job is split: the blocks that are not done. */
  readonly blocks?: readonly number[];
}

/** The job engine, as the stored jobs see it. */
export interface JobEngine {
  /** Makes a job run, at once or at its time. A job that was started already goes on. */
  start(job: EngineJob, state?: UnderWay): Promise<void>;
  /** Nothing is run for the job any more, and what runs for it stops. */
  remove(job: Pick<EngineJob, 'tenantId' | 'id'>): Promise<void>;
  /** A run has split its job: these blocks are run, then the job again. */
  split(id: string, blocks: readonly number[]): void;
  blockDone(id: string, block: number): void;
  /** The unit runs again after a delay. */
  putBack(id: string, claimId: string, delayMs: number): void;
  /** Keeps a claim. @returns whether it still holds its unit; undefined: the engine itself sees whether its workers live */
  renew(id: string, claimId: string): boolean | undefined;
  /** Unfinished jobs, of a tenant and in all; undefined where the engine knows of some alone. */
  count(tenantId: string): { readonly own: number; readonly all: number } | undefined;
  /** Jobs that have expired. An engine that ends them itself names none. */
  expired(): readonly EngineJob[];
  close(): Promise<void>;
}
