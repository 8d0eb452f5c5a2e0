/**
 * Keeps a tenant from losing its last administrator, and the platform its own.
 *
 * One document per role lists the users that have it. A user loses a role only after a compare and set has taken the id off the list, which
 * it refuses to empty: of two administrators who remove each other at the same time, one succeeds. A user is put on the list after the
 * role is written. A process that dies in between leaves a list that lacks an administrator, never one that has too many, and a later
 * change of the user puts it right.
 *
 * The keys that administer the platform and belong to no user have a list of their own. The last of them that is accepted ends only while a
 * user administers the platform.
 */
import { type Key, keys } from '../../resources/key.js';
import { ADMIN_ROLES } from '../../resources/role.js';
import { PLATFORM } from '../../resources/tenant.js';
import { administrators, type User } from '../../resources/user.js';
import { StoreFailure } from '../../store/failure.js';
import type { Store } from '../../store/port.js';

type AdminRole = (typeof ADMIN_ROLES)[number];

/** The administrators of the platform are one list, whatever tenant they belong to. */
const ownerOf = (role: AdminRole, tenantId: string): string => (role === 'platform_admin' ? PLATFORM : tenantId);

/** The roles of administrators that a user can use. */
const inForce = ({ roles, disabled }: Pick<User, 'roles' | 'disabled'>): readonly AdminRole[] =>
  disabled ? [] : ADMIN_ROLES.filter((role) => roles.includes(role));

const NONE = { roles: [], disabled: false } satisfies Pick<User, 'roles' | 'disabled'>;

/** Changes a list by compare and set. @param change undefined: nothing to do */
async function changeList(
  store: Store,
  owner: string,
  id: string,
  now: number,
  change: (members: readonly string[]) => readonly string[] | undefined | Promise<readonly string[] | undefined>,
): Promise<void> {
  for (;;) {
    const list = await store.get(administrators, owner, id);
    const members = await change(list?.members ?? []);
    if (members === undefined) return;
    try {
      const fields = { tenantId: owner, id, members: [...members] };
      if (list === undefined) await store.insert(administrators, { ...fields, version: 1, createdAt: now, updatedAt: now });
      else await store.replace(administrators, { ...list, ...fields }, list.version);
      return;
    } catch (error) {
      // Another call has changed the list in between.
      if (!(error instanceof StoreFailure && (error.kind === 'stale' || error.kind === 'conflict'))) throw error;
    }
  }
}

/** @throws StoreFailure conflict, where the user is the last who has a role that the change takes away */
export async function releaseRoles(
  store: Store,
  user: User,
  changed: Pick<User, 'roles' | 'disabled'> | undefined,
  now: number,
): Promise<void> {
  const remainingRoles = inForce(changed ?? NONE);
  for (const role of inForce(user).filter((each) => !remainingRoles.includes(each)))
    await changeList(store, ownerOf(role, user.tenantId), role, now, (userIds) => {
      if (!userIds.includes(user.id)) return undefined;
      if (userIds.length === 1)
        throw new StoreFailure('conflict', `${user.id} is the last ${role} of ${ownerOf(role, user.tenantId)}: name another one first`);
      return userIds.filter((id) => id !== user.id);
    });
}

export async function recordRoles(store: Store, user: User, now: number): Promise<void> {
  for (const role of inForce(user)) await changeList(store, ownerOf(role, user.tenantId), role, now, including(user.id));
}

const including =
  (member: string) =>
  (members: readonly string[]): readonly string[] | undefined =>
    members.includes(member) ? undefined : [...members, member];

/** Id of the list of the keys that administer the platform. */
const PLATFORM_KEYS = 'platform_admin_keys';

const isPlatformKey = ({ userId, roles }: Key): boolean => userId === undefined && roles.includes('platform_admin');

export async function recordPlatformKey(store: Store, key: Key, now: number): Promise<void> {
  if (isPlatformKey(key)) await changeList(store, PLATFORM, PLATFORM_KEYS, now, including(key.prefix));
}

/** @throws StoreFailure conflict, where nobody would administer the platform without the key */
export async function releasePlatformKey(store: Store, key: Key, now: number): Promise<void> {
  if (!isPlatformKey(key) || key.revokedAt !== undefined) return;
  await changeList(store, PLATFORM, PLATFORM_KEYS, now, async (prefixes) => {
    const otherPrefixes = prefixes.filter((prefix) => prefix !== key.prefix);
    const otherKeys = await Promise.all(otherPrefixes.map((prefix) => store.find(keys, 'prefix', prefix)));
    const isAccepted = (other: Key | undefined) =>
      other !== undefined && other.revokedAt === undefined && (other.expiresAt ?? Number.POSITIVE_INFINITY) > now;
    if (otherKeys.some(isAccepted) || (await store.get(administrators, PLATFORM, 'platform_admin'))?.members.length) return otherPrefixes;
    throw new StoreFailure('conflict', `${key.id} is the last key or user that administers the platform: create another one first`);
  });
}
