/** Tenants for scenarios. */
import { insertKey } from '#services/reference/access/keys';
import { PLATFORM, type Tenant, tenants } from '#services/resources/tenant';
import type { Store } from '#services/store/port';

/** @returns a key of a new tenant, for prices, calibrations, portfolios and their receipts */
export async function makeTenant(store: Store, id: string, tier: Tenant['tier']): Promise<string> {
  const limits = { requestsPerMinute: 1_000_000, monthlyQuota: 0, disabled: false };
  await store.insert(tenants, { tenantId: PLATFORM, id, version: 1, createdAt: 0, updatedAt: 0, name: id, tier, ...limits });
  const { raw } = await insertKey(
    store,
    { tenantId: id, name: id, scopes: ['price', 'calibrate', 'portfolio'], environment: 'live' },
    Date.now(),
  );
  return raw;
}
