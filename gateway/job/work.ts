/**
 * The work of a job worker on one claim: it runs the job's operation as the gateway would, computes one block, or finishes the job from the parts of
 * its blocks, and reports how that ended.
 *
 * Meanwhile the claim is renewed. Work that is not wanted any more — the job was cancelled, it expired, or this worker was silent for too long —
 * is aborted, and its outcome is dropped.
 */
import { v7 as uuid } from 'uuid';
import type { Caller } from '#proto/caller';
import { callerOf, UNKNOWN_IDENTITY } from '#proto/caller';
import type { ComputedBlock__Output } from '#proto/types/svc/common/v1/ComputedBlock';
import type { FinishBlockRequest } from '#proto/types/svc/jobs/v1/FinishBlockRequest';
import type { FinishJobRequest } from '#proto/types/svc/jobs/v1/FinishJobRequest';
import type { JobClaim__Output } from '#proto/types/svc/jobs/v1/JobClaim';
import type { JobSplit__Output } from '#proto/types/svc/jobs/v1/JobSplit';
import { jobs } from '#services/resources/job';
import type { Log } from '#services/runtime/log';
import { inTrace } from '#services/runtime/tracing';
import { type Answer, type FailureAnswer, failureAnswer } from '../contract/answer.js';
import { TIER_LIMITS } from '../contract/entitlement.js';
import { type ErrorCode, HttpFailure } from '../contract/errors.js';
import { allOperations, type Dependencies, type EnvelopeOperation, type SharedComputation } from '../contract/operation.js';
import { finishRun, type RunRequest, type RunState, runOrShare } from '../run/run.js';
import { operationOfJob, requireRights } from './admission.js';
import { type BlockRequest, combineBlocks, planBlocks, runBlock } from './blocks.js';

/** Interval of renewals: well below the second in which the work for a cancelled job must stop. */
const RENEW_MS = 400;

/** Failures after which another attempt may succeed: a service that hangs or a busy machine lets a call miss its deadline. */
const MAY_PASS: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['SVC-SYS-001', 'SVC-SYS-002', 'SVC-SYS-003', 'SVC-LIMIT-001']);

export interface WorkTools {
  readonly dependencies: Dependencies;
  /** Shortest time of a block that this process plans, milliseconds. */
  readonly blockMs: number;
  readonly log: Log;
  /** Aborted when the work under way has to be given back. */
  readonly ending: AbortSignal;
}

/** The end of the work on a claim; `lost`: another worker has the claim, or the job has ended. */
export type Worked =
  | { readonly outcome: 'succeeded' | 'failed' | 'released' | 'lost' }
  | { readonly outcome: 'again'; readonly retryAfterMs: number }
  | { readonly outcome: 'split'; readonly blocks: number };

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
      const { held: isHeld } = await dependencies.jobs.renewJob({ jobId, claimId, isBlock: block !== null }, { caller });
      if (isHeld) return;
      lost = true;
      stop.abort();
    } catch (error) {
      log.warn({ err: error, job: jobId }, 'could not renew the claim of a job');
    }
  }, RENEW_MS);
  try {
    const attributes = { 'svc.job': jobId, 'svc.tenant_id': caller.tenantId };
    return await inTrace({ name: block === null ? 'run of a job' : 'block of a job', kind: 'internal', attributes }, () =>
      (block === null ? workOnRun : workOnBlock)(claim, caller, stop.signal, () => lost, tools),
    );
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
  const ran = await run(claim, caller, signal, dependencies, blockMs);
  if (isLost()) return { outcome: 'lost' };
  if ('units' in ran && !ending.aborted) {
    const { held: isHeld } = await jobs.splitJob({ ...about, split: ran }, { caller });
    return isHeld ? { outcome: 'split', blocks: Math.ceil(ran.units / ran.unitsPerBlock) } : { outcome: 'lost' };
  }
  const isCutOff = ending.aborted && ('units' in ran || ran.kind === 'failure');
  const end = isCutOff || 'units' in ran ? { outcome: 'released' as const } : endOf(ran);
  if (!('units' in ran) && ran.kind === 'failure' && !isCutOff)
    log.info({ job: jobId, attempt, code: ran.failure.code, outcome: end.outcome }, 'a run of a job failed');
  const { held: isHeld } = await jobs.finishJob({ ...about, ...end }, { caller });
  return isHeld ? workedBy(end) : { outcome: 'lost' };
}

