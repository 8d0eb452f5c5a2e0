/** The job workers that run: each says so again and again, to whichever process of the reference service, and once more when it ends. */
import { type JobWorker, jobWorkers } from '../../resources/job-worker.js';
import type { Stored } from '../../resources/resource.js';
import { PLATFORM } from '../../resources/tenant.js';
import { unlessTaken } from '../../store/failure.js';
import { conditionsOf, type Store } from '../../store/port.js';
import { each } from '../base/each.js';

/** A worker that has said nothing for this long has died, or cannot reach the service. */
export const WORKER_SILENCE_MS = 60_000;

type WorkerFacts = Omit<JobWorker, keyof Stored | 'seenAt'>;

/** Notes that a worker runs. */
export async function noteWorker(store: Store, id: string, facts: WorkerFacts, now: number): Promise<void> {
  const document = { tenantId: PLATFORM, id, version: 1, createdAt: now, updatedAt: now, ...facts, seenAt: now };
  if ((await store.get(jobWorkers, PLATFORM, id)) === undefined && (await unlessTaken(store.insert(jobWorkers, document)))) return;
  await store.note(jobWorkers, PLATFORM, id, 'seenAt', now);
}

export async function forgetWorker(store: Store, id: string): Promise<void> {
  await store.remove(jobWorkers, PLATFORM, id);
}

/** Those that have been heard of lately, the oldest first. */
export async function runningWorkers(store: Store, now: number): Promise<JobWorker[]> {
  const conditions = conditionsOf(jobWorkers, { seenFrom: now - WORKER_SILENCE_MS });
  const workers: JobWorker[] = [];
  for await (const worker of each(store, jobWorkers, PLATFORM, { where: conditions })) workers.push(worker);
  return workers;
}

/** Removes those that have ended without saying so. @returns how many */
export async function sweepWorkers(store: Store, now: number): Promise<number> {
  let removed = 0;
  const conditions = conditionsOf(jobWorkers, { seenBefore: now - WORKER_SILENCE_MS });
  for await (const { id } of each(store, jobWorkers, PLATFORM, { where: conditions }))
    if (await store.remove(jobWorkers, PLATFORM, id)) removed++;
  return removed;
}
