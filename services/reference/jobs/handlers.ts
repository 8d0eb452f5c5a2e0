/** The calls of the jobs service: each reads its request, calls one function, and writes its reply. */
import type { Handlers } from '#proto/services';
import type { AttemptedBlock } from '#proto/types/svc/jobs/v1/AttemptedBlock';
import type { FinishBlockRequest__Output } from '#proto/types/svc/jobs/v1/FinishBlockRequest';
import type { FinishJobRequest__Output } from '#proto/types/svc/jobs/v1/FinishJobRequest';
import type { Job as JobMessage } from '#proto/types/svc/jobs/v1/Job';
import type { JobClaim } from '#proto/types/svc/jobs/v1/JobClaim';
import type { JobsDefinition } from '#proto/types/svc/jobs/v1/Jobs';
import { type JobAttempt, unfinishedJobs } from '../../resources/job.js';
import { ownerOf, PLATFORM, tenants } from '../../resources/tenant.js';
import { unfinishedValidationRuns } from '../../resources/validation-run.js';
import { required } from '../../rpc/status.js';
import { packageVersion } from '../../runtime/version.js';
import { StoreFailure } from '../../store/failure.js';
import type { Store } from '../../store/port.js';
import { computeTimeUsed } from '../access/usage.js';
import { requirePlatformAdmin } from '../base/authority.js';
import { statusesInForce } from '../governance/approvals.js';
import type { BlockEnd } from './blocks.js';
import type { Claimed, JobBook, JobStatus } from './jobs.js';
import type { RunEnd } from './runs.js';
import { forgetWorker, noteWorker, runningWorkers } from './workers.js';

/** @param book absent where the installation has no engine for jobs */
export function jobsHandlers(store: Store, book: JobBook | undefined, storeKind: 'embedded' | 'mongodb') {
  const queued = (): JobBook => {
    if (book === undefined)
      throw new StoreFailure(
        'unsupported',
        'asynchronous jobs on MongoDB need Temporal: set TEMPORAL_ADDRESS (and the other TEMPORAL_ variables) for the reference service and the worker',
      );
    return book;
  };

  /** The message that tells a worker what to run. */
  async function toClaim(claimed: Claimed | undefined): Promise<JobClaim> {
    if (claimed === undefined) return {};
    const { job, claimId, body } = claimed;
    const { id: jobId, operation, params, tenantId } = job;
    const submitter = 'split' in claimed ? job.submitter : claimed.submitter;
    // The statuses of pricers are those of the run.
    const caller = { tenantId, ...submitter, statuses: await statusesInForce(store, tenantId) };
    const claim = { jobId, claimId, operation, params, body, caller };
    if ('split' in claimed) {
      const { split, block, attempt } = claimed;
      const first = block * split.unitsPerBlock;
      const units = Math.min(split.unitsPerBlock, split.units - first);
      return { ...claim, attempt, block: { method: split.method, number: block, first, units } };
    }
    const isFirst = job.attempts === 1 && !claimed.resumed;
    return {
      ...claim,
      ...(claimed.finishes && { split: claimed.finishes }),
      attempt: job.attempts,
      computeUsedMs: isFirst ? await computeTimeUsed(store, tenantId, Date.now()) : 0,
      computeSecondsQuota: (await store.get(tenants, PLATFORM, ownerOf(tenantId)))?.computeSecondsQuota ?? 0,
    };
  }

  return {
    submitJob: async ({ notBeforeMs, expiresAtMs, ...request }, { caller }) =>
      toMessage(await queued().submit(caller, { ...request, notBefore: notBeforeMs, expiresAt: expiresAtMs })),

    getJob: async ({ id, waitMs, brief: isBrief }, { caller, signal }) => {
      const message = toMessage(await queued().get(caller, id, waitMs, signal));
      return isBrief ? withoutResult(message) : message;
    },

    listJobs: async ({ limit, cursor }, { caller }) => {
      const { items, nextCursor = '' } = await queued().list(caller, limit, cursor);
      return { items: items.map((each) => withoutResult(toMessage(each))), nextCursor };
    },

    cancelJob: async ({ id }, { caller }) => toMessage(await queued().cancel(caller, id)),

    claimJob: async ({ waitMs, worker }, { signal }) => toClaim(await queued().claim(worker, waitMs, signal)),

    beginJob: async ({ tenantId, jobId, block, worker }) => toClaim(await queued().begin(tenantId, jobId, block, worker)),

    renewJob: async ({ jobId, claimId, isBlock }, { caller }) => ({ held: await queued().renew(caller.tenantId, jobId, claimId, isBlock) }),

    splitJob: async ({ tenantId, jobId, claimId, split }) => ({
      held: await queued().split(tenantId, jobId, claimId, required(split, 'split')),
    }),

    listBlockAttempts: async ({ jobId, limit, cursor }, { caller }) => {
      const { items, nextCursor = '' } = await queued().attempts(caller, jobId, limit, cursor);
      return { items: items.map(toAttemptMessage), nextCursor };
    },

    readJobBlocks: async ({ jobId, from }, { caller }) => {
      const { count, blocks } = await queued().readBlocks(caller.tenantId, jobId, from);
      return { count, blocks: [...blocks] };
    },

    finishBlock: async ({ tenantId, jobId, block, claimId, ...end }) => ({
      held: await queued().finishBlock(tenantId, jobId, { block, claimId }, blockEndOf(end)),
    }),

    finishJob: async (request) => ({
      held: await queued().finish(request.tenantId, request.jobId, request.claimId, runEndOf(request)),
    }),

    reportWorker: async ({ id, version: release, startedAtMs: startedAt, ending, ...facts }) => {
      if (ending) await forgetWorker(store, id);
      else await noteWorker(store, id, { release, startedAt, ...facts }, Date.now());
      return {};
    },

    expireJob: async ({ tenantId, jobId }) => {
      await queued().expire(tenantId, jobId);
      return {};
    },

    getSystem: async (_request, { caller }) => {
      requirePlatformAdmin(caller);
      const [unfinishedJobCount, unfinishedRunCount] = await Promise.all(
        [unfinishedJobs, unfinishedValidationRuns].map((resource) => store.count(resource, PLATFORM, MAX_COUNTED)),
      );
      const workers = await runningWorkers(store, Date.now());
      return {
        ...{
          version: packageVersion,
          store: storeKind,
          jobs: book !== undefined,
          node: process.version,
          uptimeS: Math.round(process.uptime()),
        },
        ...{ unfinishedJobs: unfinishedJobCount, unfinishedValidationRuns: unfinishedRunCount },
        workers: workers.map(({ id, release, node, queue, lanes, startedAt, seenAt }) => ({
          ...{ id, version: release, node, queue, lanes },
          ...{ startedAtMs: startedAt, seenAtMs: seenAt },
        })),
      };
    },
  } satisfies Handlers<JobsDefinition>;
}

