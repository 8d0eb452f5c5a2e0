import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import { v7 as uuid } from 'uuid';
import { type Caller, callerOf } from '#proto/caller';
import { JOB_LEASE_MS } from '#services/jobs/job-queue';
import { endKey, insertKey } from '#services/reference/access/keys';
import { boundedStore } from '#services/reference/bounded-store';
import { RESULT_LIFETIME_MS, readArtifact } from '#services/reference/documents/artifacts';
import { verifyAudit } from '#services/reference/evidence/audit';
import { noSigner } from '#services/reference/evidence/signing';
import { type JobBook, jobBook, type Submission, sweepJobs } from '#services/reference/jobs/jobs';
import type { ClaimedRun } from '#services/reference/jobs/runs';
import { auditEntries } from '#services/resources/audit-entry';
import { jobParts } from '#services/resources/job';
import { PLATFORM, tenants } from '#services/resources/tenant';
import { users } from '#services/resources/user';
import { defined } from '#services/runtime/defined';
import type { Log } from '#services/runtime/log';
import { createRegistry } from '#services/runtime/metrics';
import type { Store } from '#services/store/port';
import { onEachStore } from '#test/support/stores';
import { failsWith } from '../../store/support.js';

onEachStore('jobs', (newStore, isEmbedded) => {
  let store: Store;
  let book: JobBook;
  let wall = Date.UTC(2026, 10, 22);
  let steady = 0;
  const clocks = { now: () => wall, steady: () => steady };
  const never = new AbortController().signal;

  beforeEach(async () => {
    store = await newStore();
    book = await jobBook(store, clocks);
  });

  const callerOfTenant = (tenantId: string): Caller =>
    callerOf({ tenantId, keyId: 'key_one', userId: '', roles: [], scopes: ['jobs', 'price'], tier: 'pro', statuses: [] }, uuid());
  const caller = callerOfTenant('ten_one');
  const submission = (fields: Partial<Submission> = {}): Submission => ({
    requestId: uuid(),
    operation: 'priceOption',
    body: Buffer.from('{"spot":100}'),
    params: {},
    label: '',
    priority: 4,
    notBefore: 0,
    expiresAt: 0,
    maxAttempts: 3,
    ...fields,
  });
  const submit = async (fields: Partial<Submission> = {}, submitter = caller) => (await book.submit(submitter, submission(fields))).job.id;
  const claim = async (): Promise<ClaimedRun> => defined(await book.claim('worker', 0, never), 'a claimed job') as ClaimedRun;
  const stateOf = async (id: string) => (await book.get(caller, id, 0, never)).job.state;
  const succeed = (id: string, claimId: string, resultJson = '{"price":8}') =>
    book.finish('ten_one', id, claimId, { outcome: 'succeeded', resultJson, manifestJson: '{"runId":"r"}' });
  const error = { code: 'SVC-SYS-002', message: 'busy' };

  it('run with the request and the rights of who submitted them, and keep their result', async () => {
    const id = await submit({ params: { productId: 'prd_1' }, label: 'tonight' });
    const { job, claimId, body } = await claim();
    expect(body.toString()).to.equal('{"spot":100}');
    expect(job).to.deep.include({
      id,
      tenantId: 'ten_one',
      state: 'running',
      attempts: 1,
      params: { productId: 'prd_1' },
      label: 'tonight',
      submitter: { keyId: 'key_one', userId: '', roles: [], scopes: ['jobs', 'price'], tier: 'pro' },
    });
    expect(await succeed(id, claimId)).to.equal(true);
    const { job: ended, progress } = await book.get(caller, id, 0, never);
    expect(ended).to.deep.include({ state: 'succeeded', resultJson: '{"price":8}', manifestJson: '{"runId":"r"}', endedAt: wall });
    expect(progress).to.equal(1);
    expect(await book.claim('worker', 0, never)).to.equal(undefined);
  });

  it('are submitted once, however often the same request comes', async () => {
    const same = submission();
    const [first, second] = await Promise.all([book.submit(caller, same), book.submit(caller, same)]);
    expect(first.job.id).to.equal(second.job.id);
    await claim();
    expect(await book.claim('worker', 0, never)).to.equal(undefined);
  });

  it('leave an entry in the audit log when they are submitted and when they are cancelled, each once', async () => {
    const requestId = uuid();
    const id = await submit({ requestId, label: 'tonight' });
    await submit({ requestId });
    // On the embedded store also where two do so together: the entry and the change are one.
    const cancel = () => book.cancel(caller, id);
    if (isEmbedded) await Promise.all([cancel(), cancel()]);
    await cancel();
    await cancel();
    const entries = (await store.page(auditEntries, 'ten_one', { limit: 9, sort: 'id' })).items;
    const common = { subject: id, actor: 'key_one' };
    expect(entries).to.have.length(2);
    expect(entries[0]).to.include({ ...common, action: 'job.submit', before: '' });
    expect(JSON.parse(entries[0]!.detailsJson)).to.deep.equal({ operation: 'priceOption', params: {}, label: 'tonight' });
    expect(entries[1]).to.include({ ...common, action: 'job.cancel' });
    expect(entries[1]!.before).not.to.equal(entries[1]!.after);
    expect(await verifyAudit(store, noSigner, 'ten_one'))
      .to.include({ entries: 2 })
      .and.not.have.property('broken');
  });

  it('keep a request of many megabytes', async () => {
    // Too large for one document, however it is compressed.
    const body = Buffer.from(JSON.stringify(randomBytes(12 * 2 ** 20).toString('base64')));
    await submit({ body });
    expect((await claim()).body.equals(body)).to.equal(true);
  });

  it('belong to their tenant', async () => {
    const id = await submit();
    const stranger = callerOfTenant('ten_other');
    await failsWith('not_found', book.get(stranger, id, 0, never));
    await failsWith('not_found', book.cancel(stranger, id));
    expect(await stateOf(id)).to.equal('queued');
  });

  it('have one result: a run that lost its claim cannot end the job', async () => {
    const id = await submit();
    const first = await claim();
    steady += JOB_LEASE_MS;
    await book.sweep();
    const second = await claim();
    expect(second.job).to.include({ id, attempts: 2 });
    expect(await succeed(id, first.claimId, '{"price":1}')).to.equal(false);
    expect(await book.renew('ten_one', id, first.claimId, false)).to.equal(false);
    expect(await succeed(id, second.claimId, '{"price":2}')).to.equal(true);
    expect(await succeed(id, second.claimId, '{"price":3}')).to.equal(false);
    expect((await book.get(caller, id, 0, never)).job.resultJson).to.equal('{"price":2}');
  });

  it('fail when the worker of every attempt has died', async () => {
    const id = await submit({ maxAttempts: 2 });
    for (let attempt = 0; attempt < 2; attempt++) {
      await claim();
      steady += JOB_LEASE_MS;
      await book.sweep();
    }
    expect(await book.claim('worker', 0, never)).to.equal(undefined);
    const { job } = await book.get(caller, id, 0, never);
    expect(job).to.deep.include({ state: 'failed', attempts: 2 });
    expect(job.error?.message).to.equal('the worker of each of its 2 attempts stopped answering');
  });

  it('are tried again after a delay that grows fivefold, and fail with the last error', async () => {
    const id = await submit();
    for (const delay of [1_000, 5_000]) {
      const { claimId } = await claim();
      expect(await book.finish('ten_one', id, claimId, { outcome: 'again', error, retryAfterMs: 0 })).to.equal(true);
      expect(await stateOf(id)).to.equal('queued');
      steady += delay - 1;
      expect(await book.claim('worker', 0, never), `before ${delay} ms`).to.equal(undefined);
      steady += 1;
    }
    const { claimId } = await claim();
    expect(await book.finish('ten_one', id, claimId, { outcome: 'again', error, retryAfterMs: 0 })).to.equal(true);
    expect((await book.get(caller, id, 0, never)).job).to.deep.include({ state: 'failed', attempts: 3, error });
  });

  it('are tried again until they expire where no bound was stated, beside three attempts whose worker dies', async () => {
    const id = await submit({ maxAttempts: 0, expiresAt: wall + 400_000 });
    const failsAfter = async (delay: number, state: string) => {
      const { claimId } = await claim();
      await book.finish('ten_one', id, claimId, { outcome: 'again', error, retryAfterMs: 0 });
      expect(await stateOf(id)).to.equal(state);
      steady += delay;
      wall += delay;
    };
    for (const delay of [1_000, 5_000, 25_000, 60_000]) await failsAfter(delay, 'queued');
    for (let death = 0; death < 2; death++) {
      await claim();
      steady += JOB_LEASE_MS;
      await book.sweep();
    }
    for (let minute = 0; minute < 5; minute++) await failsAfter(60_000, 'queued');
    await failsAfter(0, 'failed');
    expect((await book.get(caller, id, 0, never)).job).to.deep.include({ attempts: 12, maxAttempts: 3, error });
  });

  it('are tried again for fifteen minutes where they have neither bound nor end, and die with their workers after three attempts', async () => {
    const id = await submit({ maxAttempts: 0 });
    expect((await book.get(caller, id, 0, never)).job.retriesUntil).to.equal(wall + 900_000);
    for (let attempt = 0; attempt < 5; attempt++) {
      const { claimId } = await claim();
      await book.finish('ten_one', id, claimId, { outcome: 'again', error, retryAfterMs: 0 });
      steady += 60_000;
    }
    for (let death = 0; death < 3; death++) {
      await claim();
      steady += JOB_LEASE_MS;
      await book.sweep();
    }
    expect(await book.claim('worker', 0, never)).to.equal(undefined);
    expect((await book.get(caller, id, 0, never)).job.error?.message).to.equal('the worker of each of its 3 attempts stopped answering');
  });

  it('are not charged with an attempt that their worker gave back', async () => {
    const id = await submit({ maxAttempts: 1 });
    const { claimId } = await claim();
    expect(await book.finish('ten_one', id, claimId, { outcome: 'released' })).to.equal(true);
    const again = await claim();
    expect(again.job.attempts).to.equal(1);
    expect(await succeed(id, again.claimId)).to.equal(true);
  });

  it('show who ran them and when, also what was given back, tried again or lost', async () => {
    const id = await submit();
    const shown = async () =>
      (await book.attempts(caller, id, 10, '')).items.map(({ work, attempt, outcome = '' }) => `${work} ${attempt} ${outcome}`);
    const endAs = async (end: Parameters<typeof book.finish>[3]) => book.finish('ten_one', id, (await claim()).claimId, end);
    await endAs({ outcome: 'released' });
    await endAs({ outcome: 'again', error, retryAfterMs: 0 });
    steady += 1_000;
    const silent = await claim();
    expect(await shown()).to.deep.equal(['run 1 released', 'run 1 again', 'run 2 ']);
    steady += JOB_LEASE_MS;
    await book.sweep();
    const last = await claim();
    // Late, and dropped: another run has the job.
    expect(await succeed(id, silent.claimId)).to.equal(false);
    expect(await succeed(id, last.claimId)).to.equal(true);
    expect(await shown()).to.deep.equal(['run 1 released', 'run 1 again', 'run 2 lost', 'run 3 succeeded']);
    const { items } = await book.attempts(caller, id, 10, '');
    expect(items[1]).to.deep.include({ worker: 'worker', code: error.code });
    expect(items[3]).to.deep.include({ createdAt: clocks.now(), endedAt: clocks.now() });
  });

  it('are cancelled at once, waiting or running, and stay as they are where they have ended', async () => {
    const [waiting, running, ended] = [await submit(), await submit({ priority: 8 }), await submit({ priority: 9 })];
    const completed = await claim();
    await succeed(ended, completed.claimId);
    const { claimId } = await claim();
    for (const id of [waiting, running]) expect((await book.cancel(caller, id)).job.state).to.equal('cancelled');
    expect(await book.renew('ten_one', running, claimId, false)).to.equal(false);
    expect(await succeed(running, claimId)).to.equal(false);
    expect((await book.cancel(caller, ended)).job.state).to.equal('succeeded');
    expect(await book.claim('worker', 0, never)).to.equal(undefined);
  });

  it('expire, waiting or running', async () => {
    const expiresAt = wall + 1_000;
    const [waiting, running] = [await submit({ expiresAt }), await submit({ expiresAt, priority: 9 })];
    const { claimId } = await claim();
    wall += 1_000;
    await book.sweep();
    expect([await stateOf(waiting), await stateOf(running)]).to.deep.equal(['expired', 'expired']);
    expect(await succeed(running, claimId)).to.equal(false);
  });

  it('survive the end of the process: the queue of the next one is made from the store', async () => {
    const [later, running, ended] = [await submit(), await submit({ priority: 8 }), await submit({ priority: 9 })];
    const completed = await claim();
    await succeed(ended, completed.claimId);
    const { claimId } = await claim();
    book = await jobBook(store, clocks);
    // A worker that lives goes on with its run.
    expect(await book.renew('ten_one', running, claimId, false)).to.equal(true);
    const next = await claim();
    expect(next.job.id).to.equal(later);
    expect(await succeed(running, claimId)).to.equal(true);
    expect(await succeed(later, next.claimId)).to.equal(true);
    expect(await (await jobBook(store, clocks)).claim('worker', 0, never)).to.equal(undefined);
  });

  it('end while they run, once the key that submitted them is revoked', async () => {
    const { key } = await insertKey(store, { tenantId: 'ten_one', name: 'a key', scopes: [], environment: 'live' }, wall);
    const { id } = (await book.submit({ ...caller, keyId: key.id }, submission())).job;
    const { claimId } = await claim();
    expect(await book.renew('ten_one', id, claimId, false)).to.equal(true);
    await endKey(store, 'ten_one', key.id, wall);
    expect(await book.renew('ten_one', id, claimId, false)).to.equal(false);
    const error = { code: 'SVC-AUTH-003', message: 'the key that submitted the job is revoked' };
    expect((await book.get(caller, id, 0, never)).job).to.deep.include({ state: 'failed', error });
    expect(await succeed(id, claimId)).to.equal(false);
    expect(await book.claim('worker', 0, never)).to.equal(undefined);
  });

  it('do not run once the key that submitted them is revoked or has expired, or their tenant is disabled', async () => {
    const key = { tenantId: 'ten_one', name: 'a key', scopes: [], environment: 'live' } as const;
    const submitted = async (fields: object) => {
      const { key: created } = await insertKey(store, { ...key, scopes: [], ...fields }, wall);
      const { id } = (await book.submit({ ...caller, keyId: created.id }, submission())).job;
      return { id, keyId: created.id };
    };
    const fails = async (id: string, message: string) => {
      expect(await book.claim('worker', 0, never)).to.equal(undefined);
      expect((await book.get(caller, id, 0, never)).job).to.deep.include({ state: 'failed', error: { code: 'SVC-AUTH-003', message } });
    };
    const revoked = await submitted({});
    await endKey(store, 'ten_one', revoked.keyId, wall);
    await fails(revoked.id, 'the key that submitted the job is revoked');
    // The data of a test key are those of a tenant beside its own.
    const { key: testKey } = await insertKey(store, { ...key, scopes: [], environment: 'test' }, wall);
    const tester = { ...caller, tenantId: 'ten_one.test', keyId: testKey.id };
    const { id: tested } = (await book.submit(tester, submission())).job;
    await endKey(store, 'ten_one', testKey.id, wall);
    expect(await book.claim('worker', 0, never)).to.equal(undefined);
    expect((await book.get(tester, tested, 0, never)).job.error?.message).to.equal('the key that submitted the job is revoked');
    const expiring = await submitted({ expiresAt: wall + 1_000 });
    wall += 1_000;
    await fails(expiring.id, 'the key that submitted the job has expired');
    const tenant = { name: 'one', tier: 'pro', requestsPerMinute: 0, monthlyQuota: 0, disabled: true } as const;
    const { id } = await submitted({});
    await store.insert(tenants, {
      ...tenants.storedSchema.parse(tenant),
      tenantId: PLATFORM,
      id: 'ten_one',
      version: 1,
      createdAt: wall,
      updatedAt: wall,
    });
    await fails(id, 'the tenant of the job is disabled');
  });

  it('run with the rights that the user who submitted them still has, and not once the user is disabled or gone', async () => {
    const fields = { email: 'quant@example.com', roles: ['quant' as const, 'risk_manager' as const], disabled: false };
    const user = { ...fields, tenantId: 'ten_one', id: 'usr_one', version: 1, createdAt: wall, updatedAt: wall };
    await store.insert(users, user);
    const scopes = ['jobs', 'price', 'calibrate', 'governance'];
    const submitted = async (fields: Partial<Caller>) => {
      const submitter = { ...caller, userId: 'usr_one', roles: user.roles, scopes, ...fields };
      return (await book.submit(submitter, submission())).job.id;
    };
    const rights = async (fields: Partial<Caller> = {}) => {
      await submitted(fields);
      const { submitter, job, claimId } = await claim();
      await succeed(job.id, claimId);
      return { roles: submitter.roles, scopes: submitter.scopes, tier: submitter.tier };
    };
    expect(await rights()).to.deep.equal({ roles: user.roles, scopes, tier: 'pro' });
    let stored = await store.replace(users, { ...user, roles: ['risk_manager'] }, 1);
    expect(await rights()).to.deep.equal({ roles: ['risk_manager'], scopes: ['jobs', 'price', 'governance'], tier: 'pro' });
    // An administrator may do no more than the role that is left.
    const risk = ['price', 'portfolio', 'xva', 'jobs', 'governance', 'validate'];
    expect(await rights({ roles: ['tenant_admin'], scopes: ['admin'] })).to.deep.equal({
      roles: ['risk_manager'],
      scopes: risk,
      tier: 'pro',
    });
    // Rights that were gained since are not the job's.
    stored = await store.replace(users, { ...stored, roles: ['tenant_admin'] }, stored.version);
    expect(await rights({ roles: ['quant'], scopes: ['price'] })).to.deep.equal({ roles: [], scopes: ['price'], tier: 'pro' });
    const fails = async (id: string) => {
      expect(await book.claim('worker', 0, never)).to.equal(undefined);
      const error = { code: 'SVC-AUTH-003', message: 'the user who submitted the job is disabled or gone' };
      expect((await book.get(caller, id, 0, never)).job).to.deep.include({ state: 'failed', error });
    };
    const disabled = await submitted({});
    await store.replace(users, { ...stored, disabled: true }, stored.version);
    await fails(disabled);
    const gone = await submitted({});
    await store.remove(users, 'ten_one', 'usr_one');
    await fails(gone);
  });

  it('are given back where their worker has gone while it claimed one', async () => {
    const id = await submit({ maxAttempts: 1 });
    const gone = AbortSignal.abort();
    expect(await book.claim('worker', 0, gone)).to.equal(undefined);
    const { job } = await claim();
    expect(job).to.include({ id, attempts: 1 });
  });

  it('are removed with the parts of their request when their result is', async () => {
    const large = await submit({ body: Buffer.from(JSON.stringify(randomBytes(12 * 2 ** 20).toString('base64'))) });
    const living = await submit();
    const { job, claimId } = await claim();
    await succeed(large, claimId);
    await store.insert(tenants, {
      ...tenants.storedSchema.parse({ name: 'one', tier: 'pro' }),
      ...{ tenantId: PLATFORM, id: 'ten_one', version: 1, createdAt: wall, updatedAt: wall },
    });
    expect(await sweepJobs(store, wall + RESULT_LIFETIME_MS)).to.equal(0);
    expect(await sweepJobs(store, wall + RESULT_LIFETIME_MS + 1)).to.equal(1);
    await failsWith('not_found', book.get(caller, large, 0, never));
    for (const part of job.parts) expect(await store.bytes(jobParts, 'ten_one', part)).to.equal(undefined);
    expect(await stateOf(living)).to.equal('queued');
  });

  it('answer a caller who waits when they end, and after the time where they do not', async () => {
    const id = await submit();
    expect((await book.get(caller, id, 20, never)).job.state).to.equal('queued');
    const { claimId } = await claim();
    const waiting = book.get(caller, id, 30_000, never);
    await succeed(id, claimId);
    expect((await waiting).job.state).to.equal('succeeded');
  });

  it('give a worker that waits the next job that is submitted', async () => {
    const waitingBook = await jobBook(store, { now: () => wall, steady: () => performance.now() });
    const waiting = waitingBook.claim('worker', 10_000, never);
    await new Promise((resolve) => setTimeout(resolve, 20));
    const { job } = await waitingBook.submit(caller, submission());
    expect((await waiting)?.job.id).to.equal(job.id);
  });

  it('keep a result of a megabyte or more as an artifact, whole and in parts', async () => {
    const id = await submit();
    const { claimId } = await claim();
    const resultJson = JSON.stringify({ values: Array.from({ length: 200_000 }, (_, index) => index / 7) });
    expect(await succeed(id, claimId, resultJson)).to.equal(true);
    const { job } = await book.get(caller, id, 0, never);
    expect(job.resultJson).to.equal(undefined);
    const parts: Buffer[] = [];
    for (let offset = 0, part: Buffer; ; offset += part.length) {
      part = await readArtifact(store, 'ten_one', defined(job.artifactId, 'the artifact'), offset);
      if (part.length === 0) break;
      parts.push(part);
    }
    expect(Buffer.concat(parts).toString()).to.equal(`{"data":${resultJson},"meta":{"manifest":{"runId":"r"}}}`);
    await failsWith('not_found', readArtifact(store, 'ten_other', defined(job.artifactId, 'the artifact'), 0));
  });

  it('fail where their tenant may not store the result, and leave nothing of it', async () => {
    const tenant = {
      name: 'one',
      tier: 'pro',
      requestsPerMinute: 0,
      monthlyQuota: 0,
      disabled: false,
      storedBytesQuota: 1_500_000,
    } as const;
    await store.insert(tenants, { tenantId: PLATFORM, id: 'ten_one', version: 1, createdAt: 1, updatedAt: 1, ...tenant });
    const log = { error: () => undefined } as unknown as Log;
    const bounds = boundedStore(store, { reserveBytes: 0, log, registry: createRegistry('reference', '0') });
    book = await jobBook(bounds, clocks);
    const id = await submit();
    const { claimId } = await claim();
    expect(await succeed(id, claimId, JSON.stringify('x'.repeat(3_000_000)))).to.equal(false);
    const { job } = await book.get(caller, id, 0, never);
    expect(job.state).to.equal('failed');
    expect(job.error).to.include({ code: 'SVC-LIMIT-002' });
    expect(job.error?.message).to.match(/the tenant stores .* of the 1.5 MB that it may/);
    expect((await store.stored('ten_one')).find(({ kind }) => kind === 'artifacts')?.bytes ?? 0).to.equal(0);
  });
});
