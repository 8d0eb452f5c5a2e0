import { expect } from 'chai';
import { v7 as uuid } from 'uuid';
import { callerOf, UNKNOWN_IDENTITY } from '#proto/caller';
import { auditLog, verifyAudit } from '#services/reference/evidence/audit';
import { noSigner } from '#services/reference/evidence/signing';
import {
  claimValidationRun,
  getValidationRun,
  listValidationRuns,
  startValidationRun,
  updateValidationRun,
  VALIDATION_LEASE_MS,
  validationOutcomesJson,
} from '#services/reference/governance/validation-runs';
import { auditEntries } from '#services/resources/audit-entry';
import { PLATFORM } from '#services/resources/tenant';
import { unfinishedValidationRuns, type ValidationRun } from '#services/resources/validation-run';
import { defined } from '#services/runtime/defined';
import type { Store } from '#services/store/port';
import { onEachStore } from '#test/support/stores';
import { failsWith } from '../../store/support.js';

onEachStore('validation runs', (newStore) => {
  const NOW = Date.UTC(2026, 2, 3);
  const TENANT = 'ten_a';
  let store: Store;
  beforeEach(async () => {
    store = await newStore();
  });

  const caller = callerOf({ ...UNKNOWN_IDENTITY, tenantId: TENANT, keyId: 'key_a', scopes: ['validate'], tier: 'business' }, uuid());
  const toolsAt = (now: number) => ({ store, audit: auditLog(store, noSigner), now: () => now });
  const start = (requestId = uuid(), now = NOW) => startValidationRun(toolsAt(now), caller, { pricers: ['a'], depth: 'quick', requestId });
  const claim = async (now = NOW): Promise<ValidationRun> => defined(await claimValidationRun(store, now), 'a run');
  const update = ({ id, claim }: ValidationRun, state: string, now = NOW, more: object = {}) =>
    updateValidationRun(
      store,
      {
        ...{ tenantId: TENANT, id, claimId: claim?.id ?? '', progress: 0.5, state, resultsJson: '[]', outcomesJson: '[]', error: '' },
        ...more,
      },
      now,
    );
  const result = { pricerId: 'a', pricerVersion: 1, fingerprint: 'fp', cases: 2, passed: 2, failed: 0 };
  const ended = { resultsJson: JSON.stringify([result]), outcomesJson: '[{"id":"one"}]' };

  it('are claimed oldest first, once each, with the rights of whoever started them', async () => {
    const [first, second] = [await start(), await start(uuid(), NOW + 1)];
    expect(first).to.include({ state: 'queued', progress: 0, createdBy: 'key_a' });
    const claims = await Promise.all(Array.from({ length: 6 }, () => claimValidationRun(store, NOW + 2)));
    expect(claims.flatMap((each) => (each === undefined ? [] : [each.id])).sort()).to.deep.equal([first.id, second.id].sort());
    expect(claims.find((each) => each?.id === first.id)?.submitter).to.deep.equal({
      keyId: 'key_a',
      userId: '',
      scopes: ['validate'],
      tier: 'business',
    });
    expect(await claimValidationRun(store, NOW + 2)).to.equal(undefined);
  });

  it('are started once by one request that is sent twice', async () => {
    const requestId = uuid();
    expect(await start(requestId)).to.deep.equal(await start(requestId));
    await claim();
    expect(await claimValidationRun(store, NOW)).to.equal(undefined);
  });

  it('leave one entry in the audit log, which says who started them', async () => {
    const id = uuid();
    const run = await start(id);
    await start(id);
    const [entry, ...further] = (await store.page(auditEntries, TENANT, { limit: 9 })).items;
    expect(further).to.deep.equal([]);
    expect(entry).to.include({ action: 'validation.start', subject: run.id, actor: 'key_a' });
    expect(JSON.parse(entry!.detailsJson)).to.deep.equal({ pricers: ['a'], depth: 'quick' });
    expect(await verifyAudit(store, noSigner, TENANT)).not.to.have.property('broken');
  });

  it('are refused while a hundred of the tenant wait', async () => {
    await Promise.all(Array.from({ length: 100 }, () => start()));
    await failsWith('conflict', start());
    await startValidationRun(toolsAt(NOW), { ...caller, tenantId: 'ten_b' }, { pricers: [], depth: 'quick', requestId: uuid() });
    await claim();
    await start();
  });

  it('tell how far they are, and keep results and outcomes when they succeed', async () => {
    await start();
    const claimed = await claim();
    expect(await update(claimed, 'running')).to.equal(true);
    expect(await getValidationRun(store, TENANT, claimed.id)).to.include({ state: 'running', progress: 0.5 });
    await failsWith('not_found', getValidationRun(store, TENANT, ''));
    expect(await update(claimed, 'succeeded', NOW, ended)).to.equal(true);
    const run = await getValidationRun(store, TENANT, '');
    expect(run).to.deep.include({ id: claimed.id, state: 'succeeded', progress: 1, results: [result], endedAt: NOW });
    expect(await validationOutcomesJson(store, run)).to.equal('[{"id":"one"}]');
    expect((await store.page(unfinishedValidationRuns, PLATFORM, { limit: 9 })).items).to.deep.equal([]);
    expect((await listValidationRuns(store, 'ten_b', { limit: 9, succeeded: false })).items).to.deep.equal([]);
    await failsWith('not_found', getValidationRun(store, 'ten_b', claimed.id));
  });

  it('are taken over from a process that is silent, which can no longer end them', async () => {
    await start();
    const lost = await claim();
    expect(await claimValidationRun(store, NOW + VALIDATION_LEASE_MS - 1)).to.equal(undefined);
    const claimed = await claim(NOW + VALIDATION_LEASE_MS);
    expect(claimed.id).to.equal(lost.id);
    expect(await update(lost, 'succeeded', NOW + VALIDATION_LEASE_MS, ended)).to.equal(false);
    expect(await update(lost, 'running', NOW + VALIDATION_LEASE_MS)).to.equal(false);
    expect(await getValidationRun(store, TENANT, lost.id)).to.include({ state: 'running' });
    expect(await update(claimed, 'running', NOW + VALIDATION_LEASE_MS + 20_000)).to.equal(true);
    expect(await claimValidationRun(store, NOW + 2 * VALIDATION_LEASE_MS), 'the claim was renewed').to.equal(undefined);
    expect(await update(claimed, 'failed', NOW + 2 * VALIDATION_LEASE_MS, { error: 'why' })).to.equal(true);
    expect(await getValidationRun(store, TENANT, claimed.id)).to.include({ state: 'failed', error: 'why' });
    expect(await update(claimed, 'succeeded', NOW + 2 * VALIDATION_LEASE_MS, ended)).to.equal(false);
    expect(await claimValidationRun(store, NOW + 9 * VALIDATION_LEASE_MS)).to.equal(undefined);
  });

  it('that a process did not live to write are forgotten', async () => {
    const listed = { tenantId: PLATFORM, id: `val_${uuid()}`, version: 1, createdAt: NOW, updatedAt: NOW, tenant: TENANT };
    await store.insert(unfinishedValidationRuns, listed);
    expect(await claimValidationRun(store, NOW + 1000)).to.equal(undefined);
    expect((await store.page(unfinishedValidationRuns, PLATFORM, { limit: 9 })).items).to.have.length(1);
    expect(await claimValidationRun(store, NOW + 61_000)).to.equal(undefined);
    expect((await store.page(unfinishedValidationRuns, PLATFORM, { limit: 9 })).items).to.deep.equal([]);
  });
});
