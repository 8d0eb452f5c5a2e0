/** Validation of pricers in the running system: runs against the reference cases that ship with it, and their report. */
import { z } from 'zod';
import type { Document__Output } from '#proto/types/svc/common/v1/Document';
import type { Approval } from '#services/resources/approval';
import { type ValidationRun, validationDepths, validationResult, validationStates } from '#services/resources/validation-run';
import { HttpFailure } from '../contract/errors.js';
import { operation, type RenderedDocument, renderedOperation } from '../contract/operation.js';
import { ownStyleHeaders } from '../contract/own-style.js';
import { PRINT_HEADERS } from '../print/page.js';
import { documentSchema, documentView } from '../resource/crud.js';
import { referenceCases } from '../validation/cases.js';
import { validationReportHtml } from '../validation/html.js';
import { asMarkdown } from '../validation/markdown.js';
import { monitoringOf } from '../validation/monitoring.js';
import type { CaseOutcome } from '../validation/outcome.js';
import { type Report, reportOf } from '../validation/report.js';
import { casesOf } from '../validation/runner.js';
import { subjectsOf } from '../validation/subjects.js';

const shared = { tag: 'Validation', scope: 'validate', costClass: 'store' } as const;
const path = '/api/v1/validation';

/** Milliseconds: a report reads up to a thousand receipts. */
const REPORT_DEADLINE_MS = 30_000;
/** Seconds after which a caller may look again. */
const POLL_S = 2;
/** Runs that a report looks through for the one before. */
const EARLIER_RUNS = 20;
/** Newest requests for a change of a status that a report looks through. */
const APPROVALS = 500;

const runRequest = z
  .strictObject({
    pricers: z.array(z.string().max(100)).max(100).default([]).meta({
      description: 'Ids of pricers, or of operations such as riskBacktest, that have reference cases; by default all',
    }),
    depth: z.enum(validationDepths).default('quick').meta({ description: 'full: with the cases that need a simulation or a grid' }),
  })
  .meta({ id: 'ValidationRunRequest' });

export const run = documentSchema(
  {
    shape: {
      pricers: z.array(z.string()),
      depth: z.enum(validationDepths),
      state: z
        .enum(validationStates)
        .meta({ description: 'succeeded: every case was compared; whether the pricers passed is in the results' }),
      progress: z.number().min(0).max(1),
      results: z.array(validationResult.meta({ id: 'ValidationResult' })),
      error: z.string().optional().meta({ description: 'Why the run failed' }),
      endedAt: z.iso.datetime().optional(),
    },
  },
  'ValidationRun',
);

export function runView(document: Document__Output): never {
  const { submitter: _, claim: _claim, endedAt, ...fields } = documentView(document) as unknown as ValidationRun;
  return { ...fields, ...(endedAt !== undefined && { endedAt: new Date(endedAt).toISOString() }) } as never;
}

/** A stored run with its fields. */
const storedRun = (document: Document__Output): ValidationRun => ({
  ...(JSON.parse(document.fieldsJson) as ValidationRun),
  ...{ id: document.id, createdAt: document.createdAtMs, updatedAt: document.updatedAtMs },
  ...(document.createdBy && { createdBy: document.createdBy }),
});

const RENDERED: Readonly<Record<'markdown' | 'html' | 'json', (report: Report) => RenderedDocument>> = {
  markdown: (report) => ({ contentType: 'text/markdown; charset=utf-8', body: asMarkdown(report) }),
  html: (report) => ({ contentType: 'text/html; charset=utf-8', body: validationReportHtml(report), headers: PRINT_HEADERS }),
  json: (report) => ({ contentType: 'application/json; charset=utf-8', body: JSON.stringify(report) }),
};

