/**
 * Runs an operation, whoever asks for it: HTTP, the replay of a receipt or a job worker. Plain data in, plain data out.
 * Validation, idempotency, the receipt and the mapping of failures are inside, so that there is no second way to run one.
 * Whether the caller may run it, and how often, is decided before.
 */
import type { Caller } from '#proto/caller';
import { type Answer, failureAnswer } from '../contract/answer.js';
import { invalidRequest } from '../contract/errors.js';
import type { LongText } from '../contract/long-text.js';
import { asOfOldest, requireLeastStatus, withLookUps } from '../contract/manifest.js';
import {
  type Dependencies,
  type Input,
  JsonText,
  type Operation,
  type OperationCall,
  type Outcome,
  type ResponseHeaders,
  type SharedComputation,
} from '../contract/operation.js';
import { lookUpStored } from '../stored/look-up.js';
import { mayHaveNames } from '../stored/resolve.js';
import { fingerprintOf, IDEMPOTENCY_HEADER, idempotencyKeyOf, runOnce } from './idempotency.js';
import { lookUpInputs, type RunInputs, recordedInputs } from './inputs.js';
import { openReceipt, type Receipt } from './receipts.js';
import { type ReadBody, type RequestParts, readBody, type ValidRequest, validated, validatedWithValues } from './validate.js';

export interface RunRequest extends RequestParts {
  readonly caller: Caller;
  /** Aborted when nobody waits for the answer any more. May be a getter: only a run that can take long asks for it. */
  readonly signal?: AbortSignal;
  /**
   * UUID that names what the run creates, the same for each attempt at one job: an attempt whose outcome was lost is not repeated. By default
   * the run's own id.
   */
  readonly requestId?: string;
  /** Set to run again what a receipt holds. */
  readonly replay?: Replay;
}

interface Replay {
  /** The id of the first run. */
  readonly runId: string;
  readonly inputs: RunInputs;
  /** The backend of the first run; absent for closed forms. */
  readonly backend?: string;
}

/** The state of a run at its shared computation, as plain data: with it, any worker makes the answer from the parts of the blocks. */
export interface RunState extends Pick<RunInputs, 'today' | 'resolved' | 'unresolved'> {
  /** ISO date of the oldest stored data that the run looked up */
  readonly oldest?: string | undefined;
  readonly snapshotIds: readonly string[];
}

/**
 * Takes a computation over from a run.
 *
 * @returns whether it is shared: the run then ends without an answer, which `finishRun` makes later
 */
type Share = (computation: SharedComputation, state: RunState, call: OperationCall) => Promise<boolean>;

/** @returns an answer in any case: a failure is one too */
export async function runOperation(operation: Operation, request: RunRequest, dependencies: Dependencies): Promise<Answer> {
  const { caller, headers } = request;
  try {
    const readParts = readRequest(operation, request);
    const run = (requestId: string) => execute(operation, request, readParts, requestId, dependencies) as Promise<Answer>;
    const key = operation.method === 'POST' ? idempotencyKeyOf(headers[IDEMPOTENCY_HEADER]) : undefined;
    if (key !== undefined && operation.holdsSecret)
      throw invalidRequest(
        `/headers/${IDEMPOTENCY_HEADER}`,
        'is not taken here: request or answer hold a secret, and nothing of them is stored',
      );
    if (key === undefined) return await run(request.requestId ?? caller.correlationId);
    const fingerprint = fingerprintOf([
      operation.id,
      ...[request.params, request.query, declaredHeaders(operation, headers)].map((part) => JSON.stringify(part)),
      readParts.read.bodyText,
    ]);
    const claimed = { key, fingerprint, caller, deadlineMs: deadlineOf(operation, dependencies) };
    return await runOnce(claimed, dependencies.evidence, run);
  } catch (error) {
    return failureAnswer(error, caller.correlationId);
  }
}

