/** Keys as administrators and users govern them: created, listed, replaced with an overlap, revoked. */
import { parse } from '#engine/schemas';
import type { Caller } from '#proto/caller';
import { newId } from '../../resources/id.js';
import { type Key, keyRequest, keyRotation, keys } from '../../resources/key.js';
import { MINIMUM_TIER, type Scope } from '../../resources/scope.js';
import type { Tenant } from '../../resources/tenant.js';
import { tiers } from '../../resources/tier.js';
import { StoreFailure } from '../../store/failure.js';
import { notThere } from '../../store/page.js';
import { conditionsOf, type Page, type PageQuery } from '../../store/port.js';
import { authorOf, isAdmin, refused, requireRoles, requireScopes, visibleTenant } from '../base/authority.js';
import { type ChangeTools, eventBy } from '../evidence/audit.js';
import { administers, createKey as insertKey, type NewKey, revokeKey as revoke } from './stored-keys.js';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** A key that ends within this time is shown as expiring. */
const EXPIRING_MS = 7 * DAY_MS;

/** A key that was created, and its text, which is shown this once. */
interface IssuedKey {
  readonly key: Key;
  readonly raw: string;
}

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
  const { owner = isAdmin(caller) ? 'tenant' : 'me', expiresInDays, ...asked } = parse(keyRequest, body);
  if (owner === 'tenant' && !isAdmin(caller)) throw refused('only an administrator creates keys of the tenant');
  // A key that acts as somebody must not be made by anybody else: approvals need two people.
  if (owner === 'me' && (caller.userId === '' || caller.tenantId !== tenantId))
    throw refused('only a user of the tenant has keys of their own');
  requireRoles(caller, asked.roles);
  requireScopes(caller, asked.scopes);
  requireTier(tenant, asked.scopes);
  if (asked.environment === 'test' && administers(asked)) throw administersLive();
  const now = tools.now();
  return issue(tools, caller, {
    ...{ ...asked, tenantId, createdBy: authorOf(caller) },
    ...(expiresInDays !== undefined && { expiresAt: now + expiresInDays * DAY_MS }),
    ...(owner === 'me' && { userId: caller.userId }),
  });
}

async function issue(tools: ChangeTools, caller: Caller, of: Omit<NewKey, 'id'>, replaces?: string): Promise<IssuedKey> {
  const { store, audit, now } = tools;
  const id = newId(keys);
  const { name, scopes, environment, roles, userId, expiresAt } = of;
  const content = { name, scopes, environment, roles, userId, expiresAt };
  const details = { ...content, ...(replaces !== undefined && { replaces }) };
  await audit(of.tenantId, { ...eventBy(caller), action: 'key.create', subject: id, details, after: content }, now());
  return insertKey(store, { ...of, id }, now());
}

export const getKey = governedKey;

export async function listKeys(tools: ChangeTools, caller: Caller, tenantId: string, query: PageQuery): Promise<Page<Key>> {
  await visibleTenant(tools.store, caller, tenantId);
  if (!isAdmin(caller) && caller.userId === '') throw refused('only an administrator lists the keys of the tenant');
  const where = conditionsOf(keys, { userId: isAdmin(caller) ? undefined : caller.userId });
  return tools.store.page(keys, tenantId, { ...query, where: [...(query.where ?? []), ...where] });
}

export async function revokeKey(tools: ChangeTools, caller: Caller, tenantId: string, id: string): Promise<Key> {
  const key = await governedKey(tools, caller, tenantId, id);
  requireRoles(caller, key.roles);
  const { store, audit, now } = tools;
  const timeMs = now();
  const event = { ...eventBy(caller), action: 'key.revoke', subject: id, details: contentOf(key) };
  await audit(tenantId, { ...event, before: contentOf(key), after: contentOf({ ...key, revokedAt: timeMs }) }, timeMs);
  return revoke(store, tenantId, id, timeMs);
}

/**
 * Creates a key with the same name, rights and end, and lets the former one end after the overlap.
 *
 * @throws StoreFailure conflict, for a key that has ended or has been rotated already
 */
export async function rotateKey(tools: ChangeTools, caller: Caller, tenantId: string, id: string, body: unknown): Promise<IssuedKey> {
  const key = await governedKey(tools, caller, tenantId, id);
  const { overlapHours } = parse(keyRotation, body);
  const { store, audit, now } = tools;
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
  const event = { ...eventBy(caller), action: 'key.rotate', subject: id, details: { replacedBy: issued.key.id, expiresAt: endsAt } };
  await audit(tenantId, { ...event, before: contentOf(key), after: contentOf(former) }, timeMs);
  try {
    await store.replace(keys, former, key.version);
  } catch (error) {
    // Another call has changed the former key: the new one must not stay beside it unknown.
    await revoke(store, tenantId, issued.key.id, timeMs);
    if (error instanceof StoreFailure && error.kind === 'stale')
      throw new StoreFailure('conflict', `${id} was changed by another call`, { cause: error });
    throw error;
  }
  return issued;
}
