/**
 * What a job worker does with one claim: it runs the job's operation as the gateway would, or computes one block, and reports how that ended.
 *
 * Meanwhile the claim is renewed. Work that is not wanted any more — the job was cancelled, it expired, or this worker was silent for too long —
 * is aborted, and its outcome is dropped.
 */
import { v7 as uuid } from 'uuid';
import type { Caller } from '#proto/caller';
import { callerOf, UNKNOWN_IDENTITY } from '#proto/caller';
import type { FinishBlockRequest } from '#proto/types/svc/jobs/v1/FinishBlockRequest';
import type { FinishJobRequest } from '#proto/types/svc/jobs/v1/FinishJobRequest';
import type { JobClaim__Output } from '#proto/types/svc/jobs/v1/JobClaim';
import { jobs } from '#services/resources/job';
import type { Log } from '#services/runtime/log';
import { type Answer, type FailureAnswer, failureAnswer } from '../contract/answer.js';
import { TIER_LIMITS } from '../contract/entitlement.js';
import { type ErrorCode, HttpFailure } from '../contract/errors.js';
import type { Dependencies } from '../contract/operation.js';
import { runOperation } from '../run/run.js';
import { operationOfJob, requireRights } from './admission.js';
import { runBlock, type Split, sharingBlocks } from './blocks.js';

/** Well below a second, in which what runs for a cancelled job must stop. */
const RENEW_MS = 400;

/** Failures after which another attempt may succeed. */
const MAY_PASS: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['SVC-SYS-001', 'SVC-SYS-002', 'SVC-LIMIT-001']);

export interface WorkTools {
  readonly dependencies: Dependencies;
  /** Milliseconds that a block that this process plans takes at least. */
  readonly blockMs: number;
  readonly log: Log;
  /** Aborted when what still runs has to be given back. */
  readonly ending: AbortSignal;
}

/** How the work on a claim ended; `lost`: the claim no longer held. */
export type Worked =
  | { readonly outcome: 'succeeded' | 'failed' | 'released' | 'lost' }
  | { readonly outcome: 'again'; readonly retryAfterMs: number }
  | { readonly outcome: 'split'; readonly call: string; readonly blocks: number };

export async function workOn(claim: JobClaim__Output, tools: WorkTools): Promise<Worked> {
  const { jobId, claimId, caller: identity, block } = claim;
  const { dependencies, log, ending } = tools;
  const caller = callerOf({ ...UNKNOWN_IDENTITY, ...identity }, uuid());
  const stop = new AbortController();
  let lost = false;
  const abort = () => stop.abort();
  ending.addEventListener('abort', abort);
  const renewing = setInterval(async () => {
    try {
      const { held } = await dependencies.jobs.renewJob({ jobId, claimId, call: block?.call ?? '' }, { caller });
      if (held) return;
      lost = true;
      stop.abort();
    } catch (error) {
      log.warn({ err: error, job: jobId }, 'could not renew the claim of a job');
    }
  }, RENEW_MS);
  try {
    const worked = await (block === null ? workOnRun : workOnBlock)(claim, caller, stop.signal, () => lost, tools);
    return worked;
  } finally {
    clearInterval(renewing);
    ending.removeEventListener('abort', abort);
  }
}

async function workOnRun(
  claim: JobClaim__Output,
  caller: Caller,
  signal: AbortSignal,
  isLost: () => boolean,
  { dependencies, blockMs, log, ending }: WorkTools,
): Promise<Worked> {
  const { jobId, claimId, attempt } = claim;
  const { jobs } = dependencies;
  const about = { jobId, claimId, tenantId: caller.tenantId };
  const splitting = new AbortController();
  let split: Split | undefined;
  const answer = await run(claim, caller, AbortSignal.any([signal, splitting.signal]), {
    ...sharingBlocks(dependencies, {
      jobId,
      blockMs,
      split: (needed) => {
        split ??= needed;
        // Nothing that the run would still do counts.
        splitting.abort();
      },
    }),
  });
  if (isLost()) return { outcome: 'lost' };
  if (split !== undefined && !ending.aborted) {
    const { held } = await jobs.splitJob({ ...about, ...split }, { caller });
    return held ? { outcome: 'split', call: split.call, blocks: Math.ceil(split.units / split.unitsPerBlock) } : { outcome: 'lost' };
  }
  const end = ending.aborted && answer.kind === 'failure' ? { outcome: 'released' as const } : endOf(answer);
  if (answer.kind === 'failure' && end.outcome !== 'released')
    log.info({ job: jobId, attempt, code: answer.failure.code, outcome: end.outcome }, 'a run of a job failed');
  const { held } = await jobs.finishJob({ ...about, ...end }, { caller });
  return held ? workedBy(end) : { outcome: 'lost' };
}

