import { z } from 'zod';
import { type DocumentOf, resource } from './resource.js';

export const JOB_STATES = ['queued', 'running', 'succeeded', 'failed', 'cancelled', 'expired'] as const;

/** Why a job failed, as an envelope states it. */
const failure = z.strictObject({ code: z.string(), message: z.string() });
export type JobError = z.output<typeof failure>;

/** The submitter of a job, with whose rights it runs. */
const submitter = z.strictObject({
  keyId: z.string(),
  userId: z.string(),
  roles: z.array(z.string()),
  scopes: z.array(z.string()),
  tier: z.string(),
});

export const NOTICE_STATES = ['waiting', 'delivered', 'failed'] as const;
export type NoticeState = (typeof NOTICE_STATES)[number];

/** The webhook that is told that a job has ended, and the state of its notice. */
const notify = z.strictObject({
  url: z.string(),
  state: z.enum(NOTICE_STATES),
  /** Attempts at telling it that have been made. */
  attempts: z.int(),
});

/** The body of a webhook, in the shape of Standard Webhooks (standardwebhooks.com). */
export const jobEnded = z
  .strictObject({
    type: z.templateLiteral(['job.', z.enum(JOB_STATES).exclude(['queued', 'running'])]),
    timestamp: z.iso.datetime().meta({ description: 'When the job ended' }),
    data: z.strictObject({
      id: z.string().meta({ description: 'Id of the job, by which getJob gives its result' }),
      operation: z.string(),
      label: z.string().optional(),
      state: z.enum(JOB_STATES).exclude(['queued', 'running']),
    }),
  })
  .meta({ id: 'JobEnded', description: 'The body that a job with notify posts to its url when it has ended' });
export type JobEnded = z.input<typeof jobEnded>;

/** Bytes in documents of their own. */
const content = z.strictObject({
  encoding: z.enum(['plain', 'deflate']),
  /** Ids of the parts that hold them. */
  parts: z.array(z.string()),
});

/** A computation of a job that is shared among workers in blocks. */
const split = z.strictObject({
  method: z.string(),
  /** The request of each block. */
  body: content,
  /** The state of the run, which the worker that finishes the job needs. */
  state: content,
  /** The smallest parts into which the computation can be divided, and how many of them make a block. */
  units: z.int(),
  unitsPerBlock: z.int(),
});
export type Split = z.output<typeof split>;

/**
 * Operations that run asynchronously. The bytes of a document are the body of the operation's request; where they are too many for it, they
 * are parts.
 */
export const jobs = resource({
  collection: 'jobs',
  idPrefix: 'job_',
  schema: z.strictObject({
    operation: z.string(),
    /** Path parameters of the operation, by name. */
    params: z.record(z.string(), z.string()),
    label: z.string().optional(),
    /** 0 to 9; higher ones first. */
    priority: z.int(),
    /** Unix milliseconds; 0: at once. */
    notBefore: z.int(),
    /** Unix milliseconds; 0: never. */
    expiresAt: z.int(),
    /** Bounds the runs, and the attempts at each block. */
    maxAttempts: z.int(),
    /**
     * Unix milliseconds. A run or a block that fails before because a service was busy, away or silent is begun again, and does not count among the
     * attempts; absent: it counts.
     */
    retriesUntil: z.int().optional(),
    /** Runs that do not count for that reason. */
    retries: z.int().optional(),
    /** Attempts at blocks that do not count for that reason, or because a stopping worker gave the block back, by the number of the block. */
    blockRetries: z.record(z.string(), z.int()).optional(),
    submitter,
    encoding: z.enum(['plain', 'deflate']),
    /** Ids of the parts that hold the body; empty where the job's own document holds it. */
    parts: z.array(z.string()),
    state: z.enum(JOB_STATES),
    /** Runs that have begun. */
    attempts: z.int(),
    /** Most attempts at one of its blocks; absent: one. */
    blockAttempts: z.int().optional(),
    /** UUID of the run that holds the job while it is running: no other run can end it. */
    claimId: z.string().optional(),
    /** The computation in which the job ends, where a run has split it into blocks. */
    split: split.optional(),
    /** true: the next run goes on with what the blocks gave, and is no further attempt. false: the run that holds the job does so. */
    resumes: z.boolean().optional(),
    /** Unix milliseconds. */
    startedAt: z.int().optional(),
    endedAt: z.int().optional(),
    /** JSON text of the data and of the manifest of the operation, where the data are small. */
    resultJson: z.string().optional(),
    manifestJson: z.string().optional(),
    /** The artifact that holds data and manifest, where the data are large. */
    artifactId: z.string().optional(),
    error: failure.optional(),
    notify: notify.optional(),
  }),
  filters: { endedBefore: { field: 'endedAt', match: 'below' } },
  access: 'services',
});
export type Job = DocumentOf<typeof jobs>;

