/** The failures of a service as gRPC statuses. */
import { status } from '@grpc/grpc-js';
import { EngineFailure, type FailureKind } from '#engine/schemas';
import { type Calculation, CallFailure } from '#proto/failure';
import { StoreFailure, type StoreFailureKind } from '../store/failure.js';

const engineStatus: Record<FailureKind, status> = {
  invalid: status.INVALID_ARGUMENT,
  cost: status.RESOURCE_EXHAUSTED,
  pricing: status.INTERNAL,
  calibration: status.INTERNAL,
  optimisation: status.INTERNAL,
  device: status.INTERNAL,
  cancelled: status.CANCELLED,
};

const calculation: Partial<Record<FailureKind, Calculation>> = {
  pricing: 'pricing',
  calibration: 'calibration',
  optimisation: 'optimisation',
  device: 'pricing',
};

const storeStatus: Record<StoreFailureKind, status> = {
  not_found: status.NOT_FOUND,
  conflict: status.ALREADY_EXISTS,
  stale: status.ABORTED,
  invalid: status.INVALID_ARGUMENT,
  full: status.RESOURCE_EXHAUSTED,
  over_quota: status.OUT_OF_RANGE,
  unsupported: status.FAILED_PRECONDITION,
  unavailable: status.UNAVAILABLE,
  unusable: status.UNAVAILABLE,
};

/** The failure that the caller sees. The message of an unforeseen error goes to the log only, because it may contain secrets. */
export function callFailure(error: unknown): CallFailure {
  if (error instanceof CallFailure) return error;
  if (error instanceof EngineFailure)
    return new CallFailure(engineStatus[error.kind], error.message, error.faults, calculation[error.kind]);
  if (error instanceof StoreFailure) return new CallFailure(storeStatus[error.kind], error.message, error.faults);
  return new CallFailure(status.UNKNOWN, 'internal error');
}

/** @throws CallFailure INVALID_ARGUMENT where the bytes are not a message of the type, whatever the reader throws */
export function decode<Message>(deserialize: (bytes: Buffer) => Message, bytes: Buffer): Message {
  try {
    return deserialize(bytes);
  } catch {
    throw new CallFailure(status.INVALID_ARGUMENT, 'the bytes are not a message of the type that is expected here');
  }
}

/** @throws CallFailure INVALID_ARGUMENT where a message lacks a required part */
export function required<Part>(part: Part | null, name: string): Part {
  if (part === null) throw new CallFailure(status.INVALID_ARGUMENT, `${name} is missing`);
  return part;
}
