/** Why the engine could not answer: a closed list, so that each boundary maps it in one table. */
export type FailureKind =
  /** The request is wrong; `faults` says where. */
  | 'invalid'
  /** It would cost more than the limit allows. */
  | 'cost'
  | 'pricing'
  | 'calibration'
  | 'optimisation'
  /** Nothing that is there could run it; another time, or another machine, may. */
  | 'device'
  | 'cancelled';

/** One fault of a request. */
export interface Fault {
  /** JSON pointer (RFC 6901) into the request body. */
  readonly pointer: string;
  /** The field, the bound and the value, as `must lie in [-1, 1]; got 1.3`. */
  readonly reason: string;
}

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

/** The request is wrong in one place. */
export const invalid = (pointer: string, reason: string): EngineFailure =>
  new EngineFailure('invalid', `${pointer.slice(1).replaceAll('/', '.') || 'body'} ${reason}`, [{ pointer, reason }]);
