/** Runs of a book: measures of portfolios and netting sets on one snapshot, computed as jobs, with one status and one total. */
import { z } from 'zod';
import type { Document__Output } from '#proto/types/svc/common/v1/Document';
import { type BookRun, bookRuns, RUN_MEASURES, type RunMeasure } from '#services/resources/book-run';
import { invalidRequest } from '../../contract/errors.js';
import { inTurns } from '../../contract/in-turns.js';
import { allOperations, type Dependencies, type OperationCall, operation, renderedOperation } from '../../contract/operation.js';
import { pageQuery, pageResponse } from '../../contract/page.js';
import { requireAccess } from '../../job/admission.js';
import { documentView, listQuery, listRequest, storedShape } from '../../resource/crud.js';
import { comparedValues } from './comparison.js';
import { createdRun, runRequest } from './create.js';
import { TABLE_FILES } from './files.js';
import { ASKED_AT_ONCE, answersOf, jobStates, keepOutcome, outcomeOf, progressOf } from './progress.js';
import { type Row, TABLES } from './tables.js';

const PATH = '/desk/v1/runs';
const { collection } = bookRuns;
const shared = { tag: 'Runs', scope: 'portfolio' } as const;
const runId = z.strictObject({ runId: z.string().max(100) });
const measure = z.enum(RUN_MEASURES);
const run = z
  .object({
    ...storedShape,
    name: z.string().optional(),
    status: z.enum(['queued', 'running', 'succeeded', 'failed', 'cancelled']).meta({
      description:
        'succeeded: every job has; failed: all have ended, and at least one failed or expired. The results of the others are there all the same',
    }),
    portfolioIds: z.array(z.string()),
    nettingSetIds: z.array(z.string()),
    snapshotId: z.string(),
    reportingCurrency: z.string(),
    measures: z.array(measure),
    compareWith: z.string().optional(),
    stages: z.array(
      z.strictObject({
        measure,
        status: z.string().optional(),
        done: z.int().meta({ description: 'Jobs that have ended' }),
        failed: z.int(),
        of: z.int(),
        progress: z.number().optional().meta({ description: '0 to 1, while jobs run' }),
      }),
    ),
    jobs: z.array(
      z.strictObject({ measure, subjectId: z.string().meta({ description: 'Id of the portfolio or netting set' }), jobId: z.string() }),
    ),
    totals: z.record(z.string(), z.unknown()).optional().meta({
      description: 'By measure, once all jobs have ended: sums over portfolios and netting sets; value at risk of the joint scenarios',
    }),
    warnings: z.array(z.strictObject({ pricerId: z.string(), warning: z.string() })).optional(),
    failures: z.array(z.strictObject({ measure, subjectId: z.string(), code: z.string(), message: z.string() })).optional(),
  })
  .meta({ id: 'BookRun', description: 'A run of measures over portfolios and netting sets' });
type RunView = z.input<typeof run>;
/** The stored fields of a run, as callers see them. */
type Stored = Omit<RunView, 'status' | 'stages' | 'jobs' | 'totals' | 'warnings' | 'failures'>;

const fieldsOf = ({ fieldsJson }: Document__Output) => JSON.parse(fieldsJson) as Omit<BookRun, keyof typeof storedShape>;

/** @param briefly without the totals of a run that has just ended */
async function viewOf(document: Document__Output, call: OperationCall, dependencies: Dependencies, briefly = false): Promise<RunView> {
  const { parts, settings: _, outcome: storedOutcome, ...fields } = fieldsOf(document);
  const states = storedOutcome === undefined ? await jobStates(parts, call, dependencies) : [];
  const progress = storedOutcome ?? progressOf(parts, states);
  const isNew = storedOutcome === undefined && !briefly && progress.status !== 'queued' && progress.status !== 'running';
  const outcome = isNew ? await outcomeOf(fieldsOf(document), states, call, dependencies) : storedOutcome;
  if (isNew && outcome !== undefined) await keepOutcome(document, outcome, call, dependencies);
  const { totals, warnings, failures } = outcome ?? {};
  const { status, stages } = progress;
  return {
    ...(documentView({ ...document, fieldsJson: JSON.stringify(fields) }) as Stored),
    ...{ status, stages: [...stages], jobs: parts },
    ...(outcome && { totals, warnings, failures }),
  };
}

const runDocument = (runName: string, call: OperationCall, { documents }: Dependencies): Promise<Document__Output> =>
  documents.getDocument({ collection, id: runName, version: 0 }, call);

const rows = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]).optional());

