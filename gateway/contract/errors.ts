/** How a failure is reported to the caller: the table of error codes, and the mapping from gRPC statuses to them. */

import { status } from '@grpc/grpc-js';
import { EngineFailure } from '#engine/schemas';
import { Busy, briefMessage, type Calculation, CallFailure, type Fault, firstFaults } from '#proto/failure';
import { defined } from '#services/runtime/defined';

/** The HTTP status of each error code (interface specification, 7). The codes are stable and machine-readable. */
export const ERROR_STATUS = {
  'SVC-AUTH-001': 401,
  'SVC-AUTH-002': 401,
  'SVC-AUTH-003': 401,
  'SVC-AUTH-004': 403,
  'SVC-AUTH-005': 403,
  'SVC-REQ-001': 400,
  'SVC-REQ-002': 400,
  'SVC-REQ-003': 413,
  'SVC-REQ-004': 415,
  'SVC-REQ-005': 404,
  'SVC-REQ-006': 405,
  'SVC-RES-001': 404,
  'SVC-RES-002': 409,
  'SVC-RES-003': 412,
  'SVC-RES-004': 428,
  'SVC-RES-005': 422,
  'SVC-LIMIT-001': 429,
  'SVC-LIMIT-002': 429,
  'SVC-LIMIT-003': 422,
  'SVC-CALC-001': 500,
  'SVC-CALC-002': 500,
  'SVC-CALC-003': 500,
  'SVC-SYS-001': 500,
  'SVC-SYS-002': 503,
  'SVC-SYS-003': 504,
  'SVC-SYS-004': 501,
} as const;
export type ErrorCode = keyof typeof ERROR_STATUS;

export class HttpFailure extends Error {
  readonly status: number;
  readonly faults: readonly Fault[];

  constructor(
    readonly code: ErrorCode,
    message: string,
    faults: readonly Fault[] = [],
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(briefMessage(message));
    this.name = 'HttpFailure';
    this.status = ERROR_STATUS[code];
    this.faults = firstFaults(faults);
  }
}

const grpcCode: Partial<Record<status, ErrorCode>> = {
  [status.INVALID_ARGUMENT]: 'SVC-REQ-001',
  [status.RESOURCE_EXHAUSTED]: 'SVC-LIMIT-003',
  // A store over the quota of a tenant, and nothing else.
  [status.OUT_OF_RANGE]: 'SVC-LIMIT-002',
  [status.PERMISSION_DENIED]: 'SVC-AUTH-004',
  [status.NOT_FOUND]: 'SVC-RES-001',
  [status.ALREADY_EXISTS]: 'SVC-RES-002',
  [status.ABORTED]: 'SVC-RES-003',
  [status.FAILED_PRECONDITION]: 'SVC-SYS-004',
  [status.INTERNAL]: 'SVC-CALC-001',
  [status.UNAVAILABLE]: 'SVC-SYS-002',
  [status.DEADLINE_EXCEEDED]: 'SVC-SYS-003',
  [status.UNIMPLEMENTED]: 'SVC-SYS-004',
};

const calculationCode: Record<Calculation, ErrorCode> = {
  pricing: 'SVC-CALC-001',
  calibration: 'SVC-CALC-002',
  optimisation: 'SVC-CALC-003',
};

/** @returns the failure for the caller. The text of an unforeseen error goes only into the log. */
export function httpFailure(error: unknown): HttpFailure {
  if (error instanceof HttpFailure) return error;
  if (error instanceof CallFailure) {
    const code = error.calculation === undefined ? grpcCode[error.code] : calculationCode[error.calculation];
    if (error instanceof Busy)
      return new HttpFailure('SVC-SYS-002', `the service is busy: ${error.message}`, [], { 'Retry-After': String(error.retryAfterS) });
    if (code === 'SVC-SYS-002')
      return new HttpFailure(code, 'the service behind this operation is not available', [], { 'Retry-After': '1' });
    if (code === 'SVC-SYS-003') return new HttpFailure(code, 'the service behind this operation did not answer in time');
    if (error.code === status.UNIMPLEMENTED)
      return new HttpFailure('SVC-SYS-004', 'the version of the service behind this operation does not have it');
    if (code !== undefined) return new HttpFailure(code, error.message, error.faults);
  }
  // The gateway evaluates stored curves and surfaces itself; their failures are invalid input or too high a cost.
  if (error instanceof EngineFailure)
    return new HttpFailure(error.kind === 'cost' ? 'SVC-LIMIT-003' : 'SVC-REQ-001', error.message, error.faults);
  // A malformed percent-encoding in the path.
  if (error instanceof URIError) return new HttpFailure('SVC-REQ-005', 'the path is malformed');
  // A page was requested with an If-Match that it does not meet.
  if ((error as { status?: number } | undefined)?.status === 412)
    return new HttpFailure('SVC-RES-003', 'the document is another than the one expected');
  return new HttpFailure('SVC-SYS-001', 'internal error');
}

/** The words of the reference service for what is not there. */
export const notThere = (id: string): HttpFailure => new HttpFailure('SVC-RES-001', `${id} is not there`);

/** A request with one fault. */
export const invalidRequest = (pointer: string, reason: string): HttpFailure => invalidRequests([{ pointer, reason }]);

/** A request with one fault or more. */
export const invalidRequests = (faults: readonly Fault[]): HttpFailure => new HttpFailure('SVC-REQ-001', messageOf(faults), faults);

/** A message that states the first fault of a request and the number of the others. */
export function messageOf(faults: readonly Fault[]): string {
  const { pointer, reason } = defined(faults[0], 'a fault');
  const more = faults.length > 1 ? ` (and ${faults.length - 1} more)` : '';
  return `${pointer.slice(1).replaceAll('/', '.') || 'body'} ${reason}${more}`;
}

/** @throws HttpFailure SVC-CALC-001 that names the first sum that is not finite: JSON would write it as null */
export function requireFinite(sums: Readonly<Record<string, unknown>>): void {
  for (const name in sums) {
    const value = sums[name];
    if (typeof value === 'number' && !Number.isFinite(value))
      throw new HttpFailure('SVC-CALC-001', `${name} is not a finite number (${value}): the quantities are too large for double precision`);
  }
}
