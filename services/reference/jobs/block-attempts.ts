/** The attempts at the blocks of jobs: noted when one begins and when it ends, so that a job shows who computed what, and what was done again. */
import { type BlockAttempt, blockAttempts, type Job } from '../../resources/job.js';
import { StoreFailure, unlessTaken } from '../../store/failure.js';
import { conditionsOf, type Page, type Store } from '../../store/port.js';
import { each } from '../base/each.js';
import { hasEnded } from './state.js';

type About = Pick<Job, 'tenantId' | 'id'>;
type End = Pick<BlockAttempt, 'outcome' | 'code'>;

const attemptId = (jobId: string, claimId: string): string => `${jobId}.${claimId}`;

interface Beginning {
  readonly claimId: string;
  readonly block: number;
  readonly attempt: number;
  readonly worker: string;
}

/** Attempts that are kept of a block: one that fails for a reason that may pass is tried again until its job expires, which may be in a month. */
const MAX_ATTEMPTS_KEPT = 20;

/** Notes that an attempt begins. An earlier one at the same block that has not ended is lost: its worker stopped answering. */
export async function noteBeginning(
  store: Store,
  { tenantId, id: jobId }: About,
  { claimId, block, attempt, worker }: Beginning,
  now: number,
): Promise<void> {
  if (attempt > 1) {
    const earlier: BlockAttempt[] = [];
    const conditions = conditionsOf(blockAttempts, { jobId, block });
    for await (const one of each(store, blockAttempts, tenantId, { where: conditions })) earlier.push(one);
    const numDropped = Math.max(0, earlier.length + 1 - MAX_ATTEMPTS_KEPT);
    for (const { id } of earlier.slice(0, numDropped)) await store.remove(blockAttempts, tenantId, id);
    for (const one of earlier.slice(numDropped)) await end(store, one, { outcome: 'lost' }, now);
  }
  const stamps = { tenantId, id: attemptId(jobId, claimId), version: 1, createdAt: now, updatedAt: now };
  await unlessFull(unlessTaken(store.insert(blockAttempts, { ...stamps, jobId, block, attempt, worker })));
}

/** A tenant that may not store a note of an attempt has the block computed all the same: what the block gives is what ends the job. */
async function unlessFull(write: Promise<unknown>): Promise<void> {
  try {
    await write;
  } catch (error) {
    if (!(error instanceof StoreFailure && error.kind === 'over_quota')) throw error;
  }
}

/** Notes how the attempt of a claim ended. */
export async function noteEnd(store: Store, { tenantId, id: jobId }: About, claimId: string, how: End, now: number): Promise<void> {
  const attempt = await store.get(blockAttempts, tenantId, attemptId(jobId, claimId));
  if (attempt !== undefined) await end(store, attempt, how, now);
}

async function end(store: Store, attempt: BlockAttempt, how: End, now: number): Promise<void> {
  if (attempt.endedAt !== undefined) return;
  try {
    await unlessFull(store.replace(blockAttempts, { ...attempt, ...how, endedAt: now }, attempt.version));
  } catch (error) {
    // Another process has noted its end, or its job is being removed.
    if (!(error instanceof StoreFailure && (error.kind === 'stale' || error.kind === 'not_found'))) throw error;
  }
}

/** The attempts at the blocks of a job, in the order in which they began. Those that a job left open when it ended are lost. */
export async function listAttempts(store: Store, job: Job, limit: number, cursor: string): Promise<Page<BlockAttempt>> {
  const page = await store.page(blockAttempts, job.tenantId, {
    ...{ limit, sort: 'createdAt', where: conditionsOf(blockAttempts, { jobId: job.id }) },
    ...(cursor !== '' && { cursor }),
  });
  if (!hasEnded(job)) return page;
  return { ...page, items: page.items.map((attempt) => ({ ...attempt, outcome: attempt.outcome ?? 'lost' })) };
}

/** Removes the attempts at the blocks of a job. */
export async function removeAttempts(store: Store, { tenantId, id: jobId }: About): Promise<void> {
  for await (const { id } of each(store, blockAttempts, tenantId, { where: conditionsOf(blockAttempts, { jobId }) }))
    await store.remove(blockAttempts, tenantId, id);
}
