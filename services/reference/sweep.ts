/** Removes parts of receipts whose receipt was never written: nothing refers to them. */
import { receipts } from '../resources/receipt.js';
import { receiptParts } from '../resources/receipt-part.js';
import type { Document, Resource } from '../resources/resource.js';
import { PLATFORM, tenants } from '../resources/tenant.js';
import { conditionsOf, type PageQuery, type Store } from '../store/port.js';

const HOUR_MS = 3_600_000;
/** A part this old either has its receipt or never will: a call has a deadline of seconds. */
const MIN_AGE_MS = HOUR_MS;
/** Earlier sweeps have seen older parts, unless no process ran for a week. */
const MAX_AGE_MS = 7 * 24 * HOUR_MS;
export const SWEEP_INTERVAL_MS = HOUR_MS;
const PAGE_LIMIT = 100;

/** Several processes may sweep one store at the same time. @returns how many parts were removed */
export async function sweepParts(store: Store, now: number): Promise<number> {
  let removed = 0;
  for await (const { id: tenantId } of each(store, tenants, PLATFORM, {})) {
    const where = conditionsOf(receiptParts, { createdFrom: now - MAX_AGE_MS, createdBefore: now - MIN_AGE_MS });
    for await (const { id } of each(store, receiptParts, tenantId, { where })) {
      const receipt = await store.get(receipts, tenantId, id.slice(0, id.indexOf('.')));
      if (receipt?.parts.includes(id)) continue;
      if (await store.remove(receiptParts, tenantId, id)) removed++;
    }
  }
  return removed;
}

/** Every document of a list, page by page, oldest first. */
async function* each<F extends object>(
  store: Store,
  resource: Resource<F>,
  tenantId: string,
  query: Pick<PageQuery, 'where'>,
): AsyncGenerator<Document<F>> {
  let cursor: string | undefined;
  do {
    const page = await store.page(resource, tenantId, { ...query, limit: PAGE_LIMIT, sort: 'createdAt', cursor });
    yield* page.items;
    cursor = page.nextCursor;
  } while (cursor !== undefined);
}
