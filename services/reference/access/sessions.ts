/**
 * Sessions of users: a token in a cookie, of which the store keeps the hash. A session ends when it is ended, when it has not been used for
 * half an hour, and twelve hours after the sign-in whatever happens. Each look-up reads user and tenant, so that a change of either holds
 * at once.
 */
import { createHash, randomBytes } from 'node:crypto';
import { status } from '@grpc/grpc-js';
import { parse } from '#engine/schemas';
import type { Caller } from '#proto/caller';
import { CallFailure } from '#proto/failure';
import { newId } from '../../resources/id.js';
import { scopesOf } from '../../resources/role.js';
import { type Session, sessions } from '../../resources/session.js';
import { PLATFORM, type Tenant, tenants } from '../../resources/tenant.js';
import { signInRequest, type User, users } from '../../resources/user.js';
import { StoreFailure } from '../../store/failure.js';
import { notThere } from '../../store/page.js';
import { conditionsOf, type Store } from '../../store/port.js';
import { isAdmin, refused, requireRoles, visibleTenant } from '../base/authority.js';
import { each } from '../base/each.js';
import { type ChangeTools, eventBy } from '../evidence/audit.js';
import { deviceOf, newDevice } from './devices.js';
import { askerOf, countAttempt } from './guesses.js';
import { compareCode, hasSecondFactor } from './one-time-codes.js';
import { isPassword } from './password.js';
import type { UserTools } from './secret-box.js';

const MINUTE_MS = 60_000;
export const IDLE_MS = 30 * MINUTE_MS;
export const LIFETIME_MS = 12 * 60 * MINUTE_MS;
const TOKEN_BYTES = 32;

export const sessionHash = (token: string): string => createHash('sha256').update(token).digest('hex');

/** A session with the user and the tenant as they are now. */
interface OpenSession {
  readonly session: Session;
  readonly user: User;
  readonly tenant: Tenant;
  /** None where the tenant asks for a second factor and the user has none yet. */
  readonly scopes: readonly string[];
  readonly roles: readonly string[];
  readonly secondFactor: 'on' | 'off' | 'required';
}

/** A session as its user and administrators see it. */
export const sessionView = ({ hash, csrfToken, ...session }: Session) => session;

const notRight = () => refused('the tenant, the e-mail address or the password is not right');

export interface Begun {
  readonly session: Session;
  readonly token: string;
}

interface SignedIn extends Begun {
  /** The token that the device shows at its next sign-in. */
  readonly device: string;
}

/**
 * Answers alike whatever is wrong, and takes as long.
 *
 * @param deviceToken what an earlier sign-in gave the device; empty: it has none
 * @throws CallFailure PERMISSION_DENIED; RESOURCE_EXHAUSTED after too many attempts
 */
export async function signIn(tools: UserTools, caller: Caller, body: unknown, deviceToken = ''): Promise<SignedIn> {
  const { tenantId, email, password, code } = parse(signInRequest, body);
  const { store, audit, now } = tools;
  const address = caller.address ?? '';
  const [user, tenant] = await Promise.all([findUser(store, tenantId, email), store.get(tenants, PLATFORM, tenantId)]);
  const attempt = { tenantId, email, address, device: deviceOf(user, deviceToken, now()) };
  const takeBack = await countAttempt(store, attempt);
  const matches = await isPassword(password, user?.passwordHash, askerOf(attempt));
  const refuse = (details: object) =>
    audit(tenantId, { ...eventBy(caller), action: 'session.refuse', subject: user?.id ?? '', details }, now()).catch(() => undefined);
  if (user === undefined || tenant === undefined || user.disabled || tenant.disabled || !matches) {
    // Only failures against a user stand in the log, which others could fill otherwise. Nothing is changed, and the answer does not wait: its
    // time says nothing about whether there is a user.
    if (user !== undefined) void refuse({});
    throw notRight();
  }
  if (hasSecondFactor(user)) {
    if (code === undefined) {
      await takeBack();
      throw codeRefused('the user has a second factor: a code is needed');
    }
    if (!(await isCode(tools, user, code))) {
      void refuse({ secondFactor: true });
      throw codeRefused('the code is not right, or was used before');
    }
  }
  const begun = await beginSession(tools, caller, user, {});
  await takeBack();
  return { ...begun, device: newDevice(user, now()) };
}

const codeRefused = (reason: string): CallFailure => new CallFailure(status.PERMISSION_DENIED, reason, [{ pointer: '/code', reason }]);

/** True where the code is right and has not been used; it is used up then. Of many at once, one alone is answered. */
export async function isCode({ store, box, now }: UserTools, user: User, code: string): Promise<boolean> {
  const { isRight, factor } = compareCode(user, code, box, now());
  try {
    await store.replace(users, { ...user, secondFactor: factor }, user.version);
  } catch (error) {
    if (error instanceof StoreFailure && error.kind === 'stale') return false;
    throw error;
  }
  return isRight;
}