export const validation = [
  operation({
    ...shared,
    id: 'startValidationRun',
    method: 'POST',
    path: `${path}/runs`,
    summary: 'Hold pricers, calibrations, hedges and measures of risk against their reference cases',
    description: 'The run works in the background, on threads that it shares with everything else, and survives the end of a process.',
    status: 202,
    request: runRequest,
    example: { pricers: ['equity_vanilla_bs', 'equity_digital_bs'], depth: 'quick' },
    response: run,
    responseHeaders: { Location: 'Path of the run', 'Retry-After': 'Seconds after which to look' },
    failures: ['SVC-RES-001', 'SVC-RES-002'],
    handle: async ({ body, call }, { governance }) => {
      const pricersWithCases = new Set(referenceCases().map(({ pricerId }) => pricerId));
      const faults = body.pricers.flatMap((id, index) =>
        pricersWithCases.has(id) ? [] : [{ pointer: `/pricers/${index}`, reason: `${id} has no reference cases` }],
      );
      const [fault] = faults;
      if (fault !== undefined) throw new HttpFailure('SVC-RES-001', `pricers.${fault.pointer.slice(9)} ${fault.reason}`, faults);
      if (casesOf(body).length === 0) {
        const reason = `no case of ${body.pricers.join(', ')} is ${body.depth}: ask for a full run`;
        throw new HttpFailure('SVC-RES-001', reason, [{ pointer: '/depth', reason }]);
      }
      const document = await governance.startValidationRun({ ...body, requestId: call.requestId }, call);
      return { data: runView(document), headers: { Location: `${path}/runs/${document.id}`, 'Retry-After': String(POLL_S) } };
    },
  }),
  operation({
    ...shared,
    id: 'getValidationRun',
    method: 'GET',
    path: `${path}/runs/{validationRunId}`,
    summary: 'Get the state and the results of a validation run',
    params: z.strictObject({ validationRunId: z.string().min(1).max(100) }),
    response: run,
    failures: ['SVC-RES-001'],
    handle: async ({ params, call }, { governance }) => {
      const { run: document } = await governance.getValidationRun({ id: params.validationRunId, withOutcomes: false }, call);
      if (document === null) throw new Error('a reply came without its run');
      return { data: runView(document) };
    },
  }),
  renderedOperation({
    ...shared,
    id: 'getValidationReport',
    method: 'GET',
    path: `${path}/report`,
    wire: 'document',
    produces: ['text/markdown', 'text/html', 'application/json'],
    responseHeaders: ownStyleHeaders,
    summary: 'Get the report of a validation run as Markdown, HTML or JSON',
    deadlineMs: REPORT_DEADLINE_MS,
    description: 'Of the newest run that succeeded, unless one is named. A document, not an envelope.',
    query: z.strictObject({
      format: z.enum(['markdown', 'html', 'json']).default('markdown'),
      validationRunId: z.string().min(1).max(100).optional(),
    }),
    failures: ['SVC-RES-001', 'SVC-RES-002'],
    handle: async ({ query, call }, dependencies) => {
      const { governance, pricing, operations } = dependencies;
      const [{ run: document, outcomesJson }, catalogue, earlier, approvals] = await Promise.all([
        governance.getValidationRun({ id: query.validationRunId ?? '', withOutcomes: true }, call),
        pricing.listPricers({}, call),
        governance.listValidationRuns({ limit: EARLIER_RUNS, succeeded: true }, call),
        governance.listApprovals({ limit: APPROVALS, cursor: '', pricerId: '', status: '' }, call),
      ]);
      if (document === null) throw new Error('a reply came without its run');
      if (outcomesJson === '') throw new HttpFailure('SVC-RES-002', `${document.id} has no outcomes: it has not succeeded`);
      const subjects = subjectsOf(catalogue, operations);
      const runs = earlier.items.map(storedRun);
      const report = reportOf({
        run: storedRun(document),
        outcomes: JSON.parse(outcomesJson) as CaseOutcome[],
        cases: referenceCases(),
        subjects,
        earlier: runs,
        monitoring: await monitoringOf(subjects, runs, call, dependencies),
        approvals: approvals.items.map((each) => documentView(each) as unknown as Approval),
        engineVersion: catalogue.engineVersion,
      });
      return RENDERED[query.format](report);
    },
  }),
];
