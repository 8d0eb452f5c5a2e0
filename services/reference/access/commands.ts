/** The commands of `npm run admin`: each command calls the function that the gateway's operation calls. */
import type { Caller } from '#proto/caller';
import { type Key, keys } from '../../resources/key.js';
import type { Resource } from '../../resources/resource.js';
import { scopes as allScopes } from '../../resources/scope.js';
import { PLATFORM, tenants } from '../../resources/tenant.js';
import { users } from '../../resources/user.js';
import { StoreFailure } from '../../store/failure.js';
import { governedTenant } from '../base/authority.js';
import { each } from '../base/each.js';
import { type ChangeTools, verifyAudit } from '../evidence/audit.js';
import type { ChainHeads } from '../evidence/chain-heads.js';
import type { Signer } from '../evidence/signing.js';
import { createKey, revokeKey, rotateKey, stateOf } from './keys.js';
import { removeSecondFactor } from './second-factor.js';
import { createTenant, getTenant, tenantView, updateTenant } from './tenants.js';
import { createUser, getUser, inviteUser, removeUser, updateUser, userView } from './users.js';

/** The arguments of the command line. */
interface Given {
  readonly tenant: string;
  readonly id: string;
  readonly values: Readonly<Record<string, string | undefined>>;
}

export interface AdminCommand {
  readonly usage: string;
  readonly meaning: string;
  /** Names of options. */
  readonly required: readonly string[];
  readonly optional: readonly string[];
  /** How many ids it takes. */
  readonly ids: 0 | 1;
  /** @returns what to show */
  readonly run: (tools: ChangeTools, caller: Caller, given: Given, signer: Signer, heads: ChainHeads) => Promise<string>;
}

const list = (text: string | undefined): string[] | undefined =>
  text
    ?.split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** @throws StoreFailure invalid, which names the option */
function number(values: Given['values'], name: string): number | undefined {
  const text = values[name];
  if (text === undefined) return undefined;
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value)) throw new StoreFailure('invalid', `--${name} must be a number; got ${text}`);
  return value;
}

const defined = (fields: object): object => Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

const dateOf = (ms: number | undefined): string => (ms === undefined ? '' : new Date(ms).toISOString().slice(0, 'yyyy-mm-ddThh:mm'.length));