/** All rows of a table of a run, in the order of its portfolios or netting sets. */
async function tableOf(runName: string, table: RunMeasure, call: OperationCall, dependencies: Dependencies): Promise<Row[]> {
  const { parts } = fieldsOf(await runDocument(runName, call, dependencies));
  if (!parts.some((part) => part.measure === table)) throw invalidRequest('/query/measure', `must be a measure of the run; got ${table}`);
  return (await answersOf(parts, table, call, dependencies)).flatMap(TABLES[table].rowsOf);
}

const measureQuery = { measure: measure.meta({ description: 'A measure of the run; explain where it was compared with another' }) };

export const runs = [
  operation({
    ...shared,
    id: 'createBookRun',
    method: 'POST',
    path: PATH,
    costClass: 'batch',
    status: 202,
    summary: 'Run measures over portfolios and netting sets on one snapshot',
    description:
      'Each measure of each portfolio or netting set is one job: its operation with the request that portfolioId or nettingSetId, snapshotId, reportingCurrency and the settings make. The caller needs the scopes of those operations. The settings are checked here as the operations would.',
    request: runRequest,
    example: {
      name: 'close of business',
      portfolioIds: ['por_0190a1b2-0000-7000-8000-000000000000'],
      snapshotId: 'snp_0190a1b2-0000-7000-8000-000000000000',
      reportingCurrency: 'EUR',
      measures: ['value', 'stress'],
      settings: { stress: { scenarios: [{ name: '2008' }] } },
    },
    response: run,
    responseHeaders: { Location: 'Path of the run', 'Retry-After': 'Seconds after which to ask for it' },
    failures: ['SVC-AUTH-004', 'SVC-AUTH-005', 'SVC-RES-001', 'SVC-RES-002', 'SVC-LIMIT-003'],
    handle: async (input, dependencies) => {
      const { call } = input;
      const document = await createdRun(input.body, input, dependencies);
      return {
        data: await viewOf(document, call, dependencies, true),
        headers: { Location: `${PATH}/${document.id}`, 'Retry-After': '1' },
      };
    },
  }),
  operation({
    ...shared,
    id: 'listBookRuns',
    method: 'GET',
    path: PATH,
    costClass: 'store',
    summary: 'List runs of measures, with their status',
    query: listQuery(bookRuns, Object.keys(bookRuns.filters)),
    response: pageResponse(run),
    handle: async ({ query, call }, dependencies) => {
      const { items, nextCursor } = await dependencies.documents.listDocuments({ collection, ...listRequest(bookRuns, query) }, call);
      const views = [];
      for (const each of items) views.push(await viewOf(each, call, dependencies, true));
      return { data: { items: views, ...(nextCursor && { nextCursor }) } };
    },
  }),
  operation({
    ...shared,
    id: 'getBookRun',
    method: 'GET',
    path: `${PATH}/{runId}`,
    costClass: 'batch',
    summary: 'Get a run: the status of each measure, and totals once all jobs have ended',
    params: runId,
    response: run,
    failures: ['SVC-RES-001', 'SVC-AUTH-004'],
    handle: async ({ params, call }, dependencies) => ({
      data: await viewOf(await runDocument(params.runId, call, dependencies), call, dependencies),
    }),
  }),
  operation({
    ...shared,
    id: 'getBookRunResults',
    method: 'GET',
    path: `${PATH}/{runId}/results`,
    costClass: 'batch',
    summary: 'Get the results of a measure of a run as rows',
    description: 'Rows of jobs that have not ended, or whose result has expired, are left out.',
    params: runId,
    query: pageQuery.extend(measureQuery),
    response: pageResponse(rows),
    failures: ['SVC-RES-001', 'SVC-AUTH-004'],
    handle: async ({ params, query, call }, dependencies) => {
      const all = await tableOf(params.runId, query.measure, call, dependencies);
      const first = query.cursor === undefined ? 0 : Number(query.cursor);
      if (!Number.isSafeInteger(first) || first < 0) throw invalidRequest('/query/cursor', 'is not the nextCursor of a page of this list');
      const next = first + query.limit;
      return { data: { items: all.slice(first, next), ...(next < all.length && { nextCursor: String(next) }) } };
    },
  }),
  ...TABLE_FILES.map(({ extension, id, noun, mediaType, parameters, write }) =>
    renderedOperation({
      ...shared,
      id,
      method: 'GET',
      path: `${PATH}/{runId}/results.${extension}`,
      costClass: 'batch',
      wire: 'document',
      largeAnswers: true,
      summary: `Get the results of a measure of a run as ${noun}`,
      params: runId,
      query: z.strictObject(measureQuery),
      produces: [mediaType],
      responseHeaders: { 'Content-Disposition': 'A name for the file' },
      failures: ['SVC-RES-001', 'SVC-AUTH-004'],
      handle: async ({ params, query, call }, dependencies) => {
        const rows = await tableOf(params.runId, query.measure, call, dependencies);
        const name = `${params.runId.replaceAll(/[^\w-]/g, '')}-${query.measure}.${extension}`;
        return {
          contentType: mediaType + parameters,
          body: await write(TABLES[query.measure], rows),
          headers: { 'Content-Disposition': `attachment; filename="${name}"` },
        };
      },
    }),
  ),
  operation({
    ...shared,
    id: 'compareBookRuns',
    method: 'GET',
    path: `${PATH}/{runId}/compare`,
    costClass: 'batch',
    summary: 'Compare a run with a former one: totals, the value of each position, and why the values changed',
    params: runId,
    query: z.strictObject({ with: z.string().max(100).meta({ description: 'The former run' }) }),
    response: z
      .object({
        totals: z.array(z.strictObject({ measure, before: z.unknown().optional(), after: z.unknown().optional() })),
        positions: z
          .array(
            z.strictObject({
              portfolioId: z.string(),
              position: z.string(),
              before: z
                .number()
                .optional()
                .meta({ description: 'Value in the reporting currency; absent of a new position, or one that failed' }),
              after: z.number().optional(),
              change: z.number().optional(),
            }),
          )
          .meta({ description: 'Those whose value changed, the largest change first' }),
        explain: z
          .unknown()
          .optional()
          .meta({ description: 'Where the run was created with compareWith this one: the parts of the change' }),
      })
      .meta({ id: 'BookRunComparison' }),
    failures: ['SVC-RES-001', 'SVC-AUTH-004'],
    handle: async ({ params, query, call }, dependencies) => {
      const [later, former] = [await runDocument(params.runId, call, dependencies), await runDocument(query.with, call, dependencies)];
      const [laterView, formerView] = [await viewOf(later, call, dependencies), await viewOf(former, call, dependencies)];
      if (laterView.reportingCurrency !== formerView.reportingCurrency)
        throw invalidRequest('/query/with', `must be of a run in ${laterView.reportingCurrency}; it is in ${formerView.reportingCurrency}`);
      const inBoth = RUN_MEASURES.filter(
        (each) => each !== 'explain' && laterView.measures.includes(each) && formerView.measures.includes(each),
      );
      const valuesOf = async (document: Document__Output) =>
        (await answersOf(fieldsOf(document).parts, 'value', call, dependencies)).flatMap(TABLES.value.rowsOf);
      return {
        data: {
          totals: inBoth.map((each) => ({ measure: each, before: formerView.totals?.[each], after: laterView.totals?.[each] })),
          positions: inBoth.includes('value') ? comparedValues(await valuesOf(former), await valuesOf(later)) : [],
          ...(laterView.compareWith === former.id && { explain: laterView.totals?.explain }),
        },
      };
    },
  }),
  operation({
    ...shared,
    id: 'deleteBookRun',
    method: 'DELETE',
    path: `${PATH}/{runId}`,
    costClass: 'batch',
    summary: 'Cancel a run that has not ended, or delete one that has',
    description: 'The results of its jobs stay until they expire.',
    params: runId,
    response: z.object({ id: z.string(), status: z.enum(['cancelled', 'deleted']) }),
    failures: ['SVC-RES-001', 'SVC-AUTH-004'],
    handle: async ({ params, caller, call }, dependencies) => {
      const document = await runDocument(params.runId, call, dependencies);
      const { parts, outcome } = fieldsOf(document);
      const states = outcome === undefined ? await jobStates(parts, call, dependencies) : [];
      const living = parts.filter((_, index) => ['queued', 'running'].includes(states[index]?.state ?? ''));
      if (living.length === 0) {
        await dependencies.documents.removeDocument({ collection, id: document.id, expectedVersion: 0 }, call);
        return { data: { id: document.id, status: 'deleted' as const } };
      }
      await inTurns(living, ASKED_AT_ONCE, async ({ jobId }) => {
        requireAccess(caller, await dependencies.jobs.getJob({ id: jobId, waitMs: 0, brief: true }, call), allOperations(dependencies));
        await dependencies.jobs.cancelJob({ id: jobId }, call);
      });
      return { data: { id: document.id, status: 'cancelled' as const } };
    },
  }),
];
