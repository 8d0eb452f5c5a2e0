/** Makes a run: checks what is asked for, stores it, and submits its jobs. */
import { v5 as uuidFrom } from 'uuid';
import { z } from 'zod';
import type { Document__Output } from '#proto/types/svc/common/v1/Document';
import { type BookRun, bookRuns, NETTING_SET_MEASURES, PORTFOLIO_MEASURES, type RunMeasure } from '#services/resources/book-run';
import { currency } from '#services/resources/currency';
import { jobs as jobResource } from '#services/resources/job';
import { nettingSets } from '#services/resources/netting-set';
import { portfolios } from '#services/resources/portfolio';
import { snapshots } from '#services/resources/snapshot';
import { text } from '#services/resources/text';
import { HttpFailure, invalidRequest, notThere } from '../../contract/errors.js';
import { inTurns } from '../../contract/in-turns.js';
import { allOperations, type Dependencies, type Input, type OperationCall } from '../../contract/operation.js';
import { operationOfJob, requireRights } from '../../job/admission.js';
import { type CheckedJob, checkedJob, submittedJob } from '../../job/submission.js';
import { partsOf } from './parts.js';
import { ASKED_AT_ONCE, isNotThere } from './progress.js';

const { collection } = bookRuns;
const id = z.string().min(1).max(200);
const settingsOf = (operationId: string) =>
  z
    .record(z.string(), z.unknown())
    .optional()
    .meta({ description: `Further fields of the request of ${operationId}` });

const MAX_RUN_PORTFOLIOS = 100;
const MAX_RUN_NETTING_SETS = 1_000;

const LATEST = 'latest';

/** The fields of a request for a run, and of one that a schedule repeats. */
export const runFields = {
  name: text(200).optional(),
  portfolioIds: z.array(id).max(MAX_RUN_PORTFOLIOS).default([]),
  nettingSetIds: z.array(id).max(MAX_RUN_NETTING_SETS).default([]),
  snapshotId: id.optional().meta({ description: 'The market of the run' }),
  snapshot: z.literal(LATEST).optional().meta({ description: 'In place of snapshotId: the snapshot with the latest date' }),
  reportingCurrency: currency,
  measures: z
    .array(z.enum([...PORTFOLIO_MEASURES, ...NETTING_SET_MEASURES]))
    .min(1)
    .meta({ description: `${PORTFOLIO_MEASURES.join(', ')} of portfolios, ${NETTING_SET_MEASURES.join(' and ')} of netting sets` }),
  settings: z
    .strictObject({
      value: settingsOf('portfolioPrice'),
      sensitivities: settingsOf('portfolioGreeks'),
      var: settingsOf('riskVarHistorical').meta({
        description: 'Further fields of the request of riskVarHistorical: it needs history or returns',
      }),
      stress: settingsOf('riskStress').meta({ description: 'Further fields of the request of riskStress: it needs scenarios' }),
      exposure: settingsOf('riskExposure'),
      xva: settingsOf('calculateXva'),
    })
    .default({}),
};

export const runRequest = z
  .strictObject({
    ...runFields,
    compareWith: id.optional().meta({ description: 'A former run: the changes since its snapshot are explained, portfolio by portfolio' }),
  })
  .meta({ id: 'BookRunRequest', description: 'Measures of portfolios and netting sets on one snapshot' });

type RunBody = z.output<typeof runRequest>;
export type Context = Pick<Input<unknown, unknown, unknown, unknown>, 'call' | 'caller' | 'stored'>;

/**
 * The id of the run, and those of its jobs, are made from the id of the request, so that the same request again gives the same run.
 *
 * @throws HttpFailure where the run is refused, or one of its jobs would be
 */
export async function createdRun(body: RunBody, context: Context, dependencies: Dependencies): Promise<Document__Output> {
  requireMeasures(body, context.caller, dependencies);
  const { call } = context;
  const { documents } = dependencies;
  const { compareWith, snapshot: _, ...stated } = body;
  const { snapshotId, formerSnapshotId } = await knownNames(body, call, dependencies);
  const settings = Object.fromEntries(Object.entries(stated.settings).filter(([, each]) => each !== undefined)) as BookRun['settings'];
  const fields = { ...stated, snapshotId, settings };
  const planned = await plannedParts(fields, formerSnapshotId, context, dependencies);
  const parts = planned.map(({ job: _job, ...part }) => part);
  const fieldsJson = JSON.stringify({ ...fields, ...(compareWith && { compareWith }), parts });
  const document = await documents.createDocument({ collection, fieldsJson, requestId: call.requestId }, call);
  const label = stated.name ?? document.id;
  await inTurns(planned, ASKED_AT_ONCE, ({ jobId, measure, job }) =>
    submittedJob(job, jobId.slice(jobResource.idPrefix.length), { label: `${label}: ${measure}`.slice(0, 200) }, call, dependencies),
  );
  return document;
}

/**
 * @param root pointer of the request
 * @throws HttpFailure where a measure has nothing to be computed of, or the caller may not have it
 */
