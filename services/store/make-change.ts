/** Makes changes that are given as values, by the methods of a store. */
import type { AnyResource, Stored } from '../resources/resource.js';
import type { Change, Changed } from './change.js';
import { notThere } from './page.js';
import type { Store } from './port.js';

/** Makes a change by the method of its name. The methods return at once, or all of them promises. */
export function makeChange<Inserted, Replaced, Removed>(
  writes: {
    insert(resource: AnyResource, document: Stored, bytes?: Buffer): Inserted;
    replace(resource: AnyResource, document: Stored, expectedVersion: number): Replaced;
    remove(resource: AnyResource, tenantId: string, id: string, expectedVersion?: number): Removed;
  },
  change: Change,
): Inserted | Replaced | Removed {
  if (change.make === 'insert') return writes.insert(change.resource, change.document, change.bytes);
  if (change.make === 'replace') return writes.replace(change.resource, change.document, change.expectedVersion);
  return writes.remove(change.resource, change.tenantId, change.id, change.expectedVersion);
}

/**
 * @param returned by the method
 * @throws StoreFailure not_found, for a removal of a document that is not there
 */
export function requireMade(change: Change, returned: unknown): Changed {
  if (change.make === 'remove' && returned === false) throw notThere(change.id);
  return change.make === 'replace' ? (returned as Stored) : undefined;
}

/** Makes a change alone. @throws StoreFailure as the method does; not_found, for a removal of a document that is not there */
export async function makeChangeIn(store: Pick<Store, 'insert' | 'replace' | 'remove'>, change: Change): Promise<Changed> {
  return requireMade(change, await makeChange<Promise<void>, Promise<Stored>, Promise<boolean>>(store, change));
}
