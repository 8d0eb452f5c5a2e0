import { expect } from 'chai';
import { v7 as uuid } from 'uuid';
import { keepSnapshots } from '#services/reference/documents/snapshots';
import { receipts } from '#services/resources/receipt';
import { snapshots, snapshotUses } from '#services/resources/snapshot';
import type { Store } from '#services/store/port';
import { onEachStore } from '#test/support/stores';

const TENANT = 'ten_one';
const NOW = Date.UTC(2026, 2, 3);
const stored = (id: string) => ({ tenantId: TENANT, id, version: 1, createdAt: NOW, updatedAt: NOW });

onEachStore('snapshots that a receipt names', (newStore) => {
  let store: Store;
  before(async () => {
    store = await newStore();
  });

  const newSnapshot = async (): Promise<string> => {
    const id = `snp_${uuid()}`;
    const fields = {
      name: 'Close',
      asOf: '2026-03-02',
      contentHash: '',
      curveIds: [],
      surfaceIds: [],
      rateVolatilitiesIds: [],
      correlationIds: [],
      quoteCount: 0,
    };
    await store.insert(snapshots, { ...stored(id), ...fields });
    return id;
  };
  const newReceipt = async (): Promise<string> => {
    const runId = uuid();
    const fields = { operationId: 'price', tag: 'Vanilla', pricerId: 'p', backend: '', traceId: '', encoding: 'plain', parts: [] } as const;
    await store.insert(receipts, { ...stored(runId), ...fields, parts: [] });
    return runId;
  };
  const failure = async (work: Promise<unknown>): Promise<{ kind?: string; message: string }> =>
    work.then(
      () => expect.fail(),
      (error) => error,
    );

  it('cannot be deleted before it, however often that is recorded', async () => {
    const [one, two, runId] = [await newSnapshot(), await newSnapshot(), await newReceipt()];
    await keepSnapshots(store, TENANT, runId, [one, two, one], NOW);
    await keepSnapshots(store, TENANT, runId, [one], NOW);
    const { kind, message } = await failure(store.remove(snapshots, TENANT, one));
    expect(kind).to.equal('conflict');
    expect(message).to.include(runId);
    // The receipt takes with it what kept them.
    await store.remove(receipts, TENANT, runId);
    expect(await store.page(snapshotUses, TENANT, { limit: 10 })).to.deep.equal({ items: [] });
    expect(await store.remove(snapshots, TENANT, one)).to.equal(true);
    expect(await store.remove(snapshots, TENANT, two)).to.equal(true);
  });

  it('are recorded only where they and the receipt are there', async () => {
    const [snapshot, runId] = [await newSnapshot(), await newReceipt()];
    expect(await failure(keepSnapshots(store, TENANT, uuid(), [snapshot], NOW))).to.include({ kind: 'not_found' });
    expect(await failure(keepSnapshots(store, TENANT, runId, ['snp_none'], NOW))).to.include({ kind: 'not_found' });
    expect(await failure(keepSnapshots(store, 'ten_two', runId, [snapshot], NOW))).to.include({ kind: 'not_found' });
  });
});
