/** The work of a job worker where Temporal gives it: each unit is begun at the reference service, which keeps what came of it. */
import { v7 as uuid } from 'uuid';
import { callerOf, UNKNOWN_IDENTITY } from '#proto/caller';
import type { BeginJobRequest } from '#proto/types/svc/jobs/v1/BeginJobRequest';
import { retryDelay } from '#services/jobs/retry-delay';
import type { Done, JobWork } from '#services/jobs/temporal-worker';
import { type Worked, type WorkTools, workOn } from './work.js';

/** Wait before work that a stopping worker gave back begins elsewhere. */
const GIVEN_BACK_MS = 100;

/** @param worker id of this process, as it reports itself @param ran told how the work on each unit ended */
export function temporalWork(worker: string, tools: Omit<WorkTools, 'ending'>, ran: (outcome: string) => void): JobWork {
  const { jobs } = tools.dependencies;
  const call = () => ({ caller: callerOf(UNKNOWN_IDENTITY, uuid()) });

  async function unit(request: BeginJobRequest, ending: AbortSignal): Promise<Done> {
    const claim = await jobs.beginJob({ ...request, worker }, call());
    if (claim.jobId === '') return { outcome: 'ended' };
    const worked = await workOn(claim, { ...tools, ending });
    ran(worked.outcome);
    return doneBy(worked, claim.attempt);
  }

  return {
    run: (job, ending) => unit(job, ending),
    block: ({ block: number, ...job }, attempt, ending) => unit({ ...job, block: { number, attempt } }, ending),
    expire: async (job) => {
      await jobs.expireJob(job, call());
    },
  };
}

/** @param attempt that ended so, 1 for the first */
function doneBy(worked: Worked, attempt: number): Done {
  switch (worked.outcome) {
    case 'again':
      return { outcome: 'again', retryAfterMs: retryDelay(attempt, worked.retryAfterMs) };
    case 'split':
      return worked;
    case 'released':
      return { outcome: 'again', retryAfterMs: GIVEN_BACK_MS };
    // Also where it was lost: the job has ended, or another attempt has it.
    default:
      return { outcome: 'ended' };
  }
}
