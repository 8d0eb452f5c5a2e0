/** The failures of each operation: HTTP statuses, the codes under each, and what they mean. */
import { STATUS_CODES } from 'node:http';
import { minimumTier } from '#gateway/contract/entitlement';
import { ERROR_STATUS, type ErrorCode } from '#gateway/contract/errors';
import type { Operation } from '#gateway/contract/operation';
import { hasPlaces } from '#gateway/stored/places';
import { commonHeaders, rateLimitHeaders } from './envelope.js';
import { type JsonSchema, referenceTo } from './schemas.js';

/** Meaning of each error code, for people. */
const ERROR_MEANING: Record<ErrorCode, string> = {
  'SVC-AUTH-001': 'the X-API-Key header is missing',
  'SVC-AUTH-002': 'the key is malformed or unknown',
  'SVC-AUTH-003': 'the key is revoked or expired, or its tenant is disabled',
  'SVC-AUTH-004': 'the key lacks the scope of this operation',
  'SVC-AUTH-005': 'the tier of the tenant is too low for the scope of this operation',
  'SVC-REQ-001': 'a field, path parameter or query parameter is missing, unknown or invalid; `details` lists each fault',
  'SVC-REQ-002': 'the body is empty, incomplete, not UTF-8 or not valid JSON',
  'SVC-REQ-003': 'the body is larger than this operation accepts',
  'SVC-REQ-004': 'the body is not application/json in UTF-8',
  'SVC-REQ-005': 'no operation has this path',
  'SVC-REQ-006': 'the path does not have this method; the Allow header lists those that it has',
  'SVC-RES-001': 'the resource does not exist',
  'SVC-RES-002': 'the request conflicts with the stored state, or one with the same Idempotency-Key is still running',
  'SVC-RES-003': 'the resource has another version than If-Match states',
  'SVC-RES-004': 'the operation needs an If-Match header',
  'SVC-RES-005': 'the Idempotency-Key was used for another request, or the stored state does not allow the request',
  'SVC-LIMIT-001': 'too many requests in this minute',
  'SVC-LIMIT-002': 'the monthly quota is used up',
  'SVC-LIMIT-003': 'the computation would exceed the cost limit of one request',
  'SVC-CALC-001': 'the pricing failed numerically',
  'SVC-CALC-002': 'the calibration failed',
  'SVC-CALC-003': 'the optimisation failed',
  'SVC-SYS-001': 'an internal error',
  'SVC-SYS-002': 'a service behind the gateway is not available',
  'SVC-SYS-003': 'a service behind the gateway did not answer within the deadline',
  'SVC-SYS-004': 'a service behind the gateway does not have the operation, as during an update',
};

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

/** Statuses that can have a Retry-After: at 409 where a request with the same Idempotency-Key is still running. */
const RETRY_STATUSES = [409, 429, 503];
/** Statuses that are given before the rate limits are checked, and therefore without their headers. */
const UNLIMITED_STATUSES = [401, 405];

/** Responses under `components/responses`, one for each status and set of codes that some operation has. */
export class FailureResponses {
  readonly #named: Record<string, JsonSchema> = {};

  /** @returns the failure responses of an operation: status to reference */
  of(operation: Operation): Record<string, JsonSchema> {
    return this.forCodes(failuresOf(operation));
  }

  /** @returns the responses that carry these codes: status to reference */
  forCodes(codes: readonly ErrorCode[]): Record<string, JsonSchema> {
    const byStatus = new Map<number, ErrorCode[]>();
    for (const code of codes) byStatus.set(ERROR_STATUS[code], [...(byStatus.get(ERROR_STATUS[code]) ?? []), code]);
    const statuses = [...byStatus].sort(([a], [b]) => a - b);
    return Object.fromEntries(statuses.map(([status, failures]) => [String(status), this.#response(status, failures)]));
  }

  /** Every response that an operation refers to, in the order of the statuses. */
  all(): Record<string, JsonSchema> {
    return Object.fromEntries(Object.entries(this.#named).sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  #response(status: number, codes: readonly ErrorCode[]): JsonSchema {
    // BadRequest.REQ-001.REQ-002: the name says what a reader of an operation wants to know.
    const name = [STATUS_CODES[status]?.replaceAll(/\W/g, ''), ...codes.map((code) => code.slice('SVC-'.length))].join('.');
    this.#named[name] = {
      description: `${STATUS_CODES[status]}. ${codes.map((code) => `${code}: ${ERROR_MEANING[code]}`).join('. ')}`,
      headers: {
        ...commonHeaders,
        ...(!UNLIMITED_STATUSES.includes(status) && rateLimitHeaders),
        ...(RETRY_STATUSES.includes(status) && { 'Retry-After': referenceTo('headers', 'RetryAfter') }),
        ...(status === 405 && { Allow: referenceTo('headers', 'Allow') }),
      },
      content: { 'application/json': { schema: referenceTo('schemas', 'ApiFailure') } },
      'x-codes': codes,
    };
    return referenceTo('responses', name);
  }
}
