/**
 * Runs of jobs: how one begins and how it ends. A run that has lost its claim — the job was cancelled, or its worker was silent for too
 * long — cannot end the job, so that a job has one result, however often it was begun.
 */
import { v7 as uuid } from 'uuid';
import { FIRST_RETRY_MS } from '../../jobs/retry-delay.js';
import { artifacts } from '../../resources/artifact.js';
import { type Job, type JobError, jobParts, jobs, unfinishedJobs } from '../../resources/job.js';
import { PLATFORM } from '../../resources/tenant.js';
import { decode, readParts } from '../base/content.js';
import { createArtifact } from '../documents/artifacts.js';
import { noteBeginning, noteEnd } from './attempts.js';
import { type NewSplit, readSplit } from './blocks.js';
import { type NextAttempt, nextAttempt } from './retries.js';
import { rightsOrEnd } from './rights.js';
import { changeJob, endJob, hasEnded, type JobTools, leaveEngine } from './state.js';

/** Largest result that is kept in the job itself, bytes; a larger one becomes an artifact. */
const MAX_INLINE_BYTES = 2 ** 20;
/** A job whose document is missing was never acknowledged; it may still be being written for as long as its call lasts. */
export const SUBMISSION_MS = 60_000;

/** A run that a worker is to make. */
export interface ClaimedRun {
  readonly job: Job;
  readonly claimId: string;
  readonly body: Buffer;
  /** True for the first run after the blocks of its job. */
  readonly resumed: boolean;
  /** The computation whose blocks are done, which the run is to finish; absent: the run begins. */
  readonly finishes?: NewSplit | undefined;
  /** Whoever submitted the job, with the rights that are left. */
  readonly submitter: Job['submitter'];
}

/** How a run ended. `again`: it failed for a reason that may pass. `released`: its worker stops; the run does not count. */
export type RunEnd =
  | { readonly outcome: 'succeeded'; readonly resultJson: string; readonly manifestJson: string }
  | { readonly outcome: 'failed'; readonly error: JobError }
  | { readonly outcome: 'again'; readonly error: JobError; readonly retryAfterMs: number }
  | { readonly outcome: 'released' };

/**
 * Begins a run of a job. The run before it, if any, can no longer end the job.
 *
 * @param worker  id of the process that is to make it
 * @param claimId by which the engine knows the run
 * @returns undefined where there is nothing to run
 */
export async function beginRun(
  tools: JobTools,
  tenantId: string,
  id: string,
  worker: string,
  claimId: string = uuid(),
): Promise<ClaimedRun | undefined> {
  const { store, engine, now } = tools;
  try {
    const stored = await store.get(jobs, tenantId, id);
    if (stored === undefined) {
      const entry = await store.get(unfinishedJobs, PLATFORM, id);
      if (entry === undefined || entry.createdAt + SUBMISSION_MS < now()) await leaveEngine(tools, { tenantId, id });
      else engine.putBack(id, claimId, FIRST_RETRY_MS);
      return undefined;
    }
    if (hasEnded(stored)) {
      await leaveEngine(tools, stored);
      return undefined;
    }
    const deaths = stored.attempts - (stored.retries ?? 0);
    if (deaths >= stored.maxAttempts && !stored.resumes) {
      const message = `the worker of each of its ${deaths} attempts stopped answering`;
      await endJob(tools, tenantId, id, { state: 'failed', error: { code: 'SVC-SYS-002', message } });
      return undefined;
    }
    const submitter = await rightsOrEnd(tools, stored);
    if (submitter === undefined) return undefined;
    let resumed = false;
    const job = await changeJob(tools, tenantId, id, (current) => {
      if (hasEnded(current)) return undefined;
      resumed = current.resumes === true;
      const begun = resumed ? { resumes: false } : { resumes: undefined, attempts: current.attempts + 1, startedAt: now() };
      return { ...current, ...begun, state: 'running', claimId };
    });
    if (job === undefined) {
      await engine.remove({ tenantId, id });
      return undefined;
    }
    const bytes = job.parts.length === 0 ? await store.bytes(jobs, tenantId, id) : await readParts(store, jobParts, tenantId, job.parts);
    if (bytes === undefined) throw new Error(`the request of ${id} is missing`);
    const finishes = await readSplit(store, job);
    const work = finishes === undefined ? 'run' : 'combination';
    await noteBeginning(store, job, { claimId, work, attempt: job.attempts, worker }, now());
    return { job, claimId, resumed, submitter, body: await decode(bytes, job.encoding), ...(finishes && { finishes }) };
  } catch (error) {
    engine.putBack(id, claimId, FIRST_RETRY_MS);
    throw error;
  }
}

