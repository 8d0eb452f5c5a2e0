/** The calls of the access service: each reads its request, calls one function, and writes its reply. */
import type { Handlers } from '#proto/services';
import type { AccessDefinition } from '#proto/types/svc/access/v1/Access';
import type { Key } from '../../resources/key.js';
import type { AnyResource, Stored } from '../../resources/resource.js';
import { ownerOf } from '../../resources/tenant.js';
import { StoreFailure } from '../../store/failure.js';
import { bodyOf, pageOf, toMessage, toPageMessage } from '../base/document.js';
import { statusesInForce } from '../governance/approvals.js';
import type { SendInvitation } from './invitations.js';
import { createKey, findKey, getKey, keyView, lastUses, listKeys, revokeKey, rotateKey } from './keys.js';
import { signInByProvider } from './provider-sign-in.js';
import { confirmSecondFactor, endSecondFactor, removeSecondFactor, startSecondFactor } from './second-factor.js';
import type { UserTools } from './secret-box.js';
import { type Begun, endSession, findSession, listSessions, sessionView, signIn } from './sessions.js';
import { createTenant, getTenant, listTenants, tenantView, updateTenant } from './tenants.js';
import { addComputeTime, addUsage, type DayCounts, getUsage, reserve } from './usage.js';
import { acceptInvitation, changePassword, createUser, getUser, inviteUser, listUsers, removeUser, updateUser, userView } from './users.js';

/**
 * @param list all resources, whose stored documents a report of usage counts
 * @param sending absent: whoever invites a user is shown the token
 */
