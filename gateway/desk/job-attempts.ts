/** The attempts at the work of a job, which the console draws over time. */
import { z } from 'zod';
import { ATTEMPT_OUTCOMES, JOB_WORK, type JobWork } from '#services/resources/job';
import { allOperations, operation } from '../contract/operation.js';
import { pageQuery, pageResponse } from '../contract/page.js';
import { requireAccess } from '../job/admission.js';
import { present, time } from '../operations/jobs.js';

const jobAttempt = z
  .object({
    work: z.enum(JOB_WORK).meta({
      description:
        'run: of the operation, which may share its computation in blocks; combination: the result is made from what the blocks gave',
    }),
    block: z.int().optional().meta({ description: 'Number of the block, 0 for the first' }),
    attempt: z.int().meta({ description: '1 for the first at this block, or for the first run of the job' }),
    worker: z.string().optional().meta({ description: 'Id of the process, as the installation’s list of workers has it' }),
    startedAt: z.iso.datetime(),
    endedAt: z.iso.datetime().optional().meta({ description: 'Absent: under way, or unknown because the job ended first' }),
    outcome: z.enum(ATTEMPT_OUTCOMES).optional().meta({
      description:
        'split: the run shared its computation in blocks; again: it failed for a reason that may pass; released: its worker stopped and gave it back; lost: its worker has stopped answering, or the job ended first. Absent: under way',
    }),
    code: z.string().optional().meta({ description: 'Code of the failure' }),
  })
  .meta({ id: 'JobAttempt', description: 'One attempt at a run or at a block of a job' });

/** @param work empty from a reference service of an earlier version, which lists blocks alone */
const workOf = (work: string, block: number): { readonly work: JobWork; readonly block?: number } =>
  work === 'run' || work === 'combination' ? { work } : { work: 'block', block };

export const jobAttempts = [
  operation({
    id: 'listJobAttempts',
    method: 'GET',
    path: '/desk/v1/jobs/{jobId}/attempts',
    tag: 'Jobs',
    scope: 'jobs',
    costClass: 'store',
    summary: 'List the attempts at the run and at the blocks of a job, in the order in which they began',
    description:
      'The last 20 of the runs and of each block stay as long as the job. For whoever submitted the job, or has the scope of its operation.',
    params: z.strictObject({ jobId: z.string().max(100) }),
    query: pageQuery,
    response: pageResponse(jobAttempt),
    failures: ['SVC-RES-001', 'SVC-AUTH-004'],
    handle: async ({ params: { jobId }, query: { limit, cursor = '' }, caller, call }, dependencies) => {
      const { jobs } = dependencies;
      requireAccess(caller, await jobs.getJob({ id: jobId, waitMs: 0, brief: true }, call), allOperations(dependencies));
      const { items, nextCursor } = await jobs.listBlockAttempts({ jobId, limit, cursor }, call);
      return {
        data: {
          items: items.map(({ work, block, attempt, worker, startedAtMs, endedAtMs, outcome, code }) => ({
            ...workOf(work, block),
            ...{ attempt, startedAt: new Date(startedAtMs).toISOString() },
            ...present({ worker, endedAt: time(endedAtMs), outcome: outcome as (typeof ATTEMPT_OUTCOMES)[number], code }),
          })),
          ...(nextCursor && { nextCursor }),
        },
      };
    },
  }),
];
