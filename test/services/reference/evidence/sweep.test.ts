import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import { v7 as uuid } from 'uuid';
import { type ClaimRequest, claimKey, completeKey, KEY_LIFETIME_MS } from '#services/reference/evidence/idempotency';
import { getReceipt, type Run, recordReceipt } from '#services/reference/evidence/receipts';
import { sweepIdempotencyKeys, sweepParts } from '#services/reference/evidence/sweep';
import { idempotencyKeys, idempotentAnswers } from '#services/resources/idempotency-key';
import { receiptParts } from '#services/resources/receipt';
import { PLATFORM, tenants } from '#services/resources/tenant';
import { StoreFailure } from '#services/store/failure';
import type { Store } from '#services/store/port';
import { onEachStore } from '#test/support/stores';

const NOW = Date.UTC(2026, 2, 3);
const HOUR = 3_600_000;

onEachStore('a sweep of the parts of receipts', (newStore) => {
  let store: Store;
  before(async () => {
    store = await newStore();
    for (const id of ['ten_a', 'ten_b'])
      await store.insert(tenants, {
        ...{ tenantId: PLATFORM, id, version: 1, createdAt: NOW, updatedAt: NOW, name: id, tier: 'free' },
        ...{ requestsPerMinute: 0, monthlyQuota: 0, disabled: false },
      });
  });

  /** Nothing in it repeats, so that no compression makes it one document. */
  const large = (createdAtMs: number): Run => ({
    runId: uuid(),
    operationId: 'batchPrice',
    tag: 'Vanilla',
    requestJson: JSON.stringify(randomBytes(9 * 2 ** 20).toString('latin1')),
    resultJson: '{}',
    manifestJson: '{"pricerId":"equity_vanilla_bs"}',
    backend: '',
    createdAtMs,
    inputsJson: '',
    traceId: '',
  });
  /** The store goes away between its parts and it. */
  const orphan = (tenantId: string, run: Run) =>
    recordReceipt(
      {
        ...store,
        insert: (resource, ...rest) =>
          resource.collection === receiptParts.collection
            ? store.insert(resource, ...rest)
            : Promise.reject(new StoreFailure('unavailable', 'gone')),
      },
      tenantId,
      run,
    ).catch(() => undefined);
  const partsOf = async (tenantId: string) => (await store.page(receiptParts, tenantId, { limit: 100 })).items.length;

  it('removes parts whose receipt was never written, and no others', async () => {
    const recent = large(NOW - 50 * HOUR);
    await recordReceipt(store, 'ten_a', recent);
    const whole = await partsOf('ten_a');
    expect(whole).to.be.greaterThan(1);
    await orphan('ten_a', large(NOW - 50 * HOUR));
    await orphan('ten_b', large(NOW - 50 * HOUR));
    const remaining = await partsOf('ten_a');
    expect(remaining).to.be.greaterThan(whole);
    expect(await sweepParts(store, NOW)).to.equal(remaining - whole + (remaining - whole));
    expect(await getReceipt(store, 'ten_a', recent.runId)).to.deep.equal(recent);
    expect(await partsOf('ten_b')).to.equal(0);
  });

  it('leaves parts whose receipt may still be written', async () => {
    await orphan('ten_b', large(NOW - 40 * HOUR));
    const under = await partsOf('ten_b');
    expect(under).to.be.greaterThan(1);
    expect(await sweepParts(store, NOW)).to.equal(0);
    expect(await partsOf('ten_b')).to.equal(under);
    expect(await sweepParts(store, NOW + 10 * HOUR)).to.equal(under);
  });
});

onEachStore('a sweep of idempotency keys', (newStore) => {
  let store: Store;
  before(async () => {
    store = await newStore();
    await store.insert(tenants, {
      ...{ tenantId: PLATFORM, id: 'ten_a', version: 1, createdAt: NOW, updatedAt: NOW, name: 'ten_a', tier: 'free' },
      ...{ requestsPerMinute: 0, monthlyQuota: 0, disabled: false },
    });
  });

  const aClaim = (): ClaimRequest => ({ key: uuid(), fingerprint: Buffer.alloc(32), claimId: uuid(), leaseMs: 1000 });
  const used = async (now: number): Promise<ClaimRequest> => {
    const claim = aClaim();
    await claimKey(store, 'ten_a', claim, now);
    await completeKey(store, 'ten_a', { ...claim, answer: Buffer.from('an answer') }, now);
    return claim;
  };
  const remaining = async () => {
    const [keys, answers] = [idempotencyKeys, idempotentAnswers].map((resource) => store.page(resource, 'ten_a', { limit: 100 }));
    return { keys: (await keys)?.items.length, answers: (await answers)?.items.length };
  };
  const SWEPT = NOW + KEY_LIFETIME_MS + 2 * HOUR;

  it('removes expired keys with their answers, and leaves the others', async () => {
    await used(NOW);
    // A run that died.
    await claimKey(store, 'ten_a', aClaim(), NOW);
    const young = await used(NOW + 3 * HOUR);
    expect(await remaining()).to.deep.equal({ keys: 3, answers: 2 });
    expect(await sweepIdempotencyKeys(store, NOW + KEY_LIFETIME_MS - 1)).to.equal(0);
    expect(await remaining()).to.deep.equal({ keys: 3, answers: 2 });
    expect(await sweepIdempotencyKeys(store, SWEPT)).to.equal(2);
    expect(await remaining()).to.deep.equal({ keys: 1, answers: 1 });
    expect(await claimKey(store, 'ten_a', { ...young, claimId: uuid() }, SWEPT)).to.have.property('outcome', 'completed');
  });

  it('leaves a key that is claimed again, before the sweep or while it runs', async () => {
    const usageBefore = await used(NOW);
    const during = await used(NOW);
    await claimKey(store, 'ten_a', { ...usageBefore, claimId: uuid() }, SWEPT);
    const raced: Store = {
      ...store,
      remove: async (resource, tenantId, id, version) => {
        if (resource.collection === idempotencyKeys.collection) await claimKey(store, 'ten_a', { ...during, claimId: uuid() }, SWEPT);
        return store.remove(resource, tenantId, id, version);
      },
    };
    expect(await sweepIdempotencyKeys(raced, SWEPT)).to.equal(0);
    for (const claim of [usageBefore, during])
      expect(await claimKey(store, 'ten_a', { ...claim, claimId: uuid() }, SWEPT)).to.have.property('outcome', 'in_flight');
  });
});