export function requireMeasures(
  { measures, portfolioIds, nettingSetIds, snapshotId, snapshot, settings }: Omit<RunBody, 'compareWith'>,
  caller: Context['caller'],
  dependencies: Dependencies,
  root = '',
): void {
  for (const [field, list] of Object.entries({ portfolioIds, nettingSetIds, measures }))
    for (const [index, each] of list.entries())
      if (list.indexOf(each as never) < index) throw invalidRequest(`${root}/${field}/${index}`, `must not be named twice; got ${each}`);
  for (const measure of measures) {
    const { operation, subject } = partsOf('')[measure];
    requireRights(caller, operationOfJob(allOperations(dependencies), operation));
    const [field, ids] = subject === 'portfolio' ? ['portfolioIds', portfolioIds] : ['nettingSetIds', nettingSetIds];
    if (ids.length === 0) throw invalidRequest(`${root}/${field}`, `must have an entry: ${measure} is asked of them`);
  }
  const { history, returns } = settings.var ?? {};
  if (measures.includes('var') && history === undefined && returns === undefined)
    throw invalidRequest(`${root}/settings/var`, 'must have history or returns');
  if ((snapshotId === undefined) === (snapshot === undefined))
    throw invalidRequest(
      `${root}/snapshotId`,
      snapshot === undefined ? 'is required, or snapshot in its place' : 'must be left out beside snapshot',
    );
}

/** @throws HttpFailure SVC-RES-001 with the pointer of a name that stands for nothing */
async function knownNames(
  { snapshotId: stated, portfolioIds, nettingSetIds, compareWith }: RunBody,
  call: OperationCall,
  dependencies: Dependencies,
): Promise<{ readonly snapshotId: string; readonly formerSnapshotId?: string }> {
  const find = async (pointer: string, resource: { readonly collection: string }, name: string): Promise<Document__Output> => {
    try {
      return await dependencies.documents.getDocument({ collection: resource.collection, id: name, version: 0 }, call);
    } catch (error) {
      throw unknownName(error, pointer, name);
    }
  };
  const snapshotId = stated ?? (await latestSnapshot(call, dependencies));
  await find('/snapshotId', snapshots, snapshotId);
  const listed = [
    ...portfolioIds.map((name, index) => [`/portfolioIds/${index}`, portfolios, name] as const),
    ...nettingSetIds.map((name, index) => [`/nettingSetIds/${index}`, nettingSets, name] as const),
  ];
  await inTurns(listed, ASKED_AT_ONCE, ([pointer, resource, name]) => find(pointer, resource, name));
  if (compareWith === undefined) return { snapshotId };
  const former = await find('/compareWith', bookRuns, compareWith);
  return { snapshotId, formerSnapshotId: (JSON.parse(former.fieldsJson) as BookRun).snapshotId };
}

type Planned = BookRun['parts'][number] & { readonly job: CheckedJob };

/** @param formerSnapshotId from which changes are explained; undefined: they are not */
async function plannedParts(
  fields: Omit<RunBody, 'snapshotId' | 'settings'> & Pick<BookRun, 'snapshotId' | 'settings'>,
  formerSnapshotId: string | undefined,
  context: Context,
  dependencies: Dependencies,
): Promise<Planned[]> {
  const kinds = partsOf(formerSnapshotId ?? '');
  const measures: RunMeasure[] = [...fields.measures, ...(formerSnapshotId === undefined ? [] : (['explain'] as const))];
  const planned: Planned[] = [];
  for (const measure of measures) {
    const { operation, subject, requestOf } = kinds[measure];
    let checked: CheckedJob | undefined;
    for (const subjectId of subject === 'portfolio' ? fields.portfolioIds : fields.nettingSetIds) {
      const request = requestOf(fields, subjectId);
      // The settings are those of all subjects: they are checked once.
      checked ??= await checkedJob({ operation, request }, `/settings/${measure}`, context, dependencies);
      const jobId = `${jobResource.idPrefix}${uuidFrom(`${measure} ${subjectId}`, context.call.requestId)}`;
      planned.push({ measure, subjectId, jobId, job: { ...checked, body: Buffer.from(JSON.stringify(request)) } });
    }
  }
  return planned;
}

async function latestSnapshot(call: OperationCall, { documents }: Dependencies): Promise<string> {
  const query = { collection: snapshots.collection, limit: 1, cursor: '', sort: '-asOf', search: '', filtersJson: '' };
  const { items } = await documents.listDocuments(query, call);
  if (items[0] === undefined) throw invalidRequest('/snapshot', 'has nothing to stand for: no snapshot is stored');
  return items[0].id;
}

/** A name of the request that stands for nothing, with its pointer. */
function unknownName(error: unknown, pointer: string, name: string): unknown {
  if (!isNotThere(error)) return error;
  const { code, message } = notThere(name);
  return new HttpFailure(code, message, [{ pointer, reason: 'is not stored' }]);
}