/** Ends a run that does not count. @returns whether it held its job */
async function giveBack(tools: JobTools, tenantId: string, id: string, claimId: string): Promise<boolean> {
  const job = await changeJob(tools, tenantId, id, (current) => {
    if (current.claimId !== claimId) return undefined;
    const formerState = current.resumes === false ? { resumes: true } : { state: 'queued' as const, attempts: current.attempts - 1 };
    return { ...current, ...formerState, claimId: undefined };
  });
  tools.engine.putBack(id, claimId, 0);
  return job !== undefined;
}

/** @returns whether the run held the job: otherwise nothing has changed */
export async function finishRun(tools: JobTools, tenantId: string, id: string, claimId: string, run: RunEnd): Promise<boolean> {
  const isHeld = await endRun(tools, tenantId, id, claimId, run);
  const how = { outcome: run.outcome, ...('error' in run && { code: run.error.code }) };
  if (isHeld) await noteEnd(tools.store, { tenantId, id }, claimId, how, tools.now());
  return isHeld;
}

async function endRun(tools: JobTools, tenantId: string, id: string, claimId: string, run: RunEnd): Promise<boolean> {
  switch (run.outcome) {
    case 'succeeded':
      return keepResult(tools, tenantId, id, claimId, run);
    case 'failed':
      return (await endJob(tools, tenantId, id, { state: 'failed', error: run.error }, claimId)) !== undefined;
    case 'again': {
      let next: NextAttempt | undefined;
      const job = await changeJob(tools, tenantId, id, (current) => {
        if (current.claimId !== claimId) return undefined;
        next = nextAttempt(current, current.attempts, run.retryAfterMs, tools.now());
        const nextState =
          next === undefined ? ({ state: 'failed', error: run.error, endedAt: tools.now() } as const) : ({ state: 'queued' } as const);
        const retries = next?.counts === false ? { retries: (current.retries ?? 0) + 1 } : {};
        return { ...current, ...retries, claimId: undefined, resumes: undefined, ...nextState };
      });
      if (job === undefined) return false;
      if (next === undefined) await leaveEngine(tools, job);
      else tools.engine.putBack(id, claimId, next.delayMs);
      return true;
    }
    case 'released':
      return giveBack(tools, tenantId, id, claimId);
  }
}

async function keepResult(
  tools: JobTools,
  tenantId: string,
  id: string,
  claimId: string,
  { resultJson, manifestJson }: Extract<RunEnd, { readonly outcome: 'succeeded' }>,
): Promise<boolean> {
  const end = (result: Partial<Job>) => endJob(tools, tenantId, id, { state: 'succeeded', ...result }, claimId);
  if (Buffer.byteLength(resultJson) + Buffer.byteLength(manifestJson) < MAX_INLINE_BYTES)
    return (await end({ resultJson, ...(manifestJson && { manifestJson }) })) !== undefined;
  const { store, now } = tools;
  // A run that no longer holds its job would write for nothing.
  const job = await store.get(jobs, tenantId, id);
  if (job?.claimId !== claimId) return false;
  const content = Buffer.from(`{"data":${resultJson}${manifestJson && `,"meta":{"manifest":${manifestJson}}`}}`);
  const about = { tenantId, name: `${id}.json`, contentType: 'application/json', jobId: id, now: now() };
  const { operation, createdBy } = job;
  const artifact = await createArtifact(store, { ...about, operation, createdBy }, content);
  const ended = await end({ artifactId: artifact.id });
  if (ended === undefined) await store.remove(artifacts, tenantId, artifact.id);
  return ended !== undefined;
}
