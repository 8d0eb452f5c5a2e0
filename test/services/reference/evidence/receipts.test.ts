import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import { v7 as uuid, v4 } from 'uuid';
import { getReceipt, listReceipts, type ReceiptQuery, type Run, recordReceipt } from '#services/reference/evidence/receipts';
import { receiptParts, receipts } from '#services/resources/receipt';
import type { Store } from '#services/store/port';
import { onEachStore } from '#test/support/stores';
import { failsWith } from '../../store/support.js';

onEachStore('receipts', (newStore) => {
  const NOW = Date.UTC(2026, 2, 3);
  let store: Store;

  before(async () => {
    store = await newStore();
  });

  const aRun = (fields: Partial<Run> = {}): Run => ({
    runId: uuid(),
    operationId: 'priceOption',
    tag: 'Vanilla',
    requestJson: '{"spot":100,"name":"ünïcode"}',
    resultJson: '{"price":10.450583572185565}',
    manifestJson: '{"pricerId":"equity_vanilla_bs","pricerVersion":1}',
    backend: '',
    createdAtMs: NOW,
    inputsJson: '{"today":"2026-03-03"}',
    traceId: 'trace-1',
    ...fields,
  });

  const query = (fields: Partial<ReceiptQuery> = {}): ReceiptQuery => ({
    limit: 0,
    cursor: '',
    operationId: '',
    pricerId: '',
    tag: '',
    fromMs: 0,
    toMs: 0,
    ...fields,
  });

  it('return the run unchanged, to the last character', async () => {
    const run = aRun({ backend: 'webasm' });
    await recordReceipt(store, 'ten_a', run);
    expect(await getReceipt(store, 'ten_a', run.runId)).to.deep.equal(run);
  });

  it('are not found by another tenant, which may have a run with the same id', async () => {
    const run = aRun();
    await recordReceipt(store, 'ten_a', run);
    await failsWith('not_found', getReceipt(store, 'ten_b', run.runId));
    const other = { ...run, resultJson: '{"price":1}' };
    await recordReceipt(store, 'ten_b', other);
    expect(await getReceipt(store, 'ten_a', run.runId)).to.deep.equal(run);
    expect(await getReceipt(store, 'ten_b', run.runId)).to.deep.equal(other);
  });

  it('are not duplicated when the same run is recorded again, even with its id in capitals', async () => {
    const run = aRun({ runId: v4() });
    await Promise.all(Array.from({ length: 5 }, () => recordReceipt(store, 'ten_a', run)));
    await recordReceipt(store, 'ten_a', { ...run, runId: run.runId.toUpperCase(), createdAtMs: NOW + 1 });
    expect(await getReceipt(store, 'ten_a', run.runId.toUpperCase())).to.deep.equal(run);
  });

  it('refuse another run with the same id', async () => {
    const run = aRun();
    await recordReceipt(store, 'ten_a', run);
    for (const other of [
      { requestJson: '{}' },
      { resultJson: '{}' },
      { operationId: 'priceBatch' },
      { backend: 'cpu' },
      { inputsJson: '{}' },
    ]) {
      await failsWith('conflict', recordReceipt(store, 'ten_a', { ...run, ...other }));
    }
    expect(await getReceipt(store, 'ten_a', run.runId)).to.deep.equal(run);
  });

  it('fail only for the one with a taken id when 500 are recorded at the same time', async () => {
    const first = aRun();
    await recordReceipt(store, 'ten_busy', first);
    const runs = Array.from({ length: 500 }, (_, index) =>
      aRun({ resultJson: `{"index":${index}}`, ...(index === 321 && { runId: first.runId }) }),
    );
    const outcomes = await Promise.allSettled(runs.map((run) => recordReceipt(store, 'ten_busy', run)));
    expect(outcomes.flatMap(({ status }, index) => (status === 'rejected' ? [index] : []))).to.deep.equal([321]);
    expect(await getReceipt(store, 'ten_busy', runs[320]!.runId)).to.deep.equal(runs[320]);
    expect(await getReceipt(store, 'ten_busy', first.runId)).to.deep.equal(first);
  });

  it('of a large run are compressed', async () => {
    const run = aRun({ requestJson: JSON.stringify(Array.from({ length: 5000 }, (_, index) => ({ spot: 100, strike: index }))) });
    await recordReceipt(store, 'ten_a', run);
    expect(await getReceipt(store, 'ten_a', run.runId)).to.deep.equal(run);
    expect((await store.bytes(receipts, 'ten_a', run.runId))?.length).to.be.below(run.requestJson.length / 5);
  });

  it('too large for one document are stored in parts that no other receipt shares', async () => {
    const run = aRun({ requestJson: JSON.stringify(incompressible(12 * 2 ** 20)) });
    await recordReceipt(store, 'ten_large', run);
    await recordReceipt(store, 'ten_large', run);
    const parts = (await store.page(receiptParts, 'ten_large', { limit: 50 })).items;
    expect(parts).to.have.length(4);
    const { requestJson, ...rest } = await getReceipt(store, 'ten_large', run.runId);
    // Compared so that a failure does not print 12 MiB.
    expect(requestJson === run.requestJson).to.equal(true);
    expect(run).to.deep.include(rest);
    await failsWith('conflict', recordReceipt(store, 'ten_large', { ...run, resultJson: '{}' }));
    expect((await getReceipt(store, 'ten_large', run.runId)).requestJson === run.requestJson).to.equal(true);
  });

  it('are listed newest first, by operation, pricer and time', async () => {
    const manifests = ['{"pricerId":"a"}', '{"pricerId":"b"}'];
    const runs = Array.from({ length: 12 }, (_, index) =>
      aRun({ createdAtMs: NOW + index, operationId: index < 6 ? 'priceOption' : 'priceContract', manifestJson: manifests[index % 2] }),
    );
    await Promise.all(runs.map((run) => recordReceipt(store, 'ten_list', run)));
    const listed = async (fields: Partial<ReceiptQuery>) =>
      (await listReceipts(store, 'ten_list', query(fields))).items.map(({ createdAt }) => createdAt - NOW);
    expect(await listed({})).to.deep.equal([11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]);
    expect(await listed({ operationId: 'priceContract' })).to.deep.equal([11, 10, 9, 8, 7, 6]);
    expect(await listed({ pricerId: 'b', operationId: 'priceOption' })).to.deep.equal([5, 3, 1]);
    expect(await listed({ fromMs: NOW + 3, toMs: NOW + 6 })).to.deep.equal([5, 4, 3]);

    const first = await listReceipts(store, 'ten_list', query({ limit: 7 }));
    const second = await listReceipts(store, 'ten_list', query({ limit: 7, cursor: first.nextCursor ?? '' }));
    expect([...first.items, ...second.items].map(({ id }) => id)).to.deep.equal(runs.map(({ runId }) => runId).reverse());
    expect(second.nextCursor).to.equal(undefined);
  });

  it('are refused without a UUID, JSON texts or a manifest, and listed at most 500 at a time', async () => {
    await failsWith('invalid', recordReceipt(store, 'ten_a', aRun({ runId: 'run/1' })));
    await failsWith('invalid', recordReceipt(store, 'ten_a', aRun({ resultJson: '"\x1e"' })));
    await failsWith('invalid', recordReceipt(store, 'ten_a', aRun({ manifestJson: '{}' })));
    await failsWith('invalid', getReceipt(store, 'ten_a', 'run/1'));
    const failure = await failsWith('invalid', listReceipts(store, 'ten_a', query({ limit: 501 })));
    expect(failure.message).to.equal('limit must lie in [1, 500]; got 501');
  });
});

/** Characters that no compression takes under three quarters. */
const incompressible = (length: number): string => randomBytes((length * 3) / 4).toString('base64');
