/**
 * The state of a run, as its jobs have it: nothing runs for a run but its jobs. When the last has ended, totals, warnings and failures are stored
 * with the run, because the results of jobs expire.
 */
import { status } from '@grpc/grpc-js';
import { CallFailure } from '#proto/failure';
import type { Document__Output } from '#proto/types/svc/common/v1/Document';
import type { Job__Output } from '#proto/types/svc/jobs/v1/Job';
import { type BookRun, bookRuns, type RunMeasure } from '#services/resources/book-run';
import { resultOf } from '../../contract/computation.js';
import { HttpFailure } from '../../contract/errors.js';
import { inTurns } from '../../contract/in-turns.js';
import type { Dependencies, OperationCall } from '../../contract/operation.js';
import { allOperations } from '../../contract/operation.js';
import { requireAccess } from '../../job/admission.js';
import { jointProfits, type PartResult, totalOf } from './tables.js';

type RunPart = BookRun['parts'][number];
type Outcome = NonNullable<BookRun['outcome']>;

/** Jobs that are asked for at a time. */
export const ASKED_AT_ONCE = 20;
/** Distinct warnings that a run keeps, and failures. */
const MAX_KEPT = 200;

type JobState = Pick<Job__Output, 'state' | 'progress' | 'error'>;
/** A job that was never stored: the submission of the run was cut off, and is made again with its Idempotency-Key. */
const MISSING: JobState = {
  state: 'failed',
  progress: 0,
  error: { code: 'SVC-RES-001', message: 'the job was not submitted, or its result has expired' },
};

const hasEnded = ({ state }: JobState): boolean => state !== 'queued' && state !== 'running';

export const jobStates = (parts: readonly RunPart[], call: OperationCall, { jobs }: Pick<Dependencies, 'jobs'>): Promise<JobState[]> =>
  inTurns(parts, ASKED_AT_ONCE, ({ jobId: id }) =>
    jobs.getJob({ id, waitMs: 0, brief: true }, call).catch((error) => missing(error, MISSING)),
  );

export const isNotThere = (error: unknown): boolean => error instanceof CallFailure && error.code === status.NOT_FOUND;

function missing<Value>(error: unknown, instead: Value): Value {
  if (isNotThere(error)) return instead;
  throw error;
}

interface Progress {
  readonly status: 'queued' | 'running' | Outcome['status'];
  readonly stages: readonly (Outcome['stages'][number] & { readonly status: string; readonly progress: number })[];
}

const MEASURE_ORDER = ['value', 'sensitivities', 'var', 'stress', 'explain', 'exposure', 'xva'] as const satisfies readonly RunMeasure[];

/** @param states of the jobs, in the order of the parts */
export function progressOf(parts: readonly RunPart[], states: readonly JobState[]): Progress {
  const stages = MEASURE_ORDER.flatMap((measure) => {
    const stage = states.filter((_, index) => parts[index]?.measure === measure);
    if (stage.length === 0) return [];
    const endedCount = stage.filter(hasEnded).length;
    const failed = stage.filter(({ state }) => state === 'failed' || state === 'expired').length;
    const progress = stage.reduce((sum, each) => sum + (hasEnded(each) ? 1 : each.progress), 0) / stage.length;
    return [{ measure, status: statusOf(stage), done: endedCount, failed, of: stage.length, progress }];
  });
  return { status: statusOf(states), stages };
}

function statusOf(states: readonly JobState[]): Progress['status'] {
  const some = (...names: readonly string[]) => states.some(({ state }) => names.includes(state));
  if (!states.every(hasEnded)) return some('running', 'succeeded', 'failed') ? 'running' : 'queued';
  if (some('cancelled')) return 'cancelled';
  return some('failed', 'expired') ? 'failed' : 'succeeded';
}

interface KnownManifest {
  readonly pricerId?: string;
  readonly warnings?: readonly string[];
}

interface AnsweredPart extends PartResult {
  readonly manifest?: KnownManifest;
}

/** @returns the answers of the jobs of a measure that have one. @throws HttpFailure SVC-AUTH-004 where the caller may not have them */
export async function answersOf(
  parts: readonly RunPart[],
  measure: RunMeasure,
  call: OperationCall,
  dependencies: Dependencies,
): Promise<AnsweredPart[]> {
  const chosen = parts.filter((part) => part.measure === measure);
  const answers = await inTurns(chosen, ASKED_AT_ONCE, async ({ jobId, subjectId }) => {
    const job = await dependencies.jobs.getJob({ id: jobId, waitMs: 0 }, call).catch((error) => missing(error, undefined));
    if (job?.state !== 'succeeded') return [];
    requireAccess(call.caller, job, allOperations(dependencies));
    const { data, manifest } = job.artifactId === '' ? inlineAnswer(job) : await storedAnswer(job.artifactId, call, dependencies);
    return [{ subjectId, data, ...(manifest && { manifest }) }];
  });
  return answers.flat();
}

