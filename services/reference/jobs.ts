/**
 * Jobs on one machine: their documents in the store, their order in a queue of this process, and workers that claim them one by one.
 *
 * A job that was submitted is durable before its caller has the answer, and survives the end of any process. A run that has lost its
 * claim — it was cancelled, or its worker did not renew it in time — cannot end the job, so that a job has one result, however often it was
 * begun.
 */
import { EventEmitter } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { v7 as uuid } from 'uuid';
import type { Caller } from '#proto/caller';
import type { Clocks, JobQueue, QueuedJob } from '../jobs/job-queue.js';
import { jobQueue } from '../jobs/job-queue.js';
import { artifacts } from '../resources/artifact.js';
import { newId } from '../resources/id.js';
import { type Job, type JobError, jobParts, jobs, unfinishedJobs } from '../resources/job.js';
import { keys } from '../resources/key.js';
import { PLATFORM, tenants } from '../resources/tenant.js';
import { StoreFailure } from '../store/failure.js';
import { notThere } from '../store/page.js';
import { conditionsOf, type Store } from '../store/port.js';
import { createArtifact, RESULT_LIFETIME_MS } from './artifacts.js';
import { decode, encode, MAX_DOCUMENT_BYTES, readParts, writeParts } from './content.js';
import { each } from './each.js';

/** Unfinished jobs of one tenant: a tenant that submits without end fills its own queue alone. */
const MAX_UNFINISHED_JOBS = 10_000;
/** Largest result that is kept in the job itself, bytes; a larger one becomes an artifact. */
const MAX_INLINE_BYTES = 2 ** 20;
/** Delay before a second attempt; it doubles with each further one, to the last of these. */
const FIRST_RETRY_MS = 1_000;
const LAST_RETRY_MS = 60_000;
/** Longest time for which a call waits for a job, or for the end of one. */
const MAX_WAIT_MS = 30_000;
/** A job whose document is missing was never acknowledged; it may still be being written for as long as its call lasts. */
const SUBMISSION_MS = 60_000;
/** How often leases and times of expiry are checked. */
export const JOB_SWEEP_MS = 250;

export interface Submission {
  /** UUID of the request: the same submission again gives the same job. */
  readonly requestId: string;
  readonly operation: string;
  readonly body: Buffer;
  readonly params: Readonly<Record<string, string>>;
  readonly label: string;
  readonly priority: number;
  readonly notBefore: number;
  readonly expiresAt: number;
  readonly maxAttempts: number;
}

/** A job with what is known of its run at the moment. */
export interface JobStatus {
  readonly job: Job;
  readonly progress: number;
  readonly stage: string;
}

export interface ClaimedJob {
  readonly job: Job;
  readonly claimId: string;
  readonly body: Buffer;
}

/** How a run ended. `again`: it failed for a reason that may pass. `released`: its worker stops; the run does not count. */
export type RunEnd =
  | { readonly outcome: 'succeeded'; readonly resultJson: string; readonly manifestJson: string }
  | { readonly outcome: 'failed'; readonly error: JobError }
  | { readonly outcome: 'again'; readonly error: JobError; readonly retryAfterMs: number }
  | { readonly outcome: 'released' };

const hasEnded = ({ state }: Job): boolean => state !== 'queued' && state !== 'running';

