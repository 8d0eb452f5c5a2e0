/** The attempts at the blocks of a job, which the console draws over time. */
import { z } from 'zod';
import { BLOCK_OUTCOMES } from '#services/resources/job';
import { allOperations, operation } from '../contract/operation.js';
import { pageQuery, pageResponse } from '../contract/page.js';
import { requireAccess } from '../job/admission.js';
import { present, time } from '../operations/jobs.js';

const blockAttempt = z
  .object({
    block: z.int().meta({ description: 'Number of the block, 0 for the first' }),
    attempt: z.int().meta({ description: '1 for the first at this block' }),
    worker: z.string().optional().meta({ description: 'Id of the process, as the installation’s list of workers has it' }),
    startedAt: z.iso.datetime(),
    endedAt: z.iso.datetime().optional().meta({ description: 'Absent: under way, or unknown because the job ended first' }),
    outcome: z.enum(BLOCK_OUTCOMES).optional().meta({
      description:
        'again: it failed for a reason that may pass; released: its worker stopped and gave it back; lost: its worker stopped answering, or the job ended first. Absent: under way',
    }),
    code: z.string().optional().meta({ description: 'Code of the failure' }),
  })
  .meta({ id: 'BlockAttempt', description: 'One attempt at computing a block of a job' });

export const blockAttempts = [
  operation({
    id: 'listBlockAttempts',
    method: 'GET',
    path: '/desk/v1/jobs/{jobId}/blocks',
    tag: 'Jobs',
    scope: 'jobs',
    costClass: 'store',
    summary: 'List the attempts at the blocks of a job, in the order in which they began',
    description:
      'Empty for a job that is not computed in blocks. The last 20 at each block stay as long as the job. For whoever submitted the job, or has the scope of its operation.',
    params: z.strictObject({ jobId: z.string().max(100) }),
    query: pageQuery,
    response: pageResponse(blockAttempt),
    failures: ['SVC-RES-001', 'SVC-AUTH-004'],
    handle: async ({ params: { jobId }, query: { limit, cursor = '' }, caller, call }, dependencies) => {
      const { jobs } = dependencies;
      requireAccess(caller, await jobs.getJob({ id: jobId, waitMs: 0, brief: true }, call), allOperations(dependencies));
      const { items, nextCursor } = await jobs.listBlockAttempts({ jobId, limit, cursor }, call);
      return {
        data: {
          items: items.map(({ block, attempt, worker, startedAtMs, endedAtMs, outcome, code }) => ({
            ...{ block, attempt, startedAt: new Date(startedAtMs).toISOString() },
            ...present({ worker, endedAt: time(endedAtMs), outcome: outcome as (typeof BLOCK_OUTCOMES)[number], code }),
          })),
          ...(nextCursor && { nextCursor }),
        },
      };
    },
  }),
];
