/**
 * The end of a hash chain that several processes may extend. What is written next has its number as its id and names the hash of the
 * end, so that of several processes that write the same number one succeeds, and the others write what follows that.
 */
import { StoreFailure } from '../../store/failure.js';

/**
 * The end of each tenant's chain is remembered as this process last wrote it, and looked up again where another process has written meanwhile.
 *
 * @param endOf looks up the end of a tenant's chain; undefined where the chain is empty
 * @returns extends a tenant's chain: calls `write` with its end until a call is not refused because its number is taken. `write` returns
 *   the new end. Calls for one tenant must be made in turn
 */
export function chainEnds<End>(endOf: (tenantId: string) => Promise<End | undefined>) {
  const ends = new Map<string, End>();
  return async (tenantId: string, write: (end: End | undefined) => Promise<End>): Promise<void> => {
    for (;;) {
      const end = ends.get(tenantId) ?? (await endOf(tenantId));
      try {
        ends.set(tenantId, await write(end));
        return;
      } catch (error) {
        ends.delete(tenantId);
        // Another process has written what has this number.
        if (!(error instanceof StoreFailure && error.kind === 'conflict')) throw error;
      }
    }
  };
}