export async function jobBook(store: Store, clocks: Clocks) {
  const { now } = clocks;
  const queue: JobQueue = jobQueue(clocks);
  /** Emits the id of a job when it ends, and `due` when a job may have become due. */
  const events = new EventEmitter().setMaxListeners(0);

  for await (const { id, tenant } of each(store, unfinishedJobs, PLATFORM, { sort: 'id' })) {
    const job = await store.get(jobs, tenant, id);
    if (job === undefined || hasEnded(job)) await store.remove(unfinishedJobs, PLATFORM, id);
    else queue.add(entryOf(job), job.claimId);
  }

  /** Changes a job as a function of what it is; of two concurrent changes the second sees the first. */
  async function change(tenantId: string, id: string, to: (job: Job) => Job | undefined): Promise<Job | undefined> {
    for (;;) {
      const job = await store.get(jobs, tenantId, id);
      if (job === undefined) throw notThere(id);
      const changed = to(job);
      if (changed === undefined) return undefined;
      try {
        return await store.replace(jobs, changed, job.version);
      } catch (error) {
        if (!(error instanceof StoreFailure && error.kind === 'stale')) throw error;
      }
    }
  }

  /** Ends a job, once its document says so. */
  async function leaveQueue(id: string): Promise<void> {
    queue.remove(id);
    events.emit(id);
    await store.remove(unfinishedJobs, PLATFORM, id);
  }

  /** @param claimId of the run that ends it; absent: whoever holds it */
  async function end(tenantId: string, id: string, ended: Pick<Job, 'state'> & Partial<Job>, claimId?: string): Promise<Job | undefined> {
    const job = await change(tenantId, id, (current) =>
      hasEnded(current) || (claimId !== undefined && current.claimId !== claimId)
        ? undefined
        : { ...current, ...ended, claimId: undefined, endedAt: now() },
    );
    if (job !== undefined) await leaveQueue(id);
    return job;
  }

  /** Ends a run that does not count. @returns whether it held its job */
  async function giveBack(tenantId: string, id: string, claimId: string): Promise<boolean> {
    const job = await change(tenantId, id, (current) =>
      current.claimId === claimId ? { ...current, state: 'queued', claimId: undefined, attempts: current.attempts - 1 } : undefined,
    );
    queue.putBack(id, claimId, 0);
    events.emit('due');
    return job !== undefined;
  }

  async function statusOf(tenantId: string, id: string): Promise<JobStatus> {
    const job = await store.get(jobs, tenantId, id);
    if (job === undefined) throw notThere(id);
    const { progress = 0, stage = '' } = queue.claimOf(id) ?? {};
    return { job, progress: job.state === 'succeeded' ? 1 : progress, stage };
  }

  return {
    submit: async (caller: Caller, submission: Submission): Promise<JobStatus> => {
      const { tenantId, keyId, userId, roles, scopes, tier } = caller;
      const id = newId(jobs, submission.requestId);
      if (queue.count(tenantId) >= MAX_UNFINISHED_JOBS)
        throw new StoreFailure('full', `a tenant may have ${MAX_UNFINISHED_JOBS} jobs that have not ended`);
      const { bytes, encoding } = await encode(submission.body);
      const whole = bytes.length <= MAX_DOCUMENT_BYTES;
      const at = now();
      const { operation, params, label, priority, notBefore, expiresAt, maxAttempts } = submission;
      const job: Job = {
        ...{ tenantId, id, version: 1, createdAt: at, updatedAt: at, createdBy: userId || keyId },
        ...{ operation, params: { ...params }, priority, notBefore, expiresAt, maxAttempts },
        ...(label !== '' && { label }),
        submitter: { keyId, userId, roles: [...roles], scopes: [...scopes], tier },
        encoding,
        parts: whole ? [] : await writeParts(store, jobParts, { tenantId, ownerId: id, now: at }, bytes),
        state: 'queued',
        attempts: 0,
      };
      // First, so that no job is ever stored that the queue of the next process would not find.
      const entry = { tenantId: PLATFORM, id, version: 1, createdAt: at, updatedAt: at, tenant: tenantId };
      await unlessThere(store.insert(unfinishedJobs, entry));
      if (!(await unlessThere(store.insert(jobs, job, whole ? bytes : undefined)))) {
        const first = await statusOf(tenantId, id);
        if (hasEnded(first.job)) await store.remove(unfinishedJobs, PLATFORM, id);
        return first;
      }
      queue.add(entryOf(job));
      events.emit('due');
      return { job, progress: 0, stage: '' };
    },

    /** @param waitMs for how long to wait for the end of a job that has not ended */
    get: async ({ tenantId }: Caller, id: string, waitMs: number, signal: AbortSignal): Promise<JobStatus> => {
      const first = await statusOf(tenantId, id);
      if (waitMs === 0 || hasEnded(first.job)) return first;
      const waiting = new AbortController();
      const stop = () => waiting.abort();
      events.once(id, stop);
      signal.addEventListener('abort', stop);
      try {
        // It may have ended before the listener was there.
        const second = await statusOf(tenantId, id);
        if (hasEnded(second.job)) return second;
        await pause(Math.min(waitMs, MAX_WAIT_MS), undefined, { signal: waiting.signal }).catch(() => undefined);
      } finally {
        events.off(id, stop);
        signal.removeEventListener('abort', stop);
      }
      return statusOf(tenantId, id);
    },

    /** Cancels a job that has not ended. @returns the job as it is then */
    cancel: async ({ tenantId }: Caller, id: string): Promise<JobStatus> => {
      await end(tenantId, id, { state: 'cancelled' });
      return statusOf(tenantId, id);
    },

    /** @returns undefined where no job became due within the time */
    claim: async (waitMs: number, signal: AbortSignal): Promise<ClaimedJob | undefined> => {
      const endsAt = clocks.steady() + Math.min(waitMs, MAX_WAIT_MS);
      for (;;) {
        const claimId = uuid();
        const next = queue.claim(claimId);
        if (next !== undefined) {
          const claimed = await begin(next, claimId);
          if (claimed === undefined) continue;
          if (!signal.aborted) return claimed;
          // The worker has gone while the job was being claimed.
          await giveBack(next.tenantId, next.id, claimId);
          return undefined;
        }
        const left = endsAt - clocks.steady();
        if (left <= 0 || signal.aborted) return undefined;
        await oneOf(events, 'due', left, signal);
      }
    },

    /** @returns whether the run still holds the job: otherwise it stops */
    renew: (id: string, claimId: string, progress: number, stage: string): boolean => queue.renew(id, claimId, progress, stage),

    /** @returns whether the run held the job: otherwise nothing has changed */
    finish: async (id: string, tenantId: string, claimId: string, run: RunEnd): Promise<boolean> => {
      if (!queue.isHeld(id, claimId)) return false;
      switch (run.outcome) {
        case 'succeeded': {
          const { resultJson, manifestJson } = run;
          if (Buffer.byteLength(resultJson) + Buffer.byteLength(manifestJson) < MAX_INLINE_BYTES)
            return (
              (await end(tenantId, id, { state: 'succeeded', resultJson, ...(manifestJson && { manifestJson }) }, claimId)) !== undefined
            );
          const content = Buffer.from(`{"data":${resultJson}${manifestJson && `,"meta":{"manifest":${manifestJson}}`}}`);
          const artifact = await createArtifact(
            store,
            { tenantId, name: `${id}.json`, contentType: 'application/json', jobId: id, now: now() },
            content,
          );
          const done = await end(tenantId, id, { state: 'succeeded', artifactId: artifact.id }, claimId);
          if (done === undefined) await store.remove(artifacts, tenantId, artifact.id);
          return done !== undefined;
        }
        case 'failed':
          return (await end(tenantId, id, { state: 'failed', error: run.error }, claimId)) !== undefined;
        case 'again': {
          const job = await change(tenantId, id, (current) => {
            if (current.claimId !== claimId) return undefined;
            const last = current.attempts >= current.maxAttempts;
            return {
              ...current,
              claimId: undefined,
              ...(last ? { state: 'failed', error: run.error, endedAt: now() } : { state: 'queued' }),
            };
          });
          if (job === undefined) return false;
          if (hasEnded(job)) await leaveQueue(id);
          else queue.putBack(id, claimId, Math.max(run.retryAfterMs, Math.min(FIRST_RETRY_MS * 2 ** (job.attempts - 1), LAST_RETRY_MS)));
          return true;
        }
        case 'released':
          return giveBack(tenantId, id, claimId);
      }
    },

    /** Ends the jobs that have expired, and offers those whose worker has not renewed its claim. */
    sweep: async (): Promise<void> => {
      for (const { tenantId, id } of queue.sweep()) await end(tenantId, id, { state: 'expired' });
      events.emit('due');
    },
  };

  /** Why the key that submitted a job may no longer be used; undefined where it may. */
  async function withdrawal(tenantId: string, keyId: string): Promise<string | undefined> {
    const [key, tenant] = await Promise.all([store.get(keys, tenantId, keyId), store.get(tenants, PLATFORM, tenantId)]);
    const at = now();
    if (key?.revokedAt !== undefined && key.revokedAt <= at) return 'the key that submitted the job is revoked';
    if (key?.expiresAt !== undefined && key.expiresAt <= at) return 'the key that submitted the job has expired';
    return tenant?.disabled ? 'the tenant of the job is disabled' : undefined;
  }

  /** Begins a run of a claimed job. @returns undefined where there is nothing to run */
  async function begin({ id, tenantId }: QueuedJob, claimId: string): Promise<ClaimedJob | undefined> {
    try {
      const stored = await store.get(jobs, tenantId, id);
      if (stored === undefined) {
        const entry = await store.get(unfinishedJobs, PLATFORM, id);
        if (entry === undefined || entry.createdAt + SUBMISSION_MS < now()) await leaveQueue(id);
        else queue.putBack(id, claimId, FIRST_RETRY_MS);
        return undefined;
      }
      if (stored.attempts >= stored.maxAttempts) {
        const message = `the worker of each of its ${stored.attempts} attempts stopped answering`;
        await end(tenantId, id, { state: 'failed', error: { code: 'SVC-SYS-002', message } });
        return undefined;
      }
      const withdrawn = await withdrawal(tenantId, stored.submitter.keyId);
      if (withdrawn !== undefined) {
        await end(tenantId, id, { state: 'failed', error: { code: 'SVC-AUTH-003', message: withdrawn } });
        return undefined;
      }
      const job = await change(tenantId, id, (current) =>
        hasEnded(current) ? undefined : { ...current, state: 'running', attempts: current.attempts + 1, claimId, startedAt: now() },
      );
      if (job === undefined) {
        queue.remove(id);
        return undefined;
      }
      const bytes = job.parts.length === 0 ? await store.bytes(jobs, tenantId, id) : await readParts(store, jobParts, tenantId, job.parts);
      if (bytes === undefined) throw new Error(`the request of ${id} is missing`);
      return { job, claimId, body: await decode(bytes, job.encoding) };
    } catch (error) {
      queue.putBack(id, claimId, FIRST_RETRY_MS);
      throw error;
    }
  }
}

