/** Errors of a call: a refusal or failure of the service by its code, no answer in time, or a job that failed. */
import type { components } from './schema.js';

/** Stable and machine-readable, such as SVC-REQ-001. */
export type ErrorCode = components['schemas']['ApiError']['code'];

/** One fault of a request: where it is, and what is wrong with the bound and the value. */
export interface Fault {
  /** JSON pointer into the body; under /path, /query or /headers for a parameter. */
  readonly pointer: string;
  readonly reason: string;
}

interface FailureBody {
  readonly error?: { readonly code: ErrorCode; readonly message: string; readonly details?: readonly Fault[] };
  readonly correlationId?: string;
}

/** An answer of the service that is no success. */
export class ServiceFailure extends Error {
  override readonly name: string = 'ServiceFailure';
  /** HTTP status. */
  readonly status: number;
  /** Absent where something between client and service answered. */
  readonly code: ErrorCode | undefined;
  /** One entry per fault of the request. */
  readonly faults: readonly Fault[];
  /** Identifies the call in the logs of the service. */
  readonly correlationId: string | undefined;
  /** The answer, whose body was read. */
  readonly response: Response;

  constructor(response: Response, { error, correlationId }: FailureBody) {
    super(error?.message ?? `The answer has the status ${response.status} and no envelope`);
    this.status = response.status;
    this.code = error?.code;
    this.faults = error?.details ?? [];
    this.correlationId = correlationId;
    this.response = response;
  }

  /** Pointer of the first fault; undefined where the failure names no field. */
  get pointer(): string | undefined {
    return this.faults[0]?.pointer;
  }
}

/** The key is missing, unknown, expired or revoked (SVC-AUTH-001 to 003). */
export class AuthenticationFailure extends ServiceFailure {
  override readonly name = 'AuthenticationFailure';
}
/** The key lacks the scope, or the tenant the tier (SVC-AUTH-004 and 005). */
export class EntitlementFailure extends ServiceFailure {
  override readonly name = 'EntitlementFailure';
}
/** The request is wrong: `faults` names each field (SVC-REQ-001 to 006). */
export class InvalidRequest extends ServiceFailure {
  override readonly name = 'InvalidRequest';
}
/** The request names something that does not exist (SVC-RES-001). */
export class ResourceNotFound extends ServiceFailure {
  override readonly name = 'ResourceNotFound';
}
/** The stored state does not allow the request (SVC-RES-002 to 005). */
export class ConflictFailure extends ServiceFailure {
  override readonly name = 'ConflictFailure';
}
/** Too many requests, a used-up quota, or a computation over the cost limit (SVC-LIMIT-001 to 003). */
export class LimitFailure extends ServiceFailure {
  override readonly name = 'LimitFailure';
}
/** Pricing, calibration or optimisation failed (SVC-CALC-001 to 003). */
export class CalculationFailure extends ServiceFailure {
  override readonly name = 'CalculationFailure';
}

/** The class of each code, by the longest prefix that fits. */
const CLASSES: readonly (readonly [string, typeof ServiceFailure])[] = [
  ['SVC-AUTH-004', EntitlementFailure],
  ['SVC-AUTH-005', EntitlementFailure],
  ['SVC-AUTH', AuthenticationFailure],
  ['SVC-REQ', InvalidRequest],
  ['SVC-RES-001', ResourceNotFound],
  ['SVC-RES', ConflictFailure],
  ['SVC-LIMIT', LimitFailure],
  ['SVC-CALC', CalculationFailure],
];

/** @returns the failure of an answer, of the class of its code */
export function failureOf(response: Response, body: unknown): ServiceFailure {
  const { error, correlationId } = (typeof body === 'object' && body !== null ? body : {}) as FailureBody;
  const [, Failure = ServiceFailure] = CLASSES.find(([prefix]) => error?.code?.startsWith(prefix)) ?? [];
  return new Failure(response, { ...(error !== undefined && { error }), ...(correlationId !== undefined && { correlationId }) });
}

/** No answer came within the time-out of an attempt. */
export class TimeoutFailure extends Error {
  override readonly name = 'TimeoutFailure';
}

/** A job ended without a result. */
export class JobFailure extends Error {
  override readonly name = 'JobFailure';
  readonly jobId: string;
  readonly state: string;
  /** The code with which the operation failed; absent for a job that was cancelled or expired. */
  readonly code: string | undefined;

  constructor(jobId: string, state: string, error?: { readonly code: string; readonly message: string }) {
    super(error?.message ?? `The job ${jobId} is ${state}`);
    this.jobId = jobId;
    this.state = state;
    this.code = error?.code;
  }
}