async function workOnBlock(
  claim: JobClaim__Output,
  caller: Caller,
  signal: AbortSignal,
  isLost: () => boolean,
  { dependencies, log, ending }: WorkTools,
): Promise<Worked> {
  const { jobId, claimId, attempt, block } = claim;
  const { method = '', number = 0, first = 0, units = 0 } = block ?? {};
  const request = JSON.parse(claim.body.toString()) as BlockRequest;
  const clientCall = { caller, signal, timeoutMs: dependencies.deadlines.simulation };
  const end = await runBlock(method, request, { first, units }, clientCall, dependencies).then(
    ({ part, arithmetic }): BlockEnd => ({ outcome: 'succeeded', part, arithmetic }),
    (error: unknown): BlockEnd => {
      const answer = failureAnswer(error, caller.correlationId);
      if (isLost() || ending.aborted) return { outcome: 'released' };
      log.info({ job: jobId, block: number, attempt, code: answer.failure.code }, 'a block of a job failed');
      return { ...failureOf(answer), attempt };
    },
  );
  if (isLost()) return { outcome: 'lost' };
  const about = { jobId, claimId, tenantId: caller.tenantId, block: number };
  const { held: isHeld } = await dependencies.jobs.finishBlock({ ...about, ...end }, { caller });
  return isHeld ? workedBy(end) : { outcome: 'lost' };
}

/** @returns the answer of the operation, or the computation in blocks that comes first */
async function run(
  { jobId, operation: id, params, body, split, computeUsedMs, computeSecondsQuota, caller: identity }: JobClaim__Output,
  caller: Caller,
  signal: AbortSignal,
  dependencies: Dependencies,
  blockMs: number,
): Promise<Answer | JobSplit__Output> {
  try {
    // The rule for requests holds here too: the run that uses the last second is not cut short, and none begins after it.
    const quota = computeSecondsQuota || TIER_LIMITS[identity?.tier as keyof typeof TIER_LIMITS]?.computeSecondsQuota;
    if (quota !== undefined && computeUsedMs >= 1_000 * quota)
      throw new HttpFailure('SVC-LIMIT-002', `the monthly quota of ${quota} compute seconds was used up before the job began`);
    const operation = operationOfJob(allOperations(dependencies), id);
    // Whoever submitted the job may have lost rights since.
    requireRights(caller, operation);
    // The id of a job is its prefix and a UUID.
    const requestId = jobId.slice(jobs.idPrefix.length);
    const request = { caller, params, query: {}, headers: {}, body, signal, requestId };
    if (split !== null) return await finish(split, operation, request, jobId, dependencies);
    let planned: JobSplit__Output | undefined;
    const answer = await runOrShare(operation, request, dependencies, async (computation, state, call) => {
      const { method, bodyJson, today, notes } = computation;
      const { units, unitsPerBlock, backend } = await planBlocks(computation, blockMs, call, dependencies);
      if (units === 0) return false;
      const blockRequest: BlockRequest = { bodyJson, today, backend };
      const finishing: Finishing = { notes, run: state };
      const bytesOf = (part: object) => Buffer.from(JSON.stringify(part));
      planned = { method, body: bytesOf(blockRequest), state: bytesOf(finishing), units, unitsPerBlock };
      return true;
    });
    if (answer !== undefined) return answer;
    if (planned !== undefined) return planned;
    throw new Error('the run of a job ended without an answer');
  } catch (error) {
    // This version may lack the operation for which an older one took the job.
    return failureAnswer(error, caller.correlationId);
  }
}

/** The state of a job that is shared in blocks, as JSON: what its last run needs beside the request of the blocks. */
interface Finishing {
  readonly notes: SharedComputation['notes'];
  readonly run: RunState;
}

/** Makes the answer from the parts of the blocks. @returns the computation itself where blocks are still missing: the report that shared it was lost */
async function finish(
  split: JobSplit__Output,
  operation: EnvelopeOperation,
  request: RunRequest & { readonly requestId: string },
  jobId: string,
  dependencies: Dependencies,
): Promise<Answer | JobSplit__Output> {
  const blocks: ComputedBlock__Output[] = [];
  for (let count = Number.POSITIVE_INFINITY; blocks.length < count; ) {
    const page = await dependencies.jobs.readJobBlocks({ jobId, from: blocks.length }, request);
    if (page.blocks.length === 0) return split;
    blocks.push(...page.blocks);
    ({ count } = page);
  }
  const { bodyJson, today } = JSON.parse(split.body.toString()) as BlockRequest;
  const { notes, run: state } = JSON.parse(split.state.toString()) as Finishing;
  const computation = { method: split.method, bodyJson, today, notes };
  return finishRun(operation, request, state, (call) => combineBlocks(computation, blocks, call, dependencies), dependencies);
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

/** The end of a run that has an answer. */
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
