/**
 * Keeps a tenant from losing its last administrator, and the platform its own.
 *
 * One document per role lists the users that have it. A user loses a role only after a compare and set has taken the id off the list, which
 * it refuses to empty: of two administrators who remove each other at the same time, one succeeds. A user is put on the list after the
 * role is written. A process that dies in between leaves a list that lacks an administrator, never one that has too many, and a later
 * change of the user puts it right.
 */
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
  role: AdminRole,
  tenantId: string,
  now: number,
  change: (userIds: readonly string[]) => readonly string[] | undefined,
): Promise<void> {
  const owner = ownerOf(role, tenantId);
  for (;;) {
    const list = await store.get(administrators, owner, role);
    const userIds = change(list?.userIds ?? []);
    if (userIds === undefined) return;
    try {
      const fields = { tenantId: owner, id: role, userIds: [...userIds] };
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
    await changeList(store, role, user.tenantId, now, (userIds) => {
      if (!userIds.includes(user.id)) return undefined;
      if (userIds.length === 1)
        throw new StoreFailure('conflict', `${user.id} is the last ${role} of ${ownerOf(role, user.tenantId)}: name another one first`);
      return userIds.filter((id) => id !== user.id);
    });
}

export async function recordRoles(store: Store, user: User, now: number): Promise<void> {
  for (const role of inForce(user))
    await changeList(store, role, user.tenantId, now, (userIds) => (userIds.includes(user.id) ? undefined : [...userIds, user.id]));
}
