/**
 * A lane of a job worker: claims one job after another, runs its operation as the gateway would, and reports how the run ended.
 *
 * While it runs, the claim is renewed. A run that no longer holds its job — it was cancelled, it expired, or this worker was silent for too
 * long — is aborted, and its outcome is dropped.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { status } from '@grpc/grpc-js';
import { v7 as uuid } from 'uuid';
import { callerOf, UNKNOWN_IDENTITY } from '#proto/caller';
import { CallFailure } from '#proto/failure';
import type { FinishJobRequest } from '#proto/types/svc/reference/v1/FinishJobRequest';
import type { JobClaim__Output } from '#proto/types/svc/reference/v1/JobClaim';
import { jobs } from '#services/resources/job';
import type { Log } from '#services/runtime/log';
import { type Answer, failureAnswer } from './answer.js';
import { MAX_WAIT_MS } from './clients.js';
import type { ErrorCode } from './http/errors.js';
import type { Dependencies } from './operation.js';
import { operationOfJob } from './operations/jobs.js';
import { runOperation } from './run.js';

/** Well below a second, in which what runs for a cancelled job must stop. */
const RENEW_MS = 400;
const READY_POLL_MS = 50;
/** Wait after a failed claim: the reference service is restarting. */
const CLAIM_RETRY_MS = 1_000;
/** Wait where the installation has no queue. */
const NO_QUEUE_RETRY_MS = 600_000;

/** Failures after which another attempt may succeed. */
const MAY_PASS: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['SVC-SYS-001', 'SVC-SYS-002', 'SVC-LIMIT-001']);

export interface LaneOptions {
  readonly dependencies: Dependencies;
  /** Whether the reference service has been reached. */
  readonly ready: () => boolean;
  readonly log: Log;
  /** Aborted when the worker is to claim no further job. */
  readonly stopping: AbortSignal;
  /** Aborted when what still runs has to be given back. */
  readonly ending: AbortSignal;
  /** Told how each run ended. */
  readonly ran: (outcome: string) => void;
}

/** Runs until `stopping` is aborted and its last job has ended. */
export async function runLane({ dependencies, ready, log, stopping, ending, ran }: LaneOptions): Promise<void> {
  const { reference } = dependencies;
  const wait = (ms: number) => pause(ms, undefined, { signal: stopping }).catch(() => undefined);
  while (!ready() && !stopping.aborted) await wait(READY_POLL_MS);
  while (!stopping.aborted) {
    try {
      const call = { caller: callerOf(UNKNOWN_IDENTITY, uuid()), signal: stopping };
      const claim = await reference.claimJob({ waitMs: MAX_WAIT_MS }, call);
      if (claim.jobId !== '') ran(await runClaimed(claim, dependencies, log, ending));
    } catch (error) {
      if (stopping.aborted) return;
      const none = error instanceof CallFailure && error.code === status.FAILED_PRECONDITION;
      if (none) log.info(error.message);
      else log.warn({ err: error }, 'a job could not be claimed or ended');
      await wait(none ? NO_QUEUE_RETRY_MS : CLAIM_RETRY_MS);
    }
  }
}

/** @returns the outcome, or `lost` where the run no longer held its job */
async function runClaimed(claim: JobClaim__Output, dependencies: Dependencies, log: Log, ending: AbortSignal): Promise<string> {
  const { jobId, claimId, caller: identity, attempt } = claim;
  const tenantId = identity?.tenantId ?? '';
  const caller = callerOf({ ...UNKNOWN_IDENTITY, ...identity }, uuid());
  const { reference } = dependencies;
  const stop = new AbortController();
  let lost = false;
  const abort = () => stop.abort();
  ending.addEventListener('abort', abort);
  const renewing = setInterval(async () => {
    try {
      const { held } = await reference.renewJob({ jobId, claimId, progress: 0, stage: '' }, { caller });
      if (held) return;
      lost = true;
      stop.abort();
    } catch (error) {
      log.warn({ err: error, job: jobId }, 'could not renew the claim of a job');
    }
  }, RENEW_MS);
  try {
    const answer = await run(claim, caller, dependencies, stop.signal);
    if (lost) return 'lost';
    const end = ending.aborted && answer.kind === 'failure' ? { outcome: 'released' } : endOf(answer);
    if (answer.kind === 'failure' && end.outcome !== 'released')
      log.info({ job: jobId, attempt, code: answer.failure.code, outcome: end.outcome }, 'a run of a job failed');
    const { held } = await reference.finishJob({ jobId, claimId, tenantId, ...end }, { caller });
    return held ? (end.outcome ?? '') : 'lost';
  } finally {
    clearInterval(renewing);
    ending.removeEventListener('abort', abort);
  }
}

async function run(
  { jobId, operation: id, params, body }: JobClaim__Output,
  caller: ReturnType<typeof callerOf>,
  dependencies: Dependencies,
  signal: AbortSignal,
): Promise<Answer> {
  try {
    const operation = operationOfJob(dependencies.operations, id);
    // The id of a job is its prefix and a UUID.
    const requestId = jobId.slice(jobs.idPrefix.length);
    return await runOperation(operation, { caller, params, query: {}, headers: {}, body, signal, requestId }, dependencies);
  } catch (error) {
    // This version may lack the operation for which an older one took the job.
    return failureAnswer(error, caller.correlationId);
  }
}

/** How an answer ends the run of a job. */
function endOf(answer: Answer): Pick<FinishJobRequest, 'outcome' | 'resultJson' | 'manifestJson' | 'error' | 'retryAfterMs'> {
  if (answer.kind === 'data') return { outcome: 'succeeded', resultJson: answer.dataJson, manifestJson: answer.manifestJson ?? '' };
  if (answer.kind === 'document') throw new Error('a job runs operations whose answer is data');
  const { code, message, headers } = answer.failure;
  const retryAfterMs = Number(headers['Retry-After'] ?? 0) * 1_000;
  return { outcome: MAY_PASS.has(code) ? 'again' : 'failed', error: { code, message }, retryAfterMs };
}
