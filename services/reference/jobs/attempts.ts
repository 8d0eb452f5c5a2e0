/** The attempts at the work of jobs: noted when one begins and when it ends, so that a job shows who computed what, and what was done again. */
import { type Job, type JobAttempt, jobAttempts } from '../../resources/job.js';
import { StoreFailure, unlessTaken } from '../../store/failure.js';
import { conditionsOf, type Page, type Store } from '../../store/port.js';
import { each } from '../base/each.js';
import { hasEnded } from './state.js';

type About = Pick<Job, 'tenantId' | 'id'>;
type End = Pick<JobAttempt, 'outcome' | 'code'>;

const attemptId = (jobId: string, claimId: string): string => `${jobId}.${claimId}`;

type Beginning = Pick<JobAttempt, 'work' | 'block' | 'attempt' | 'worker'> & { readonly claimId: string };

/** Attempts that are kept of a block, and of the runs of a job: work that fails for a reason that may pass is tried again until its job expires, which may be in a month. */
const MAX_ATTEMPTS_KEPT = 20;

/** Notes that an attempt begins. An earlier one at the same work that has not ended is lost: its worker stopped answering. */
export async function noteBeginning(
  store: Store,
  { tenantId, id: jobId }: About,
  { claimId, ...about }: Beginning,
  now: number,
): Promise<void> {
  if (about.attempt > 1) {
    const earlier: JobAttempt[] = [];
    const { work, block } = about;
    const conditions = conditionsOf(jobAttempts, { jobId, work, ...(block !== undefined && { block }) });
    for await (const one of each(store, jobAttempts, tenantId, { where: conditions })) earlier.push(one);
    const numDropped = Math.max(0, earlier.length + 1 - MAX_ATTEMPTS_KEPT);
    for (const { id } of earlier.slice(0, numDropped)) await store.remove(jobAttempts, tenantId, id);
    for (const one of earlier.slice(numDropped)) await end(store, one, { outcome: 'lost' }, now);
  }
  const stamps = { tenantId, id: attemptId(jobId, claimId), version: 1, createdAt: now, updatedAt: now };
  await unlessFull(unlessTaken(store.insert(jobAttempts, { ...stamps, jobId, ...about })));
}

/** A tenant that may not store a note of an attempt has the work done all the same: what it gives is what ends the job. */
async function unlessFull(write: Promise<unknown>): Promise<void> {
  try {
    await write;
  } catch (error) {
    if (!(error instanceof StoreFailure && error.kind === 'over_quota')) throw error;
  }
}

/** Notes how the attempt of a claim ended. One that was taken for lost has the end that its worker reports after all. */
export async function noteEnd(store: Store, { tenantId, id: jobId }: About, claimId: string, how: End, now: number): Promise<void> {
  const attempt = await store.get(jobAttempts, tenantId, attemptId(jobId, claimId));
  if (attempt !== undefined) await end(store, attempt, how, now);
}

async function end(store: Store, attempt: JobAttempt, how: End, now: number): Promise<void> {
  if (attempt.endedAt !== undefined && (attempt.outcome !== 'lost' || how.outcome === 'lost')) return;
  try {
    await unlessFull(store.replace(jobAttempts, { ...attempt, ...how, endedAt: now }, attempt.version));
  } catch (error) {
    // Another process has noted its end, or its job is being removed.
    if (!(error instanceof StoreFailure && (error.kind === 'stale' || error.kind === 'not_found'))) throw error;
  }
}

/** The attempts at the work of a job, in the order in which they began. Those that a job left open when it ended are lost. */
export async function listAttempts(store: Store, job: Job, limit: number, cursor: string): Promise<Page<JobAttempt>> {
  const page = await store.page(jobAttempts, job.tenantId, {
    ...{ limit, sort: 'createdAt', where: conditionsOf(jobAttempts, { jobId: job.id }) },
    ...(cursor !== '' && { cursor }),
  });
  if (!hasEnded(job)) return page;
  return { ...page, items: page.items.map((attempt) => ({ ...attempt, outcome: attempt.outcome ?? 'lost' })) };
}

/** Removes the attempts at the work of a job. */
export async function removeAttempts(store: Store, { tenantId, id: jobId }: About): Promise<void> {
  for await (const { id } of each(store, jobAttempts, tenantId, { where: conditionsOf(jobAttempts, { jobId }) }))
    await store.remove(jobAttempts, tenantId, id);
}
