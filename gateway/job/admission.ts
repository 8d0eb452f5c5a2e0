/** Decides which operations may run as jobs, and with which rights. */
import type { Identity } from '#proto/caller';
import { mayOnlyRead } from '#services/resources/role';
import { minimumTier, satisfies, tierAllows } from '../contract/entitlement.js';
import { HttpFailure, invalidRequest } from '../contract/errors.js';
import type { EnvelopeOperation, Operation } from '../contract/operation.js';

/** True if the operation may run as a job: it is a POST of JSON with an envelope, but no submission of another job. */
export const mayRunAsJob = (candidate: Operation): candidate is EnvelopeOperation =>
  candidate.method === 'POST' && candidate.wire === 'envelope' && candidate.consumes === undefined && candidate.id !== 'submitJob';

/** The operation of a job. @throws HttpFailure SVC-REQ-001 where there is none of that id */
export function operationOfJob(operations: readonly Operation[], id: string): EnvelopeOperation {
  const operation = operations.find((each) => each.id === id);
  if (operation === undefined || !mayRunAsJob(operation)) {
    throw invalidRequest('/operation', `must be the operationId of a POST operation other than submitJob; got ${JSON.stringify(id)}`);
  }
  return operation;
}

/** The operation of a job, or of the artifact that holds its result, and who submitted it. */
interface JobOwner {
  /** Empty: of no job. */
  readonly operation: string;
  /** Id of the key or user that submitted it. */
  readonly createdBy: string;
}

/**
 * Refuses a caller who may neither read the result of a job nor cancel it: whoever submitted it may, and whoever may run its operation.
 *
 * @throws HttpFailure SVC-AUTH-004
 */
export function requireAccess(
  { scopes, keyId, userId }: Identity,
  { operation: id, createdBy }: JobOwner,
  operations: readonly Operation[],
): void {
  const author = userId || keyId;
  if (id === '' || (author !== '' && createdBy === author)) return;
  // An operation that this version does not have belongs to administrators.
  const scope = operations.find((each) => each.id === id)?.scope ?? 'admin';
  if (!satisfies(scopes, scope))
    throw new HttpFailure('SVC-AUTH-004', `the key lacks the scope ${scope} of ${id}, and another submitted the job`);
}

/** The rights of whoever submits a job, or for whom it runs. */
interface Rights {
  readonly scopes: readonly string[];
  readonly tier: string;
  readonly roles: readonly string[];
}

/** @throws HttpFailure SVC-AUTH-004 or SVC-AUTH-005, where the operation may not be run with these rights */
export function requireRights({ scopes, tier, roles }: Rights, { id, scope }: EnvelopeOperation): void {
  if (!satisfies(scopes, scope)) throw new HttpFailure('SVC-AUTH-004', `the key lacks the scope ${scope} of ${id}`);
  if (mayOnlyRead(roles)) throw new HttpFailure('SVC-AUTH-004', 'a viewer may only read');
  if (!tierAllows(tier as never, scope))
    throw new HttpFailure('SVC-AUTH-005', `the scope ${scope} of ${id} needs the ${minimumTier(scope)} tier`);
}