/** Opens a session of a user who has shown who they are. */
export async function beginSession(
  { store, audit, now }: ChangeTools,
  caller: Caller,
  { tenantId, id: userId }: User,
  details: Pick<Session, 'byProvider'>,
): Promise<Begun> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const timeMs = now();
  const session: Session = {
    ...{ tenantId, id: newId(sessions), version: 1, createdAt: timeMs, updatedAt: timeMs, createdBy: userId },
    ...{ userId, hash: sessionHash(token), csrfToken: randomBytes(TOKEN_BYTES).toString('base64url') },
    ...{ expiresAt: timeMs + LIFETIME_MS, address: caller.address ?? '', ...details },
  };
  const event = { ...eventBy({ ...caller, userId }), action: 'session.create', subject: session.id, details: { userId, ...details } };
  await audit(tenantId, event, timeMs, { make: 'insert', resource: sessions, document: session });
  await store.note(users, tenantId, userId, 'lastSignInAt', timeMs);
  return { session, token };
}

/** @returns undefined where there is no such session, or it has ended */
export async function findSession({ store, now }: ChangeTools, hash: string): Promise<OpenSession | undefined> {
  const session = await store.find(sessions, 'hash', hash);
  if (session === undefined) return undefined;
  const timeMs = now();
  const seenAt = session.lastSeenAt ?? session.createdAt;
  if (session.expiresAt <= timeMs || timeMs - seenAt >= IDLE_MS) return undefined;
  const [user, tenant] = await Promise.all([
    store.get(users, session.tenantId, session.userId),
    store.get(tenants, PLATFORM, session.tenantId),
  ]);
  if (user === undefined || user.disabled || tenant === undefined || tenant.disabled) return undefined;
  // The last use is written once per minute: a busy session is not one write per request. It stays usable where the store cannot write.
  if (timeMs - seenAt >= MINUTE_MS) await store.note(sessions, session.tenantId, session.id, 'lastSeenAt', timeMs).catch(() => undefined);
  const isLimited = tenant.requiresSecondFactor === true && !hasSecondFactor(user) && session.byProvider !== true;
  const rights = isLimited ? { roles: [], scopes: [] } : { roles: user.roles, scopes: scopesOf(user.roles) };
  return { session, user, tenant, ...rights, secondFactor: hasSecondFactor(user) ? 'on' : isLimited ? 'required' : 'off' };
}

/** A user of the tenant whose sessions the caller governs. */
async function governedUser(tools: ChangeTools, caller: Caller, tenantId: string, userId: string): Promise<User> {
  await visibleTenant(tools.store, caller, tenantId);
  const user = await tools.store.get(users, tenantId, userId);
  if (user === undefined || !(isAdmin(caller) || (caller.tenantId === tenantId && caller.userId === userId))) throw notThere(userId);
  return user;
}

/** Newest first; a user has few. */
export async function listSessions(tools: ChangeTools, caller: Caller, tenantId: string, userId: string): Promise<Session[]> {
  await governedUser(tools, caller, tenantId, userId);
  const { store, now } = tools;
  const timeMs = now();
  const open: Session[] = [];
  const query = { where: conditionsOf(sessions, { userId }), sort: '-createdAt' };
  for await (const session of each(store, sessions, tenantId, query))
    if (session.expiresAt > timeMs && timeMs - (session.lastSeenAt ?? session.createdAt) < IDLE_MS) open.push(session);
  return open;
}

export async function endSession(tools: ChangeTools, caller: Caller, tenantId: string, userId: string, id: string): Promise<void> {
  const user = await governedUser(tools, caller, tenantId, userId);
  if (user.id !== caller.userId) requireRoles(caller, user.roles);
  const { store, audit, now } = tools;
  const session = await store.get(sessions, tenantId, id);
  if (session === undefined || session.userId !== userId) throw notThere(id);
  const event = { ...eventBy(caller), action: 'session.end', subject: id, details: { userId } };
  await audit(tenantId, event, now(), { make: 'remove', resource: sessions, tenantId, id });
}

/** @param but a session that stays */
export async function endSessionsOf(store: Store, { tenantId, id: userId }: User, but?: string): Promise<void> {
  for await (const { id } of each(store, sessions, tenantId, { where: conditionsOf(sessions, { userId }) }))
    if (id !== but) await store.remove(sessions, tenantId, id);
}

/** Removes sessions that have ended by themselves. @returns how many */
export async function sweepSessions(store: Store, now: number): Promise<number> {
  let removed = 0;
  for await (const { id: tenantId } of each(store, tenants, PLATFORM, {})) {
    for await (const { id } of each(store, sessions, tenantId, { where: conditionsOf(sessions, { createdBefore: now - LIFETIME_MS }) }))
      if (await store.remove(sessions, tenantId, id)) removed += 1;
  }
  return removed;
}

/** The user of a tenant with this address, in lower case. */
export async function findUser(store: Store, tenantId: string, email: string): Promise<User | undefined> {
  return (await store.page(users, tenantId, { limit: 1, where: conditionsOf(users, { email }) })).items[0];
}
