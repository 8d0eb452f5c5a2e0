/** Everybody who could act under the name of a user or a key, so that four eyes are known to belong to two people. */
import { keys } from '../../resources/key.js';
import { isAdminRole } from '../../resources/role.js';
import { ownerOf } from '../../resources/tenant.js';
import { users } from '../../resources/user.js';
import type { Store } from '../../store/port.js';

/** Whoever works at a terminal on the machine of the store (services/reference/admin.ts): the operator, who is no user of a tenant. */
export const TERMINAL_PREFIX = 'terminal:';

const isUser = (actor: string): boolean => actor.startsWith(users.idPrefix);

/**
 * The actor and everybody who has seen credentials with which one acts as it: those who were shown the token of a user's invitation, and the
 * maker of a key that belongs to no user. None for the terminal of the operator.
 *
 * @param actor id of a user, or of a key that belongs to none
 */
export async function peopleBehind(store: Store, tenantId: string, actor: string): Promise<string[]> {
  if (actor.startsWith(TERMINAL_PREFIX)) return [];
  const owner = ownerOf(tenantId);
  if (isUser(actor)) return [actor, ...((await store.get(users, owner, actor))?.credentialsSeenBy ?? [])];
  const maker = (await store.get(keys, owner, actor))?.createdBy;
  // The maker of a key is a user, or another key whose holders count with this one's already.
  return maker !== undefined && isUser(maker) ? [actor, ...(await peopleBehind(store, owner, maker))] : [actor];
}

/**
 * Why two actors may be one person; undefined where two people must have acted.
 *
 * Keys that belong to no user may be in anybody's hands who has such a key or can make one: they and the administrators count as one person.
 */
export async function whyOnePerson(store: Store, tenantId: string, one: string, other: string): Promise<string | undefined> {
  if (one === other) return 'they are the same';
  const [people, otherPeople] = await Promise.all([one, other].map((actor) => peopleBehind(store, tenantId, actor)));
  const both = people?.find((person) => otherPeople?.includes(person));
  if (both === one || both === other) return `${both} has seen the token with which the other chose a password`;
  if (both !== undefined) return `${both} has seen the tokens with which both chose a password`;
  const mayShareKeys =
    ((people ?? []).some(isKey) && (await someAdministers(store, tenantId, otherPeople ?? []))) ||
    ((otherPeople ?? []).some(isKey) && (await someAdministers(store, tenantId, people ?? [])));
  return mayShareKeys ? 'keys that belong to no user count as one person, and so do administrators, who can make such keys' : undefined;
}

const isKey = (actor: string): boolean => !isUser(actor);

/** True where one of them is a key that belongs to no user, an administrator, or a user who is gone and may have been one. */
async function someAdministers(store: Store, tenantId: string, actors: readonly string[]): Promise<boolean> {
  for (const actor of actors) {
    if (isKey(actor)) return true;
    const user = await store.get(users, ownerOf(tenantId), actor);
    if (user === undefined || user.roles.some(isAdminRole)) return true;
  }
  return false;
}