/** Rows under their titles, in columns. */
function table(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return 'none';
  const widths = titles.map((title, column) => Math.max(title.length, ...rows.map((row) => (row[column] ?? '').length)));
  return [titles, ...rows]
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

async function rowsOf<F extends object>({ store }: ChangeTools, resource: Resource<F>, tenantId: string) {
  const all = [];
  for await (const document of each(store, resource, tenantId, {})) all.push(document);
  return all;
}

const keyShown = ({ key, raw }: { readonly key: Key; readonly raw: string }): string =>
  `${key.id}, a key of ${key.tenantId}, shown this once:\n\n  ${raw}\n`;

const invitationShown = (email: string, tenantId: string, token: string): string =>
  [
    `${email} chooses a password with this token, shown this once and valid for seven days:`,
    '',
    `  ${token}`,
    '',
    'POST /admin/v1/invitations/accept',
    JSON.stringify({ tenantId, email, token, password: '…' }),
  ].join('\n');

export const COMMANDS: Readonly<Record<string, AdminCommand>> = {
  tenants: {
    usage: 'tenants',
    meaning: 'lists the tenants',
    ...{ required: [], optional: [], ids: 0 },
    run: async (tools) => {
      const rows = (await rowsOf(tools, tenants, PLATFORM)).map((tenant) => [
        tenant.id,
        tenant.name,
        tenant.tier,
        tenantView(tenant).status,
      ]);
      return table(['id', 'name', 'tier', 'status'], rows);
    },
  },
  'tenant create': {
    usage: 'tenant create --name NAME --tier free|pro|business|enterprise',
    meaning: 'creates a tenant',
    ...{ required: ['name', 'tier'], optional: [], ids: 0 },
    run: async (tools, caller, { values: { name, tier } }) => (await createTenant(tools, caller, { name, tier }, '')).id,
  },
  'tenant set': {
    usage: 'tenant set --tenant ID [--name NAME] [--tier TIER] [--status active|disabled] [--requests-per-minute N] [--monthly-quota N]',
    meaning: 'changes a tenant',
    ...{ required: ['tenant'], optional: ['name', 'tier', 'status', 'requests-per-minute', 'monthly-quota'], ids: 0 },
    run: async (tools, caller, { tenant, values }) => {
      const { version } = await getTenant(tools, caller, tenant);
      const { name, tier, status } = values;
      const limits = { requestsPerMinute: number(values, 'requests-per-minute'), monthlyQuota: number(values, 'monthly-quota') };
      const changed = await updateTenant(tools, caller, tenant, version, defined({ name, tier, status, ...limits }));
      return `${changed.id} is of the ${changed.tier} tier and ${tenantView(changed).status}`;
    },
  },
  keys: {
    usage: 'keys --tenant ID',
    meaning: 'lists the keys of a tenant, without their secrets',
    ...{ required: ['tenant'], optional: [], ids: 0 },
    run: async (tools, caller, { tenant }) => {
      await governedTenant(tools.store, caller, tenant);
      const rows = (await rowsOf(tools, keys, tenant)).map((key) => [
        ...[key.id, key.name, key.prefix, stateOf(key, tools.now()), [...key.scopes, ...key.roles].join(',')],
        ...[dateOf(key.expiresAt), dateOf(key.lastUsedAt)],
      ]);
      return table(['id', 'name', 'prefix', 'state', 'scopes and roles', 'ends', 'last used'], rows);
    },
  },
  'key create': {
    usage:
      'key create --tenant ID --name NAME [--scopes price,portfolio | all] [--roles platform_admin] [--expires-in-days N] [--environment live|test]',
    meaning: 'creates a key and shows it once; by default with the scope admin',
    ...{ required: ['tenant', 'name'], optional: ['scopes', 'roles', 'expires-in-days', 'environment'], ids: 0 },
    run: async (tools, caller, { tenant, values }) => {
      const { name, environment } = values;
      const scopes = values.scopes === 'all' ? [...allScopes] : (list(values.scopes) ?? ['admin']);
      const body = { name, scopes, environment, roles: list(values.roles), expiresInDays: number(values, 'expires-in-days') };
      return keyShown(await createKey(tools, caller, tenant, defined(body)));
    },
  },
  'key revoke': {
    usage: 'key revoke --tenant ID KEY_ID',
    meaning: 'revokes a key: every gateway refuses it within 5 s',
    ...{ required: ['tenant'], optional: [], ids: 1 },
    run: async (tools, caller, { tenant, id }) => `${(await revokeKey(tools, caller, tenant, id)).id} is revoked`,
  },
  'key rotate': {
    usage: 'key rotate --tenant ID KEY_ID [--overlap-hours 24]',
    meaning: 'creates a key in place of another, which ends after the overlap',
    ...{ required: ['tenant'], optional: ['overlap-hours'], ids: 1 },
    run: async (tools, caller, { tenant, id, values }) =>
      keyShown(await rotateKey(tools, caller, tenant, id, defined({ overlapHours: number(values, 'overlap-hours') }))),
  },
  users: {
    usage: 'users --tenant ID',
    meaning: 'lists the users of a tenant',
    ...{ required: ['tenant'], optional: [], ids: 0 },
    run: async (tools, caller, { tenant }) => {
      await governedTenant(tools.store, caller, tenant);
      const rows = (await rowsOf(tools, users, tenant)).map((user) => [
        ...[user.id, user.email, user.roles.join(','), userView(user).status, dateOf(user.lastSignInAt)],
      ]);
      return table(['id', 'e-mail', 'roles', 'status', 'last sign-in'], rows);
    },
  },
  'user create': {
    usage: 'user create --tenant ID --email ADDRESS --roles tenant_admin[,quant] [--name NAME]',
    meaning: 'invites a user, and shows the token with which the user chooses a password',
    ...{ required: ['tenant', 'email', 'roles'], optional: ['name'], ids: 0 },
    run: async (tools, caller, { tenant, values: { email, name, roles } }) => {
      const { user, token } = await createUser(tools, caller, tenant, defined({ email, name, roles: list(roles) }));
      return `${user.id}\n${invitationShown(user.email, tenant, token)}`;
    },
  },
  'user set': {
    usage: 'user set --tenant ID USER_ID [--name NAME] [--roles ROLES] [--status active|disabled]',
    meaning: 'changes a user',
    ...{ required: ['tenant'], optional: ['name', 'roles', 'status'], ids: 1 },
    run: async (tools, caller, { tenant, id, values: { name, roles, status } }) => {
      const { version } = await getUser(tools, caller, tenant, id);
      const changed = await updateUser(tools, caller, tenant, id, version, defined({ name, roles: list(roles), status }));
      return `${changed.id} is ${userView(changed).status}: ${changed.roles.join(',')}`;
    },
  },
  'user invite': {
    usage: 'user invite --tenant ID USER_ID',
    meaning: 'shows a new token, also for a forgotten password',
    ...{ required: ['tenant'], optional: [], ids: 1 },
    run: async (tools, caller, { tenant, id }) => {
      const { user, token } = await inviteUser(tools, caller, tenant, id);
      return invitationShown(user.email, tenant, token);
    },
  },
  'user remove-second-factor': {
    usage: 'user remove-second-factor --tenant ID USER_ID',
    meaning: 'for a user who has lost the app and the recovery codes: the password alone signs in',
    ...{ required: ['tenant'], optional: [], ids: 1 },
    run: async (tools, caller, { tenant, id }) => {
      await removeSecondFactor(tools, caller, tenant, id);
      return `${id} has no second factor`;
    },
  },
  'user remove': {
    usage: 'user remove --tenant ID USER_ID',
    meaning: 'removes a user, with sessions and keys',
    ...{ required: ['tenant'], optional: [], ids: 1 },
    run: async (tools, caller, { tenant, id }) => {
      await removeUser(tools, caller, tenant, id);
      return `${id} is removed`;
    },
  },
  'audit verify': {
    usage: 'audit verify --tenant ID',
    meaning: 'checks the hash chain of a tenant’s audit log',
    ...{ required: ['tenant'], optional: [], ids: 0 },
    run: async (tools, caller, { tenant }, signer, heads) => {
      await governedTenant(tools.store, caller, tenant);
      const { entries, signed, head, broken, anchored = 0 } = await verifyAudit(tools.store, signer, tenant, heads);
      if (broken !== undefined) throw new StoreFailure('conflict', `entry ${broken.entry} does not agree: ${broken.reason}`);
      const end = anchored === 0 ? 'no head is kept outside the store' : `the hash of entry ${anchored} is kept outside the store`;
      return `${entries} entries agree, ${signed} of them signed; the last has the hash ${head || 'of none'}; ${end}`;
    },
  },
};

export const helpText = (): string =>
  [
    'npm run admin -- COMMAND, on the store that MONGODB_URI or SVC_DATA_DIR names, whether or not the service runs:',
    '',
    ...Object.values(COMMANDS).flatMap(({ usage, meaning }) => [`  ${usage}`, `      ${meaning}`]),
    '',
    'The first administrator:  npm run admin -- user create --tenant ten_first --email you@example.com --roles platform_admin',
    'A lost key:               npm run admin -- key create --tenant ten_first --name "New key" --scopes all --roles platform_admin',
    '',
  ].join('\n');