export function accessHandlers(tools: UserTools, counts: DayCounts, list: readonly AnyResource[], sending?: SendInvitation) {
  const { store, now } = tools;
  const noteUse = lastUses(store);
  const key = (document: Key) => toMessage(keyView(document, now()));

  return {
    findKey: async ({ prefix }) => {
      const { key, tenant, dataOf, scopes, roles, userDisabled } = await findKey(store, prefix);
      const statuses = await statusesInForce(store, dataOf);
      return {
        keyId: key.id,
        tenantId: dataOf,
        hash: Buffer.from(key.hash, 'hex'),
        scopes: [...scopes],
        roles: [...roles],
        userId: key.userId ?? '',
        userDisabled,
        tier: tenant.tier,
        environment: key.environment,
        expiresAtMs: key.expiresAt ?? 0,
        revokedAtMs: key.revokedAt ?? 0,
        requestsPerMinute: tenant.requestsPerMinute,
        monthlyQuota: tenant.monthlyQuota,
        computeSecondsQuota: tenant.computeSecondsQuota ?? 0,
        tenantDisabled: tenant.disabled,
        statuses,
      };
    },

    findSession: async ({ hash }) => {
      const open = await findSession(tools, hash.toString('hex'));
      if (open === undefined) throw new StoreFailure('not_found', 'there is no such session');
      const { session, user, tenant, scopes, roles, secondFactor } = open;
      return {
        ...{ sessionId: session.id, csrfToken: session.csrfToken, expiresAtMs: session.expiresAt },
        ...{ userId: user.id, email: user.email, name: user.name ?? '', roles: [...roles], scopes: [...scopes], secondFactor },
        ...{ tenantId: tenant.id, tier: tenant.tier, requestsPerMinute: tenant.requestsPerMinute, monthlyQuota: tenant.monthlyQuota },
        computeSecondsQuota: tenant.computeSecondsQuota ?? 0,
        statuses: await statusesInForce(store, tenant.id),
      };
    },

    reserveRequests: async (request) => {
      const timeMs = now();
      noteUse(ownerOf(request.tenantId), request.keyId, timeMs);
      return reserve(store, request, timeMs);
    },

    addComputeTime: async ({ computeMs }, { caller }) => {
      await addComputeTime(store, caller.tenantId, computeMs, now());
      counts.addComputeMs(caller.tenantId, computeMs);
      return {};
    },

    addUsage: async ({ parts }, { caller }) => {
      await addUsage(store, caller.tenantId, parts, now());
      return {};
    },

    getUsage: async (request, { caller }) => {
      const { tenant, ...report } = await getUsage(tools, caller, request, list);
      return { ...report, tenant: toMessage(tenantView(tenant)) };
    },

    createTenant: async ({ fieldsJson, requestId }, { caller }) =>
      toMessage(tenantView(await createTenant(tools, caller, bodyOf(fieldsJson), requestId))),

    getTenant: async ({ tenantId }, { caller }) => toMessage(tenantView(await getTenant(tools, caller, tenantId))),

    listTenants: async (query, { caller }) => toPageMessage(await listTenants(tools, caller, pageOf(query)), tenantView),

    updateTenant: async ({ tenantId, expectedVersion, fieldsJson }, { caller }) =>
      toMessage(tenantView(await updateTenant(tools, caller, tenantId, expectedVersion, bodyOf(fieldsJson)))),

    createKey: async ({ tenantId, fieldsJson }, { caller }) => {
      const issued = await createKey(tools, caller, tenantId, bodyOf(fieldsJson));
      return { document: key(issued.key), secret: issued.raw };
    },

    getKey: async ({ tenantId, id }, { caller }) => key(await getKey(tools, caller, tenantId, id)),

    listKeys: async (query, { caller }) =>
      toPageMessage(await listKeys(tools, caller, query.tenantId, pageOf(query)), (each) => keyView(each, now())),

    revokeKey: async ({ tenantId, id }, { caller }) => key(await revokeKey(tools, caller, tenantId, id)),

    rotateKey: async ({ tenantId, id, fieldsJson }, { caller }) => {
      const issued = await rotateKey(tools, caller, tenantId, id, bodyOf(fieldsJson));
      return { document: key(issued.key), secret: issued.raw };
    },

    createUser: async ({ tenantId, fieldsJson }, { caller }) => {
      const { user, token } = await createUser(tools, caller, tenantId, bodyOf(fieldsJson), sending);
      return { document: toMessage(userView(user)), secret: token };
    },

    getUser: async ({ tenantId, id }, { caller }) => toMessage(userView(await getUser(tools, caller, tenantId, id))),

    listUsers: async (query, { caller }) => toPageMessage(await listUsers(tools, caller, query.tenantId, pageOf(query)), userView),

    updateUser: async ({ tenantId, id, expectedVersion, fieldsJson }, { caller }) =>
      toMessage(userView(await updateUser(tools, caller, tenantId, id, expectedVersion, bodyOf(fieldsJson)))),

    removeUser: async ({ tenantId, id }, { caller }) => {
      await removeUser(tools, caller, tenantId, id);
      return {};
    },

    inviteUser: async ({ tenantId, id }, { caller }) => {
      const { user, token } = await inviteUser(tools, caller, tenantId, id, sending);
      return { document: toMessage(userView(user)), secret: token };
    },

    acceptInvitation: async ({ fieldsJson }, { caller }) => toMessage(userView(await acceptInvitation(tools, caller, bodyOf(fieldsJson)))),

    signIn: async ({ fieldsJson, device: deviceToken }, { caller }) => {
      const { device, ...begun } = await signIn(tools, caller, bodyOf(fieldsJson), deviceToken);
      return { ...issued(begun), device };
    },

    signInByProvider: async ({ fieldsJson }, { caller }) => issued(await signInByProvider(tools, caller, bodyOf(fieldsJson))),

    listSessions: async ({ tenantId, id }, { caller }) => ({
      items: (await listSessions(tools, caller, tenantId, id)).map((session) => toMessage(sessionView(session))),
    }),

    endSession: async ({ tenantId, userId, sessionId }, { caller }) => {
      await endSession(tools, caller, tenantId, userId, sessionId);
      return {};
    },

    changePassword: async ({ fieldsJson }, { caller }) => toMessage(userView(await changePassword(tools, caller, bodyOf(fieldsJson)))),

    startSecondFactor: async ({ fieldsJson }, { caller }) => {
      const { user, address } = await startSecondFactor(tools, caller, bodyOf(fieldsJson));
      return { document: toMessage(userView(user)), secret: address };
    },

    confirmSecondFactor: async ({ fieldsJson }, { caller }) => {
      const { user, recoveryCodes } = await confirmSecondFactor(tools, caller, bodyOf(fieldsJson));
      return { document: toMessage(userView(user)), recoveryCodes: [...recoveryCodes] };
    },

    endSecondFactor: async ({ fieldsJson }, { caller }) => toMessage(userView(await endSecondFactor(tools, caller, bodyOf(fieldsJson)))),

    removeSecondFactor: async ({ tenantId, id }, { caller }) => toMessage(userView(await removeSecondFactor(tools, caller, tenantId, id))),
  } satisfies Handlers<AccessDefinition>;
}

/** A session that begins, with the secrets that its browser keeps. */
const issued = ({ session, token }: Begun) => ({
  document: toMessage({ ...sessionView(session), csrfToken: session.csrfToken } as Stored),
  secret: token,
});
