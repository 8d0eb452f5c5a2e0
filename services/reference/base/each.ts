/** Every document of a list, page by page. */
import type { Document, Resource } from '../../resources/resource.js';
import { PLATFORM, tenants, testTenantOf } from '../../resources/tenant.js';
import type { Tier } from '../../resources/tier.js';
import type { PageQuery, Store } from '../../store/port.js';

const PAGE_LIMIT = 100;

/** @param query by default oldest first */
export async function* each<F extends object>(
  store: Store,
  resource: Resource<F>,
  tenantId: string,
  query: Pick<PageQuery, 'where' | 'sort'>,
): AsyncGenerator<Document<F>> {
  let cursor: string | undefined;
  do {
    const page = await store.page(resource, tenantId, { sort: 'createdAt', ...query, limit: PAGE_LIMIT, cursor });
    yield* page.items;
    cursor = page.nextCursor;
  } while (cursor !== undefined);
}

/** Each tenant, followed by the one that has the data of its test keys. */
export async function* everyTenant(store: Store): AsyncGenerator<{ readonly id: string; readonly tier: Tier }> {
  for await (const { id, tier } of each(store, tenants, PLATFORM, {})) {
    yield { id, tier };
    yield { id: testTenantOf(id), tier };
  }
}
