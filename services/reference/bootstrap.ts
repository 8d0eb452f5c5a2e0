/** The first tenant and its key, made on an empty store. */
import { keys, scopes } from '../resources/key.js';
import { PLATFORM, tenants } from '../resources/tenant.js';
import { StoreFailure } from '../store/failure.js';
import type { Store } from '../store/port.js';
import { isKey, keyDocument, newRawKey } from './keys.js';

/** Fixed ids: of several processes that start at once on one store, the insert of one succeeds. */
export const FIRST_TENANT = 'ten_first';
const FIRST_KEY = 'key_first';

/**
 * Enterprise tier, all scopes. The tenant comes before its key: a process that dies between the two leaves a store
 * that the next one completes.
 *
 * @param givenKey SVC_BOOTSTRAP_KEY; absent: a key is made
 * @returns the raw key, to be shown once, when this call made it
 * @throws Error when the given key is malformed, whether or not it is needed
 */
export async function bootstrap(store: Store, givenKey: string | undefined, now: number): Promise<string | undefined> {
  if (givenKey !== undefined && !isKey(givenKey)) {
    throw new Error('SVC_BOOTSTRAP_KEY must be svc_live_ or svc_test_ and 32 characters of 0-9, A-Z, a-z');
  }
  if (await isInhabited(store)) return undefined;

  const made = { version: 1, createdAt: now, updatedAt: now };
  await unlessThere(
    store.insert(tenants, {
      ...made,
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
  const key = keyDocument({ tenantId: FIRST_TENANT, name: 'First key', scopes: [...scopes], environment }, raw, FIRST_KEY, now);
  return (await unlessThere(store.insert(keys, key))) ? raw : undefined;
}

/** A tenant with a key is there, or one that an administrator made. */
async function isInhabited(store: Store): Promise<boolean> {
  const [tenant] = (await store.page(tenants, PLATFORM, { limit: 1 })).items;
  if (tenant === undefined) return false;
  return tenant.id !== FIRST_TENANT || (await store.page(keys, FIRST_TENANT, { limit: 1 })).items.length > 0;
}

/** @returns whether it was inserted */
async function unlessThere(insert: Promise<void>): Promise<boolean> {
  try {
    await insert;
    return true;
  } catch (error) {
    if (error instanceof StoreFailure && error.kind === 'conflict') return false;
    throw error;
  }
}
