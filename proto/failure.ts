/** How a failed call crosses the wire: a gRPC status, a message and, for a wrong request, the places where it is wrong. */
import { Metadata, type ServiceError, type StatusObject, status } from '@grpc/grpc-js';
import { protos } from './loader.js';
import type { Failure, Failure__Output } from './types/svc/common/v1/Failure.js';

export interface Fault {
  /** JSON pointer (RFC 6901) into the request body. */
  readonly pointer: string;
  readonly reason: string;
}

/** The calculation that failed; gRPC has one status for all of them. */
export type Calculation = 'pricing' | 'calibration' | 'optimisation';

export class CallFailure extends Error {
  constructor(
    readonly code: status,
    message: string,
    readonly faults: readonly Fault[] = [],
    readonly calculation?: Calculation,
  ) {
    super(message);
    this.name = 'CallFailure';
  }
}

/** A call that the service refused, without running it, because it has too much to do. */
export class Busy extends CallFailure {
  constructor(
    message: string,
    /** Whole seconds after which the call may be made again, at least 1. */
    readonly retryAfterS: number,
  ) {
    super(status.UNAVAILABLE, message);
    this.name = 'Busy';
  }
}

/** A call that no answer came to, because the connection failed: whether the service ran it is unknown. */
export class ConnectionLost extends CallFailure {
  constructor(message: string) {
    super(status.UNAVAILABLE, message);
    this.name = 'ConnectionLost';
  }
}

/** Lengths in characters: of a message, and of a fault's pointer and reason. */
const MAX_MESSAGE_LENGTH = 1_000;
const MAX_FAULT_LENGTH = 600;
/** A failure travels in an HTTP/2 trailer, encoded in base64, and trailers beyond 64 KiB do not arrive. */
const MAX_FAULTS_BYTES = 16 * 1024;

/** The result is well-formed Unicode: half of a surrogate pair, which JSON may contain or a cut may leave, cannot be encoded in a status. */
const cut = (text: string, length: number): string => (text.length > length ? `${text.slice(0, length)}…` : text).toWellFormed();

/** A message of limited length, since a request may have a megabyte of unknown fields that the message names. */
export const briefMessage = (message: string): string => cut(message, MAX_MESSAGE_LENGTH);

/** The first faults that fit into the limit, each cut to length. */
export function firstFaults(faults: readonly Fault[]): Fault[] {
  const first: Fault[] = [];
  let bytes = 0;
  for (const { pointer, reason } of faults) {
    const fault = { pointer: cut(pointer, MAX_FAULT_LENGTH), reason: cut(reason, MAX_FAULT_LENGTH) };
    bytes += Buffer.byteLength(fault.pointer) + Buffer.byteLength(fault.reason);
    if (bytes > MAX_FAULTS_BYTES) break;
    first.push(fault);
  }
  return first;
}

/** The trailer of a unary call that carries its failure. */
const FAILURE_ENTRY = 'svc-failure-bin';

const codec = protos['svc.common.v1.Failure'] as unknown as {
  serialize(value: Failure): Buffer;
  deserialize(bytes: Buffer): Failure__Output;
};

export const toMessage = (failure: CallFailure): Failure => ({
  code: failure.code,
  message: briefMessage(failure.message),
  faults: firstFaults(failure.faults),
  calculation: failure.calculation ?? '',
  retryAfterS: failure instanceof Busy ? failure.retryAfterS : 0,
});

export const fromMessage = ({ code, message, faults, calculation, retryAfterS }: Failure__Output): CallFailure =>
  retryAfterS > 0
    ? new Busy(message, retryAfterS)
    : new CallFailure(code, message, faults, (calculation || undefined) as Calculation | undefined);

export function toStatus(failure: CallFailure): Partial<StatusObject> {
  const metadata = new Metadata();
  metadata.set(FAILURE_ENTRY, codec.serialize(toMessage(failure)));
  return { code: failure.code, details: briefMessage(failure.message), metadata };
}

export function fromServiceError(error: ServiceError): CallFailure {
  const [entry] = error.metadata?.get(FAILURE_ENTRY) ?? [];
  if (Buffer.isBuffer(entry)) return fromMessage(codec.deserialize(entry));
  // The library itself has failed a call without this entry.
  const message = error.details || error.message;
  return error.code === status.UNAVAILABLE ? new ConnectionLost(message) : new CallFailure(error.code ?? status.UNKNOWN, message);
}
