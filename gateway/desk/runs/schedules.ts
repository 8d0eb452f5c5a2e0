/**
 * Schedules of runs. Nothing watches a clock: each schedule has one job that waits for the next time (notBefore); it makes the run and submits the job
 * of the time after. It runs with the rights of whoever made the schedule, as far as they are left, and a time that was missed is made up for once.
 */
import { Cron } from 'croner';
import { v5 as uuidFrom } from 'uuid';
import { z } from 'zod';
import type { Document__Output } from '#proto/types/svc/common/v1/Document';
import { jobs as jobResource } from '#services/resources/job';
import { type RunSchedule, runSchedules } from '#services/resources/run-schedule';
import { text } from '#services/resources/text';
import { HttpFailure, httpFailure, invalidRequest } from '../../contract/errors.js';
import { type Dependencies, type OperationCall, operation } from '../../contract/operation.js';
import { pageResponse } from '../../contract/page.js';
import { checkedJob, submittedJob } from '../../job/submission.js';
import { documentView, listQuery, listRequest, storedShape } from '../../resource/crud.js';
import { type Context, createdRun, requireMeasures, runFields, runRequest } from './create.js';

const PATH = '/desk/v1/schedules';
const { collection } = runSchedules;
const shared = { tag: 'Runs', scope: 'portfolio' } as const;
const one = {
  params: z.strictObject({ scheduleId: z.string().max(100) }),
  failures: ['SVC-RES-001', 'SVC-AUTH-004'],
} as const;

const fields = {
  name: text(200),
  cron: z.string().max(100).meta({
    description:
      'Minute, hour, day of the month, month, day of the week, as in cron(5). A time that a change of clocks leaves out is passed over',
  }),
  timeZone: z.string().max(100).default('UTC').meta({ description: 'IANA name, such as Europe/Zurich' }),
  run: z
    .strictObject(runFields)
    .meta({ id: 'ScheduledRun', description: 'The request of each run; with snapshot, each takes the snapshot that is the latest then' }),
  compareWithPrevious: z
    .boolean()
    .default(false)
    .meta({ description: 'Whether each run is compared with the one before, so that the change is explained' }),
};
const request = z.strictObject(fields).meta({ id: 'RunScheduleRequest', description: 'When a run is made, and which' });

const schedule = z
  .object({
    ...storedShape,
    ...fields,
    timeZone: z.string(),
    run: z.record(z.string(), z.unknown()),
    compareWithPrevious: z.boolean(),
    next: z
      .object({ at: z.iso.datetime(), jobId: z.string() })
      .optional()
      .meta({ description: 'The next run, and the job that makes it. Where that job has failed, a run made by hand begins anew' }),
    last: z
      .object({
        at: z.iso.datetime(),
        runId: z.string().optional(),
        error: z.object({ code: z.string(), message: z.string() }).optional().meta({ description: 'Why no run could be made' }),
      })
      .optional(),
  })
  .meta({ id: 'RunSchedule', description: 'A run that is made again and again' });

type Fields = Omit<RunSchedule, 'tenantId' | 'id' | 'version' | 'createdAt' | 'updatedAt' | 'createdBy' | 'updatedBy'>;
const fieldsOf = ({ fieldsJson }: Document__Output): Fields => JSON.parse(fieldsJson) as Fields;

const FIVE_FIELDS = /^\s*(?:[^\s@]+\s+){4}[^\s@]+\s*$/;

/** @throws HttpFailure where it is no expression of cron, or has no time to come */
function nextTime(cron: string, timeZone: string, since: Date): Date {
  if (!FIVE_FIELDS.test(cron)) throw invalidRequest('/cron', `must have five fields, as in cron(5); got ${JSON.stringify(cron)}`);
  try {
    new Intl.DateTimeFormat('en', { timeZone });
  } catch {
    throw invalidRequest('/timeZone', `must be the IANA name of a time zone; got ${JSON.stringify(timeZone)}`);
  }
  let next: Date | null;
  try {
    next = new Cron(cron, { timezone: timeZone, paused: true }).nextRun(since);
  } catch (error) {
    throw invalidRequest('/cron', `must be an expression of cron; ${error instanceof Error ? error.message : String(error)}`);
  }
  if (next === null) throw invalidRequest('/cron', 'has no time to come');
  return next;
}