/**
 * Blocks that are done: the bytes of a document are what the block gave, or its parts are. The id is the job's and the number of
 * the block, so that a block counts once, however often it was computed.
 */
export const jobBlocks = resource({
  collection: 'job_blocks',
  idPrefix: '',
  schema: z.strictObject({
    jobId: z.string(),
    block: z.int(),
    /** The arithmetic that computed it: the name of a backend, or double. */
    arithmetic: z.string(),
    encoding: z.enum(['plain', 'deflate']),
    parts: z.array(z.string()),
  }),
  filters: { jobId: 'equals' },
  access: 'services',
});

/** The work that is done for a job: its run, or a block, or a run that makes the result from the blocks. */
export const JOB_WORK = ['run', 'block', 'combination'] as const;
export type JobWork = (typeof JOB_WORK)[number];

export const ATTEMPT_OUTCOMES = ['succeeded', 'split', 'failed', 'again', 'released', 'lost'] as const;

/** Attempts at the work of jobs, which show who computed what, and when. The id is the job's and the UUID of the claim. */
export const jobAttempts = resource({
  collection: 'job_attempts',
  idPrefix: '',
  schema: z.strictObject({
    jobId: z.string(),
    work: z.enum(JOB_WORK),
    /** Number of the block, where the work is one. */
    block: z.int().optional(),
    /** 1 for the first at the block, or for the first run of the job. */
    attempt: z.int(),
    /** Id of the worker's process; empty: a version that does not say it. */
    worker: z.string(),
    /** Unix milliseconds; absent: under way, or its worker stopped answering. */
    endedAt: z.int().optional(),
    outcome: z.enum(ATTEMPT_OUTCOMES).optional(),
    /** Code of the failure. */
    code: z.string().optional(),
  }),
  filters: { jobId: 'equals', work: 'equals', block: 'equals' },
  access: 'services',
});
export type JobAttempt = DocumentOf<typeof jobAttempts>;

/** The number of blocks of a job that are done. The id is the job's. */
export const jobProgress = resource({
  collection: 'job_progress',
  idPrefix: '',
  schema: z.strictObject({ done: z.int().min(0).default(0) }),
  access: 'services',
});

/**
 * A part of the body of a job's request, of the request or the state of its blocks, or of what a block gave. The id is the job's, a dot and the SHA-256 of
 * the part's bytes.
 */
export const jobParts = resource({
  collection: 'job_parts',
  idPrefix: '',
  schema: z.strictObject({}),
  access: 'services',
});

/**
 * The jobs that have not ended, of all tenants: documents of the platform with the id of the job. The queue is made from them at the start.
 */
export const unfinishedJobs = resource({
  collection: 'unfinished_jobs',
  idPrefix: '',
  schema: z.strictObject({ tenant: z.string() }),
  filters: { tenant: 'equals' },
  access: 'services',
});

/** Webhooks that are still to be delivered, of all tenants: documents of the platform with the id of the job that has ended. */
export const jobNotices = resource({
  collection: 'job_notices',
  idPrefix: '',
  schema: z.strictObject({
    tenant: z.string(),
    /** Attempts that have begun. */
    attempts: z.int(),
    /** Unix milliseconds before which no attempt begins: while one is under way, the time by which it has ended. */
    dueAt: z.int(),
  }),
  filters: { dueBefore: { field: 'dueAt', match: 'below' } },
  access: 'services',
});
export type JobNotice = DocumentOf<typeof jobNotices>;
