/** Users: invited, changed and removed by administrators; they choose their passwords themselves. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { parse } from '#engine/schemas';
import type { Caller } from '#proto/caller';
import { newId } from '../../resources/id.js';
import { keys } from '../../resources/key.js';
import { invitationAcceptance, passwordChange, type User, userPatch, userRequest, users } from '../../resources/user.js';
import { StoreFailure } from '../../store/failure.js';
import { notThere, staleVersion } from '../../store/page.js';
import { conditionsOf, type Page, type PageQuery } from '../../store/port.js';
import { authorOf, governedTenant, refused, requireRoles } from '../base/authority.js';
import { each } from '../base/each.js';
import { peopleBehind } from '../base/people.js';
import { type ChangeTools, eventBy, replaceAudited } from '../evidence/audit.js';
import { recordRoles, releaseRoles } from './administrators.js';
import { askerOf, countAttempt } from './guesses.js';
import type { SendInvitation } from './invitations.js';
import { endKey } from './keys.js';
import { hashPassword, isPassword } from './password.js';
import { endSessionsOf, findUser } from './sessions.js';

const INVITATION_MS = 7 * 86_400_000;
const TOKEN_BYTES = 32;

/** A user, and the one-time token with which they choose a password, which is shown this once. */
interface InvitedUser {
  readonly user: User;
  /** Empty where it was sent to the user. */
  readonly token: string;
}

/** A user as administrators see it. */
export const userView = ({ passwordHash, invitation, disabled, secondFactor, provider, ...user }: User) => ({
  ...user,
  secondFactor: secondFactor?.confirmedAt !== undefined,
  status: disabled ? 'disabled' : passwordHash === undefined && provider === undefined ? 'invited' : 'active',
  ...(invitation && { invitationEndsAt: invitation.expiresAt }),
});

/** The fields of a user that an audit entry states and that its hashes cover. */
const contentOf = ({ email, name, roles, disabled, passwordHash, invitation, credentialsSeenBy, secondFactor, provider }: User) => ({
  ...{ email, name, roles, disabled, credentialsSeenBy, provider },
  hasPassword: passwordHash !== undefined,
  hasSecondFactor: secondFactor?.confirmedAt !== undefined,
  invitationEndsAt: invitation?.expiresAt,
});

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

/** @param sending absent: the caller is shown the token, and counts as the same person as the user from then on */
async function newInvitation({ store, now }: ChangeTools, caller: Caller, sending: SendInvitation | undefined) {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const seenBy = sending === undefined ? await peopleBehind(store, caller.tenantId, authorOf(caller) ?? '') : undefined;
  return { token, invitation: { hash: hashOf(token).toString('hex'), expiresAt: now() + INVITATION_MS, ...(seenBy && { seenBy }) } };
}

/** Sends the token where the installation has a channel, and hands it to the caller where it has none. */
async function hand(user: User, token: string, sending: SendInvitation | undefined): Promise<InvitedUser> {
  if (sending === undefined) return { user, token };
  await sending(user, token);
  return { user, token: '' };
}

async function governedUser(tools: ChangeTools, caller: Caller, tenantId: string, id: string): Promise<User> {
  await governedTenant(tools.store, caller, tenantId);
  const user = await tools.store.get(users, tenantId, id);
  if (user === undefined) throw notThere(id);
  return user;
}

/** @throws StoreFailure conflict, where the tenant has a user with this address, or the invitation cannot be sent */
export async function createUser(
  tools: ChangeTools,
  caller: Caller,
  tenantId: string,
  body: unknown,
  sending?: SendInvitation,
): Promise<InvitedUser> {
  await governedTenant(tools.store, caller, tenantId);
  const fields = parse(userRequest, body);
  requireRoles(caller, fields.roles);
  const { store, audit, now } = tools;
  if ((await findUser(store, tenantId, fields.email)) !== undefined) throw addressTaken(fields.email);
  const timeMs = now();
  const { token, invitation } = await newInvitation(tools, caller, sending);
  const author = authorOf(caller);
  const user: User = {
    ...{ ...fields, disabled: false, invitation, tenantId, id: newId(users), version: 1, createdAt: timeMs, updatedAt: timeMs },
    ...(author !== undefined && { createdBy: author, updatedBy: author }),
  };
  const content = contentOf(user);
  const event = { ...eventBy(caller), action: 'user.create', subject: user.id, details: content, after: content };
  try {
    await audit(tenantId, event, timeMs, { make: 'insert', resource: users, document: user });
  } catch (error) {
    if (error instanceof StoreFailure && error.kind === 'conflict') throw addressTaken(fields.email);
    throw error;
  }
  await recordRoles(store, user, timeMs);
  return hand(user, token, sending);
}

