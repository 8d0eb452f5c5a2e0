import { expect } from 'chai';
import { v7 as uuid } from 'uuid';
import { auditLog, verifyAudit } from '#services/reference/audit';
import { noSigner } from '#services/reference/signing';
import { auditEntries } from '#services/resources/audit-entry';
import type { Store } from '#services/store/port';
import { onEachStore } from '#test/support/stores';

onEachStore('the audit log', (newStore) => {
  let store: Store;
  let tenantId: string;
  before(async () => {
    store = await newStore();
  });
  beforeEach(() => {
    tenantId = `ten_${uuid()}`;
  });
  const append = (subject: string, tenant = tenantId) =>
    auditLog(store, noSigner)(
      tenant,
      { action: 'key.create', subject, actor: 'key_a', correlationId: 'c', details: { after: subject } },
      1,
    );
  const verify = () => verifyAudit(store, noSigner, tenantId);
  const entries = async () => (await store.page(auditEntries, tenantId, { limit: 99, sort: 'id' })).items;

  it('keeps the entries of a tenant in order, those of many writers at once included', async () => {
    expect(await verify()).to.deep.equal({ entries: 0, signed: 0, head: '' });
    await append('first');
    await Promise.all(Array.from({ length: 12 }, (_, index) => append(`entry_${index}`)));
    await append('last');
    await append('elsewhere', `${tenantId}_other`);
    const found = await entries();
    expect(found).to.have.length(14);
    expect([found[0]?.subject, found.at(-1)?.subject]).to.deep.equal(['first', 'last']);
    expect(await verify()).to.deep.equal({ entries: 14, signed: 0, head: found.at(-1)?.hash });
  });

  it('tells which entry was changed, removed or made up', async () => {
    for (const subject of ['a', 'b', 'c', 'd']) await append(subject);
    const [, second, third] = await entries();
    for (const change of [{ actor: 'key_b' }, { detailsJson: '{}' }, { createdAt: 2 }, { subject: 'x' }, { action: 'key.revoke' }]) {
      await store.remove(auditEntries, tenantId, second.id);
      await store.insert(auditEntries, { ...second, ...change });
      expect((await verify()).broken).to.deep.equal({ entry: 2, reason: 'the entry has been changed' });
    }
    await store.remove(auditEntries, tenantId, second.id);
    expect((await verify()).broken).to.deep.equal({ entry: 2, reason: 'the entry is missing' });
    await store.insert(auditEntries, second);
    await store.remove(auditEntries, tenantId, third.id);
    await store.insert(auditEntries, { ...second, id: third.id });
    expect((await verify()).broken).to.deep.equal({ entry: 3, reason: 'the entry does not name the hash of the one before' });
  });
});
