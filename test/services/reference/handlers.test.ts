import { createHash } from 'node:crypto';
import { expect } from 'chai';
import { v7 as uuid } from 'uuid';
import { callerOf, UNKNOWN_IDENTITY } from '#proto/caller';
import { bootstrap, FIRST_TENANT } from '#services/reference/access/bootstrap';
import { referenceHandlers } from '#services/reference/handlers';
import { keys } from '#services/resources/key';
import type { Store } from '#services/store/port';
import { onEachStore } from '#test/support/stores';

onEachStore('the reference service', (newStore) => {
  const NOW = Date.UTC(2026, 2, 3);
  const callOf = (tenantId: string) => ({
    caller: callerOf({ ...UNKNOWN_IDENTITY, tenantId }, '0190a1b2-0000-7000-8000-000000000000'),
    signal: new AbortController().signal,
  });
  const call = callOf(FIRST_TENANT);
  let store: Store;
  let raw: string;
  let handlers: ReturnType<typeof referenceHandlers>;

  before(async () => {
    store = await newStore();
    raw = String(await bootstrap(store, undefined, NOW));
    handlers = referenceHandlers(store, { now: () => NOW });
  });

  it('finds a key with everything that authentication needs', async () => {
    expect(await handlers.findKey({ prefix: raw.slice(0, 17) })).to.deep.equal({
      keyId: 'key_first',
      tenantId: FIRST_TENANT,
      hash: createHash('sha256').update(raw).digest(),
      scopes: ['price', 'calibrate', 'portfolio', 'xva', 'jobs', 'governance', 'validate', 'admin'],
      tier: 'enterprise',
      environment: 'live',
      expiresAtMs: 0,
      revokedAtMs: 0,
      requestsPerMinute: 0,
      monthlyQuota: 0,
      computeSecondsQuota: 0,
      tenantDisabled: false,
      statuses: [],
      roles: ['platform_admin'],
      userId: '',
      userDisabled: false,
    });
  });

  it('reserves requests and records when the key was used', async () => {
    const request = {
      tenantId: FIRST_TENANT,
      keyId: 'key_first',
      count: 5,
      requestsPerMinute: 10,
      monthlyQuota: 0,
      computeSecondsQuota: 0,
    };
    expect(await handlers.reserveRequests(request)).to.include({ granted: 5, remaining: 5 });
    for (let tries = 0; (await store.get(keys, FIRST_TENANT, 'key_first'))?.lastUsedAt !== NOW && tries < 200; tries += 1) {
      await new Promise(setImmediate);
    }
    expect((await store.get(keys, FIRST_TENANT, 'key_first'))?.lastUsedAt).to.equal(NOW);
  });

  it('records, returns and lists receipts of the caller’s tenant', async () => {
    const run = {
      runId: uuid(),
      operationId: 'priceOption',
      tag: 'Vanilla',
      requestJson: '{"spot":100}',
      resultJson: '{"price":1}',
      manifestJson: '{"pricerId":"equity_vanilla_bs"}',
      backend: '',
      createdAtMs: NOW,
      inputsJson: '{"today":"2026-03-03"}',
      traceId: '',
      parts: [],
    };
    expect(await handlers.recordReceipt(run, call)).to.deep.equal({});
    expect(await handlers.getReceipt({ runId: run.runId, leaveParts: false }, call)).to.deep.equal(run);
    const query = { limit: 0, cursor: '', operationId: '', pricerId: '', tag: '', fromMs: 0, toMs: 0, sort: '' };
    expect(await handlers.listReceipts(query, call)).to.deep.equal({
      items: [{ runId: run.runId, operationId: 'priceOption', tag: 'Vanilla', pricerId: 'equity_vanilla_bs', createdAtMs: NOW }],
      nextCursor: '',
    });
    expect((await handlers.listReceipts(query, callOf('ten_other'))).items).to.deep.equal([]);
  });
});
