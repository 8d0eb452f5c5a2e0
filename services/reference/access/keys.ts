/**
 * API keys: their look-up by the public prefix, and how administrators and users govern them: created, listed, replaced with an overlap,
 * revoked. The text of a key is returned once, when it is created.
 */
import { createHash, randomInt } from 'node:crypto';
import { parse } from '#engine/schemas';
import type { Caller } from '#proto/caller';
import { newId } from '../../resources/id.js';
import { type Key, keyRequest, keyRotation, keys } from '../../resources/key.js';
import { isAdminRole, scopesOf } from '../../resources/role.js';
import { MINIMUM_TIER, type Scope } from '../../resources/scope.js';
import { PLATFORM, type Tenant, tenants, testTenantOf } from '../../resources/tenant.js';
import { tiers } from '../../resources/tier.js';
import { users } from '../../resources/user.js';
import { StoreFailure, unlessTaken } from '../../store/failure.js';
import { notThere } from '../../store/page.js';
import { conditionsOf, type Page, type PageQuery, type Store } from '../../store/port.js';
import { authorOf, isAdmin, refused, requireRoles, requireScopes, visibleTenant } from '../base/authority.js';
import { type ChangeTools, eventBy, replaceAudited } from '../evidence/audit.js';
import { recordPlatformKey, releasePlatformKey } from './administrators.js';

/** A key that was created, and its text, which is shown this once. */
interface IssuedKey {
  readonly key: Key;
  readonly raw: string;
}

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

interface NewKey {
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
export function keyDocument({ roles = [], id = newId(keys), ...rights }: NewKey, raw: string, now: number): Key {
  return { ...rights, roles, id, version: 1, createdAt: now, updatedAt: now, prefix: prefixOf(raw), hash: hashOf(raw) };
}

/** Makes a new key. @param insert stores it */
async function newKey(rights: NewKey, now: number, insert: (key: Key) => Promise<unknown>): Promise<IssuedKey> {
  for (;;) {
    const raw = newRawKey(rights.environment);
    const key = keyDocument(rights, raw, now);
    // Another key has the prefix once in 62⁸ keys.
    if (await unlessTaken(insert(key))) return { raw, key };
  }
}

/** Stores a new key. */
export const insertKey = (store: Store, rights: NewKey, now: number): Promise<IssuedKey> =>
  newKey(rights, now, (key) => store.insert(keys, key));

/** True for a key that administers. Only live data is administered, so that such a key is live, except the key of the first start. */
const administers = ({ scopes, roles }: Pick<Key, 'scopes' | 'roles'>): boolean => scopes.includes('admin') || roles.length > 0;

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
  const userRoles = user?.roles ?? [];
  const granted = scopesOf(userRoles);
  return {
    key,
    tenant,
    dataOf,
    scopes: granted.includes('admin') ? key.scopes : key.scopes.filter((scope) => granted.includes(scope)),
    roles: userRoles.filter((role) => !isAdminRole(role) || key.roles.includes(role)),
    userDisabled: user === undefined || user.disabled,
  };
}

/**
 * Ends a key: it is refused from now on. Ending it again changes nothing.
 *
 * @param replace stores the key that has ended in place of the former one @throws StoreFailure not_found
 */
