/** Parts of receipts that never came to be: their run's receipt could not be written after them, and nothing refers to them. */
import { receipts } from '../resources/receipt.js';
import { receiptParts } from '../resources/receipt-part.js';
import type { Resource, Stored } from '../resources/resource.js';
import { PLATFORM, tenants } from '../resources/tenant.js';
import type { PageQuery, Store } from '../store/port.js';

const HOUR_MS = 3_600_000;
/** By then a receipt has followed its parts, or never will: a call has a deadline of seconds. */
const SETTLED_MS = HOUR_MS;
/** Older ones have been looked at by an earlier sweep, unless nothing ran for a week. */
const LOOK_BACK_MS = 7 * 24 * HOUR_MS;
export const SWEEP_EVERY_MS = HOUR_MS;
const PAGE = 100;

/** Several processes may sweep one store at a time. @returns how many parts were removed */
export async function sweepParts(store: Store, now: number): Promise<number> {
  let removed = 0;
  for await (const { id: tenantId } of each(store, tenants, PLATFORM, {})) {
    const settled = { from: now - LOOK_BACK_MS, to: now - SETTLED_MS };
    for await (const { id } of each(store, receiptParts, tenantId, settled)) {
      const receipt = await store.get(receipts, tenantId, id.slice(0, id.indexOf('.')));
      if (receipt?.parts.includes(id)) continue;
      await store.remove(receiptParts, tenantId, id);
      removed++;
    }
  }
  return removed;
}

async function* each<D extends Stored>(
  store: Store,
  resource: Resource<D>,
  tenantId: string,
  query: Omit<PageQuery<D>, 'limit'>,
): AsyncGenerator<D> {
  let cursor: string | undefined;
  do {
    const page = await store.page(resource, tenantId, { ...query, limit: PAGE, first: 'oldest', cursor });
    yield* page.items;
    cursor = page.nextCursor;
  } while (cursor !== undefined);
}
