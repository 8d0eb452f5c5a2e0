/** Bytes of any length beside a stored document: compressed where that pays, and divided where one document cannot hold them. */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliDecompress, deflate, inflate, constants as zlib } from 'node:zlib';
import type { Resource } from '../../resources/resource.js';
import { unlessTaken } from '../../store/failure.js';
import type { Store } from '../../store/port.js';

export type Encoding = 'plain' | 'deflate' | 'brotli';

/** Below this size, handing the bytes to the thread pool costs more than it saves. */
const MIN_COMPRESSED_BYTES = 16 * 1024;

/** Largest content of one stored document. MongoDB's own limit is 16 MiB. */
export const MAX_DOCUMENT_BYTES = 8 * 2 ** 20;

const compress = promisify<Buffer, { level: number }, Buffer>(deflate);
const DECODERS: Readonly<Record<Encoding, (bytes: Buffer) => Buffer | Promise<Buffer>>> = {
  plain: (bytes) => bytes,
  deflate: promisify<Buffer, Buffer>(inflate),
  brotli: promisify<Buffer, Buffer>(brotliDecompress),
};

export async function encode(content: Buffer): Promise<{ bytes: Buffer; encoding: 'plain' | 'deflate' }> {
  if (content.length < MIN_COMPRESSED_BYTES) return { bytes: content, encoding: 'plain' };
  return { bytes: await compress(content, { level: zlib.Z_BEST_SPEED }), encoding: 'deflate' };
}

export const decode = async (bytes: Buffer, encoding: Encoding): Promise<Buffer> => DECODERS[encoding](bytes);

/**
 * Writes the bytes as documents of a resource that has no fields of its own. The id of a part is `ownerId`, a dot and the
 * SHA-256 of its bytes: writing the same bytes again changes nothing, and other bytes never take their place.
 *
 * @returns the ids of the parts, in order
 */
export async function writeParts(
  store: Store,
  resource: Resource,
  { tenantId, ownerId, now }: { readonly tenantId: string; readonly ownerId: string; readonly now: number },
  content: Buffer,
): Promise<string[]> {
  const ids: string[] = [];
  for (let start = 0; start < content.length; start += MAX_DOCUMENT_BYTES) {
    const bytes = content.subarray(start, start + MAX_DOCUMENT_BYTES);
    const id = `${ownerId}.${createHash('sha256').update(bytes).digest('hex')}`;
    await unlessTaken(store.insert(resource, { tenantId, id, version: 1, createdAt: now, updatedAt: now }, bytes));
    ids.push(id);
  }
  return ids;
}

/** @throws Error where a part is missing */
export async function readParts(store: Store, resource: Resource, tenantId: string, ids: readonly string[]): Promise<Buffer> {
  const parts = await Promise.all(ids.map((id) => store.bytes(resource, tenantId, id)));
  return Buffer.concat(
    parts.map((part, index) => {
      if (part === undefined) throw new Error(`${resource.collection} lacks the part ${ids[index]}`);
      return part;
    }),
  );
}
