/** Decides which operations may run as jobs, and with which rights. */
import { mayOnlyRead } from '#services/resources/role';
import { minimumTier, satisfies, tierAllows } from '../contract/entitlement.js';
import { HttpFailure, invalidRequest } from '../contract/errors.js';
import type { EnvelopeOperation, Operation } from '../contract/operation.js';

/** True if the operation may run as a job: it is a POST with an envelope, but no submission of another job. */
export const mayRunAsJob = (candidate: Operation): candidate is EnvelopeOperation =>
  candidate.method === 'POST' && candidate.wire === 'envelope' && candidate.id !== 'submitJob';

/** The operation of a job. @throws HttpFailure SVC-REQ-001 where there is none of that id */
export function operationOfJob(operations: readonly Operation[], id: string): EnvelopeOperation {
  const operation = operations.find((each) => each.id === id);
  if (operation === undefined || !mayRunAsJob(operation)) {
    throw invalidRequest('/operation', `must be the operationId of a POST operation other than submitJob; got ${JSON.stringify(id)}`);
  }
  return operation;
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
