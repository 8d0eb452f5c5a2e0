import { EventEmitter } from 'node:events';
import { expect } from 'chai';
import { v7 as uuid } from 'uuid';
import { listAttempts, noteBeginning, noteEnd } from '#services/reference/jobs/attempts';
import { jobBook } from '#services/reference/jobs/jobs';
import { changeJob } from '#services/reference/jobs/state';
import { type Job, jobs } from '#services/resources/job';
import { defined } from '#services/runtime/defined';
import type { Store } from '#services/store/port';
import { newCaller } from '#test/support/runner';
import { onEachStore } from '#test/support/stores';
import { failing, failsWith } from '../../store/support.js';

const NOW = Date.UTC(2026, 10, 28);

onEachStore('the document of a job', (newStore) => {
  const caller = newCaller();
  let store: Store;
  let job: Job;

  beforeEach(async () => {
    store = await newStore();
    const book = await jobBook(store, { now: () => NOW, steady: () => 0 });
    const about = { operation: 'calculateXva', params: {}, label: '', priority: 4, notBefore: 0, expiresAt: 0, maxAttempts: 3 };
    const { job: submitted } = await book.submit(caller, { ...about, requestId: uuid(), body: Buffer.from('{}') });
    job = defined(await store.get(jobs, caller.tenantId, submitted.id), 'the job');
  });

  const toolsOn = (changed: Store) => ({ store: changed, events: new EventEmitter(), now: () => NOW, engine: undefined as never });

  it('is changed once more where another process changed it, and not where the store fails', async () => {
    const priority = (document: Job) => ({ ...document, priority: document.priority + 1 });
    const changed = await changeJob(toolsOn(failing(store, 'stale', 2)), job.tenantId, job.id, priority);
    expect(changed?.priority).to.equal(5);
    await failsWith('unavailable', changeJob(toolsOn(failing(store, 'unavailable', 1)), job.tenantId, job.id, priority));
    await failsWith('not_found', changeJob(toolsOn(failing(store, 'not_found', 1)), job.tenantId, job.id, priority));
    expect(await changeJob(toolsOn(store), job.tenantId, job.id, () => undefined)).to.equal(undefined);
    expect((await store.get(jobs, job.tenantId, job.id))?.priority).to.equal(5);
  });

  it('has attempts whose end another process may have noted, or a full quota left out, but not a store that fails', async () => {
    const claimId = uuid();
    await noteBeginning(store, job, { claimId, work: 'block', block: 0, attempt: 1, worker: 'one' }, NOW);
    const end = { outcome: 'failed', code: 'SVC-SYS-002' } as const;
    for (const kind of ['stale', 'not_found', 'over_quota'] as const) await noteEnd(failing(store, kind, 1), job, claimId, end, NOW);
    await failsWith('unavailable', noteEnd(failing(store, 'unavailable', 1), job, claimId, end, NOW));
    const outcomes = async () => (await listAttempts(store, job, 10, '')).items.map(({ outcome }) => outcome);
    expect(await outcomes()).to.deep.equal([undefined]);
    await noteEnd(store, job, claimId, end, NOW);
    expect(await outcomes()).to.deep.equal(['failed']);
  });
});
