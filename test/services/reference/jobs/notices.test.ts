import { expect } from 'chai';
import { v7 as uuid } from 'uuid';
import { jobBook } from '#services/reference/jobs/jobs';
import type { ClaimedRun } from '#services/reference/jobs/runs';
import { jobNotices, jobs, unfinishedJobs } from '#services/resources/job';
import { PLATFORM } from '#services/resources/tenant';
import { defined } from '#services/runtime/defined';
import { createLog } from '#services/runtime/log';
import { parseWebhookHosts } from '#services/runtime/webhook-hosts';
import { conditionsOf, type Store } from '#services/store/port';
import { freePorts } from '#test/support/ports';
import { newCaller } from '#test/support/runner';
import { onEachStore } from '#test/support/stores';

const HOUR_MS = 3_600_000;

onEachStore('notices of jobs that have ended', (newStore) => {
  const log = createLog('reference', 'silent');
  const owner = newCaller();
  const never = new AbortController().signal;
  let store: Store;
  let wall = Date.UTC(2026, 10, 22);
  /** A host at which nobody listens. */
  let host: string;
  const settings = () => ({ hosts: defined(parseWebhookHosts(host), 'the host'), key: Buffer.alloc(32) });
  const openBook = (webhooks = settings()) => jobBook(store, { now: () => wall, steady: () => 0 }, { webhooks });

  beforeEach(async () => {
    store = await newStore();
    host = `localhost:${(await freePorts(1))[0]}`;
  });

  async function endedJob(book: Awaited<ReturnType<typeof openBook>>, caller = owner): Promise<string> {
    const schedule = { priority: 4, notBefore: 0, expiresAt: 0, maxAttempts: 3 };
    const submission = { operation: 'priceOption', body: Buffer.from('{}'), params: {}, label: '', notifyUrl: `https://${host}/` };
    const { job } = await book.submit(caller, { requestId: uuid(), ...submission, ...schedule });
    const { claimId } = defined(await book.claim('worker', 0, never), 'the job') as ClaimedRun;
    await book.finish(caller.tenantId, job.id, claimId, { outcome: 'succeeded', resultJson: '{}', manifestJson: '' });
    return job.id;
  }
  const notified = async (id: string) => (await store.get(jobs, owner.tenantId, id))?.notify;

  it('are attempted again with a growing delay, eight times in all', async () => {
    const book = await openBook();
    const id = await endedJob(book);
    const delays: number[] = [];
    for (let attempts = 1; attempts <= 8; attempts++) {
      await book.notify(log);
      expect(await notified(id)).to.include({ attempts, state: attempts < 8 ? 'waiting' : 'failed' });
      const notice = await store.get(jobNotices, PLATFORM, id);
      if (notice === undefined) break;
      delays.push((notice.dueAt - wall) / 1_000);
      // Not before its time.
      await book.notify(log);
      expect((await notified(id))?.attempts).to.equal(attempts);
      wall = notice.dueAt;
    }
    expect(delays).to.deep.equal([5, 25, 125, 625, 3_125, 3_600, 3_600]);
    expect(await store.count(jobNotices, PLATFORM, 10)).to.equal(0);
  });

  it('are made by one of several processes', async () => {
    const books = [await openBook(), await openBook()];
    const id = await endedJob(books[0]!);
    await Promise.all(books.map((book) => book.notify(log)));
    expect((await notified(id))?.attempts).to.equal(1);
  });

  it('of one tenant do not keep those of another waiting, however many they are', async () => {
    const book = await openBook();
    for (let n = 0; n < 40; n++) await endedJob(book);
    const late = await endedJob(book, newCaller('ten_late'));
    const attempted: string[] = [];
    await book.notify({ ...log, warn: ({ job }: { job: string }) => void attempted.push(job) } as unknown as typeof log);
    expect(attempted.length).to.equal(41);
    expect(attempted.slice(0, 9)).to.include(late);
  });

  it('are owed by the next process where a job ended in one that was killed before it could store them', async () => {
    const id = await endedJob(await openBook());
    await store.remove(jobNotices, PLATFORM, id);
    await store.insert(unfinishedJobs, {
      ...{ tenantId: PLATFORM, id, version: 1, createdAt: wall, updatedAt: wall },
      tenant: owner.tenantId,
    });
    const book = await openBook();
    const due = await store.page(jobNotices, PLATFORM, { limit: 10, where: conditionsOf(jobNotices, { dueBefore: wall + 1 }) });
    expect(due.items.map((each) => each.id)).to.deep.equal([id]);
    expect(await store.get(unfinishedJobs, PLATFORM, id)).to.equal(undefined);
    await book.notify(log);
    expect((await notified(id))?.attempts).to.equal(1);
  });

  it('are given up where the installation does not allow the host any more', async () => {
    const id = await endedJob(await openBook());
    const book = await openBook({ ...settings(), hosts: defined(parseWebhookHosts('example.com'), 'the host') });
    await book.notify(log);
    expect(await notified(id)).to.include({ state: 'failed', attempts: 1 });
    wall += HOUR_MS;
    await book.notify(log);
    expect((await notified(id))?.attempts).to.equal(1);
  });
});
