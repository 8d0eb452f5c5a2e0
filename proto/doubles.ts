/** Columns of doubles as bytes of a message: eight of each number, the lowest first, as packed repeated doubles stand on the wire. */
import { endianness } from 'node:os';
import { status } from '@grpc/grpc-js';
import { CallFailure } from './failure.js';

const IS_LITTLE_ENDIAN = endianness() === 'LE';

export function bytesOfDoubles(values: Iterable<number> & ArrayLike<number>): Buffer {
  const { buffer, byteOffset, byteLength } = values instanceof Float64Array && IS_LITTLE_ENDIAN ? values : Float64Array.from(values);
  const bytes = Buffer.from(buffer, byteOffset, byteLength);
  return IS_LITTLE_ENDIAN ? bytes : bytes.swap64();
}

/** @throws CallFailure INVALID_ARGUMENT where the bytes are not those of whole numbers */
export function doublesOfBytes(bytes: Uint8Array): Float64Array {
  if (bytes.length % Float64Array.BYTES_PER_ELEMENT !== 0)
    throw new CallFailure(status.INVALID_ARGUMENT, `a column of doubles must have a multiple of 8 bytes; got ${bytes.length}`);
  // A copy: the bytes of a message begin anywhere in it, doubles at multiples of eight.
  const copy = Buffer.from(new Uint8Array(bytes).buffer);
  return new Float64Array((IS_LITTLE_ENDIAN ? copy : copy.swap64()).buffer);
}
