/** The failures that an operation can give: those of its kind, and those that it declares. */
import { minimumTier } from '#gateway/contract/entitlement';
import { ERROR_STATUS, type ErrorCode } from '#gateway/contract/errors';
import type { Operation } from '#gateway/contract/operation';
import { hasPlaces } from '#gateway/stored/places';

/** An operation without a body reads the one that it is sent strictly, so that any operation can refuse a body. */
const ALWAYS: readonly ErrorCode[] = [
  'SVC-REQ-001',
  'SVC-REQ-002',
  'SVC-REQ-003',
  'SVC-REQ-004',
  'SVC-SYS-001',
  'SVC-SYS-002',
  'SVC-SYS-003',
  'SVC-SYS-004',
];

/** Every error code that the operation can answer with, in the order of the table of codes. */
export function failuresOf({ wire, scope, method, params, request, failures = [], holdsSecret }: Operation): readonly ErrorCode[] {
  if (wire === 'bare') return [];
  const possible = new Set<ErrorCode>([...ALWAYS, ...failures]);
  const add = (...codes: readonly ErrorCode[]) => {
    for (const code of codes) possible.add(code);
  };
  if (scope !== 'none') add('SVC-AUTH-001', 'SVC-AUTH-002', 'SVC-AUTH-003', 'SVC-LIMIT-001', 'SVC-LIMIT-002');
  if (scope !== 'none' && scope !== 'any') add('SVC-AUTH-004');
  if (minimumTier(scope) !== 'free') add('SVC-AUTH-005');
  // A path parameter that is empty or wrongly percent-encoded makes a path that no operation has.
  if (params !== undefined) add('SVC-REQ-005');
  // Idempotency-Key: still in flight, or used with another body.
  if (method === 'POST' && !holdsSecret) add('SVC-RES-002', 'SVC-RES-005');
  // Names of stored data in place of values: of nothing, or more than one request may have.
  if (request !== undefined && hasPlaces(request)) add('SVC-RES-001', 'SVC-LIMIT-003');
  // A document that is too large to be kept under its Idempotency-Key.
  if (method === 'POST' && wire === 'document') add('SVC-LIMIT-003');
  return (Object.keys(ERROR_STATUS) as ErrorCode[]).filter((code) => possible.has(code));
}