/** Submits the job of a time, whose id follows from the time and the version of the schedule: the same again gives the same job. */
async function submitNext(
  { id: scheduleId, version }: Pick<Document__Output, 'id' | 'version'>,
  { name, cron, timeZone }: Pick<Fields, 'name' | 'cron' | 'timeZone'>,
  since: Date,
  context: Context,
  dependencies: Dependencies,
): Promise<NonNullable<Fields['next']>> {
  const time = nextTime(cron, timeZone, new Date(Math.max(since.getTime(), dependencies.now().getTime())));
  const isoTime = time.toISOString();
  const params = { scheduleId };
  const job = await checkedJob({ operation: MAKE, request: { at: isoTime }, params }, '', context, dependencies);
  const requestId = uuidFrom(`${isoTime} ${version}`, scheduleId.slice(runSchedules.idPrefix.length));
  await submittedJob(job, requestId, { label: name, notBeforeMs: time.getTime(), params }, context.call, dependencies);
  return { at: isoTime, jobId: `${jobResource.idPrefix}${requestId}` };
}

const MAKE = 'makeScheduledRun';
const hasFailed = ({ state }: { readonly state: string }): boolean => ['failed', 'cancelled', 'expired'].includes(state);

/** Submits the job of the time after, and stores it with the schedule. */
async function moveOn(
  document: Document__Output,
  fields: Omit<Fields, 'next'>,
  since: Date,
  context: Context,
  dependencies: Dependencies,
): Promise<void> {
  const next = await submitNext(document, fields, since, context, dependencies);
  const fieldsJson = JSON.stringify({ ...fields, next });
  await dependencies.documents.replaceDocument(
    { collection, id: document.id, expectedVersion: document.version, fieldsJson },
    context.call,
  );
}

const scheduleDocument = (id: string, call: OperationCall, { documents }: Dependencies): Promise<Document__Output> =>
  documents.getDocument({ collection, id, version: 0 }, call);