async function workOnBlock(
  claim: JobClaim__Output,
  caller: Caller,
  signal: AbortSignal,
  isLost: () => boolean,
  { dependencies, log, ending }: WorkTools,
): Promise<Worked> {
  const { jobId, claimId, attempt, block } = claim;
  const { call = '', number = 0 } = block ?? {};
  const end = await runBlock(claim, { caller, signal, timeoutMs: dependencies.deadlines.simulation }, dependencies).then(
    ({ part, arithmetic }): BlockEnd => ({ outcome: 'succeeded', part, arithmetic }),
    (error: unknown): BlockEnd => {
      const answer = failureAnswer(error, caller.correlationId);
      if (isLost() || ending.aborted) return { outcome: 'released' };
      log.info({ job: jobId, block: number, attempt, code: answer.failure.code }, 'a block of a job failed');
      return { ...failureOf(answer), attempt };
    },
  );
  if (isLost()) return { outcome: 'lost' };
  const about = { jobId, claimId, tenantId: caller.tenantId, call, block: number };
  const { held } = await dependencies.jobs.finishBlock({ ...about, ...end }, { caller });
  return held ? workedBy(end) : { outcome: 'lost' };
}

async function run(
  { jobId, operation: id, params, body, computeUsedMs, computeSecondsQuota, caller: identity }: JobClaim__Output,
  caller: Caller,
  signal: AbortSignal,
  dependencies: Dependencies,
): Promise<Answer> {
  try {
    // As for a request: the run that uses the last second is not cut short, and none begins after it.
    const quota = computeSecondsQuota || TIER_LIMITS[identity?.tier as keyof typeof TIER_LIMITS]?.computeSecondsQuota;
    if (quota !== undefined && computeUsedMs >= 1_000 * quota)
      throw new HttpFailure('SVC-LIMIT-002', `the monthly quota of ${quota} compute seconds was used up before the job began`);
    const operation = operationOfJob(dependencies.operations, id);
    // Whoever submitted the job may have lost rights since.
    requireRights(caller, operation);
    // The id of a job is its prefix and a UUID.
    const requestId = jobId.slice(jobs.idPrefix.length);
    return await runOperation(operation, { caller, params, query: {}, headers: {}, body, signal, requestId }, dependencies);
  } catch (error) {
    // This version may lack the operation for which an older one took the job.
    return failureAnswer(error, caller.correlationId);
  }
}

type Failed = {
  readonly outcome: 'failed' | 'again';
  readonly error: { readonly code: string; readonly message: string };
  readonly retryAfterMs: number;
};
type RunEnd =
  | Failed
  | { readonly outcome: 'released' }
  | ({ readonly outcome: 'succeeded' } & Pick<FinishJobRequest, 'resultJson' | 'manifestJson'>);
type BlockEnd =
  | (Failed & { readonly attempt: number })
  | { readonly outcome: 'released' }
  | ({ readonly outcome: 'succeeded' } & Pick<FinishBlockRequest, 'part' | 'arithmetic'>);

const workedBy = (end: RunEnd | BlockEnd): Worked =>
  end.outcome === 'again' ? { outcome: 'again', retryAfterMs: end.retryAfterMs } : { outcome: end.outcome };

/** How an answer ends the run of a job. */
function endOf(answer: Answer): RunEnd {
  if (answer.kind === 'failure') return failureOf(answer);
  if (answer.kind === 'document') throw new Error('a job runs operations whose answer is data');
  return { outcome: 'succeeded', resultJson: `${answer.dataJson}`, manifestJson: answer.manifestJson ?? '' };
}

function failureOf({ failure: { code, message, headers } }: FailureAnswer): Failed {
  return {
    outcome: MAY_PASS.has(code) ? 'again' : 'failed',
    error: { code, message },
    retryAfterMs: Number(headers['Retry-After'] ?? 0) * 1_000,
  };
}
