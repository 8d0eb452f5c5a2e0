import { expect } from 'chai';
import { bootstrap, FIRST_TENANT } from '#services/reference/access/bootstrap';
import { createKey, endKey, findKey, isKey, revokeKey } from '#services/reference/access/keys';
import { createUser } from '#services/reference/access/users';
import { auditLog } from '#services/reference/evidence/audit';
import { noSigner } from '#services/reference/evidence/signing';
import { keys } from '#services/resources/key';
import { scopes } from '#services/resources/scope';
import { PLATFORM, tenants } from '#services/resources/tenant';
import type { Store } from '#services/store/port';
import { onEachStore } from '#test/support/stores';
import { failsWith } from '../../store/support.js';
import { platformAdmin } from './support.js';

onEachStore('the first start', (newStore) => {
  const NOW = Date.UTC(2026, 2, 3);
  const GIVEN = `svc_test_${'0123abcdEFGH'.padEnd(32, 'x')}`;

  it('creates an Enterprise tenant and a key with every scope, and returns the key once', async () => {
    const store = await newStore();
    const raw = await bootstrap(store, undefined, NOW);
    if (raw === undefined) expect.fail('the first start returned no key');
    expect(raw)
      .to.satisfy(isKey)
      .and.match(/^svc_live_/);
    const { key, tenant } = await findKey(store, raw.slice(0, 17));
    expect(key.scopes)
      .to.deep.equal([...scopes])
      .and.to.have.length(8);
    expect(tenant).to.include({ tier: 'enterprise', disabled: false });
    expect(await bootstrap(store, undefined, NOW)).to.equal(undefined);
    expect(await bootstrap(store, GIVEN, NOW)).to.equal(undefined);
  });

  it('uses the given key', async () => {
    const store = await newStore();
    expect(await bootstrap(store, GIVEN, NOW)).to.equal(GIVEN);
    expect((await findKey(store, 'svc_test_0123abcd')).key.environment).to.equal('test');
  });

  it('refuses a malformed key, names the variable and creates nothing', async () => {
    const store = await newStore();
    const refusal = await bootstrap(store, 'svc_live_short', NOW).catch((error: Error) => error.message);
    expect(refusal).to.equal('SVC_BOOTSTRAP_KEY must be svc_live_ or svc_test_ and 32 characters of 0-9, A-Z, a-z');
    expect((await store.page(tenants, PLATFORM, { limit: 1 })).items).to.deep.equal([]);
  });

  it('creates one key when several processes start at the same time', async () => {
    const store = await newStore();
    const raws = await Promise.all(Array.from({ length: 10 }, () => bootstrap(store, undefined, NOW)));
    const [winner, ...losers] = raws.filter((raw) => raw !== undefined);
    expect(losers).to.deep.equal([]);
    expect((await findKey(store, String(winner).slice(0, 17))).tenant.id).to.equal(FIRST_TENANT);
    expect((await store.page(keys, FIRST_TENANT, { limit: 10 })).items).to.have.length(1);
  });

  it('inserts the key where a process died after it had inserted the tenant', async () => {
    const store = await newStore();
    const dying: Store = {
      ...store,
      insert: (resource, ...rest) => (resource.collection === 'keys' ? Promise.reject(new Error('died')) : store.insert(resource, ...rest)),
    };
    expect(await bootstrap(dying, undefined, NOW).catch((error: Error) => error.message)).to.equal('died');
    expect(await bootstrap(store, GIVEN, NOW)).to.equal(GIVEN);
  });

  it('does not restore a first key that was revoked', async () => {
    const store = await newStore();
    await bootstrap(store, GIVEN, NOW);
    const { key } = await findKey(store, GIVEN.slice(0, 17));
    await endKey(store, FIRST_TENANT, key.id, NOW);
    expect(await bootstrap(store, GIVEN, NOW)).to.equal(undefined);
    expect((await findKey(store, GIVEN.slice(0, 17))).key.revokedAt).to.equal(NOW);
  });

  it('keeps the key that administers the platform until another key or a user does, also when two revoke each other at once', async () => {
    const store = await newStore();
    const tools = { store, audit: auditLog(store, noSigner), now: () => NOW };
    await bootstrap(store, undefined, NOW);
    const revoke = (id: string) => revokeKey(tools, platformAdmin, FIRST_TENANT, id);
    await failsWith('conflict', revoke('key_first'));
    const create = (more: object = {}) =>
      createKey(tools, platformAdmin, FIRST_TENANT, { name: 'second', scopes: ['admin'], roles: ['platform_admin'], ...more });
    await create({ roles: [] });
    const { key } = await create();
    const outcomes = await Promise.allSettled([revoke('key_first'), revoke(key.id)]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).to.have.length(1);
    const [last] = (await store.page(keys, FIRST_TENANT, { limit: 10 })).items.filter(
      ({ roles, revokedAt }) => roles.includes('platform_admin') && revokedAt === undefined,
    );
    await failsWith('conflict', revoke(last!.id));
    await createUser(tools, platformAdmin, FIRST_TENANT, { email: 'first@example.com', roles: ['platform_admin'] });
    expect((await revoke(last!.id)).revokedAt).to.equal(NOW);
  });
});
