/** The administration calls of the reference service: each reads its request, calls one function, and writes its reply. */
import type { Handlers, ReferenceDefinition } from '#proto/services';
import type { AdministrationList__Output } from '#proto/types/svc/access/v1/AdministrationList';
import { auditEntries } from '../../resources/audit-entry.js';
import type { Key } from '../../resources/key.js';
import { DEFAULT_PAGE_LIMIT, MAX_PAGE_LIMIT } from '../../resources/page-limit.js';
import type { AnyResource, Stored } from '../../resources/resource.js';
import { ownerOf } from '../../resources/tenant.js';
import { StoreFailure } from '../../store/failure.js';
import { conditionsOf, type PageQuery } from '../../store/port.js';
import { governedTenant } from '../base/authority.js';
import { toMessage, toPageMessage } from '../base/document.js';
import { readJson } from '../base/json.js';
import { type ChangeTools, toAuditMessage, verifyAudit } from '../evidence/audit.js';
import { effects } from '../evidence/audit-effects.js';
import type { Signer } from '../evidence/signing.js';
import { statusesInForce } from '../governance/approvals.js';
import { createKey, getKey, keyView, listKeys, revokeKey, rotateKey } from './keys.js';
import { endSession, findSession, listSessions, sessionView, signIn } from './sessions.js';
import { createTenant, getTenant, listTenants, tenantView, updateTenant } from './tenants.js';
import { addUsage, getUsage } from './usage.js';
import { acceptInvitation, changePassword, createUser, getUser, inviteUser, listUsers, removeUser, updateUser, userView } from './users.js';

export interface InstallationFacts {
  readonly signer: Signer;
  readonly list: readonly AnyResource[];
}

type AdministrationCalls =
  | ('createTenant' | 'getTenant' | 'listTenants' | 'updateTenant' | 'createKey' | 'getKey' | 'listKeys' | 'revokeKey' | 'rotateKey')
  | ('createUser' | 'getUser' | 'listUsers' | 'updateUser' | 'removeUser' | 'inviteUser' | 'acceptInvitation' | 'changePassword')
  | ('signIn' | 'findSession' | 'listSessions' | 'endSession' | 'getUsage' | 'addUsage' | 'listAudit' | 'verifyAudit');

export function administrationHandlers(
  tools: ChangeTools,
  { signer, list }: InstallationFacts,
): Pick<Handlers<ReferenceDefinition>, AdministrationCalls> {
  const { store, now } = tools;
  const key = (document: Key) => toMessage(keyView(document, now()));

  return {
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
      const { user, token } = await createUser(tools, caller, tenantId, bodyOf(fieldsJson));
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
      const { user, token } = await inviteUser(tools, caller, tenantId, id);
      return { document: toMessage(userView(user)), secret: token };
    },
    acceptInvitation: async ({ fieldsJson }, { caller }) => toMessage(userView(await acceptInvitation(tools, caller, bodyOf(fieldsJson)))),
    changePassword: async ({ fieldsJson }, { caller }) => toMessage(userView(await changePassword(tools, caller, bodyOf(fieldsJson)))),

    signIn: async ({ fieldsJson }, { caller }) => {
      const { session, token } = await signIn(tools, caller, bodyOf(fieldsJson));
      return { document: toMessage({ ...sessionView(session), csrfToken: session.csrfToken } as Stored), secret: token };
    },
    findSession: async ({ hash }) => {
      const found = await findSession(tools, hash.toString('hex'));
      if (found === undefined) throw new StoreFailure('not_found', 'there is no such session');
      const { session, user, tenant, scopes } = found;
      return {
        ...{ sessionId: session.id, csrfToken: session.csrfToken, expiresAtMs: session.expiresAt },
        ...{ userId: user.id, email: user.email, name: user.name ?? '', roles: user.roles, scopes: [...scopes] },
        ...{ tenantId: tenant.id, tier: tenant.tier, requestsPerMinute: tenant.requestsPerMinute, monthlyQuota: tenant.monthlyQuota },
        computeSecondsQuota: tenant.computeSecondsQuota ?? 0,
        statuses: await statusesInForce(store, tenant.id),
      };
    },
    listSessions: async ({ tenantId, id }, { caller }) => ({
      items: (await listSessions(tools, caller, tenantId, id)).map((session) => toMessage(sessionView(session))),
    }),
    endSession: async ({ tenantId, userId, sessionId }, { caller }) => {
      await endSession(tools, caller, tenantId, userId, sessionId);
      return {};
    },

    getUsage: async (request, { caller }) => {
      const { tenant, ...report } = await getUsage(tools, caller, request, list);
      return { ...report, tenant: toMessage(tenantView(tenant)) };
    },
    addUsage: async ({ parts }, { caller }) => {
      await addUsage(store, caller.tenantId, parts, now());
      return {};
    },

    listAudit: async (query, { caller }) => {
      await governedTenant(tools.store, caller, ownerOf(query.tenantId));
      const where = conditionsOf(auditEntries, filtersOf(query));
      const page = await store.page(auditEntries, query.tenantId, { ...pageOf(query), sort: '-id', where });
      if (!query.effects) return toPageMessage(page);
      const effectOf = effects(store, list, now());
      const items = await Promise.all(page.items.map(async (entry) => ({ ...entry, effect: await effectOf(entry) })));
      return toPageMessage({ ...page, items });
    },
    verifyAudit: async ({ tenantId }, { caller }) => {
      await governedTenant(tools.store, caller, ownerOf(tenantId));
      return toAuditMessage(await verifyAudit(store, signer, tenantId));
    },
  };
}

const bodyOf = (json: string): unknown => readJson(json || '{}');

const filtersOf = ({ filtersJson }: AdministrationList__Output) =>
  readJson(filtersJson || '{}') as Readonly<Record<string, string | number | undefined>>;

const pageOf = ({ limit, cursor }: AdministrationList__Output): PageQuery => ({
  limit: Math.min(limit || DEFAULT_PAGE_LIMIT, MAX_PAGE_LIMIT),
  cursor: cursor || undefined,
});
