/** Lists of what works in the background: jobs and validation runs of the caller's tenant, which the console shows. */
import { operation } from '../contract/operation.js';
import { pageQuery, pageResponse } from '../contract/page.js';
import { job, jobView } from '../operations/jobs.js';
import { run, runView } from '../operations/validation.js';

export const work = [
  operation({
    id: 'listJobs',
    method: 'GET',
    path: '/admin/v1/jobs',
    tag: 'Work',
    scope: 'jobs',
    costClass: 'store',
    summary: 'List the jobs of one’s tenant, newest first',
    description: 'Without results and manifests, which getJob gives. With a test key, those of test keys.',
    query: pageQuery,
    response: pageResponse(job),
    handle: async ({ query: { limit, cursor = '' }, call }, { jobs }) => {
      const { items, nextCursor } = await jobs.listJobs({ limit, cursor }, call);
      return { data: { items: items.map(jobView), ...(nextCursor && { nextCursor }) } };
    },
  }),
  operation({
    id: 'listValidationRuns',
    method: 'GET',
    path: '/admin/v1/validation-runs',
    tag: 'Work',
    scope: 'validate',
    costClass: 'store',
    summary: 'List the validation runs of one’s tenant, newest first',
    query: pageQuery,
    response: pageResponse(run),
    handle: async ({ query: { limit, cursor = '' }, call }, { governance }) => {
      const { items, nextCursor } = await governance.listValidationRuns({ limit, cursor, succeeded: false }, call);
      return { data: { items: items.map(runView), ...(nextCursor && { nextCursor }) } };
    },
  }),
];
