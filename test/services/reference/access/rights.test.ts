import { expect } from 'chai';
import { createKey, findKey, getKey, keyView, listKeys, revokeKey, rotateKey, stateOf } from '#services/reference/access/keys';
import { createTenant, listTenants, updateTenant } from '#services/reference/access/tenants';
import { createUser, getUser, inviteUser, listUsers, removeUser, updateUser } from '#services/reference/access/users';
import { verifyAudit } from '#services/reference/evidence/audit';
import { noSigner } from '#services/reference/evidence/signing';
import { auditEntries } from '#services/resources/audit-entry';
import type { Store } from '#services/store/port';
import { onEachStore } from '#test/support/stores';
import { failsWith } from '../../store/support.js';
import {
  administration,
  DAY_MS,
  isRefused,
  keyOf,
  newTenant,
  newUser,
  platformAdmin,
  sessionOf,
  type TestAdministration,
} from './support.js';

const PREFIX_LENGTH = 17;

onEachStore('tenants, users and keys', (newStore, isEmbedded) => {
  let store: Store;
  let tools: TestAdministration;
  let tenantId: string;
  const rightsOf = async (raw: string) => {
    const { scopes, roles, userDisabled } = await findKey(store, raw.slice(0, PREFIX_LENGTH));
    return { scopes, roles, userDisabled };
  };
  const page = { limit: 100 };

  before(async () => {
    store = await newStore();
  });
  beforeEach(async () => {
    tools = administration(store);
    tenantId = (await newTenant(tools)).id;
  });

  it('are governed by administrators of the platform, and by a tenant’s own within the tenant', async () => {
    const other = await newTenant(tools);
    const adminKey = keyOf(tenantId, 'admin');
    await isRefused(createTenant(tools, adminKey, { name: 'x', tier: 'free' }, ''), /platform/);
    await isRefused(updateTenant(tools, adminKey, tenantId, 1, { tier: 'enterprise' }), /platform/);
    expect((await listTenants(tools, adminKey, page)).items.map(({ id }) => id)).to.deep.equal([tenantId]);
    expect((await listTenants(tools, platformAdmin, page)).items.map(({ id }) => id)).to.include.members([tenantId, other.id]);

    // Another tenant is not there, in the same words as one that nobody has.
    const reasons = [];
    for (const id of [other.id, 'ten_nobody']) {
      for (const attempt of [
        () => listKeys(tools, adminKey, id, page),
        () => createKey(tools, adminKey, id, { name: 'x', scopes: ['price'] }),
        () => listUsers(tools, adminKey, id, page),
        () => createUser(tools, adminKey, id, { email: 'x@example.com', roles: ['viewer'] }),
      ]) {
        await failsWith('not_found', attempt());
        reasons.push(await attempt().catch((error: Error) => error.message.replace(id, '')));
      }
    }
    expect(new Set(reasons)).to.deep.equal(new Set([' is not there']));
  });

  it('of another tenant are not reached by their ids, under one’s own tenant either', async () => {
    const other = (await newTenant(tools)).id;
    const { key } = await createKey(tools, platformAdmin, other, { name: 'theirs', scopes: ['price'] });
    const user = await newUser(tools, other, ['tenant_admin']);
    const adminKey = keyOf(tenantId, 'admin');
    for (const place of [tenantId, other]) {
      await failsWith('not_found', getKey(tools, adminKey, place, key.id));
      await failsWith('not_found', revokeKey(tools, adminKey, place, key.id));
      await failsWith('not_found', rotateKey(tools, adminKey, place, key.id, {}));
      await failsWith('not_found', getUser(tools, adminKey, place, user.id));
      await failsWith('not_found', updateUser(tools, adminKey, place, user.id, user.version, { status: 'disabled' }));
      await failsWith('not_found', removeUser(tools, adminKey, place, user.id));
      await failsWith('not_found', inviteUser(tools, adminKey, place, user.id));
    }
  });

  it('never get rights from somebody who lacks them', async () => {
    const admin = keyOf(tenantId, 'admin');
    const operator = await newUser(tools, tenantId, ['platform_admin']);
    const { key } = await createKey(tools, platformAdmin, tenantId, { name: 'operator', scopes: ['admin'], roles: ['platform_admin'] });
    // By a grant, and by taking over or removing what has the right.
    await isRefused(createKey(tools, admin, tenantId, { name: 'x', scopes: [], roles: ['platform_admin'] }), /platform_admin/);
    await isRefused(createUser(tools, admin, tenantId, { email: 'x@example.com', roles: ['platform_admin'] }), /platform_admin/);
    await isRefused(rotateKey(tools, admin, tenantId, key.id, {}), /platform_admin/);
    await isRefused(revokeKey(tools, admin, tenantId, key.id), /platform_admin/);
    await isRefused(inviteUser(tools, admin, tenantId, operator.id), /platform_admin/);
    await isRefused(updateUser(tools, admin, tenantId, operator.id, operator.version, { status: 'disabled' }), /platform_admin/);
    await isRefused(removeUser(tools, admin, tenantId, operator.id), /platform_admin/);
    const viewer = await newUser(tools, tenantId, ['viewer']);
    await isRefused(updateUser(tools, admin, tenantId, viewer.id, viewer.version, { roles: ['platform_admin'] }), /platform_admin/);

    const quant = sessionOf(await newUser(tools, tenantId, ['quant']));
    await isRefused(createKey(tools, quant, tenantId, { name: 'x', scopes: ['admin'] }), /admin/);
    await isRefused(createKey(tools, quant, tenantId, { name: 'x', scopes: ['governance'] }), /governance/);
    await isRefused(createKey(tools, quant, tenantId, { name: 'x', scopes: [], roles: ['tenant_admin'] }), /tenant_admin/);
    await isRefused(createKey(tools, quant, tenantId, { name: 'x', scopes: ['price'], owner: 'tenant' }));
    await isRefused(createUser(tools, quant, tenantId, { email: 'x@example.com', roles: ['quant'] }));
    // A key without the scope admin governs nothing, and is nobody who could have keys.
    await isRefused(createKey(tools, keyOf(tenantId, 'price'), tenantId, { name: 'x', scopes: ['price'] }));
    await isRefused(listKeys(tools, keyOf(tenantId, 'price'), tenantId, page));
  });

  it('take no field that is not asked for', async () => {
    const fields = { name: 'x', scopes: ['price'] };
    for (const more of [
      { tenantId: 'ten_other' },
      { userId: 'usr_other' },
      { hash: 'f' },
      { id: 'key_x' },
      { createdBy: 'usr_x' },
      { lastUsedAt: 1 },
    ])
      await createKey(tools, platformAdmin, tenantId, { ...fields, ...more }).then(
        () => expect.fail(`${JSON.stringify(more)} was taken`),
        (error: Error) => expect(error.message).to.match(/ is not a known field$/),
      );
    for (const more of [{ passwordHash: 'x' }, { disabled: false }, { invitation: {} }, { id: 'usr_x' }])
      await createUser(tools, platformAdmin, tenantId, { email: 'x@example.com', roles: ['viewer'], ...more }).then(
        () => expect.fail(`${JSON.stringify(more)} was taken`),
        (error: Error) => expect(error.message).to.match(/ is not a known field$/),
      );
  });

  it('of a lower tier get no scope of a higher one', async () => {
    const { id } = await newTenant(tools, 'free');
    await createKey(tools, platformAdmin, id, { name: 'x', scopes: ['price', 'governance'] }).then(
      () => expect.fail('governance was given on the free tier'),
      (error: Error) => expect(error.message).to.equal('scopes.1 governance needs the business tier; the tenant has free'),
    );
  });

  it('have keys of users that can do no more than the user can, at each moment', async () => {
    const user = await newUser(tools, tenantId, ['quant']);
    const { key, raw } = await createKey(tools, sessionOf(user), tenantId, { name: 'mine', scopes: ['price', 'calibrate', 'validate'] });
    expect(key.userId).to.equal(user.id);
    expect(await rightsOf(raw)).to.deep.equal({ scopes: ['price', 'calibrate', 'validate'], roles: ['quant'], userDisabled: false });
    const manager = await updateUser(tools, platformAdmin, tenantId, user.id, user.version, { roles: ['risk_manager'] });
    expect((await rightsOf(raw)).scopes).to.deep.equal(['price', 'validate']);
    const disabled = await updateUser(tools, platformAdmin, tenantId, user.id, manager.version, { status: 'disabled' });
    expect((await rightsOf(raw)).userDisabled).to.equal(true);
    await updateUser(tools, platformAdmin, tenantId, user.id, disabled.version, { status: 'active' });
    await removeUser(tools, platformAdmin, tenantId, user.id);
    expect((await rightsOf(raw)).userDisabled).to.equal(true);
    expect((await getKey(tools, platformAdmin, tenantId, key.id)).revokedAt).to.equal(tools.now());
  });

  it('have administrators’ roles on keys only where these were asked for, and as long as the user has them', async () => {
    const user = await newUser(tools, tenantId, ['tenant_admin', 'quant']);
    await newUser(tools, tenantId, ['tenant_admin']);
    const plain = await createKey(tools, sessionOf(user), tenantId, { name: 'plain', scopes: ['price'], owner: 'me' });
    const bound = await createKey(tools, sessionOf(user), tenantId, {
      name: 'bound',
      scopes: ['admin'],
      roles: ['tenant_admin'],
      owner: 'me',
    });
    expect(await rightsOf(plain.raw)).to.deep.include({ scopes: ['price'], roles: ['quant'] });
    expect(await rightsOf(bound.raw)).to.deep.include({ scopes: ['admin'], roles: ['tenant_admin', 'quant'] });
    await updateUser(tools, platformAdmin, tenantId, user.id, user.version, { roles: ['quant'] });
    expect(await rightsOf(bound.raw)).to.deep.include({ scopes: [], roles: ['quant'] });
  });

  it('show users who are no administrators their own keys alone, and let nobody make a key that acts as another user', async () => {
    const [one, two] = [await newUser(tools, tenantId, ['quant']), await newUser(tools, tenantId, ['quant'])];
    const { key } = await createKey(tools, sessionOf(one), tenantId, { name: 'mine', scopes: ['price'] });
    await createKey(tools, platformAdmin, tenantId, { name: 'of the tenant', scopes: ['price'] });
    expect((await listKeys(tools, sessionOf(one), tenantId, page)).items.map(({ id }) => id)).to.deep.equal([key.id]);
    expect((await listKeys(tools, sessionOf(two), tenantId, page)).items).to.deep.equal([]);
    await failsWith('not_found', getKey(tools, sessionOf(two), tenantId, key.id));
    await failsWith('not_found', revokeKey(tools, sessionOf(two), tenantId, key.id));
    await isRefused(rotateKey(tools, keyOf(tenantId, 'admin'), tenantId, key.id, {}), /belongs/);
    // An administrator may revoke it.
    expect((await revokeKey(tools, keyOf(tenantId, 'admin'), tenantId, key.id)).revokedAt).to.equal(tools.now());
  });

  it('have keys that are shown once, and whose state follows the clock', async () => {
    const { key, raw } = await createKey(tools, platformAdmin, tenantId, {
      name: 'x',
      scopes: ['price'],
      expiresInDays: 10,
      environment: 'test',
    });
    expect(raw).to.match(/^svc_test_[0-9A-Za-z]{32}$/);
    const view = keyView(key, tools.now());
    expect(JSON.stringify(view)).not.to.include(raw.slice(PREFIX_LENGTH)).and.not.to.include(key.hash);
    const states = [0, 2, 3, 4, 9.9, 10, 11].map((days) => stateOf(key, tools.now() + days * DAY_MS));
    expect(states).to.deep.equal(['active', 'active', 'expiring', 'expiring', 'expiring', 'expired', 'expired']);
  });

  it('rotate keys with an overlap: the former one ends when it was said, never later than it would have', async () => {
    const { key } = await createKey(tools, platformAdmin, tenantId, { name: 'x', scopes: ['price'], expiresInDays: 10 });
    const next = await rotateKey(tools, platformAdmin, tenantId, key.id, { overlapHours: 24 });
    const { name, scopes, expiresAt } = next.key;
    expect({ name, scopes, expiresAt }).to.deep.equal({ name: 'x', scopes: ['price'], expiresAt: key.expiresAt });
    const former = await getKey(tools, platformAdmin, tenantId, key.id);
    expect([former.expiresAt, former.replacedBy]).to.deep.equal([tools.now() + DAY_MS, next.key.id]);
    await failsWith('conflict', rotateKey(tools, platformAdmin, tenantId, key.id, {}));
    tools.clock.now += 9.5 * DAY_MS;
    const last = await rotateKey(tools, platformAdmin, tenantId, next.key.id, { overlapHours: 48 });
    expect((await getKey(tools, platformAdmin, tenantId, next.key.id)).expiresAt).to.equal(key.expiresAt);
    expect(last.key.expiresAt).to.equal(key.expiresAt);
    tools.clock.now += DAY_MS;
    await failsWith('conflict', rotateKey(tools, platformAdmin, tenantId, last.key.id, {}));
    const endless = await createKey(tools, platformAdmin, tenantId, { name: 'y', scopes: [] });
    await rotateKey(tools, platformAdmin, tenantId, endless.key.id, { overlapHours: 0 });
    expect(stateOf(await getKey(tools, platformAdmin, tenantId, endless.key.id), tools.now())).to.equal('expired');
  });

  it('leave one new key of several rotations at once', async () => {
    const { key } = await createKey(tools, platformAdmin, tenantId, { name: 'x', scopes: ['price'] });
    const all = await Promise.allSettled([1, 2, 3].map(() => rotateKey(tools, platformAdmin, tenantId, key.id, {})));
    expect(all.filter(({ status }) => status === 'fulfilled')).to.have.length(1);
    const states = (await listKeys(tools, platformAdmin, tenantId, page)).items.map((each) => stateOf(each, tools.now()));
    expect(states.filter((state) => state === 'active')).to.have.length(1);
  });

  it('keep the last administrator, also when two remove each other at the same time', async () => {
    const one = await newUser(tools, tenantId, ['tenant_admin']);
    for (const attempt of [
      () => removeUser(tools, platformAdmin, tenantId, one.id),
      () => updateUser(tools, platformAdmin, tenantId, one.id, one.version, { roles: ['viewer'] }),
      () => updateUser(tools, platformAdmin, tenantId, one.id, one.version, { status: 'disabled' }),
    ])
      await failsWith('conflict', attempt());
    const two = await newUser(tools, tenantId, ['tenant_admin']);
    const outcomes = await Promise.allSettled([
      removeUser(tools, sessionOf(one), tenantId, two.id),
      removeUser(tools, sessionOf(two), tenantId, one.id),
    ]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).to.have.length(1);
    const [remaining] = (await listUsers(tools, platformAdmin, tenantId, page)).items;
    await failsWith('conflict', removeUser(tools, platformAdmin, tenantId, remaining!.id));
    // Another one in place of the last.
    await newUser(tools, tenantId, ['tenant_admin']);
    await removeUser(tools, platformAdmin, tenantId, remaining!.id);
  });

  it('have one user per address, whatever its case, and the same address in two tenants', async () => {
    const invite = (id: string, email: string) => createUser(tools, platformAdmin, id, { email, roles: ['viewer'] });
    await invite(tenantId, 'Ann@Example.com');
    await failsWith('conflict', invite(tenantId, 'ann@example.COM'));
    await invite((await newTenant(tools)).id, 'ann@example.com');
  });

  it('change only in the version that the caller has seen', async () => {
    const user = await newUser(tools, tenantId, ['viewer']);
    await failsWith('stale', updateUser(tools, platformAdmin, tenantId, user.id, user.version - 1, { name: 'x' }));
    await failsWith('stale', updateTenant(tools, platformAdmin, tenantId, 7, { name: 'x' }));
    expect((await updateTenant(tools, platformAdmin, tenantId, 1, { tier: 'pro', monthlyQuota: 5 })).monthlyQuota).to.equal(5);
  });

  it('leave an entry of every change in the log of their tenant, and no secret in any', async () => {
    const { token } = await createUser(tools, platformAdmin, tenantId, { email: 'ann@example.com', roles: ['viewer'] });
    const { key, raw } = await createKey(tools, platformAdmin, tenantId, { name: 'x', scopes: ['price'] });
    await rotateKey(tools, platformAdmin, tenantId, key.id, {});
    const once = await revokeKey(tools, platformAdmin, tenantId, key.id);
    expect(await revokeKey(tools, platformAdmin, tenantId, key.id)).to.deep.equal(once);
    await updateTenant(tools, platformAdmin, tenantId, 1, { status: 'disabled' });
    const entries = (await store.page(auditEntries, tenantId, { limit: 100, sort: 'id' })).items;
    const actions = ['tenant.create', 'user.create', 'key.create', 'key.create', 'key.rotate', 'key.revoke', 'tenant.update'];
    expect(entries.map(({ action }) => action)).to.deep.equal(actions);
    for (const { actor, address } of entries) expect([actor, address]).to.deep.equal(['key_operator', '192.0.2.1']);
    for (const { action, before: rightsBefore, after: rightsAfter } of entries)
      expect([rightsBefore !== '', rightsAfter !== ''], action).to.deep.equal([!/create/.test(action), true]);
    for (const secret of [token, raw, raw.slice(PREFIX_LENGTH)]) expect(JSON.stringify(entries)).not.to.include(secret);
    expect(await verifyAudit(store, noSigner, tenantId)).to.deep.include({ entries: actions.length });
  });

  it('revoke a key once when several calls do', async () => {
    const { key } = await createKey(tools, platformAdmin, tenantId, { name: 'x', scopes: ['price'] });
    const calls = [1, 2, 3];
    const [first, ...further] = await Promise.all(calls.map(() => revokeKey(tools, platformAdmin, tenantId, key.id)));
    for (const each of [...further, await getKey(tools, platformAdmin, tenantId, key.id)]) expect(each).to.deep.equal(first);
    expect(first!.version).to.equal(2);
    const entries = (await store.page(auditEntries, tenantId, { limit: 100, sort: 'id' })).items;
    const revocations = entries.filter(({ action }) => action === 'key.revoke').length;
    // MongoDB has the entry before the change: one for each call that tried.
    if (isEmbedded) expect(revocations).to.equal(1);
    else expect(revocations).to.be.within(1, calls.length);
  });
});