export async function endKey(
  store: Store,
  tenantId: string,
  id: string,
  now: number,
  replace = (ended: Key, former: Key): Promise<Key> => store.replace(keys, ended, former.version),
): Promise<Key> {
  for (;;) {
    const key = await store.get(keys, tenantId, id);
    if (key === undefined) throw new StoreFailure('not_found', `no key ${id}`);
    if (key.revokedAt !== undefined) return key;
    try {
      return await replace({ ...key, revokedAt: now }, key);
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

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** A key that ends within this time is shown as expiring. */
const EXPIRING_MS = 7 * DAY_MS;

/** The states that a key can have. */
export function stateOf({ revokedAt, expiresAt }: Key, now: number): 'active' | 'expiring' | 'expired' | 'revoked' {
  if (revokedAt !== undefined && revokedAt <= now) return 'revoked';
  if (expiresAt === undefined) return 'active';
  if (expiresAt <= now) return 'expired';
  return expiresAt - now <= EXPIRING_MS ? 'expiring' : 'active';
}

/** A key as its administrators see it: without what could help to guess it. */
export const keyView = ({ hash, ...key }: Key, now: number) => ({ ...key, state: stateOf(key as Key, now) });

/** The fields of a key that an audit entry states and that its hashes cover. */
const contentOf = ({ name, scopes, environment, roles, userId, expiresAt, revokedAt, replacedBy }: Omit<Key, 'hash' | 'prefix'>) => ({
  ...{ name, scopes, environment, roles, userId },
  ...{ expiresAt, revokedAt, replacedBy },
});

/** @throws StoreFailure invalid, for a scope that the tenant's tier does not have */
function requireTier({ tier }: Tenant, scopes: readonly Scope[]): void {
  const index = scopes.findIndex((each) => tiers.indexOf(tier) < tiers.indexOf(MINIMUM_TIER[each]));
  const scope = scopes[index];
  if (scope === undefined) return;
  const reason = `${scope} needs the ${MINIMUM_TIER[scope]} tier; the tenant has ${tier}`;
  throw new StoreFailure('invalid', `scopes.${index} ${reason}`, { faults: [{ pointer: `/scopes/${index}`, reason }] });
}

function administersLive(): StoreFailure {
  const reason = 'must be live for a key that administers: a test key sees the data of test keys alone';
  return new StoreFailure('invalid', `environment ${reason}`, { faults: [{ pointer: '/environment', reason }] });
}

/** True for a key that the caller governs: any of the tenant for an administrator, otherwise the user's own. */
const governs = (caller: Caller, { userId }: Key): boolean => isAdmin(caller) || (caller.userId !== '' && userId === caller.userId);

/** @throws StoreFailure not_found, also for a key that is not the caller's to govern */
async function governedKey(tools: ChangeTools, caller: Caller, tenantId: string, id: string): Promise<Key> {
  await visibleTenant(tools.store, caller, tenantId);
  const key = await tools.store.get(keys, tenantId, id);
  if (key === undefined || !governs(caller, key)) throw notThere(id);
  return key;
}

export async function createKey(tools: ChangeTools, caller: Caller, tenantId: string, body: unknown): Promise<IssuedKey> {
  const tenant = await visibleTenant(tools.store, caller, tenantId);
  const { owner = isAdmin(caller) ? 'tenant' : 'me', expiresInDays, ...request } = parse(keyRequest, body);
  if (owner === 'tenant' && !isAdmin(caller)) throw refused('only an administrator creates keys of the tenant');
  // A key that acts as somebody must not be made by anybody else: approvals need two people.
  if (owner === 'me' && (caller.userId === '' || caller.tenantId !== tenantId))
    throw refused('only a user of the tenant has keys of their own');
  requireRoles(caller, request.roles);
  requireScopes(caller, request.scopes);
  requireTier(tenant, request.scopes);
  if (request.environment === 'test' && administers(request)) throw administersLive();
  const now = tools.now();
  return issue(tools, caller, {
    ...{ ...request, tenantId, createdBy: authorOf(caller) },
    ...(expiresInDays !== undefined && { expiresAt: now + expiresInDays * DAY_MS }),
    ...(owner === 'me' && { userId: caller.userId }),
  });
}

async function issue(tools: ChangeTools, caller: Caller, rights: Omit<NewKey, 'id'>, replaces?: string): Promise<IssuedKey> {
  const { store, audit, now } = tools;
  const id = newId(keys);
  const { name, scopes, environment, roles, userId, expiresAt } = rights;
  const content = { name, scopes, environment, roles, userId, expiresAt };
  const details = { ...content, ...(replaces !== undefined && { replaces }) };
  const event = { ...eventBy(caller), action: 'key.create', subject: id, details, after: content };
  const issued = await newKey({ ...rights, id }, now(), (document) =>
    audit(rights.tenantId, event, now(), { make: 'insert', resource: keys, document }),
  );
  await recordPlatformKey(store, issued.key, now());
  return issued;
}

export const getKey = governedKey;

export async function listKeys(tools: ChangeTools, caller: Caller, tenantId: string, query: PageQuery): Promise<Page<Key>> {
  await visibleTenant(tools.store, caller, tenantId);
  if (!isAdmin(caller) && caller.userId === '') throw refused('only an administrator lists the keys of the tenant');
  const conditions = conditionsOf(keys, { userId: isAdmin(caller) ? undefined : caller.userId });
  return tools.store.page(keys, tenantId, { ...query, where: [...(query.where ?? []), ...conditions] });
}

/** @throws StoreFailure conflict, where nobody would administer the platform without the key */
export async function revokeKey(tools: ChangeTools, caller: Caller, tenantId: string, id: string): Promise<Key> {
  const key = await governedKey(tools, caller, tenantId, id);
  requireRoles(caller, key.roles);
  const { store, now } = tools;
  const timeMs = now();
  await releasePlatformKey(store, key, timeMs);
  return endKey(store, tenantId, id, timeMs, (ended, former) => {
    const contentBefore = contentOf(former);
    const event = { ...eventBy(caller), tenantId, action: 'key.revoke', subject: id, details: contentBefore };
    return replaceAudited(tools, { ...event, before: contentBefore, after: contentOf(ended) }, keys, ended, former.version);
  });
}

/**
 * Creates a key with the same name, rights and end, and lets the former one end after the overlap.
 *
 * @throws StoreFailure conflict, for a key that has ended or has been rotated already
 */
export async function rotateKey(tools: ChangeTools, caller: Caller, tenantId: string, id: string, body: unknown): Promise<IssuedKey> {
  const key = await governedKey(tools, caller, tenantId, id);
  const { overlapHours } = parse(keyRotation, body);
  const { store, now } = tools;
  const timeMs = now();
  const state = stateOf(key, timeMs);
  if (state === 'revoked' || state === 'expired') throw new StoreFailure('conflict', `${id} is ${state}: create a new key`);
  if (key.replacedBy !== undefined) throw new StoreFailure('conflict', `${id} was replaced by ${key.replacedBy} already`);
  // The text of the new key gives its holder all that it grants.
  requireRoles(caller, key.roles);
  requireScopes(caller, key.scopes);
  if (key.userId !== undefined && key.userId !== caller.userId) throw refused('only the user to whom a key belongs replaces it');
  const { name, scopes, environment, roles, userId, expiresAt } = key;
  const rights = { tenantId, name, scopes, environment, roles, userId, expiresAt };
  const issued = await issue(tools, caller, { ...rights, createdBy: authorOf(caller) }, id);
  const endsAt = Math.min(expiresAt ?? Number.POSITIVE_INFINITY, timeMs + overlapHours * HOUR_MS);
  const former: Key = { ...key, expiresAt: endsAt, replacedBy: issued.key.id, updatedBy: authorOf(caller) };
  const told = { action: 'key.rotate', subject: id, details: { replacedBy: issued.key.id, expiresAt: endsAt } };
  const event = { ...eventBy(caller), tenantId, ...told, before: contentOf(key), after: contentOf(former) };
  try {
    await replaceAudited(tools, event, keys, former, key.version);
  } catch (error) {
    // Another call has changed the former key: the new one must not stay beside it unknown.
    await endKey(store, tenantId, issued.key.id, timeMs);
    if (error instanceof StoreFailure && error.kind === 'stale')
      throw new StoreFailure('conflict', `${id} was changed by another call`, { cause: error });
    throw error;
  }
  return issued;
}
