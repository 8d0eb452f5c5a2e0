/** All tenants, for what is done for each of them in turn. */
import { PLATFORM, tenants, testTenantOf } from '../../resources/tenant.js';
import type { Tier } from '../../resources/tier.js';
import type { Store } from '../../store/port.js';
import { each } from './each.js';

/** Each tenant, followed by the one that has the data of its test keys. */
export async function* everyTenant(store: Store): AsyncGenerator<{ readonly id: string; readonly tier: Tier }> {
  for await (const { id, tier } of each(store, tenants, PLATFORM, {})) {
    yield { id, tier };
    yield { id: testTenantOf(id), tier };
  }
}
