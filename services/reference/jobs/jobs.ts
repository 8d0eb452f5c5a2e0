/**
 * The stored jobs, and the engine that makes them run (services/jobs).
 *
 * A job that was submitted is durable before its caller has the answer, and survives the end of any process.
 */
import { EventEmitter } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { Registry } from 'prom-client';
import type { Caller } from '#proto/caller';
import { type EmbeddedEngine, embeddedEngine } from '../../jobs/embedded.js';
import type { Clocks } from '../../jobs/job-queue.js';
import type { EngineJob, JobEngine } from '../../jobs/port.js';
import { newId } from '../../resources/id.js';
import { type Job, type JobAttempt, jobParts, jobProgress, jobs, unfinishedJobs } from '../../resources/job.js';
import { PLATFORM } from '../../resources/tenant.js';
import type { Log } from '../../runtime/log.js';
import type { WebhookSettings } from '../../runtime/webhook-hosts.js';
import type { Change } from '../../store/change.js';
import { StoreFailure, unlessTaken } from '../../store/failure.js';
import { notThere } from '../../store/page.js';
import { conditionsOf, type Page, type Store } from '../../store/port.js';
import { encode, MAX_DOCUMENT_BYTES, writeParts } from '../base/content.js';
import { onlyFields } from '../base/document.js';
import { each, everyTenant } from '../base/each.js';
import { RESULT_LIFETIME_MS } from '../documents/artifacts.js';
import { type AppendAudit, auditLog, eventBy, replaceAudited } from '../evidence/audit.js';
import { noSigner } from '../evidence/signing.js';
import { listAttempts, removeAttempts } from './attempts.js';
import { observeBacklog, waitHistogram } from './backlog-metrics.js';
import {
  type BlockEnd,
  beginBlock,
  blocksOf,
  type ClaimedBlock,
  finishBlock,
  type NewSplit,
  readBlocks,
  splitJob,
  splitUnderWay,
  undone,
} from './blocks.js';
import { deliverNotices, requireNotifiable } from './notices.js';
import { attemptsOf } from './retries.js';
import { rightsOrEnd } from './rights.js';
import { beginRun, type ClaimedRun, finishRun, type RunEnd, SUBMISSION_MS } from './runs.js';
import { endJob, hasEnded, type JobTools, oweNotice, removeBlocks } from './state.js';

/**
 * Unfinished jobs of one tenant, so that one that submits without end fills its own queue alone, and of all tenants: what the embedded
 * queue holds of each takes some 500 bytes.
 */
const MAX_UNFINISHED = { own: 10_000, all: 100_000 };
/** Longest time for which a call waits for something to do, or for the end of a job. */
const MAX_WAIT_MS = 30_000;
/** A job may have been ended by another process: who waits for one looks as often as this. */
const JOB_POLL_MS = 500;
/** How often another engine is told of the jobs that have not ended. */
export const JOB_RESUME_MS = 600_000;
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
  /** Bound of the attempts; 0: none is stated. */
  readonly maxAttempts: number;
  /** https address that is told when the job has ended; empty or absent: none. */
  readonly notifyUrl?: string;
}

/** A job with what is known of its run at the moment. */
export interface JobStatus {
  readonly job: Job;
  /** 0 to 1. */
  readonly progress: number;
  readonly stage: string;
}

export type Claimed = ClaimedRun | ClaimedBlock;

interface JobBookOptions {
  /** Default: the embedded queue. */
  readonly engine?: JobEngine | undefined;
  /** Default: a new log, not signed. */
  readonly audit?: AppendAudit;
  /** Absent: the installation sends none. */
  readonly webhooks?: WebhookSettings | undefined;
  /** Most unfinished jobs of a tenant and in all. */
  readonly most?: typeof MAX_UNFINISHED;
  /** Registry of the metrics of the backlog. Default: a new one, which nobody reads. */
  readonly registry?: Registry;
  /** Told of an engine that does not say what waits. */
  readonly backlogUnknown?: (error: unknown) => void;
}

