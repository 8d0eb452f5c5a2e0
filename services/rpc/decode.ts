/** Requests that cannot be read are the peer's fault, whatever the reader throws. */
import { status } from '@grpc/grpc-js';
import { CallFailure } from '#proto/failure';

/** @throws CallFailure INVALID_ARGUMENT where the bytes are not a message of that type */
export function decode<Message>(deserialize: (bytes: Buffer) => Message, bytes: Buffer): Message {
  try {
    return deserialize(bytes);
  } catch {
    throw new CallFailure(status.INVALID_ARGUMENT, 'the bytes are not a message of the type that is expected here');
  }
}

/** @throws CallFailure INVALID_ARGUMENT where a message lacks a part that it must have */
export function required<Part>(part: Part | null, name: string): Part {
  if (part === null) throw new CallFailure(status.INVALID_ARGUMENT, `${name} is missing`);
  return part;
}
