/** A user's second factor: turned on in two steps, so that nobody is kept out by an app that shows other codes; turned off; removed by administrators. */
import { parse } from '#engine/schemas';
import type { Caller } from '#proto/caller';
import { secondFactorConfirmation, secondFactorEnd, secondFactorStart, type User, users } from '../../resources/user.js';
import { StoreFailure } from '../../store/failure.js';
import { refused, requireRoles } from '../base/authority.js';
import { compareCode, hasSecondFactor, newRecoveryCodes, newSecret } from './one-time-codes.js';
import type { UserTools } from './secret-box.js';
import { endSessionsOf, isCode } from './sessions.js';
import { changeUser, getUser, userWithPassword } from './users.js';

const withoutFactor = ({ secondFactor: _, ...user }: User): User => user;

/** @returns the user, and the address that gives an app its secret, which is shown this once. @throws StoreFailure conflict */
export async function startSecondFactor(tools: UserTools, caller: Caller, body: unknown): Promise<{ user: User; address: string }> {
  const { password } = parse(secondFactorStart, body);
  if (tools.box === undefined)
    throw new StoreFailure('conflict', 'the installation has no key for second factors: its operator sets SVC_SIGNING_KEY_FILE');
  const { user } = await userWithPassword(tools, caller, 'password', password);
  if (hasSecondFactor(user)) throw new StoreFailure('conflict', 'the user has a second factor already: turn it off first');
  const { factor, address } = newSecret(user, tools.box);
  // Nothing that an administrator would see has changed.
  return { user: await tools.store.replace(users, { ...user, secondFactor: factor }, user.version), address };
}

/** Ends the user's other sessions. @returns the recovery codes, which are shown this once */
export async function confirmSecondFactor(
  tools: UserTools,
  caller: Caller,
  body: unknown,
): Promise<{ user: User; recoveryCodes: readonly string[] }> {
  const { code } = parse(secondFactorConfirmation, body);
  const { store, box, now } = tools;
  const user = await store.get(users, caller.tenantId, caller.userId);
  if (user === undefined || !caller.sessionId) throw refused('only a signed-in user may do this');
  if (user.secondFactor === undefined || hasSecondFactor(user))
    throw new StoreFailure('conflict', 'no second factor waits for its first code: start with startSecondFactor');
  const { isRight, factor } = compareCode(user, code, box, now());
  if (!isRight) {
    await store.replace(users, { ...user, secondFactor: factor }, user.version);
    throw refused('the code is not right: check the time of the device that shows it');
  }
  const { codes, hashes } = newRecoveryCodes();
  const secondFactor = { ...factor, confirmedAt: now(), recoveryHashes: [...hashes] };
  const changed = await changeUser(tools, caller, 'user.start_second_factor', user, { ...user, secondFactor });
  await endSessionsOf(store, changed, caller.sessionId);
  return { user: changed, recoveryCodes: codes };
}

/** Asks for the password and a code. @throws StoreFailure conflict, where there is none */
export async function endSecondFactor(tools: UserTools, caller: Caller, body: unknown): Promise<User> {
  const { password, code } = parse(secondFactorEnd, body);
  const { user } = await userWithPassword(tools, caller, 'password', password);
  if (!hasSecondFactor(user)) throw new StoreFailure('conflict', 'the user has no second factor');
  if (!(await isCode(tools, user, code))) throw refused('code is not right, or was used before');
  const current = await getOwn(tools, caller);
  return changeUser(tools, caller, 'user.end_second_factor', current, withoutFactor(current));
}

async function getOwn({ store }: UserTools, { tenantId, userId }: Caller): Promise<User> {
  const user = await store.get(users, tenantId, userId);
  if (user === undefined) throw refused('only a signed-in user may do this');
  return user;
}

/** Helps a user who has lost the app and the recovery codes. The password stays, and the user is signed out. */
export async function removeSecondFactor(tools: UserTools, caller: Caller, tenantId: string, id: string): Promise<User> {
  const user = await getUser(tools, caller, tenantId, id);
  if (user.id === caller.userId) throw refused('one’s own second factor ends with a code (endSecondFactor)');
  requireRoles(caller, user.roles);
  const changed = await changeUser(tools, caller, 'user.remove_second_factor', user, withoutFactor(user));
  await endSessionsOf(tools.store, changed);
  return changed;
}
