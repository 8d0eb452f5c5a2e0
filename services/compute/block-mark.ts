/**
 * The mark of a block of a job: the code that computed it. While a service is upgraded, one job may have blocks of two versions, whose parts must
 * not be combined.
 */
import { createHash } from 'node:crypto';
import { status } from '@grpc/grpc-js';
import { SOURCE_HASHES } from '#engine';
import { CallFailure } from '#proto/failure';

/** Hash of the code behind all pricers. */
const MARK = createHash('sha256').update(JSON.stringify(SOURCE_HASHES)).digest();

export const marked = (part: Uint8Array): Buffer => Buffer.concat([MARK, part]);

/** @returns the parts of the blocks @throws CallFailure ABORTED where another version computed one of them */
export function unmarked(blocks: readonly { readonly part: Uint8Array }[]): Uint8Array[] {
  if (blocks.some(({ part }) => !MARK.equals(part.subarray(0, MARK.length))))
    throw new CallFailure(status.ABORTED, 'another version of the engine computed blocks of this job');
  return blocks.map(({ part }) => part.subarray(MARK.length));
}
