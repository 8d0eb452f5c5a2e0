/**
 * Runs an operation, whoever asks for it: HTTP, the replay of a receipt or a job worker. Plain data in, plain data out.
 * Validation, idempotency, the receipt and the mapping of failures are inside, so that there is no second way to run one.
 * Whether the caller may run it, and how often, is decided before.
 */
import type { Caller } from '#proto/caller';
import { type Answer, failureAnswer } from '../contract/answer.js';
import { invalidRequest } from '../contract/errors.js';
import { asOfOldest, withSideWarnings } from '../contract/manifest.js';
import { type Dependencies, type Input, JsonText, type Operation, type OperationCall } from '../contract/operation.js';
import { lookUpStored } from '../stored/look-up.js';
import { mayHaveNames } from '../stored/resolve.js';
import { fingerprintOf, IDEMPOTENCY_HEADER, idempotencyKeyOf, runOnce } from './idempotency.js';
import { type InputRecorder, lookUpInputs, type RunInputs, recordedInputs } from './inputs.js';
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

export interface Replay {
  /** The id of the first run. */
  readonly runId: string;
  readonly inputs: RunInputs;
  /** The backend of the first run; absent for closed forms. */
  readonly backend?: string;
}

/** @returns an answer in any case: a failure is one too */
export async function runOperation(operation: Operation, request: RunRequest, dependencies: Dependencies): Promise<Answer> {
  const { caller, headers } = request;
  try {
    const read = readBody(operation, request);
    // Names are looked up only by the run that holds the Idempotency-Key: a later one gets the first answer, whatever is stored by then.
    const named = mayHaveNames(operation.request, read.bodyText);
    const valid = named ? undefined : validated(operation, request, read);
    const run = (requestId: string) => execute(operation, request, { read, valid }, requestId, dependencies);
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
      read.bodyText,
    ]);
    const claimed = { key, fingerprint, caller, deadlineMs: deadlineOf(operation, dependencies) };
    return await runOnce(claimed, dependencies.evidence, run);
  } catch (error) {
    return failureAnswer(error, caller.correlationId);
  }
}

async function execute(
  operation: Operation,
  request: RunRequest,
  { read, valid }: { readonly read: ReadBody; readonly valid: ValidRequest | undefined },
  requestId: string,
  dependencies: Dependencies,
): Promise<Answer> {
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
    const requestJson = operation.pricers === undefined ? bodyText : receipt.newText(bodyText, read.bodyBytes);
    const status = operation.status ?? 200;
    if (operation.wire !== 'envelope') {
      const document = await operation.handle(input, dependencies);
      return { kind: 'document', status, correlationId, ...document, headers: declared(operation, document.headers) };
    }
    const outcome = await operation.handle(input, dependencies);
    const dataJson = outcome.data instanceof JsonText ? outcome.data : JSON.stringify(outcome.data);
    const answer = {
      kind: 'data',
      status: outcome.status ?? status,
      headers: declared(operation, outcome.headers),
      correlationId,
    } as const;
    if (outcome.manifest === undefined) return { ...answer, dataJson };
    const { pricerSources, ...manifest } = outcome.manifest;
    const manifestJson = JSON.stringify(asOfOldest(withSideWarnings(manifest, bodyText), stored.oldest()));
    if (!outcome.receiptKept) {
      await receipt.keep({
        operationId: operation.id,
        tag: operation.tag,
        requestJson: bodyText === '' ? '{}' : requestJson,
        resultJson: typeof dataJson === 'string' ? dataJson : dataJson.pieces,
        manifestJson,
        backend: outcome.backend ?? '',
        inputsJson: JSON.stringify(inputsOf(operation, request, { today: call.today, pricerSources }, inputs)),
      });
      const snapshotIds = stored.snapshotIds();
      if (snapshotIds.length > 0) await dependencies.documents.keepSnapshots({ runId: caller.correlationId, snapshotIds }, { caller });
    }
    return { ...answer, dataJson, manifestJson };
  } catch (error) {
    return failureAnswer(error, caller.correlationId);
  }
}

function callOf(operation: Operation, request: RunRequest, requestId: string, receipt: Receipt, dependencies: Dependencies): OperationCall {
  const { caller, replay } = request;
  const endsAt = performance.now() + deadlineOf(operation, dependencies);
  return {
    caller,
    requestId,
    today: replay?.inputs.today ?? dependencies.now().toISOString().slice(0, 10),
    ...(replay && { fresh: true }),
    ...(replay?.backend && { backend: replay.backend }),
    ...(operation.pricers && { newText: receipt.newText }),
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
  { today, pricerSources }: { readonly today: string; readonly pricerSources: string | undefined },
  recorder: InputRecorder,
): RunInputs {
  const readHeaders = declaredHeaders(operation, headers);
  const { resolved = NONE, unresolved = NONE } = recorder.lookedUp();
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
function declared({ id, responseHeaders = NONE }: Operation, headers: Readonly<Record<string, string>> = NONE) {
  for (const name in headers) {
    if (!(name in responseHeaders)) throw new Error(`${id} sets the header ${name}, which it does not declare`);
  }
  return headers;
}