/** Runs the operation of a job. @returns undefined where a computation in which it ends was shared */
export async function runOrShare(
  operation: Operation,
  request: RunRequest & { readonly requestId: string },
  dependencies: Dependencies,
  share: Share,
): Promise<Answer | undefined> {
  try {
    return await execute(operation, request, readRequest(operation, request), request.requestId, dependencies, share);
  } catch (error) {
    return failureAnswer(error, request.caller.correlationId);
  }
}

/** Makes the answer of a run whose computation was shared. @param combine makes the outcome from the parts of all blocks */
export async function finishRun(
  operation: Operation,
  request: RunRequest & { readonly requestId: string },
  state: RunState,
  combine: (call: OperationCall) => Promise<Outcome<object>>,
  dependencies: Dependencies,
): Promise<Answer> {
  const { caller, requestId } = request;
  try {
    const receipt = openReceipt(dependencies.evidence, caller);
    const { bodyText, bodyBytes } = readBody(operation, request);
    const requestJson = operation.prices === undefined ? bodyText : receipt.newText(bodyText, bodyBytes);
    const outcome = await combine(callOf(operation, request, requestId, receipt, dependencies, state.today));
    return await answerOf(operation, request, { bodyText, requestJson, receipt }, state, outcome, dependencies);
  } catch (error) {
    return failureAnswer(error, caller.correlationId);
  }
}

interface GivenRequest {
  readonly read: ReadBody;
  /** Absent where names of stored data have to be looked up first. */
  readonly valid: ValidRequest | undefined;
}

function readRequest(operation: Operation, request: RunRequest): GivenRequest {
  const read = readBody(operation, request);
  // Names are looked up only by the run that holds the Idempotency-Key: a later one gets the first answer, whatever is stored by then.
  const named = mayHaveNames(operation.request, read.bodyText);
  return { read, valid: named ? undefined : validated(operation, request, read) };
}

/** @param share absent: the run computes everything itself, and has an answer */
async function execute(
  operation: Operation,
  request: RunRequest,
  { read, valid }: GivenRequest,
  requestId: string,
  dependencies: Dependencies,
  share?: Share,
): Promise<Answer | undefined> {
  const { caller, replay } = request;
  const { correlationId } = caller;
  try {
    const receipt = openReceipt(dependencies.evidence, caller);
    const call = callOf(operation, request, requestId, receipt, dependencies);
    const inputs = replay === undefined ? lookUpInputs() : recordedInputs(replay.inputs);
    const stored = lookUpStored(inputs.resolve, call, dependencies);
    const { bodyText, body, params, query, headers } = valid ?? (await validatedWithValues(operation, request, read, stored));
    const input = { body, params, query, headers, caller, call, resolve: inputs.resolve, stored } as Input<never, never, never, never>;
    // An operation that prices keeps a receipt.
    const requestJson = operation.prices === undefined ? bodyText : receipt.newText(bodyText, read.bodyBytes);
    if (operation.wire !== 'envelope') {
      const document = await operation.handle(input, dependencies);
      const status = operation.status ?? 200;
      return { kind: 'document', status, correlationId, ...document, headers: declared(operation, document.headers) };
    }
    const state = (): RunState => ({
      today: call.today,
      ...inputs.lookedUp(),
      oldest: stored.oldest(),
      snapshotIds: stored.snapshotIds(),
    });
    const result = await operation.handle(input, dependencies);
    if (share && 'compute' in result && result.shared && (await share(result.shared(), state(), call))) return undefined;
    const outcome = 'compute' in result ? await result.compute() : result;
    return await answerOf(operation, request, { bodyText, requestJson, receipt }, state(), outcome, dependencies);
  } catch (error) {
    return failureAnswer(error, correlationId);
  }
}