/** Removes jobs that ended long ago, with the parts of their requests. @returns how many */
export async function sweepJobs(store: Store, now: number): Promise<number> {
  let removed = 0;
  const where = conditionsOf(jobs, { endedBefore: now - RESULT_LIFETIME_MS });
  for await (const { id: tenantId } of each(store, tenants, PLATFORM, {}))
    for await (const { id, parts } of each(store, jobs, tenantId, { where })) {
      // The parts first: a job that is left without them can still be removed by the next sweep.
      for (const part of parts) await store.remove(jobParts, tenantId, part);
      if (await store.remove(jobs, tenantId, id)) removed++;
    }
  return removed;
}

export type JobBook = Awaited<ReturnType<typeof jobBook>>;

const entryOf = ({ id, tenantId, priority, notBefore, expiresAt }: Job): QueuedJob => ({ id, tenantId, priority, notBefore, expiresAt });

/** @returns whether the document was inserted: it was there already otherwise */
const unlessThere = (inserted: Promise<void>): Promise<boolean> =>
  inserted.then(
    () => true,
    (error) => {
      if (error instanceof StoreFailure && error.kind === 'conflict') return false;
      throw error;
    },
  );

/** Resolves at the next event, after a time, or when the signal is aborted. */
function oneOf(events: EventEmitter, event: string, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      events.off(event, done);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    events.once(event, done);
    signal.addEventListener('abort', done);
  });
}