/** Unfinished jobs and runs are counted up to this number. */
const MAX_COUNTED = 100_000;

const UNKNOWN_ERROR = { code: 'SVC-SYS-001', message: 'internal error' };

function blockEndOf(
  end: Pick<FinishBlockRequest__Output, 'outcome' | 'part' | 'arithmetic' | 'error' | 'retryAfterMs' | 'attempt'>,
): BlockEnd {
  const { outcome, part, arithmetic, retryAfterMs, attempt } = end;
  const error = end.error ?? UNKNOWN_ERROR;
  switch (outcome) {
    case 'succeeded':
      return { outcome, part, arithmetic };
    case 'failed':
      return { outcome, error };
    case 'again':
      return { outcome, error, retryAfterMs, attempt };
    case 'released':
      return { outcome };
    default:
      throw new StoreFailure('invalid', `a block ends as succeeded, failed, again or released; got ${outcome}`);
  }
}

function runEndOf({ outcome, resultJson, manifestJson, error, retryAfterMs }: FinishJobRequest__Output): RunEnd {
  const failure = error ?? UNKNOWN_ERROR;
  switch (outcome) {
    case 'succeeded':
      return { outcome, resultJson, manifestJson };
    case 'failed':
      return { outcome, error: failure };
    case 'again':
      return { outcome, error: failure, retryAfterMs };
    case 'released':
      return { outcome };
    default:
      throw new StoreFailure('invalid', `a run ends as succeeded, failed, again or released; got ${outcome}`);
  }
}

const withoutResult = (message: JobMessage): JobMessage => ({ ...message, resultJson: '', manifestJson: '' });

const toAttemptMessage = ({ work, block, attempt, worker, createdAt, endedAt, outcome, code }: JobAttempt): AttemptedBlock => ({
  ...{
    work,
    block: block ?? 0,
    attempt,
    worker,
    startedAtMs: createdAt,
    endedAtMs: endedAt ?? 0,
    outcome: outcome ?? '',
    code: code ?? '',
  },
});

const toMessage = ({ job, progress, stage }: JobStatus): JobMessage => ({
  id: job.id,
  operation: job.operation,
  label: job.label ?? '',
  priority: job.priority,
  state: job.state,
  progress,
  stage,
  attempts: Math.max(job.attempts, job.blockAttempts ?? 0),
  maxAttempts: job.maxAttempts,
  retriesUntilMs: job.retriesUntil ?? 0,
  createdAtMs: job.createdAt,
  version: job.version,
  updatedAtMs: job.updatedAt,
  startedAtMs: job.startedAt ?? 0,
  endedAtMs: job.endedAt ?? 0,
  notBeforeMs: job.notBefore,
  expiresAtMs: job.expiresAt,
  createdBy: job.createdBy ?? '',
  resultJson: job.resultJson ?? '',
  manifestJson: job.manifestJson ?? '',
  artifactId: job.artifactId ?? '',
  error: job.error ?? null,
  notify: job.notify ?? null,
});
