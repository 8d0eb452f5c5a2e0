import { createHash } from 'node:crypto';
import { expect } from 'chai';
import { endKey, findKey, insertKey, isKey, lastUses, newRawKey } from '#services/reference/access/keys';
import { keys } from '#services/resources/key';
import { PLATFORM, tenants } from '#services/resources/tenant';
import type { Store } from '#services/store/port';
import { onEachStore } from '#test/support/stores';
import { failsWith } from '../../store/support.js';

describe('a raw key', () => {
  it('is svc_live_ or svc_test_ and 32 base62 characters', () => {
    expect(newRawKey('live')).to.match(/^svc_live_[0-9A-Za-z]{32}$/);
    expect(newRawKey('test')).to.match(/^svc_test_[0-9A-Za-z]{32}$/);
    expect(isKey(newRawKey('live'))).to.equal(true);
    for (const wrong of [
      '',
      'svc_live_',
      `svc_prod_${'a'.repeat(32)}`,
      `svc_live_${'a'.repeat(31)}-`,
      `svc_live_${'a'.repeat(33)}`,
      `svc_live_${'a'.repeat(32)}\n`,
    ]) {
      expect(isKey(wrong), wrong).to.equal(false);
    }
  });

  it('contains every character equally often', () => {
    const DRAWS = 62 * 500;
    const counts = new Map<string, number>();
    for (let drawn = 0; drawn < DRAWS; ) {
      for (const character of newRawKey('live').slice('svc_live_'.length)) {
        counts.set(character, (counts.get(character) ?? 0) + 1);
        drawn += 1;
      }
    }
    expect(counts.size).to.equal(62);
    const chiSquared = [...counts.values()].reduce((sum, count) => sum + (count - 500) ** 2 / 500, 0);
    // 61 degrees of freedom: chance exceeds 141 once in 20 million runs; a byte taken modulo 62 gives 264 ± 31.
    expect(chiSquared).to.be.below(141);
  });
});

onEachStore('API keys', (newStore) => {
  const NOW = Date.UTC(2026, 2, 3);
  let store: Store;

  before(async () => {
    store = await newStore();
    const times = { version: 1, createdAt: NOW, updatedAt: NOW };
    const limits = { requestsPerMinute: 0, monthlyQuota: 0, disabled: false };
    await store.insert(tenants, { ...times, ...limits, tenantId: PLATFORM, id: 'ten_a', name: 'A', tier: 'pro' });
  });

  const newKey = () => insertKey(store, { tenantId: 'ten_a', name: 'desk', scopes: ['price', 'xva'], environment: 'test' }, NOW);

  it('are found by prefix; the hash of the whole key is stored and the key is not', async () => {
    const { raw, key } = await newKey();
    expect(key.prefix).to.equal(raw.slice(0, 17));
    const match = await findKey(store, key.prefix);
    expect(match.key).to.deep.equal(key);
    expect(match.tenant.tier).to.equal('pro');
    expect(match.key.hash).to.equal(createHash('sha256').update(raw).digest('hex'));
    expect(JSON.stringify(match)).not.to.contain(raw.slice(17));
    await failsWith('not_found', findKey(store, 'svc_live_unknown0'));
  });

  it('are revoked once, and only by their own tenant', async () => {
    const { key } = await newKey();
    await failsWith('not_found', endKey(store, 'ten_b', key.id, NOW));
    const [one, two] = await Promise.all([endKey(store, 'ten_a', key.id, NOW + 1), endKey(store, 'ten_a', key.id, NOW + 2)]);
    expect(one?.revokedAt).to.equal(two?.revokedAt);
    expect((await findKey(store, key.prefix)).key).to.deep.equal(await endKey(store, 'ten_a', key.id, NOW + 3));
  });

  it('have their next use recorded when recording the last one failed', async () => {
    const { key } = await newKey();
    const outcomes = [Promise.reject(new Error('unavailable')), Promise.resolve()];
    const note = lastUses({ ...store, note: () => outcomes.shift() ?? expect.fail('a third use was recorded') });
    note('ten_a', key.id, NOW);
    await new Promise(setImmediate);
    note('ten_a', key.id, NOW + 1);
    note('ten_a', key.id, NOW + 2);
    expect(outcomes).to.have.length(0);
  });

  it('have their last use recorded at most once per minute', async () => {
    const { key } = await newKey();
    const notes: Promise<void>[] = [];
    const note = lastUses({
      ...store,
      note: (...fields) => {
        const noted = store.note(...fields);
        notes.push(noted);
        return noted;
      },
    });
    for (const [later, lastUse] of [
      [0, NOW],
      [59_999, NOW],
      [60_000, NOW + 60_000],
    ] as const) {
      note('ten_a', key.id, NOW + later);
      await Promise.all(notes);
      expect((await store.get(keys, 'ten_a', key.id))?.lastUsedAt).to.equal(lastUse);
    }
    expect(notes).to.have.length(2);
    expect((await store.get(keys, 'ten_a', key.id))?.version).to.equal(1);
  });

  it('are remembered in bounded number: the one unused for longest is forgotten', () => {
    const noted: string[] = [];
    const note = lastUses({
      ...store,
      note: async (_resource, _tenantId, id) => {
        noted.push(id);
      },
    });
    for (let key = 0; key <= 10_000; key++) note('ten_a', `key_${key}`, NOW);
    note('ten_a', 'key_10000', NOW + 1);
    note('ten_a', 'key_0', NOW + 1);
    expect(noted.slice(10_000)).to.deep.equal(['key_10000', 'key_0']);
  });
});
