import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import { v7 as uuid } from 'uuid';
import { type Caller, callerOf } from '#proto/caller';
import { JOB_LEASE_MS } from '#services/jobs/job-queue';
import { endKey, insertKey } from '#services/reference/access/keys';
import { addComputeTime } from '#services/reference/access/usage';
import { RESULT_LIFETIME_MS } from '#services/reference/documents/artifacts';
import { referenceHandlers } from '#services/reference/handlers';
import type { ClaimedBlock, NewSplit } from '#services/reference/jobs/blocks';
import { type JobBook, jobBook, sweepJobs } from '#services/reference/jobs/jobs';
import type { ClaimedRun } from '#services/reference/jobs/runs';
import { jobAttempts, jobBlocks, jobParts, jobProgress } from '#services/resources/job';
import { PLATFORM, tenants } from '#services/resources/tenant';
import { defined } from '#services/runtime/defined';
import type { Store } from '#services/store/port';
import { asClient } from '#test/support/runner';
import { onEachStore } from '#test/support/stores';
import { failsWith } from '../../store/support.js';

onEachStore('blocks of jobs', (newStore) => {
  let store: Store;
  let book: JobBook;
  let steady = 0;
  const clocks = { now: () => Date.UTC(2026, 10, 22), steady: () => steady };
  const never = new AbortController().signal;
  const caller: Caller = callerOf(
    { tenantId: 'ten_one', keyId: 'key_one', userId: '', roles: [], scopes: ['jobs'], tier: 'pro', statuses: [] },
    uuid(),
  );

  beforeEach(async () => {
    store = await newStore();
    steady = 0;
    book = await jobBook(store, clocks);
  });

  const submit = async (maxAttempts = 3) => {
    const about = { operation: 'calculateXva', params: {}, label: '', priority: 4, notBefore: 0, expiresAt: 0, maxAttempts };
    return (await book.submit(caller, { ...about, requestId: uuid(), body: Buffer.from('{}') })).job.id;
  };
  const claimRun = async () => defined(await book.claim('worker', 0, never), 'a run') as ClaimedRun;
  const claimBlock = async () => defined(await book.claim('worker', 0, never), 'a block') as ClaimedBlock;
  const split = (fields: Partial<NewSplit> = {}): NewSplit => ({
    method: 'risk.calculateXva',
    body: Buffer.from('{"bodyJson":"{}"}'),
    state: Buffer.from('{"today":"2026-11-22"}'),
    units: 5,
    unitsPerBlock: 2,
    ...fields,
  });
  /** A job that its first run has split. */
  async function splitJob(fields: Partial<NewSplit> = {}, maxAttempts = 3): Promise<string> {
    const id = await submit(maxAttempts);
    const { claimId } = await claimRun();
    expect(await book.split('ten_one', id, claimId, split(fields))).to.equal(true);
    return id;
  }
  const finish = ({ job, block, claimId }: ClaimedBlock, part = Buffer.from([block])) =>
    book.finishBlock('ten_one', job.id, { block, claimId }, { outcome: 'succeeded', part, arithmetic: 'double' });
  const stateOf = async (id: string) => (await book.get(caller, id, 0, never)).job;
  const error = { code: 'SVC-SYS-002', message: 'busy' };

  it('are given out with their units and the request, and the job goes on with what they gave, in order', async () => {
    const id = await splitJob();
    const blocks = [await claimBlock(), await claimBlock(), await claimBlock()];
    expect(blocks.map(({ block }) => block)).to.deep.equal([0, 1, 2]);
    expect(blocks[0]!.body.toString()).to.equal('{"bodyJson":"{}"}');
    expect(await book.claim('worker', 0, never)).to.equal(undefined);
    for (const block of [blocks[2], blocks[0]]) expect(await finish(block!)).to.equal(true);
    expect((await book.readBlocks('ten_one', id, 0)).blocks).to.have.length(1);
    expect(await book.claim('worker', 0, never)).to.equal(undefined);
    await finish(blocks[1]!);
    const run = await claimRun();
    // It is the same attempt.
    expect(run).to.deep.include({ resumed: true });
    // Whoever finishes the job does not run it from its start.
    expect(defined(run.finishes, 'the computation to finish')).to.deep.include({ ...split() });
    expect(run.job.attempts).to.equal(1);
    const { count, blocks: parts } = await book.readBlocks('ten_one', id, 0);
    expect(count).to.equal(3);
    expect(parts.map(({ part, arithmetic }) => [...part, arithmetic])).to.deep.equal([
      [0, 'double'],
      [1, 'double'],
      [2, 'double'],
    ]);
  });

  it('show as the progress of their job', async () => {
    const id = await splitJob();
    const [first, second] = [await claimBlock(), await claimBlock()];
    expect(await book.get(caller, id, 0, never)).to.deep.include({ progress: 0, stage: 'risk.calculateXva: 0 of 3 blocks are done' });
    for (const block of [first, first, second]) await finish(block);
    expect(await book.get(caller, id, 0, never)).to.deep.include({ progress: 0.5, stage: 'risk.calculateXva: 2 of 3 blocks are done' });
    expect((await stateOf(id)).state).to.equal('running');
  });

  it('count once: what the first computation of a block gave stays', async () => {
    const id = await splitJob({ units: 2, unitsPerBlock: 1 });
    const slow = await claimBlock();
    steady += JOB_LEASE_MS;
    await book.sweep();
    const again = await claimBlock();
    expect([slow.block, again.block, again.attempt]).to.deep.equal([0, 0, 2]);
    // The job shows that one of its workers died.
    expect((await stateOf(again.job.id)).blockAttempts).to.equal(2);
    expect(await finish(again, Buffer.from('second'))).to.equal(true);
    expect(await finish(slow, Buffer.from('first'))).to.equal(true);
    expect((await claimBlock()).block).to.equal(1);
    const { blocks } = await book.readBlocks('ten_one', id, 0);
    expect(blocks.map(({ part }) => part.toString())).to.deep.equal(['second']);
  });

  it('are not computed any more once the key that submitted their job is revoked', async () => {
    const { key } = await insertKey(store, { tenantId: 'ten_one', name: 'k', scopes: [], environment: 'live' }, clocks.now());
    const about = { operation: 'calculateXva', params: {}, label: '', priority: 4, notBefore: 0, expiresAt: 0, maxAttempts: 3 };
    const keyCaller = { ...caller, keyId: key.id };
    const { id } = (await book.submit(keyCaller, { ...about, requestId: uuid(), body: Buffer.from('{}') })).job;
    const { claimId } = await claimRun();
    await book.split('ten_one', id, claimId, split());
    const first = await claimBlock();
    await endKey(store, 'ten_one', key.id, clocks.now());
    expect(await book.claim('worker', 0, never)).to.equal(undefined);
    expect((await stateOf(id)).error).to.deep.equal({ code: 'SVC-AUTH-003', message: 'the key that submitted the job is revoked' });
    // The one that was under way counts no more.
    expect(await finish(first)).to.equal(false);
  });

  it('survive the end of the process: what is done is not computed again', async () => {
    const id = await splitJob();
    await finish(await claimBlock());
    const under = await claimBlock();
    book = await jobBook(store, clocks);
    const [one, two] = [await claimBlock(), await claimBlock()];
    expect([one.block, two.block]).to.deep.equal([1, 2]);
    // The worker of before reports all the same.
    await finish(under);
    await finish(two);
    expect(await claimRun()).to.deep.include({ resumed: true });
    expect((await book.readBlocks('ten_one', id, 0)).blocks).to.have.length(3);
  });

  it('are not computed again for a run whose worker dies after they were done: it is another attempt', async () => {
    await splitJob({ units: 2 }, 2);
    await finish(await claimBlock());
    const resumed = await claimRun();
    steady += JOB_LEASE_MS;
    await book.sweep();
    const second = await claimRun();
    expect(second.job.attempts).to.equal(2);
    expect((await book.readBlocks('ten_one', second.job.id, 0)).blocks).to.have.length(1);
    expect(await book.split('ten_one', second.job.id, resumed.claimId, split())).to.equal(false);
  });

  it('are no attempt where their run is given back', async () => {
    const id = await splitJob({ units: 2 }, 1);
    await finish(await claimBlock());
    const { claimId } = await claimRun();
    expect(await book.finish('ten_one', id, claimId, { outcome: 'released' })).to.equal(true);
    const again = await claimRun();
    expect(again).to.deep.include({ resumed: true });
    expect(again.job.attempts).to.equal(1);
    expect(await book.finish('ten_one', id, again.claimId, { outcome: 'succeeded', resultJson: '{}', manifestJson: '' })).to.equal(true);
    const { items } = await book.attempts(caller, id, 10, '');
    expect(items.map(({ work, outcome }) => `${work} ${outcome}`)).to.deep.equal([
      ...['run split', 'block succeeded', 'combination released', 'combination succeeded'],
    ]);
  });

  it('are tried again after a delay, and fail their job with the last error', async () => {
    const id = await splitJob({ units: 2, unitsPerBlock: 1 }, 2);
    const again = ({ job, block, claimId, attempt }: ClaimedBlock) =>
      book.finishBlock('ten_one', job.id, { block, claimId }, { outcome: 'again', error, retryAfterMs: 0, attempt });
    const first = await claimBlock();
    expect(await again(first)).to.equal(true);
    expect((await claimBlock()).block).to.equal(1);
    steady += 999;
    expect(await book.claim('worker', 0, never)).to.equal(undefined);
    steady += 1;
    const second = await claimBlock();
    expect([second.block, second.attempt]).to.deep.equal([0, 2]);
    await again(second);
    expect(await stateOf(id)).to.deep.include({ state: 'failed', error });
  });

  it('are tried again until their job expires where no bound was stated, beside three attempts whose worker dies', async () => {
    const id = await splitJob({ units: 2, unitsPerBlock: 1 }, 0);
    for (let attempt = 1; attempt <= 5; attempt++) {
      const claimed = await claimBlock();
      expect([claimed.block, claimed.attempt]).to.deep.equal([0, attempt]);
      await book.finishBlock('ten_one', id, claimed, { outcome: 'again', error, retryAfterMs: 0, attempt });
      const other = await claimBlock();
      await book.finishBlock('ten_one', id, other, { outcome: 'released' });
      steady += 60_000;
    }
    expect(await stateOf(id)).to.deep.include({ state: 'running', attempts: 1, blockAttempts: 5 });
    for (let death = 0; death < 3; death++) {
      await claimBlock();
      steady += JOB_LEASE_MS;
      await book.sweep();
    }
    expect(await book.claim('worker', 0, never)).to.equal(undefined);
    expect((await stateOf(id)).error?.message).to.equal('the worker of each of 3 attempts at block 0 stopped answering');
  });

  it('are charged to the quota of compute time once, when their job begins', async () => {
    await addComputeTime(store, 'ten_one', 1_500, Date.now());
    const client = asClient(referenceHandlers(store, { jobs: book }));
    const claim = () => client.claimJob({ waitMs: 0, worker: 'worker' }, { caller, signal: never });
    await submit();
    const first = await claim();
    expect(first).to.include({ attempt: 1, computeUsedMs: 1_500 });
    await book.split('ten_one', first.jobId, first.claimId, split({ units: 2 }));
    await finish(await claimBlock());
    expect(await claim()).to.include({ attempt: 1, computeUsedMs: 0 });
  });

  it('show who computed them and when, also what was given back, tried again or lost', async () => {
    const id = await splitJob({ units: 3, unitsPerBlock: 1 });
    const attempts = async (limit = 10, cursor = '') => book.attempts(caller, id, limit, cursor);
    const shown = async () =>
      (await attempts()).items.map(({ work, block, attempt, outcome = '' }) => `${block ?? work}.${attempt} ${outcome}`);
    const [first, second, third] = [await claimBlock(), await claimBlock(), await claimBlock()];
    expect((await attempts()).items[1])
      .to.deep.include({ worker: 'worker', createdAt: clocks.now() })
      .and.not.have.property('endedAt');
    await finish(second);
    expect(await book.finishBlock('ten_one', id, third, { outcome: 'released' })).to.equal(true);
    expect(await shown()).to.deep.equal(['run.1 split', '0.1 ', '1.1 succeeded', '2.1 released']);
    await book.finishBlock('ten_one', id, await claimBlock(), { outcome: 'again', error, retryAfterMs: 0, attempt: 2 });
    steady += JOB_LEASE_MS;
    await book.sweep();
    const [again] = [await claimBlock(), await claimBlock()].filter(({ block }) => block === first.block);
    expect((await shown())[1]).to.equal('0.1 lost');
    // The worker that was thought dead is late: what it reports is kept, and that it came.
    await finish(first);
    await finish(defined(again, 'the block that was taken over'));
    const blocks = ['0.1 succeeded', '1.1 succeeded', '2.1 released', '2.2 again', '0.2 succeeded', '2.3 '];
    expect(await shown()).to.deep.equal(['run.1 split', ...blocks]);
    expect((await attempts()).items[4]).to.deep.include({ code: error.code, endedAt: clocks.now() });
    // Page by page.
    const { items, nextCursor = '' } = await attempts(4);
    expect([items.length, (await attempts(4, nextCursor)).items.length]).to.deep.equal([4, 3]);
    // An attempt that was under way when the job ended has no other end.
    await book.cancel(caller, id);
    expect((await shown()).at(-1)).to.equal('2.3 lost');
    await store.insert(tenants, {
      ...tenants.storedSchema.parse({ name: 'one', tier: 'pro' }),
      ...{ tenantId: PLATFORM, id: 'ten_one', version: 1, createdAt: clocks.now(), updatedAt: clocks.now() },
    });
    await sweepJobs(store, clocks.now() + RESULT_LIFETIME_MS + 1);
    expect((await store.page(jobAttempts, 'ten_one', { limit: 10 })).items).to.have.length(0);
  });

  it('keep their last twenty attempts, however often they are tried again', async () => {
    const id = await splitJob({ units: 2, unitsPerBlock: 1 }, 0);
    for (let attempt = 1; attempt <= 25; attempt++) {
      const [claimed, other] = [await claimBlock(), await claimBlock()];
      for (const end of [claimed, other])
        await book.finishBlock('ten_one', id, end, { outcome: 'again', error, retryAfterMs: 0, attempt: end.attempt });
      steady += 60_000;
    }
    const { items } = await book.attempts(caller, id, 100, '');
    for (const block of [0, 1])
      expect(items.filter((each) => each.block === block).map(({ attempt }) => attempt)).to.deep.equal(
        Array.from({ length: 20 }, (_, index) => 6 + index),
      );
  });

  it('fail their job where the worker of every attempt has died', async () => {
    const id = await splitJob({ units: 2, unitsPerBlock: 1 }, 1);
    await claimBlock();
    steady += JOB_LEASE_MS;
    await book.sweep();
    expect(await book.claim('worker', 0, never)).to.equal(undefined);
    expect((await stateOf(id)).error?.message).to.equal('the worker of each of 1 attempts at block 0 stopped answering');
  });

  it('stop when their job is cancelled, and leave nothing behind', async () => {
    const id = await splitJob({ body: randomBytes(9 * 2 ** 20) });
    const [first, second] = [await claimBlock(), await claimBlock()];
    // Larger than a document holds.
    await finish(first, randomBytes(9 * 2 ** 20));
    await book.cancel(caller, id);
    expect(await book.renew('ten_one', id, second.claimId, true)).to.equal(false);
    expect(await finish(second)).to.equal(false);
    expect(await book.claim('worker', 0, never)).to.equal(undefined);
    expect((await store.page(jobBlocks, 'ten_one', { limit: 10 })).items).to.have.length(0);
    expect((await store.page(jobProgress, 'ten_one', { limit: 10 })).items).to.have.length(0);
    // The request of the blocks stays with the job, two parts of it, and so does the state of the run.
    expect((await store.page(jobParts, 'ten_one', { limit: 10 })).items).to.have.length(3);
  });

  it('are at most 500, and each has a unit', async () => {
    const id = await submit();
    const { claimId } = await claimRun();
    for (const fields of [
      { units: 501, unitsPerBlock: 1 },
      { units: 2, unitsPerBlock: 0 },
    ])
      await failsWith('invalid', book.split('ten_one', id, claimId, split(fields)));
  });

  it('keep what they gave to the last byte, however large', async () => {
    const id = await splitJob({ units: 2 });
    const part = randomBytes(20 * 2 ** 20);
    await finish(await claimBlock(), part);
    const { blocks } = await book.readBlocks('ten_one', id, 0);
    expect(blocks[0]!.part.equals(part)).to.equal(true);
  });
});
