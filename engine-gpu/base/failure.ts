/** Why the engine could not answer. The list is closed, so that each boundary maps it in one table. */
export type FailureKind =
  /** The request is invalid; `faults` says where. */
  | 'invalid'
  /** The computation would exceed the cost limit. */
  | 'cost'
  | 'pricing'
  | 'calibration'
  | 'optimisation'
  /** No backend could run the kernel; a retry, or another machine, may succeed. */
  | 'device'
  | 'cancelled';

/** One fault in a request. */
export interface Fault {
  /** JSON pointer (RFC 6901) into the request body. */
  readonly pointer: string;
  /** The field, the bound and the value, as `must lie in [-1, 1]; got 1.3`. */
  readonly reason: string;
}

/** The one error that the engine throws on purpose. */
export class EngineFailure extends Error {
  constructor(
    readonly kind: FailureKind,
    message: string,
    readonly faults: readonly Fault[] = [],
  ) {
    super(message);
    this.name = 'EngineFailure';
  }
}

/** Failure of kind `invalid` with one fault. */
export const invalid = (pointer: string, reason: string): EngineFailure =>
  new EngineFailure('invalid', `${pointer.slice(1).replaceAll('/', '.') || 'body'} ${reason}`, [{ pointer, reason }]);