interface JobAnswer {
  readonly data: unknown;
  readonly manifest?: KnownManifest | undefined;
}

const inlineAnswer = ({ resultJson, manifestJson }: Job__Output): JobAnswer => ({
  data: JSON.parse(resultJson),
  ...(manifestJson && { manifest: JSON.parse(manifestJson) as KnownManifest }),
});

/** Artifacts hold the data and the manifest of a large result. */
async function storedAnswer(id: string, call: OperationCall, { documents }: Dependencies): Promise<JobAnswer> {
  const { fieldsJson } = await documents.getDocument({ collection: 'artifacts', id }, call);
  const { size } = JSON.parse(fieldsJson) as { readonly size: number };
  const pieces: Uint8Array[] = [];
  for (let offset = 0; offset < size; ) {
    const { bytes } = await documents.readArtifact({ id, offset }, call);
    if (bytes.length === 0) throw new HttpFailure('SVC-SYS-002', `the content of ${id} ends at ${offset}`);
    pieces.push(bytes);
    offset += bytes.length;
  }
  const { data, meta } = JSON.parse(Buffer.concat(pieces).toString()) as {
    readonly data: unknown;
    readonly meta?: { readonly manifest?: KnownManifest };
  };
  return { data, manifest: meta?.manifest };
}

/** Totals, warnings and failures of a run whose jobs have ended. */
export async function outcomeOf(
  { parts, measures, settings, compareWith }: Pick<BookRun, 'parts' | 'measures' | 'settings' | 'compareWith'>,
  states: readonly JobState[],
  call: OperationCall,
  dependencies: Dependencies,
): Promise<Outcome> {
  const { status: runStatus, stages } = progressOf(parts, states);
  const totals: Record<string, unknown> = {};
  const warnings = new Map<string, Outcome['warnings'][number]>();
  const computed: readonly RunMeasure[] = compareWith === undefined ? measures : [...measures, 'explain'];
  for (const measure of computed) {
    const answers = await answersOf(parts, measure, call, dependencies);
    const count = parts.filter((part) => part.measure === measure).length;
    totals[measure] =
      measure === 'var' ? await tailTotal(answers, count, settings.var, call, dependencies) : totalOf(measure, answers, count);
    for (const { manifest } of answers)
      for (const warning of manifest?.warnings ?? []) {
        const pricerId = manifest?.pricerId ?? '';
        if (warnings.size < MAX_KEPT) warnings.set(`${pricerId} ${warning}`, { pricerId, warning });
      }
  }
  const failures = parts.flatMap(({ measure, subjectId }, index) => {
    const { error } = states[index] ?? MISSING;
    return error === null ? [] : [{ measure, subjectId, code: error.code, message: error.message }];
  });
  const counted = stages.map(({ status: _, progress: _progress, ...counts }) => counts);
  return {
    ...{ status: runStatus as Outcome['status'], stages: counted, totals },
    ...{ warnings: [...warnings.values()], failures: failures.slice(0, MAX_KEPT) },
  };
}

/**
 * Tail figures of the sum over portfolios: those of single portfolios do not add up.
 *
 * @param count of the portfolios, with those that have no answer
 */
async function tailTotal(
  answers: readonly AnsweredPart[],
  count: number,
  { confidence, ageDecay }: Readonly<Record<string, unknown>> = {},
  call: OperationCall,
  { risk }: Dependencies,
): Promise<unknown> {
  const named = totalOf('var', answers, count) as object;
  if (answers.length === 0) return named;
  if (ageDecay !== undefined) return { ...named, reason: 'scenarios that are weighted by age do not add up' };
  const profitAndLoss = jointProfits(answers);
  if (profitAndLoss === undefined) return { ...named, reason: 'the scenarios of the portfolios are not of the same days' };
  // The operation and the figures have one default for a confidence that is not stated.
  const request = { profitAndLoss, ...(confidence !== undefined && { confidence }) };
  return { ...named, scenarios: profitAndLoss.length, ...(await resultOf<object>(risk.profitFigures, request, call)) };
}

/** Stores the outcome, unless another answer has stored it meanwhile. */
export async function keepOutcome(
  { id, version, fieldsJson }: Document__Output,
  outcome: Outcome,
  call: OperationCall,
  { documents }: Dependencies,
): Promise<void> {
  const fields = JSON.stringify({ ...(JSON.parse(fieldsJson) as object), outcome });
  await documents
    .replaceDocument({ collection: bookRuns.collection, id, expectedVersion: version, fieldsJson: fields }, call)
    .catch(unlessStale);
}

function unlessStale(error: unknown): void {
  if (!(error instanceof CallFailure && error.code === status.ABORTED)) throw error;
}
