/** Tenants and keys of every kind, for tests of authentication and entitlement. */

import { callerOf, UNKNOWN_IDENTITY } from '#proto/caller';
import { FIRST_TENANT } from '#services/reference/access/bootstrap';
import { endKey, insertKey } from '#services/reference/access/keys';
import { auditLog } from '#services/reference/evidence/audit';
import { noSigner } from '#services/reference/evidence/signing';
import { claimValidationRun, startValidationRun, updateValidationRun } from '#services/reference/governance/validation-runs';
import { newId } from '#services/resources/id';
import type { Key } from '#services/resources/key';
import { scopes } from '#services/resources/scope';
import { PLATFORM, type Tenant, tenants } from '#services/resources/tenant';
import { users } from '#services/resources/user';
import type { Store } from '#services/store/port';

type Scope = Key['scopes'][number];

/** Raw keys. Unless stated otherwise, the tenant has the Enterprise tier. */
export interface CallerKeys {
  /** A key with this scope only; that of governance belongs to a user. */
  readonly only: Record<Scope, string>;
  /** A key with every scope except this one and admin, which would satisfy it. */
  readonly without: Record<Scope, string>;
  /** A key with the scopes jobs and price: it submits jobs of prices. */
  readonly jobsOfPrices: string;
  readonly noScope: string;
  /** A key of a user of the first tenant, with every scope but admin. */
  readonly colleague: string;
  /** A key of another tenant, with every scope. */
  readonly otherTenant: string;
  /** A key with every scope, on a tier below Business. */
  readonly pro: string;
  /** Like `without`, on a tier below Business. */
  readonly proWithout: Record<Scope, string>;
  readonly revoked: string;
  readonly expired: string;
  readonly disabledTenant: string;
  /** Keys of two tenants of the Free tier, with the limits of the tier. */
  readonly free: readonly [string, string];
  /** A key of a third such tenant, without any scope. */
  readonly freeNoScope: string;
  /** A key of a tenant with a monthly quota of QUOTA requests. */
  readonly quota: string;
  /** A key of a tenant with a monthly quota of one second of thread time. */
  readonly oneComputeSecond: string;
  /** Likewise, of a tenant that has jobs alone. */
  readonly oneComputeSecondOfJobs: string;
}

export const QUOTA = 5;

const LONG_AGO = Date.UTC(2020, 0, 1);

export async function makeCallers(store: Store): Promise<CallerKeys> {
  const all = [...scopes];
  const but = (scope: Scope): Scope[] => all.filter((each) => each !== scope && each !== 'admin');

  const forEachScope = async (make: (scope: Scope) => Promise<string>): Promise<Record<Scope, string>> => {
    const entries = await Promise.all(all.map(async (scope) => [scope, await make(scope)] as const));
    return Object.fromEntries(entries) as Record<Scope, string>;
  };
  const key = async (tenantId: string, granted: Scope[], expiresAt?: number) => {
    const { raw } = await insertKey(store, { tenantId, name: tenantId, scopes: granted, environment: 'live', expiresAt }, Date.now());
    return raw;
  };

  const one = await makeTenant(store, 'ten_one', { tier: 'enterprise' });
  for (const tenantId of [one, FIRST_TENANT]) await makeValidationRun(store, tenantId);
  // Far above what a run of the tests sends in a minute, so that only the tests of limits meet any.
  const pro = await makeTenant(store, 'ten_pro', { tier: 'pro', requestsPerMinute: 100_000 });
  const revoked = await insertKey(store, { tenantId: one, name: 'revoked', scopes: all, environment: 'live' }, Date.now());
  await endKey(store, one, revoked.key.id, Date.now());

  return {
    jobsOfPrices: await key(one, ['jobs', 'price']),
    only: await forEachScope((scope) => (scope === 'governance' ? userKey(store, one, [scope]) : key(one, [scope]))),
    without: await forEachScope((scope) => key(one, but(scope))),
    noScope: await key(one, []),
    colleague: await userKey(store, FIRST_TENANT),
    otherTenant: await key(await makeTenant(store, 'ten_other', { tier: 'enterprise' }), all),
    pro: await key(pro, all),
    proWithout: await forEachScope((scope) => key(pro, but(scope))),
    revoked: revoked.raw,
    expired: await key(one, all, LONG_AGO),
    disabledTenant: await key(await makeTenant(store, 'ten_disabled', { tier: 'enterprise', disabled: true }), all),
    free: [
      await key(await makeTenant(store, 'ten_free_1', { tier: 'free' }), all),
      await key(await makeTenant(store, 'ten_free_2', { tier: 'free' }), all),
    ],
    freeNoScope: await key(await makeTenant(store, 'ten_free_3', { tier: 'free' }), []),
    quota: await key(await makeTenant(store, 'ten_quota', { tier: 'enterprise', monthlyQuota: QUOTA }), all),
    oneComputeSecond: await key(await makeTenant(store, 'ten_compute', { tier: 'enterprise', computeSecondsQuota: 1 }), all),
    oneComputeSecondOfJobs: await key(await makeTenant(store, 'ten_job_compute', { tier: 'enterprise', computeSecondsQuota: 1 }), all),
  };
}

/** A key of a new user of a tenant, who is no administrator. @param granted by default all that the user has */
export async function userKey(store: Store, tenantId: string, granted: Scope[] = scopes.filter((scope) => scope !== 'admin')) {
  const now = Date.now();
  const id = newId(users);
  const stored = { tenantId, id, version: 1, createdAt: now, updatedAt: now };
  await store.insert(users, { ...stored, email: `${id}@example.com`, roles: ['quant', 'risk_manager'], disabled: false });
  return (await insertKey(store, { tenantId, name: id, scopes: granted, environment: 'live', userId: id }, now)).raw;
}

async function makeTenant(store: Store, id: string, terms: Pick<Tenant, 'tier'> & Partial<Tenant>): Promise<string> {
  const now = Date.now();
  await store.insert(tenants, {
    tenantId: PLATFORM,
    id,
    version: 1,
    createdAt: now,
    updatedAt: now,
    name: id,
    requestsPerMinute: 0,
    monthlyQuota: 0,
    disabled: false,
    ...terms,
  });
  return id;
}

/** A validation run that has succeeded, so that its tenant has a report. */
async function makeValidationRun(store: Store, tenantId: string): Promise<void> {
  const now = Date.now();
  const caller = callerOf({ ...UNKNOWN_IDENTITY, tenantId, keyId: 'key_first' }, '0190a1b2-0000-7000-8000-000000000000');
  const pricerId = 'equity_digital_bs';
  const tools = { store, audit: auditLog(store, noSigner), now: () => now };
  const { id } = await startValidationRun(tools, caller, { pricers: [pricerId], depth: 'quick', requestId: '' });
  const claimed = await claimValidationRun(store, now);
  const outcome = { id: 'digital_cash_call_105_365d', pricerId, table: 'digital', expected: 0.4, price: 0.4, bound: 1e-9, passed: true };
  const result = { pricerId, pricerVersion: 1, fingerprint: 'fp:v1:blake3:0', cases: 1, passed: 1, failed: 0 };
  const ended = {
    state: 'succeeded',
    progress: 1,
    resultsJson: JSON.stringify([result]),
    outcomesJson: JSON.stringify([outcome]),
    error: '',
  };
  if (!(await updateValidationRun(store, { tenantId, id, claimId: claimed?.claim?.id ?? '', ...ended }, now)))
    throw new Error(`${id} was not ended`);
}
