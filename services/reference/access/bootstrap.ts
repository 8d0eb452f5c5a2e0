/** Creates the first tenant and its key on an empty store. */
import { keys } from '../../resources/key.js';
import { scopes } from '../../resources/scope.js';
import { PLATFORM, tenants } from '../../resources/tenant.js';
import { unlessTaken } from '../../store/failure.js';
import type { Store } from '../../store/port.js';
import { recordPlatformKey } from './administrators.js';
import { isKey, keyDocument, newRawKey } from './keys.js';

/** Fixed ids, so that of several processes that start at once on one store only one inserts them. */
export const FIRST_TENANT = 'ten_first';
const FIRST_KEY = 'key_first';

/**
 * The tenant is of the Enterprise tier. The key has all scopes and administers the platform, so that its holder can create tenants,
 * users and keys that may do less. The tenant is inserted before its key: if a process dies between
 * the two, the next one inserts the key.
 *
 * @param givenKey SVC_BOOTSTRAP_KEY; absent: a key is generated
 * @returns the raw key, to be shown once, where this call inserted it
 * @throws Error where the given key is malformed, whether or not it is needed
 */
export async function bootstrap(store: Store, givenKey: string | undefined, now: number): Promise<string | undefined> {
  if (givenKey !== undefined && !isKey(givenKey)) {
    throw new Error('SVC_BOOTSTRAP_KEY must be svc_live_ or svc_test_ and 32 characters of 0-9, A-Z, a-z');
  }
  if (await hasTenant(store)) return undefined;

  const created = { version: 1, createdAt: now, updatedAt: now };
  await unlessTaken(
    store.insert(tenants, {
      ...created,
      tenantId: PLATFORM,
      id: FIRST_TENANT,
      name: 'First tenant',
      tier: 'enterprise',
      requestsPerMinute: 0,
      monthlyQuota: 0,
      disabled: false,
    }),
  );
  const raw = givenKey ?? newRawKey('live');
  const environment = raw.startsWith('svc_test_') ? 'test' : 'live';
  const granted = { scopes: [...scopes], roles: ['platform_admin' as const] };
  const key = keyDocument({ id: FIRST_KEY, tenantId: FIRST_TENANT, name: 'First key', ...granted, environment }, raw, now);
  const isInserted = await unlessTaken(store.insert(keys, key));
  if (isInserted) await recordPlatformKey(store, key, now);
  return isInserted ? raw : undefined;
}

/** True where the store has a tenant with a key, or a tenant that an administrator created. */
async function hasTenant(store: Store): Promise<boolean> {
  const [tenant] = (await store.page(tenants, PLATFORM, { limit: 1 })).items;
  if (tenant === undefined) return false;
  return tenant.id !== FIRST_TENANT || (await store.page(keys, FIRST_TENANT, { limit: 1 })).items.length > 0;
}
