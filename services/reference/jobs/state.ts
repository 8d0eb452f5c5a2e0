/** The functions that all of this room share: they change the document of a job, and do what follows when it has ended. */
import type { EventEmitter } from 'node:events';
import type { JobEngine } from '../../jobs/port.js';
import { type Job, jobBlocks, jobNotices, jobParts, jobProgress, jobs, unfinishedJobs } from '../../resources/job.js';
import { PLATFORM } from '../../resources/tenant.js';
import { StoreFailure, unlessTaken } from '../../store/failure.js';
import { notThere } from '../../store/page.js';
import { conditionsOf, type Store } from '../../store/port.js';
import { each } from '../base/each.js';

export interface JobTools {
  readonly store: Store;
  readonly engine: JobEngine;
  /** Emits the id of a job when it ends, and `due` when something may have become due. */
  readonly events: EventEmitter;
  /** Unix milliseconds. */
  readonly now: () => number;
}

export const hasEnded = ({ state }: Job): boolean => state !== 'queued' && state !== 'running';

type Replace = (changed: Job, former: Job) => Promise<Job>;

/**
 * Changes a job as a function of what it is; of two concurrent changes the second sees the first.
 *
 * @param replace  stores the changed job in place of the former one
 * @returns undefined where it is left as it is
 */
export async function changeJob(
  { store }: JobTools,
  tenantId: string,
  id: string,
  to: (job: Job) => Job | undefined,
  replace: Replace = (changed, former) => store.replace(jobs, changed, former.version),
): Promise<Job | undefined> {
  for (;;) {
    const job = await store.get(jobs, tenantId, id);
    if (job === undefined) throw notThere(id);
    const changed = to(job);
    if (changed === undefined) return undefined;
    try {
      return await replace(changed, job);
    } catch (error) {
      if (!(error instanceof StoreFailure && error.kind === 'stale')) throw error;
    }
  }
}

/** @param claimId of the run that ends it; absent: whoever holds it @returns undefined where it had ended, or the run does not hold it */
export async function endJob(
  tools: JobTools,
  tenantId: string,
  id: string,
  ended: Pick<Job, 'state'> & Partial<Job>,
  claimId?: string,
  replace?: Replace,
): Promise<Job | undefined> {
  const toEnded = (current: Job): Job | undefined =>
    hasEnded(current) || (claimId !== undefined && current.claimId !== claimId)
      ? undefined
      : { ...current, ...ended, claimId: undefined, endedAt: tools.now() };
  const job = await changeJob(tools, tenantId, id, toEnded, replace);
  if (job !== undefined) await leaveEngine(tools, job);
  return job;
}

/** Does what follows when the document of a job says that it has ended. */
export async function leaveEngine(tools: JobTools, job: Pick<Job, 'tenantId' | 'id' | 'notify'>): Promise<void> {
  const { store, engine, events, now } = tools;
  await oweNotice(store, job, now());
  events.emit(job.id);
  // A run that still computes finds that its job has ended: an engine that does not answer makes no difference.
  await engine.remove(job).catch(() => undefined);
  await removeBlocks(store, job);
  await store.remove(unfinishedJobs, PLATFORM, job.id);
}

/** Stores the notice of a job that has ended, where somebody is to be told. */
export async function oweNotice(
  store: Store,
  { tenantId, id, notify }: Pick<Job, 'tenantId' | 'id' | 'notify'>,
  timeMs: number,
): Promise<void> {
  if (notify?.state !== 'waiting') return;
  const notice = { tenantId: PLATFORM, id, version: 1, createdAt: timeMs, updatedAt: timeMs, tenant: tenantId, attempts: 0, dueAt: timeMs };
  await unlessTaken(store.insert(jobNotices, notice));
}

/** Removes the results of the blocks of a job, which are of no use once it has ended. */
export async function removeBlocks(store: Store, { tenantId, id: jobId }: Pick<Job, 'tenantId' | 'id'>): Promise<void> {
  for await (const { id, parts } of each(store, jobBlocks, tenantId, { where: conditionsOf(jobBlocks, { jobId }) })) {
    for (const part of parts) await store.remove(jobParts, tenantId, part);
    await store.remove(jobBlocks, tenantId, id);
  }
  await store.remove(jobProgress, tenantId, jobId);
}
