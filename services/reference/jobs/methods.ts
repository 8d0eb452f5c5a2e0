/** How the methods of the jobs service are called. */
import type { JobsDefinition } from '#proto/types/svc/jobs/v1/Jobs';
import type { MethodTable } from '../../rpc/method-table.js';
import { LOOK_UP, ONCE, REPEATABLE } from '../base/calls.js';

/** Longest time for which a call waits for a job to be due, or to end, milliseconds. */
export const MAX_JOB_WAIT_MS = 30_000;

export const jobsMethods: MethodTable<JobsDefinition> = {
  // A submission that is made again for the same request gives the same job.
  submitJob: REPEATABLE,
  getJob: { cost: 'store', waitMs: MAX_JOB_WAIT_MS },
  cancelJob: REPEATABLE,
  // Where the reply of a claim is lost, its lease ends and the job is offered again.
  claimJob: { ...ONCE, waitMs: MAX_JOB_WAIT_MS },
  // The run that began by a call whose reply was lost is replaced by the next.
  beginJob: ONCE,
  renewJob: REPEATABLE,
  // A retry after a lost reply finds that the run no longer holds the job.
  finishJob: { cost: 'batch' },
  expireJob: REPEATABLE,
  // A retry after a lost reply finds that the run no longer holds the job, and what the first call changed.
  splitJob: { cost: 'batch' },
  readJobBlocks: { cost: 'batch', retry: 'hedged' },
  // The result of a block, written again, is there already.
  finishBlock: { cost: 'batch' },
  reportWorker: REPEATABLE,
  getSystem: LOOK_UP,
};
