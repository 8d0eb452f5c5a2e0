/**
 * The ledger of the shared store: the sum of the sizes that stand in the documents themselves, so that it is exact whatever process wrote
 * them or died meanwhile. An index holds the sizes, and the sum reads nothing else.
 */
import type { Collection, Db } from 'mongodb';
import type { AnyResource } from '../resources/resource.js';
import { DOCUMENT_BYTES, kindOf, type StoredBytes } from './ledger.js';
import { type Kept, SIZES_INDEX } from './mongo-document.js';

/** @param tenantId absent: of every tenant */
export async function sumSizes(
  resources: readonly AnyResource[],
  collectionsOf: (resource: AnyResource) => readonly Collection<Kept>[],
  tenantId?: string,
): Promise<StoredBytes[]> {
  const sums = resources.map(async (resource): Promise<StoredBytes[]> => {
    const kind = kindOf(resource);
    if (kind === undefined) return [];
    const ofCollections = collectionsOf(resource).map((collection) =>
      collection
        .aggregate<{ _id: string; bytes: number }>(
          [
            ...(tenantId === undefined ? [] : [{ $match: { tenantId } }]),
            { $group: { _id: '$tenantId', bytes: { $sum: { $add: ['$sizes.body', '$sizes.bytes', DOCUMENT_BYTES] } } } },
          ],
          { hint: SIZES_INDEX },
        )
        .toArray(),
    );
    return (await Promise.all(ofCollections)).flat().map(({ _id, bytes }) => ({ tenantId: _id, kind, bytes }));
  });
  const byTenantAndKind = new Map<string, StoredBytes>();
  for (const each of (await Promise.all(sums)).flat()) {
    const key = `${each.kind}/${each.tenantId}`;
    byTenantAndKind.set(key, { ...each, bytes: each.bytes + (byTenantAndKind.get(key)?.bytes ?? 0) });
  }
  return [...byTenantAndKind.values()];
}

/** Bytes that are free on the disk of the server; undefined where it does not say. */
export async function freeBytesOf(db: Db): Promise<number | undefined> {
  const { fsTotalSize, fsUsedSize } = await db.stats();
  return fsTotalSize === undefined || fsUsedSize === undefined ? undefined : fsTotalSize - fsUsedSize;
}
