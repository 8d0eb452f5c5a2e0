import { expect } from 'chai';
import { boundedStore } from '#services/reference/bounded-store';
import { auditLog, verifyAudit } from '#services/reference/evidence/audit';
import { noSigner } from '#services/reference/evidence/signing';
import { auditEntries } from '#services/resources/audit-entry';
import { drafts } from '#services/resources/draft';
import { idempotencyKeys, idempotentAnswers } from '#services/resources/idempotency-key';
import { receiptParts } from '#services/resources/receipt';
import { PLATFORM, tenants } from '#services/resources/tenant';
import type { Tier } from '#services/resources/tier';
import type { Log } from '#services/runtime/log';
import { createRegistry } from '#services/runtime/metrics';
import { DOCUMENT_BYTES } from '#services/store/ledger';
import type { Store } from '#services/store/port';
import { onEachStore } from '#test/support/stores';
import { failsWith } from '../store/support.js';

const KB = 1_000;

onEachStore('the bounds of what tenants store', (newStore) => {
  let store: Store;
  let clock = 0;
  let free: number;
  let lines: string[];
  let count = 0;

  async function bounded(reserveBytes = 0): Promise<{ readonly bounds: Store; readonly metric: (name: string) => Promise<object[]> }> {
    const registry = createRegistry('reference', '0');
    lines = [];
    const log = { error: (_fields: object, line: string) => lines.push(line) } as unknown as Log;
    const bounds = boundedStore({ ...store, freeBytes: async () => free }, { reserveBytes, log, registry, clock: () => clock });
    return { bounds, metric: async (name) => (await registry.getSingleMetric(name)?.get())?.values ?? [] };
  }
  const nextId = (): string => {
    count += 1;
    return `part_${count}`;
  };
  const head = (tenantId: string, id = nextId()) => ({ tenantId, id, version: 1, createdAt: 1, updatedAt: 1 });
  const newTenant = (id: string, storedBytesQuota?: number, tier: Tier = 'free') =>
    store.insert(tenants, {
      ...head(PLATFORM, id),
      name: id,
      tier,
      requestsPerMinute: 0,
      monthlyQuota: 0,
      disabled: false,
      storedBytesQuota,
    });
  /** Writes a part that counts so many bytes. */
  const part = (to: Store, tenantId: string, bytes: number) =>
    to.insert(receiptParts, head(tenantId), Buffer.alloc(bytes - DOCUMENT_BYTES - 2));
  const stored = async (tenantId: string) => (await store.stored(tenantId)).reduce((sum, { bytes }) => sum + bytes, 0);

  beforeEach(async () => {
    store = await newStore();
    clock += 1e9;
    free = Number.POSITIVE_INFINITY;
  });

  it('are never passed by writes that come together, and say what is used', async () => {
    await newTenant('ten_a', 100 * KB);
    await newTenant('ten_b');
    const { bounds, metric } = await bounded();
    const outcomes = await Promise.allSettled(Array.from({ length: 30 }, () => part(bounds, 'ten_a', 10 * KB)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled').length).to.equal(10);
    expect(await stored('ten_a')).to.equal(100 * KB);
    const failure = await failsWith('over_quota', part(bounds, 'ten_a', 20 * KB));
    expect(failure.message).to.match(/^the tenant stores \d+ kB of the 100 kB that it may \(receipts \d+ kB\), and this adds 20[.\d]* kB/);
    await part(bounds, 'ten_b', 20 * KB);
    expect(await metric('svc_store_refused_total')).to.deep.include({ value: 21, labels: { bound: 'quota' } });
    expect(JSON.stringify(await metric('svc_stored_bytes'))).to.include(String((await stored('ten_a')) + 20 * KB));
  });

  it('give room again to whoever removes, and to a tenant that is given more', async () => {
    await newTenant('ten_a', 30 * KB);
    const { bounds } = await bounded();
    const first = head('ten_a');
    await bounds.insert(receiptParts, first, Buffer.alloc(20 * KB));
    await failsWith('over_quota', part(bounds, 'ten_a', 20 * KB));
    await bounds.remove(receiptParts, 'ten_a', first.id);
    clock += 1_000;
    await part(bounds, 'ten_a', 20 * KB);
    await failsWith('over_quota', part(bounds, 'ten_a', 20 * KB));
    const tenant = (await store.get(tenants, PLATFORM, 'ten_a'))!;
    await store.replace(tenants, { ...tenant, storedBytesQuota: 50 * KB }, 1);
    clock += 1_000;
    await part(bounds, 'ten_a', 20 * KB);
  });

  it('hold for documents and their further versions, and not for the end of what was accepted', async () => {
    await newTenant('ten_a', 4 * KB);
    const { bounds } = await bounded();
    const draft = { ...head('ten_a', 'drf_1'), name: 'a draft', contract: {} };
    await bounds.insert(drafts, draft);
    await failsWith('over_quota', bounds.replace(drafts, { ...draft, notes: 'x'.repeat(5 * KB) }, 1));
    const about = { fingerprint: '', requestId: '', claimId: '', leaseEndsAt: 0, expiresAt: 0, encoding: 'plain', parts: [] } as const;
    await bounds.insert(idempotencyKeys, { ...head('ten_a'), ...about, parts: [], state: 'in_flight' });
    await bounds.insert(idempotentAnswers, head('ten_a'), Buffer.alloc(5 * KB));
    await failsWith('over_quota', bounds.insert(idempotencyKeys, { ...head('ten_a'), ...about, parts: [], state: 'in_flight' }));
  });

  it('hold for the changes that entries of the audit log tell of, of which no entry is written', async () => {
    await newTenant('ten_a', 4 * KB);
    const { bounds } = await bounded();
    const log = auditLog(bounds, noSigner);
    const event = { action: 'drafts.create', subject: 'x', actor: 'key_a', correlationId: 'c', details: {} };
    const create = (notesBytes: number, bytes?: Buffer) => {
      const document = { ...head('ten_a'), name: 'a draft', contract: {}, notes: 'x'.repeat(notesBytes) };
      return log('ten_a', event, 1, { make: 'insert', resource: drafts, document, bytes });
    };
    const besides = Buffer.alloc(5 * KB);
    const outcomes = await Promise.allSettled([create(KB), create(5 * KB), create(0, besides), create(KB), create(2 * KB)]);
    expect(outcomes.map((outcome) => (outcome.status === 'fulfilled' ? 'made' : outcome.reason.kind))).to.deep.equal([
      ...['made', 'over_quota', 'over_quota', 'made', 'over_quota'],
    ]);
    expect((await store.page(drafts, 'ten_a', { limit: 9 })).items).to.have.length(2);
    expect((await store.page(auditEntries, 'ten_a', { limit: 9 })).items).to.have.length(2);
    expect((await verifyAudit(store, noSigner, 'ten_a')).broken).to.equal(undefined);
  });

  it('count the data of test keys apart, with the quota of the tenant', async () => {
    await newTenant('ten_a', 30 * KB);
    const { bounds } = await bounded();
    await part(bounds, 'ten_a', 20 * KB);
    await part(bounds, 'ten_a.test', 20 * KB);
    await failsWith('over_quota', part(bounds, 'ten_a.test', 20 * KB));
  });

  it('stop the tenant that stores most when the disk is nearly full, and the others only at its end', async () => {
    await newTenant('ten_large');
    await newTenant('ten_small');
    const { bounds, metric } = await bounded(80 * KB);
    await part(bounds, 'ten_large', 500 * KB);
    await part(bounds, 'ten_small', 10 * KB);
    free = 50 * KB;
    clock += 1_000;
    const failure = await failsWith('over_quota', part(bounds, 'ten_large', KB));
    expect(failure.message).to.match(/^the disk of the service is nearly full \(50 kB are free\), and the tenant stores 500 kB/);
    await part(bounds, 'ten_small', 10 * KB);
    expect(lines).to.deep.equal(['the disk of the store is nearly full: the tenants that store most are stopped']);
    expect(await metric('svc_store_free_bytes')).to.deep.include({ value: 50 * KB, labels: {} });
    // The last eighth of the reserve is for administration and removals.
    free = 9 * KB;
    clock += 1_000;
    await failsWith('over_quota', part(bounds, 'ten_small', KB));
    await bounds.insert(tenants, {
      ...head(PLATFORM, 'ten_new'),
      name: 'new',
      tier: 'free',
      requestsPerMinute: 0,
      monthlyQuota: 0,
      disabled: false,
    });
    free = 100 * KB;
    clock += 1_000;
    await part(bounds, 'ten_large', KB);
  });
});
