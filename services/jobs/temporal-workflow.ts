/**
 * The one workflow of all jobs: a run; where the run has split its job, the blocks and then a run that finishes it. The workflow does not depend on
 * the computation of the job, so that a change of pricing never changes it.
 */
import { CancellationScope, continueAsNew, isCancellation, proxyActivities, sleep } from '@temporalio/workflow';
import type { JobActivities, JobArgs } from './temporal-protocol.js';

/** A worker that is silent for longer has died: as long as a lease of the embedded queue. */
const HEARTBEAT_TIMEOUT_MS = 10_000;
/**
 * This holds where a worker cannot report the end of an attempt, as when the reference service does not answer; otherwise it states the delay (retry-delay.ts). How
 * many attempts there are is kept with the job.
 */
const retry = { initialInterval: 1_000, backoffCoefficient: 2, maximumInterval: 60_000 };

const { run, block } = proxyActivities<JobActivities>({ startToCloseTimeout: '30 days', heartbeatTimeout: HEARTBEAT_TIMEOUT_MS, retry });
const { expire } = proxyActivities<JobActivities>({ startToCloseTimeout: '30 seconds', retry });

/** Blocks of a job that are given out at a time: more than an installation has lanes for one job. */
const WINDOW = 100;

export async function runJob(job: JobArgs): Promise<void> {
  const { notBefore, expiresAt, ...name } = job;
  const work = new CancellationScope();
  let isOver = false;
  if (expiresAt > 0)
    void sleep(Math.max(1, expiresAt - Date.now())).then(
      () => {
        isOver = true;
        work.cancel();
      },
      // The job has ended before.
      () => undefined,
    );
  try {
    const again = await work.run(async () => {
      if (notBefore > Date.now()) await sleep(notBefore - Date.now());
      const ran = await run(name);
      if (ran.next === 'nothing') return false;
      let next = 0;
      const lane = async () => {
        while (next < ran.blocks) await block({ ...name, block: next++ });
      };
      await Promise.all(Array.from({ length: Math.min(WINDOW, ran.blocks) }, lane));
      return true;
    });
    // A history for each computation: one of all blocks of all computations could grow too long.
    if (again) return await continueAsNew<typeof runJob>(job);
  } catch (error) {
    if (!isCancellation(error)) throw error;
  }
  if (isOver) await expire(name);
}
