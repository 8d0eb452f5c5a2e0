/** The lanes of a worker on one machine: each claims one unit of work after another from the embedded queue. */
import { setTimeout as pause } from 'node:timers/promises';
import { status } from '@grpc/grpc-js';
import { v7 as uuid } from 'uuid';
import { callerOf, UNKNOWN_IDENTITY } from '#proto/caller';
import { CallFailure } from '#proto/failure';
import { MAX_JOB_WAIT_MS } from '#services/reference/methods';
import { type WorkTools, workOn } from './work.js';

/** Wait after a failed claim: the reference service is restarting. */
const CLAIM_RETRY_MS = 1_000;
/** Wait where the installation has no queue. */
const NO_QUEUE_RETRY_MS = 600_000;

interface LaneOptions extends WorkTools {
  /** Aborted when the worker is to claim no further work. */
  readonly stopping: AbortSignal;
  /** Id of this process, as it reports itself. */
  readonly worker: string;
  /** Told how the work on each claim ended. */
  readonly ran: (outcome: string) => void;
}

/** Runs until `stopping` is aborted and the work on its last claim has ended. */
export async function runLane({ worker, stopping, ran, ...tools }: LaneOptions): Promise<void> {
  const { dependencies, log } = tools;
  const wait = (ms: number) => pause(ms, undefined, { signal: stopping }).catch(() => undefined);
  while (!stopping.aborted) {
    try {
      const call = { caller: callerOf(UNKNOWN_IDENTITY, uuid()), signal: stopping };
      const claim = await dependencies.jobs.claimJob({ worker, waitMs: MAX_JOB_WAIT_MS }, call);
      if (claim.jobId !== '') ran((await workOn(claim, tools)).outcome);
    } catch (error) {
      if (stopping.aborted) return;
      const none = error instanceof CallFailure && error.code === status.FAILED_PRECONDITION;
      if (none) log.info(error.message);
      else log.warn({ err: error }, 'a job could not be claimed or ended');
      await wait(none ? NO_QUEUE_RETRY_MS : CLAIM_RETRY_MS);
    }
  }
}
