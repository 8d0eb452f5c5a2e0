/** Checks a request that is to run as a job as its operation would, before anything is stored. */

import type { Job__Output } from '#proto/types/svc/jobs/v1/Job';
import { defined } from '#services/runtime/defined';
import { HttpFailure, invalidRequest } from '../contract/errors.js';
import { allOperations, DEFAULT_BODY_LIMIT, type Dependencies, type Input, type OperationCall } from '../contract/operation.js';
import { readBody, validatedWithValues } from '../run/validate.js';
import { operationOfJob, requireRights } from './admission.js';

export interface CheckedJob {
  /** operationId */
  readonly operation: string;
  readonly body: Buffer;
}

/**
 * Names of stored data are looked up here only to see that they can be used, and again by each run.
 *
 * @param pointer of the request within the body of the submission
 * @throws HttpFailure as the operation would, with pointers into that body; SVC-AUTH-004 or SVC-AUTH-005 where the caller may not run it
 */
export async function checkedJob(
  {
    operation: id,
    request,
    params = {},
  }: { readonly operation: string; readonly request?: unknown; readonly params?: Record<string, string> },
  pointer: string,
  { caller, stored }: Pick<Input<unknown, unknown, unknown, unknown>, 'caller' | 'stored'>,
  dependencies: Pick<Dependencies, 'operations' | 'desk'>,
): Promise<CheckedJob> {
  const operation = operationOfJob(allOperations(dependencies), id);
  requireRights(caller, operation);
  const body = request === undefined ? Buffer.alloc(0) : Buffer.from(JSON.stringify(request));
  const { bodyLimit = DEFAULT_BODY_LIMIT } = operation;
  if (body.length > bodyLimit)
    throw new HttpFailure('SVC-REQ-003', `request has more than the ${bodyLimit} bytes that ${operation.id} accepts`);
  const parts = { params, query: {}, headers: {}, body };
  try {
    await validatedWithValues(operation, parts, readBody(operation, parts), stored);
  } catch (error) {
    throw pointedTo(error, pointer);
  }
  return { operation: operation.id, body };
}

interface Schedule {
  readonly label: string;
  /** Unix milliseconds; absent: at once. */
  readonly notBeforeMs?: number;
  readonly params?: Record<string, string>;
}

/** Submits a job of the service’s own making, with the rights of the caller. @param requestId UUID: the same again gives the same job */
export const submittedJob = (
  job: CheckedJob,
  requestId: string,
  { label, notBeforeMs = 0, params = {} }: Schedule,
  call: OperationCall,
  { jobs }: Pick<Dependencies, 'jobs'>,
): Promise<Job__Output> =>
  jobs.submitJob({ ...job, requestId, params, label, priority: 4, notBeforeMs, expiresAtMs: 0, maxAttempts: 0, notifyUrl: '' }, call);

/** Refusals of the request of a job, with pointers into the body of the submission. */
function pointedTo(error: unknown, root: string): unknown {
  if (!(error instanceof HttpFailure) || error.faults.length === 0) return error;
  const faults = error.faults.map(({ pointer, reason }) => ({
    pointer: pointer.startsWith('/path/') ? `/params${pointer.slice('/path'.length)}` : `${root}${pointer}`,
    reason,
  }));
  const first = defined(faults[0], 'a fault');
  return new HttpFailure(error.code, invalidRequest(first.pointer, first.reason).message, faults);
}