export const schedules = [
  operation({
    ...shared,
    id: 'createRunSchedule',
    method: 'POST',
    path: PATH,
    costClass: 'batch',
    status: 201,
    summary: 'Schedule a run',
    description: 'The caller needs the scopes of the run and the scope jobs. What the run names is looked up when it is made.',
    request,
    example: {
      name: 'night',
      cron: '30 22 * * 1-5',
      timeZone: 'Europe/Zurich',
      run: {
        ...{
          portfolioIds: ['pfl_0190a1b2-0000-7000-8000-000000000000'],
          snapshot: 'latest',
          reportingCurrency: 'EUR',
          measures: ['value'],
        },
      },
      compareWithPrevious: true,
    },
    response: schedule,
    responseHeaders: { Location: 'Path of the schedule' },
    failures: ['SVC-AUTH-004', 'SVC-AUTH-005', 'SVC-RES-002', 'SVC-LIMIT-003'],
    handle: async ({ body, call, caller, stored }, dependencies) => {
      const context = { call, caller, stored };
      const { cron, timeZone } = body;
      nextTime(cron, timeZone, dependencies.now());
      requireMeasures(body.run, caller, dependencies, '/run');
      const id = `${runSchedules.idPrefix}${call.requestId}`;
      const next = await submitNext({ id, version: 0 }, body, dependencies.now(), context, dependencies);
      const fieldsJson = JSON.stringify({ ...body, next });
      const document = await dependencies.documents.createDocument({ collection, fieldsJson, requestId: call.requestId }, call);
      return { data: documentView(document), headers: { Location: `${PATH}/${document.id}` } };
    },
  }),
  operation({
    ...shared,
    id: 'listRunSchedules',
    method: 'GET',
    path: PATH,
    costClass: 'store',
    summary: 'List schedules of runs',
    query: listQuery(runSchedules, Object.keys(runSchedules.filters)),
    response: pageResponse(schedule),
    handle: async ({ query, call }, { documents }) => {
      const { items, nextCursor } = await documents.listDocuments({ collection, ...listRequest(runSchedules, query) }, call);
      return { data: { items: items.map(documentView), ...(nextCursor && { nextCursor }) } };
    },
  }),
  operation({
    ...shared,
    ...one,
    id: 'getRunSchedule',
    method: 'GET',
    path: `${PATH}/{scheduleId}`,
    costClass: 'store',
    summary: 'Get a schedule: its next run, and its last',
    response: schedule,
    handle: async ({ params, call }, dependencies) => ({
      data: documentView(await scheduleDocument(params.scheduleId, call, dependencies)),
    }),
  }),
  operation({
    ...shared,
    ...one,
    id: 'deleteRunSchedule',
    method: 'DELETE',
    path: `${PATH}/{scheduleId}`,
    costClass: 'store',
    summary: 'End a schedule; its runs stay',
    response: z.object({ id: z.string() }),
    handle: async ({ params, call }, dependencies) => {
      const { documents, jobs } = dependencies;
      const document = await scheduleDocument(params.scheduleId, call, dependencies);
      await documents.removeDocument({ collection, id: document.id, expectedVersion: 0 }, call);
      const { next } = fieldsOf(document);
      // The job of a schedule that is gone does nothing.
      if (next !== undefined) await jobs.cancelJob({ id: next.jobId }, call).catch(() => undefined);
      return { data: { id: document.id } };
    },
  }),
  operation({
    ...shared,
    ...one,
    id: MAKE,
    method: 'POST',
    path: `${PATH}/{scheduleId}/runs`,
    costClass: 'batch',
    status: 202,
    summary: 'Make the run of a schedule now, or as its job at its time',
    request: z
      .strictObject({
        at: z.iso.datetime().optional().meta({ description: 'The time of the schedule; absent: a run beside the schedule' }),
      })
      .meta({ id: 'ScheduledRunRequest' }),
    example: {},
    response: z.object({ runId: z.string().optional().meta({ description: 'Absent where the time was another’s: no run was made' }) }),
    failures: ['SVC-AUTH-004', 'SVC-AUTH-005', 'SVC-RES-001', 'SVC-RES-002', 'SVC-LIMIT-003'],
    handle: async ({ params, body: { at: dueAt }, call, caller, stored }, dependencies) => {
      const context = { call, caller, stored };
      const document = await scheduleDocument(params.scheduleId, call, dependencies);
      const { last, next, ...rest } = fieldsOf(document);
      const make = () => {
        const compareWith = rest.compareWithPrevious ? last?.runId : undefined;
        const stated = { name: rest.name, ...rest.run, ...(compareWith && { compareWith }) };
        return createdRun(runRequest.parse(stated), context, dependencies);
      };
      if (dueAt === undefined) {
        const { id: runId } = await make();
        const isLost = next === undefined || hasFailed(await dependencies.jobs.getJob({ id: next.jobId, waitMs: 0, brief: true }, call));
        if (isLost) await moveOn(document, { ...rest, ...(last && { last }) }, dependencies.now(), context, dependencies);
        return { data: { runId } };
      }
      // The job may be run again after it has moved the schedule on.
      if (next?.at !== dueAt) return { data: { ...(last?.at === dueAt && { runId: last.runId }) } };
      const outcome = await make().then(
        ({ id }) => ({ runId: id }),
        (error: unknown) => httpFailure(error),
      );
      // A service that is away or busy is asked again by the job itself.
      if (outcome instanceof HttpFailure && outcome.code.startsWith('SVC-SYS')) throw outcome;
      const result = outcome instanceof HttpFailure ? { error: { code: outcome.code, message: outcome.message } } : outcome;
      const former = outcome instanceof HttpFailure && last?.runId ? { runId: last.runId } : {};
      await moveOn(document, { ...rest, last: { at: dueAt, ...former, ...result } }, new Date(dueAt), context, dependencies);
      if (outcome instanceof HttpFailure) throw outcome;
      return { data: outcome };
    },
  }),
];