/** The answer of an operation; the receipt of a priced outcome is durable when it returns. */
async function answerOf(
  operation: Operation,
  request: RunRequest,
  { bodyText, requestJson, receipt }: { readonly bodyText: string; readonly requestJson: string | LongText; readonly receipt: Receipt },
  state: RunState,
  outcome: Outcome<object>,
  dependencies: Dependencies,
): Promise<Answer> {
  const { caller } = request;
  const { correlationId } = caller;
  const dataJson = outcome.data instanceof JsonText ? outcome.data : JSON.stringify(outcome.data);
  const status = outcome.status ?? operation.status ?? 200;
  const answer = { kind: 'data', status, headers: declared(operation, outcome.headers), correlationId } as const;
  if (outcome.manifest === undefined) return { ...answer, dataJson };
  const { pricerSources, ...manifest } = outcome.manifest;
  // A replay shows what was priced, whatever the policy is now.
  if (request.replay === undefined && !outcome.receiptKept) requireLeastStatus(caller, manifest);
  // The manifest of a receipt that is kept already is shown as that receipt has it.
  const shownManifest = outcome.receiptKept ? manifest : asOfOldest(withLookUps(manifest, bodyText, state.resolved), state.oldest);
  const manifestJson = JSON.stringify(shownManifest);
  if (!outcome.receiptKept) {
    dependencies.countResult(shownManifest);
    await receipt.keep({
      operationId: operation.id,
      tag: operation.tag,
      requestJson: bodyText === '' ? '{}' : requestJson,
      resultJson: typeof dataJson === 'string' ? dataJson : dataJson.pieces,
      manifestJson,
      backend: outcome.backend ?? '',
      inputsJson: JSON.stringify(inputsOf(operation, request, state, pricerSources)),
    });
    const snapshotIds = [...state.snapshotIds];
    if (snapshotIds.length > 0) await dependencies.documents.keepSnapshots({ runId: correlationId, snapshotIds }, { caller });
  }
  return { ...answer, dataJson, manifestJson };
}

/** @param today ISO date of the run; by default that of the replayed run, or of the clock */
function callOf(
  operation: Operation,
  request: RunRequest,
  requestId: string,
  receipt: Receipt,
  dependencies: Dependencies,
  today = request.replay?.inputs.today ?? dependencies.now().toISOString().slice(0, 10),
): OperationCall {
  const { caller, replay } = request;
  const endsAt = performance.now() + deadlineOf(operation, dependencies);
  return {
    caller,
    requestId,
    today,
    ...(replay && { fresh: true }),
    ...(replay?.backend && { backend: replay.backend }),
    ...(operation.prices && { newText: receipt.newText }),
    get signal() {
      return request.signal;
    },
    get timeoutMs() {
      return Math.max(1, endsAt - performance.now());
    },
  };
}

const deadlineOf = ({ deadlineMs, costClass }: Operation, { deadlines }: Dependencies): number => deadlineMs ?? deadlines[costClass];

/** The inputs of the run that the receipt records besides the body. */
function inputsOf(
  operation: Operation,
  { params, query, headers, replay }: RunRequest,
  { today, resolved = NONE, unresolved = NONE }: RunState,
  pricerSources: string | undefined,
): RunInputs {
  const readHeaders = declaredHeaders(operation, headers);
  return {
    today,
    ...(hasFields(params) && { params }),
    ...(hasFields(query) && { query }),
    ...(hasFields(readHeaders) && { headers: readHeaders }),
    ...(hasFields(resolved) && { resolved }),
    ...(hasFields(unresolved) && { unresolved }),
    ...(pricerSources && { pricerSources }),
    ...(replay && { replayOf: replay.runId }),
  };
}

function hasFields(value: object): boolean {
  for (const _ in value) return true;
  return false;
}

const NONE: Readonly<Record<string, never>> = {};

/** The request headers that the operation declares, not yet parsed. */
function declaredHeaders({ headers: schema }: Operation, headers: RequestParts['headers']): RequestParts['headers'] {
  if (schema === undefined) return NONE;
  const names = Object.keys(schema.shape);
  return Object.fromEntries(names.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]])));
}

/** @throws Error where the operation sets a header that it does not declare: its documentation would be wrong */
function declared({ id, responseHeaders = NONE }: Operation, headers: ResponseHeaders = NONE) {
  for (const name in headers) {
    if (!(name in responseHeaders)) throw new Error(`${id} sets the header ${name}, which it does not declare`);
  }
  return headers;
}
