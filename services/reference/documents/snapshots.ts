/** Snapshots that receipts name: they are kept as long as the receipts. */
import { snapshotUses } from '../../resources/snapshot.js';
import { unlessTaken } from '../../store/failure.js';
import type { Store } from '../../store/port.js';

/**
 * Keeps the snapshots from being deleted before the receipt of the run. Doing so again changes nothing.
 *
 * @throws StoreFailure not_found, where the run has no receipt or a snapshot has been deleted meanwhile
 */
export async function keepSnapshots(
  store: Store,
  tenantId: string,
  runId: string,
  snapshotIds: readonly string[],
  now: number,
): Promise<void> {
  for (const snapshotId of new Set(snapshotIds)) {
    const document = { tenantId, id: `${runId}.${snapshotId}`, version: 1, createdAt: now, updatedAt: now, runId, snapshotId };
    await unlessTaken(store.insert(snapshotUses, document));
  }
}