export async function jobBook(
  store: Store,
  clocks: Clocks,
  {
    engine: externalEngine,
    audit = auditLog(store, noSigner),
    webhooks,
    most = MAX_UNFINISHED,
    registry = new Registry(),
    backlogUnknown = () => undefined,
  }: JobBookOptions = {},
) {
  const { now } = clocks;
  const events = new EventEmitter().setMaxListeners(0);
  const engine = externalEngine ?? embeddedEngine(clocks, events);
  observeBacklog(registry, engine, backlogUnknown);
  const waits = 'claim' in engine ? waitHistogram(registry) : undefined;
  const tools: JobTools = { store, engine, events, now };

  /** Tells the engine of the jobs that have not ended. */
  async function resume(): Promise<void> {
    for await (const { id, tenant, createdAt } of each(store, unfinishedJobs, PLATFORM, { sort: 'id' })) {
      const job = await store.get(jobs, tenant, id);
      const split = job && splitUnderWay(job);
      if (job !== undefined && !hasEnded(job)) {
        await engine.start(entryOf(job), split === undefined ? { claimId: job.claimId } : { blocks: await undone(store, job, split) });
      } else if (job !== undefined || externalEngine === undefined || createdAt + SUBMISSION_MS < now()) {
        if (job !== undefined) await oweNotice(store, job, now());
        await removeBlocks(store, { tenantId: tenant, id });
        await store.remove(unfinishedJobs, PLATFORM, id);
      }
    }
  }
  // The embedded queue is made from the store. Another engine has its own memory, and may not answer now.
  if (externalEngine === undefined) await resume();

  async function statusOf(tenantId: string, id: string): Promise<JobStatus> {
    const job = await store.get(jobs, tenantId, id);
    if (job === undefined) throw notThere(id);
    return statusOfJob(job);
  }

  async function statusOfJob(job: Job): Promise<JobStatus> {
    const { tenantId, id } = job;
    const split = splitUnderWay(job);
    if (split === undefined || hasEnded(job)) return { job, progress: job.state === 'succeeded' ? 1 : 0, stage: '' };
    const blocks = blocksOf(split);
    const { done: doneBlocks = 0 } = (await store.get(jobProgress, tenantId, id)) ?? {};
    return { job, progress: doneBlocks / (blocks + 1), stage: `${split.method}: ${doneBlocks} of ${blocks} blocks are done` };
  }

  async function storedCount(tenantId: string): Promise<{ readonly own: number; readonly all: number }> {
    const ofTenant = conditionsOf(unfinishedJobs, { tenant: tenantId });
    const [ownCount, all] = await Promise.all([
      store.count(unfinishedJobs, PLATFORM, most.own, ofTenant),
      store.count(unfinishedJobs, PLATFORM, most.all),
    ]);
    return { own: ownCount, all };
  }

  async function started(job: EngineJob): Promise<void> {
    try {
      await engine.start(job);
    } catch (error) {
      throw new StoreFailure('unavailable', 'the job engine does not answer', { cause: error });
    }
  }

  function embedded(): EmbeddedEngine {
    if ('claim' in engine) return engine as EmbeddedEngine;
    throw new StoreFailure('unsupported', 'workers of this installation are given jobs by Temporal: set TEMPORAL_ADDRESS for them too');
  }

  /** @returns undefined where what was claimed is not to be run any more */
  async function begin(claimed: ReturnType<EmbeddedEngine['claim']> & object, worker: string): Promise<Claimed | undefined> {
    const { jobId, tenantId, claimId, block, attempt } = claimed;
    if (block === undefined) return beginRun(tools, tenantId, jobId, worker, claimId);
    return beginBlock(tools, tenantId, jobId, { block, attempt, worker, claimId });
  }

  return {
    submit: async (caller: Caller, submission: Submission): Promise<JobStatus> => {
      const { tenantId, keyId, userId, roles, scopes, tier } = caller;
      const { notifyUrl: url = '' } = submission;
      if (url !== '') requireNotifiable(url, webhooks);
      const id = newId(jobs, submission.requestId);
      const { own: ownCount, all } = engine.count(tenantId) ?? (await storedCount(tenantId));
      if (ownCount >= most.own) throw new StoreFailure('full', `a tenant may have ${most.own} jobs that have not ended`);
      if (all >= most.all) throw new StoreFailure('full', `the installation may have ${most.all} jobs that have not ended`);
      const { bytes, encoding } = await encode(submission.body);
      const whole = bytes.length <= MAX_DOCUMENT_BYTES;
      const timeMs = now();
      const { operation, params, label, priority, notBefore, expiresAt, maxAttempts } = submission;
      const job: Job = {
        ...{ tenantId, id, version: 1, createdAt: timeMs, updatedAt: timeMs, createdBy: userId || keyId },
        ...{ operation, params: { ...params }, priority, notBefore, expiresAt, ...attemptsOf(maxAttempts, submission, timeMs) },
        ...(label !== '' && { label }),
        submitter: { keyId, userId, roles: [...roles], scopes: [...scopes], tier },
        encoding,
        parts: whole ? [] : await writeParts(store, jobParts, { tenantId, ownerId: id, now: timeMs }, bytes),
        state: 'queued',
        attempts: 0,
        ...(url !== '' && { notify: { url, state: 'waiting' as const, attempts: 0 } }),
      };
      const told = { action: 'job.submit', subject: id, details: { operation, params, label }, after: onlyFields(job) };
      const event = { ...eventBy(caller), ...told };
      // First, so that no job is ever stored that the next process would not start.
      const entry = { tenantId: PLATFORM, id, version: 1, createdAt: timeMs, updatedAt: timeMs, tenant: tenantId };
      await unlessTaken(store.insert(unfinishedJobs, entry));
      const change: Change = { make: 'insert', resource: jobs, document: job, bytes: whole ? bytes : undefined };
      const isNew = (await store.get(jobs, tenantId, id)) === undefined && (await unlessTaken(audit(tenantId, event, timeMs, change)));
      const status = isNew ? { job, progress: 0, stage: '' } : await statusOf(tenantId, id);
      if (hasEnded(status.job)) await store.remove(unfinishedJobs, PLATFORM, id);
      // Where the first submission was stored and then failed, this one makes its job run.
      else await started(entryOf(status.job));
      return status;
    },

    /** @param waitMs for how long to wait for the end of a job that has not ended */
    get: async ({ tenantId }: Caller, id: string, waitMs: number, signal: AbortSignal): Promise<JobStatus> => {
      const endsAt = performance.now() + Math.min(waitMs, MAX_WAIT_MS);
      const waiting = new AbortController();
      const stop = () => waiting.abort();
      // Before the first look: it may end between the look and the wait.
      events.once(id, stop);
      signal.addEventListener('abort', stop);
      try {
        for (;;) {
          const status = await statusOf(tenantId, id);
          const remainingMs = endsAt - performance.now();
          if (hasEnded(status.job) || remainingMs <= 0 || signal.aborted) return status;
          await pause(Math.min(remainingMs, JOB_POLL_MS), undefined, { signal: waiting.signal }).catch(() => undefined);
        }
      } finally {
        events.off(id, stop);
        signal.removeEventListener('abort', stop);
      }
    },

    /** The jobs of the tenant, the newest first. @param cursor empty for the first page */
    list: async ({ tenantId }: Caller, limit: number, cursor: string): Promise<Page<JobStatus>> => {
      const { items, nextCursor } = await store.page(jobs, tenantId, { limit, ...(cursor !== '' && { cursor }) });
      return { items: await Promise.all(items.map(statusOfJob)), ...(nextCursor !== undefined && { nextCursor }) };
    },

    /** Cancels a job that has not ended. @returns the job as it is then */
    cancel: async (caller: Caller, id: string): Promise<JobStatus> => {
      const { tenantId } = caller;
      const replace = (cancelled: Job, former: Job): Promise<Job> => {
        const told = { action: 'job.cancel', subject: id, details: { operation: former.operation, state: former.state } };
        const event = { ...eventBy(caller), ...told, tenantId, before: onlyFields(former), after: onlyFields(cancelled) };
        return replaceAudited({ store, audit, now }, event, jobs, cancelled, former.version);
      };
      await endJob(tools, tenantId, id, { state: 'cancelled' }, undefined, replace);
      return statusOf(tenantId, id);
    },

    /** @param worker id of the process that claims @returns undefined where nothing became due within the time */
    claim: async (worker: string, waitMs: number, signal: AbortSignal): Promise<Claimed | undefined> => {
      const queue = embedded();
      const endsAt = clocks.steady() + Math.min(waitMs, MAX_WAIT_MS);
      for (;;) {
        const next = queue.claim();
        if (next !== undefined) {
          waits?.observe(next.waitedMs / 1000);
          const claimed = await begin(next, worker);
          if (claimed === undefined) continue;
          if (!signal.aborted) return claimed;
          // The worker has gone while it was given something.
          const { tenantId, jobId, claimId } = next;
          if ('split' in claimed) engine.putBack(jobId, claimId, 0);
          else await finishRun(tools, tenantId, jobId, claimId, { outcome: 'released' });
          return undefined;
        }
        const remainingMs = endsAt - clocks.steady();
        if (remainingMs <= 0 || signal.aborted) return undefined;
        await oneOf(events, 'due', remainingMs, signal);
      }
    },

    /** Begins what the engine has decided to run: a run of the job, or a block. */
    begin: (
      tenantId: string,
      id: string,
      block: { readonly number: number; readonly attempt: number } | null,
      worker: string,
    ): Promise<Claimed | undefined> =>
      block === null
        ? beginRun(tools, tenantId, id, worker)
        : beginBlock(tools, tenantId, id, { block: block.number, attempt: block.attempt, worker }),

    /**
     * Ends a job that whoever submitted it may not run any more.
     *
     * @param isBlock whether the claim is of a block, not of a run
     * @returns whether the worker is to go on: otherwise it stops
     */
    renew: async (tenantId: string, id: string, claimId: string, isBlock: boolean): Promise<boolean> => {
      const holds = engine.renew(id, claimId);
      if (holds === false) return false;
      const job = await store.get(jobs, tenantId, id);
      if (job === undefined || hasEnded(job)) return false;
      if (holds === undefined && !(isBlock ? splitUnderWay(job) !== undefined : job.claimId === claimId)) return false;
      return (await rightsOrEnd(tools, job)) !== undefined;
    },

    finish: (tenantId: string, id: string, claimId: string, run: RunEnd) =>
      withinQuota(tools, tenantId, id, finishRun(tools, tenantId, id, claimId, run)),
    split: (tenantId: string, id: string, claimId: string, split: NewSplit) =>
      withinQuota(tools, tenantId, id, splitJob(tools, tenantId, id, claimId, split)),
    finishBlock: (tenantId: string, id: string, claimed: { block: number; claimId: string }, end: BlockEnd) =>
      withinQuota(tools, tenantId, id, finishBlock(tools, tenantId, id, claimed, end)),
    readBlocks: (tenantId: string, id: string, from: number) => readBlocks(tools, tenantId, id, from),
    /** The attempts at the work of a job, in the order in which they began. */
    attempts: async ({ tenantId }: Caller, id: string, limit: number, cursor: string): Promise<Page<JobAttempt>> =>
      listAttempts(store, (await statusOf(tenantId, id)).job, limit, cursor),

    /** Ends a job whose time is over. */
    expire: async (tenantId: string, id: string): Promise<void> => {
      await endJob(tools, tenantId, id, { state: 'expired' });
    },

    /** Ends the jobs that have expired, and offers what a silent worker holds. */
    sweep: async (): Promise<void> => {
      for (const { tenantId, id } of engine.expired()) await endJob(tools, tenantId, id, { state: 'expired' });
      events.emit('due');
    },

    resume,
    /** Tells those who are to be told of the end of a job. */
    notify: (log: Log): Promise<void> => deliverNotices(tools, webhooks, log),
    close: () => engine.close(),
  };
}