const addressTaken = (email: string): StoreFailure =>
  new StoreFailure('conflict', `the tenant has a user with the address ${email} already`);

export const getUser = governedUser;

export async function listUsers(tools: ChangeTools, caller: Caller, tenantId: string, query: PageQuery): Promise<Page<User>> {
  await governedTenant(tools.store, caller, tenantId);
  return tools.store.page(users, tenantId, query);
}

/** Writes the user in a new version, with the audit entry. */
export async function changeUser(tools: ChangeTools, caller: Caller, action: string, user: User, changed: User): Promise<User> {
  const [contentBefore, contentAfter] = [contentOf(user), contentOf(changed)];
  const contents = { details: contentAfter, before: contentBefore, after: contentAfter };
  const event = { ...eventBy(caller), tenantId: user.tenantId, action, subject: user.id, ...contents };
  return replaceAudited(tools, event, users, { ...changed, updatedBy: authorOf(caller) }, user.version);
}

/** A disabled user is signed out. @throws StoreFailure stale; conflict, where the user is the last administrator */
export async function updateUser(
  tools: ChangeTools,
  caller: Caller,
  tenantId: string,
  id: string,
  expectedVersion: number,
  body: unknown,
): Promise<User> {
  const user = await governedUser(tools, caller, tenantId, id);
  const { status: state, ...fields } = parse(userPatch, body);
  requireRoles(caller, [...user.roles, ...(fields.roles ?? [])]);
  if (user.version !== expectedVersion) throw staleVersion(id, user.version, expectedVersion);
  const changed: User = { ...user, ...fields, ...(state !== undefined && { disabled: state === 'disabled' }) };
  const { store, now } = tools;
  await releaseRoles(store, user, changed, now());
  const stored = await changeUser(tools, caller, 'user.update', user, changed).catch(async (error) => {
    // The user keeps the roles.
    await recordRoles(store, user, now());
    throw error;
  });
  await recordRoles(store, stored, now());
  if (stored.disabled) await endSessionsOf(store, stored);
  return stored;
}

/** Signs the user out and revokes the user's keys. @throws StoreFailure conflict, where the user is the last administrator */
export async function removeUser(tools: ChangeTools, caller: Caller, tenantId: string, id: string): Promise<void> {
  const user = await governedUser(tools, caller, tenantId, id);
  requireRoles(caller, user.roles);
  const { store, audit, now } = tools;
  await releaseRoles(store, user, undefined, now());
  const contentBefore = contentOf(user);
  const event = { ...eventBy(caller), action: 'user.remove', subject: id, details: contentBefore, before: contentBefore };
  await audit(tenantId, event, now(), { make: 'remove', resource: users, tenantId, id });
  // Keys of a user who is gone are refused already.
  await endSessionsOf(store, user);
  await endKeysOf(tools, user);
}

export async function endKeysOf({ store, now }: ChangeTools, { tenantId, id }: User): Promise<void> {
  for await (const key of each(store, keys, tenantId, { where: conditionsOf(keys, { userId: id }) }))
    await endKey(store, tenantId, key.id, now());
}

/**
 * A new one-time token, also for a forgotten password: the present one stays until it is used.
 *
 * @throws StoreFailure conflict, where the invitation cannot be sent
 */
