/** The calls about jobs and artifacts: each reads its request, calls one function, and writes its reply. */
import type { Handlers } from '#proto/services';
import type { FinishJobRequest__Output } from '#proto/types/svc/reference/v1/FinishJobRequest';
import type { Job as JobMessage } from '#proto/types/svc/reference/v1/Job';
import type { ReferenceDefinition } from '#proto/types/svc/reference/v1/Reference';
import { StoreFailure } from '../store/failure.js';
import type { Store } from '../store/port.js';
import { statusesInForce } from './approvals.js';
import { readArtifact } from './artifacts.js';
import type { JobBook, JobStatus, RunEnd } from './jobs.js';

/** @param book absent where the installation has no queue */
export function jobHandlers(store: Store, book: JobBook | undefined) {
  const queued = (): JobBook => {
    if (book === undefined)
      throw new StoreFailure('unsupported', 'asynchronous jobs need the embedded store; this installation has MongoDB');
    return book;
  };
  return {
    submitJob: async ({ notBeforeMs, expiresAtMs, ...request }, { caller }) =>
      toMessage(await queued().submit(caller, { ...request, notBefore: notBeforeMs, expiresAt: expiresAtMs })),

    getJob: async ({ id, waitMs }, { caller, signal }) => toMessage(await queued().get(caller, id, waitMs, signal)),

    cancelJob: async ({ id }, { caller }) => toMessage(await queued().cancel(caller, id)),

    claimJob: async ({ waitMs }, { signal }) => {
      const claimed = await queued().claim(waitMs, signal);
      if (claimed === undefined) return {};
      const { job, claimId, body } = claimed;
      const { id: jobId, operation, params, attempts: attempt, tenantId, submitter } = job;
      // The rights are those of the submission, the statuses of pricers those of the run.
      const statuses = await statusesInForce(store, tenantId);
      return { jobId, claimId, operation, params, attempt, body, caller: { tenantId, ...submitter, statuses } };
    },

    renewJob: ({ jobId, claimId, progress, stage }) => ({ held: queued().renew(jobId, claimId, progress, stage) }),

    finishJob: async (request) => ({
      held: await queued().finish(request.jobId, request.tenantId, request.claimId, runEndOf(request)),
    }),

    readArtifact: async ({ id, offset }, { caller }) => ({ bytes: await readArtifact(store, caller.tenantId, id, offset) }),
  } satisfies Partial<Handlers<ReferenceDefinition>>;
}

function runEndOf({ outcome, resultJson, manifestJson, error, retryAfterMs }: FinishJobRequest__Output): RunEnd {
  const failure = error ?? { code: 'SVC-SYS-001', message: 'internal error' };
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

const toMessage = ({ job, progress, stage }: JobStatus): JobMessage => ({
  id: job.id,
  operation: job.operation,
  label: job.label ?? '',
  priority: job.priority,
  state: job.state,
  progress,
  stage,
  attempts: job.attempts,
  maxAttempts: job.maxAttempts,
  createdAtMs: job.createdAt,
  startedAtMs: job.startedAt ?? 0,
  endedAtMs: job.endedAt ?? 0,
  notBeforeMs: job.notBefore,
  expiresAtMs: job.expiresAt,
  createdBy: job.createdBy ?? '',
  resultJson: job.resultJson ?? '',
  manifestJson: job.manifestJson ?? '',
  artifactId: job.artifactId ?? '',
  error: job.error ?? null,
});