/** Ends a job where its tenant may not store what it gave. @returns whether the worker goes on */
async function withinQuota(tools: JobTools, tenantId: string, id: string, work: Promise<boolean>): Promise<boolean> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof StoreFailure && error.kind === 'over_quota')) throw error;
    await endJob(tools, tenantId, id, { state: 'failed', error: { code: 'SVC-LIMIT-002', message: error.message } });
    return false;
  }
}

/** Removes jobs that ended long ago, with the parts of their requests. @returns how many */
export async function sweepJobs(store: Store, now: number): Promise<number> {
  let removed = 0;
  const conditions = conditionsOf(jobs, { endedBefore: now - RESULT_LIFETIME_MS });
  for await (const { id: tenantId } of everyTenant(store))
    for await (const { id, parts, split } of each(store, jobs, tenantId, { where: conditions })) {
      // The parts first: a job that is left without them can still be removed by the next sweep.
      for (const part of [...parts, ...(split === undefined ? [] : [...split.body.parts, ...split.state.parts])])
        await store.remove(jobParts, tenantId, part);
      await removeBlocks(store, { tenantId, id });
      await removeAttempts(store, { tenantId, id });
      if (await store.remove(jobs, tenantId, id)) removed++;
    }
  return removed;
}

export type JobBook = Awaited<ReturnType<typeof jobBook>>;

const entryOf = ({ id, tenantId, priority, notBefore, expiresAt }: Job): EngineJob => ({ id, tenantId, priority, notBefore, expiresAt });

/** Resolves at the next event, after a time, or when the signal is aborted. */
function oneOf(events: EventEmitter, event: string, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer);
      events.off(event, finish);
      signal.removeEventListener('abort', finish);
      resolve();
    };
    const timer = setTimeout(finish, ms);
    events.once(event, finish);
    signal.addEventListener('abort', finish);
  });
}
