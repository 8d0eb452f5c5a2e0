/** A launch as it crosses between replicas. */
import { status } from '@grpc/grpc-js';
import { ENGINE_VERSION, type Launch, strangeToKernels } from '#engine';
import { CallFailure } from '#proto/failure';
import type { LaunchReply } from '#proto/types/svc/pricing/v1/LaunchReply';
import type { LaunchRequest, LaunchRequest__Output } from '#proto/types/svc/pricing/v1/LaunchRequest';

/** Beyond what a launch has: what is allocated for a caller is bounded before it is. */
const MOST_VALUES = 2 ** 24;

const bytesOf = (values: Float32Array): Buffer => Buffer.from(values.buffer, values.byteOffset, values.byteLength);

/** A copy: a message's bytes begin anywhere, and numbers at multiples of their size. */
export function valuesOf(bytes: Uint8Array): Float32Array {
  const values = new Float32Array(bytes.byteLength / Float32Array.BYTES_PER_ELEMENT);
  new Uint8Array(values.buffer).set(bytes);
  return values;
}

/** Engines of two versions may compile one text differently. */
export const ofThisVersion = (arithmetic: string): string => `engine ${ENGINE_VERSION}, ${arithmetic}`;

export const launchRequest = ({ arrays, numbers, ...launch }: Launch, arithmetic: string, caller: string): LaunchRequest => ({
  ...launch,
  arithmetic: ofThisVersion(arithmetic),
  caller,
  arrays: arrays.map(bytesOf),
  numbers: [...numbers],
});

/** @throws CallFailure INVALID_ARGUMENT */
export function launchOf({ source, arrays, numbers, width, rows, outputs }: LaunchRequest__Output): Launch {
  const values = width * rows * outputs;
  if (!(values >= 1 && values <= MOST_VALUES))
    throw new CallFailure(status.INVALID_ARGUMENT, `a launch must have 1 to ${MOST_VALUES} values; got ${values}`);
  const broken = arrays.find(({ byteLength }) => byteLength === 0 || byteLength % Float32Array.BYTES_PER_ELEMENT !== 0);
  if (broken !== undefined)
    throw new CallFailure(status.INVALID_ARGUMENT, `an array must have whole numbers of f32; got ${broken.byteLength} bytes`);
  const strange = strangeToKernels(source);
  if (strange !== undefined)
    throw new CallFailure(status.INVALID_ARGUMENT, `source must be a kernel's text, which says nothing like "${strange}"`);
  return { source, arrays: arrays.map(valuesOf), numbers, width, rows, outputs };
}

export const launchReply = (values: Float32Array): LaunchReply => ({ values: bytesOf(values) });