export async function inviteUser(
  tools: ChangeTools,
  caller: Caller,
  tenantId: string,
  id: string,
  sending?: SendInvitation,
): Promise<InvitedUser> {
  const user = await governedUser(tools, caller, tenantId, id);
  // Whoever holds the token can sign in as the user.
  requireRoles(caller, user.roles);
  const { token, invitation } = await newInvitation(tools, caller, sending);
  return hand(await changeUser(tools, caller, 'user.invite', user, { ...user, invitation }), token, sending);
}

/** Answers alike whatever is wrong, and takes as long. @throws CallFailure PERMISSION_DENIED */
export async function acceptInvitation(tools: ChangeTools, caller: Caller, body: unknown): Promise<User> {
  const { tenantId, email, token, password } = parse(invitationAcceptance, body);
  const { store, now } = tools;
  const attempt = { tenantId, email, address: caller.address ?? '' };
  const takeBack = await countAttempt(store, attempt);
  // Computed in any case: the time says nothing about the token.
  const passwordHash = await hashPassword(password, askerOf(attempt));
  const user = await findUser(store, tenantId, email);
  const presentedHash = hashOf(token);
  const expected = user?.invitation === undefined ? Buffer.alloc(presentedHash.length) : Buffer.from(user.invitation.hash, 'hex');
  const matches = timingSafeEqual(presentedHash, expected);
  if (user?.invitation === undefined || !matches || user.invitation.expiresAt <= now() || user.disabled)
    throw refused('the invitation is not known, was used or has ended');
  const {
    invitation: { seenBy },
    secondFactor,
    ...rest
  } = user;
  const isUsersAlone = seenBy === undefined;
  const formerSeers = user.credentialsSeenBy ?? [];
  // The app and the keys may be those of whoever could sign in as the user before.
  const endsFormer = isUsersAlone && formerSeers.length > 0;
  const credentialsSeenBy = isUsersAlone ? [] : [...new Set([...formerSeers, ...seenBy])];
  // Two calls that use the token at the same time write the same version, so that one succeeds.
  const accepted = { ...rest, ...(secondFactor && !endsFormer && { secondFactor }), passwordHash, credentialsSeenBy };
  const changed = await changeUser(tools, asUser(caller, user), 'user.accept_invitation', user, accepted);
  await endSessionsOf(store, changed);
  if (endsFormer) await endKeysOf(tools, changed);
  await takeBack();
  return changed;
}

/** Ends the user's other sessions. @throws CallFailure PERMISSION_DENIED, where the present password is another one */
export async function changePassword(tools: ChangeTools, caller: Caller, body: unknown): Promise<User> {
  const { currentPassword, newPassword } = parse(passwordChange, body);
  const { user, asker } = await userWithPassword(tools, caller, 'currentPassword', currentPassword);
  const passwordHash = await hashPassword(newPassword, asker);
  const { invitation: _, ...rest } = user;
  const changed = await changeUser(tools, caller, 'user.change_password', user, { ...rest, passwordHash });
  await endSessionsOf(tools.store, changed, caller.sessionId);
  return changed;
}

/**
 * The signed-in user, who has shown the password again: somebody else may sit at an open session.
 *
 * @param field the name of the password in the request
 * @throws CallFailure PERMISSION_DENIED; RESOURCE_EXHAUSTED after too many attempts
 */
export async function userWithPassword({ store }: ChangeTools, caller: Caller, field: string, password: string) {
  const user = await store.get(users, caller.tenantId, caller.userId);
  if (user === undefined || !caller.sessionId) throw refused('only a signed-in user may do this');
  // Whoever has a session is known by it.
  const attempt = { tenantId: user.tenantId, email: user.email, address: caller.address ?? '', device: caller.sessionId };
  const takeBack = await countAttempt(store, attempt);
  const asker = askerOf(attempt);
  if (!(await isPassword(password, user.passwordHash, asker))) throw refused(`${field} is not right`);
  await takeBack();
  return { user, asker };
}

/** A caller who has shown to be the user. */
export const asUser = (caller: Caller, { tenantId, id }: User): Caller => ({ ...caller, tenantId, userId: id });
