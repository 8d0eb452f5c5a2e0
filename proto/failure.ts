/** How a failed call crosses the wire: a gRPC status, a message and, for a wrong request, where it is wrong. */
import { Metadata, type ServiceError, type StatusObject, status } from '@grpc/grpc-js';
import { protos } from './loader.js';
import type { Failure, Failure__Output } from './types/svc/common/v1/Failure.js';

export interface Fault {
  /** JSON pointer (RFC 6901) into the request body. */
  readonly pointer: string;
  readonly reason: string;
}

/** What gRPC's one status for a calculation that failed does not tell apart. */
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

/** The trailing entry of a unary call that carries the faults. */
const FAILURE_ENTRY = 'svc-failure-bin';

const codec = protos['svc.common.v1.Failure'] as unknown as {
  serialize(value: Failure): Buffer;
  deserialize(bytes: Buffer): Failure__Output;
};

export const toMessage = ({ code, message, faults, calculation }: CallFailure): Failure => ({
  code,
  message,
  faults: [...faults],
  calculation: calculation ?? '',
});

export const fromMessage = ({ code, message, faults, calculation }: Failure__Output): CallFailure =>
  new CallFailure(code, message, faults, (calculation || undefined) as Calculation | undefined);

export function toStatus(failure: CallFailure): Partial<StatusObject> {
  const metadata = new Metadata();
  metadata.set(FAILURE_ENTRY, codec.serialize(toMessage(failure)));
  return { code: failure.code, details: failure.message, metadata };
}

export function fromServiceError(error: ServiceError): CallFailure {
  const [entry] = error.metadata?.get(FAILURE_ENTRY) ?? [];
  if (Buffer.isBuffer(entry)) return fromMessage(codec.deserialize(entry));
  return new CallFailure(error.code ?? status.UNKNOWN, error.details || error.message);
}
