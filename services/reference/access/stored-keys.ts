/** API keys: creation, look-up by the public prefix, revocation. The raw key is returned once, when it is created. */
import { createHash, randomInt } from 'node:crypto';
import { newId } from '../../resources/id.js';
import { type Key, keys } from '../../resources/key.js';
import { isAdminRole, scopesOf } from '../../resources/role.js';
import { PLATFORM, type Tenant, tenants, testTenantOf } from '../../resources/tenant.js';
import { users } from '../../resources/user.js';
import { StoreFailure } from '../../store/failure.js';
import type { Store } from '../../store/port.js';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const SECRET_LENGTH = 32;
/** Characters of the secret that listings show and look-ups use: 62⁸ prefixes; 24 characters (143 bits) stay secret. */
const PREFIX_SECRET_LENGTH = 8;

const KEY = new RegExp(`^svc_(live|test)_[0-9A-Za-z]{${SECRET_LENGTH}}$`);

export const isKey = (raw: string): boolean => KEY.test(raw);

/** Each character is equally likely: `randomInt` rejects values that would favour some of them. */
export function newRawKey(environment: Key['environment']): string {
  const secret = Array.from({ length: SECRET_LENGTH }, () => BASE62[randomInt(BASE62.length)]);
  return `svc_${environment}_${secret.join('')}`;
}

const prefixOf = (raw: string): string => raw.slice(0, 'svc_live_'.length + PREFIX_SECRET_LENGTH);

const hashOf = (raw: string): string => createHash('sha256').update(raw).digest('hex');

export interface NewKey {
  /** Default: a new id. */
  readonly id?: string;
  readonly tenantId: string;
  readonly name: string;
  readonly scopes: Key['scopes'];
  readonly environment: Key['environment'];
  /** Unix milliseconds. */
  readonly expiresAt?: number | undefined;
  /** Roles of administrators; by default none. */
  readonly roles?: Key['roles'] | undefined;
  /** The user to whom it belongs; absent: the tenant. */
  readonly userId?: string | undefined;
  /** Id of the key or user that created it. */
  readonly createdBy?: string | undefined;
}

/** The document of a key. */
export function keyDocument({ roles = [], id = newId(keys), ...of }: NewKey, raw: string, now: number): Key {
  return { ...of, roles, id, version: 1, createdAt: now, updatedAt: now, prefix: prefixOf(raw), hash: hashOf(raw) };
}

export async function createKey(store: Store, of: NewKey, now: number): Promise<{ raw: string; key: Key }> {
  for (;;) {
    const raw = newRawKey(of.environment);
    const key = keyDocument(of, raw, now);
    try {
      await store.insert(keys, key);
      return { raw, key };
    } catch (error) {
      // Another key has this prefix, which happens once in 62⁸ keys.
      if (!(error instanceof StoreFailure && error.kind === 'conflict')) throw error;
    }
  }
}

/** True for a key that administers. Only live data is administered, so that such a key is live, except the key of the first start. */
export const administers = ({ scopes, roles }: Pick<Key, 'scopes' | 'roles'>): boolean => scopes.includes('admin') || roles.length > 0;

const seesTestData = (key: Key): boolean => key.environment === 'test' && !administers(key);

/** A key, and what it may do now: less than its document says where it belongs to a user who may do less. */
interface FoundKey {
  readonly key: Key;
  readonly tenant: Tenant;
  /** The tenant whose data it sees. */
  readonly dataOf: string;
  readonly scopes: readonly string[];
  readonly roles: readonly string[];
  /** True where the user to whom the key belongs is disabled or gone. */
  readonly userDisabled: boolean;
}

/** The key with this prefix and its tenant. The caller checks hash, expiry, revocation and tenant. @throws StoreFailure not_found */
export async function findKey(store: Store, prefix: string): Promise<FoundKey> {
  const key = await store.find(keys, 'prefix', prefix);
  const tenant = key && (await store.get(tenants, PLATFORM, key.tenantId));
  if (key === undefined || tenant === undefined) throw new StoreFailure('not_found', 'no key has this prefix');
  const dataOf = seesTestData(key) ? testTenantOf(tenant.id) : tenant.id;
  if (key.userId === undefined) return { key, tenant, dataOf, scopes: key.scopes, roles: key.roles, userDisabled: false };
  const user = await store.get(users, key.tenantId, key.userId);
  const held = user?.roles ?? [];
  const granted = scopesOf(held);
  return {
    key,
    tenant,
    dataOf,
    scopes: granted.includes('admin') ? key.scopes : key.scopes.filter((scope) => granted.includes(scope)),
    roles: held.filter((role) => !isAdminRole(role) || key.roles.includes(role)),
    userDisabled: user === undefined || user.disabled,
  };
}

/** Revokes a key: it is refused from now on. Revoking it again changes nothing. @throws StoreFailure not_found */
export async function revokeKey(store: Store, tenantId: string, id: string, now: number): Promise<Key> {
  for (;;) {
    const key = await store.get(keys, tenantId, id);
    if (key === undefined) throw new StoreFailure('not_found', `no key ${id}`);
    if (key.revokedAt !== undefined) return key;
    try {
      return await store.replace(keys, { ...key, revokedAt: now }, key.version);
    } catch (error) {
      // Another call changed the key in between: read it again.
      if (!(error instanceof StoreFailure && error.kind === 'stale')) throw error;
    }
  }
}

/** Resolution of a key's last use, milliseconds: one write per minute, however busy the key is. */
const LAST_USE_RESOLUTION_MS = 60_000;

/**
 * Keys whose last use is remembered. The one unused for longest is forgotten first; its next use is then written once more than necessary.
 */
const MAX_REMEMBERED_KEYS = 10_000;

/** Records when keys were last used. A record that cannot be written is left to the key's next use. */
export function lastUses(store: Store): (tenantId: string, keyId: string, now: number) => void {
  const noted = new Map<string, number>();
  return (tenantId, keyId, now) => {
    if (now - (noted.get(keyId) ?? Number.NEGATIVE_INFINITY) < LAST_USE_RESOLUTION_MS) return;
    noted.delete(keyId);
    noted.set(keyId, now);
    if (noted.size > MAX_REMEMBERED_KEYS) {
      const [longestUnused] = noted.keys();
      if (longestUnused !== undefined) noted.delete(longestUnused);
    }
    store.note(keys, tenantId, keyId, 'lastUsedAt', now).catch(() => noted.delete(keyId));
  };
}
