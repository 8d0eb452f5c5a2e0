import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { status } from '@grpc/grpc-js';
import { expect } from 'chai';
import pino from 'pino';
import { Registry } from 'prom-client';
import { v7 as uuid } from 'uuid';
import { z } from 'zod';
import { roomsOf } from '#gateway/compose';
import { computation } from '#gateway/contract/computation';
import type { Dependencies } from '#gateway/contract/operation';
import { operation } from '#gateway/contract/operation';
import { runLane } from '#gateway/job/lane';
import { temporalWork } from '#gateway/job/temporal';
import { Busy } from '#proto/failure';
import { MAX_BLOCKS } from '#services/jobs/blocks';
import { referenceHandlers } from '#services/reference/handlers';
import { type JobBook, jobBook, type Submission } from '#services/reference/jobs/jobs';
import { resources } from '#services/resources/index';
import type { Job } from '#services/resources/job';
import type { ClientCall } from '#services/rpc/method-table';
import { defined } from '#services/runtime/defined';
import type { Store } from '#services/store/port';
import { openSqlite } from '#services/store/sqlite';
import { temporaryFolders } from '#test/support/folder';
import { onEachEngine } from '#test/support/jobs';
import { asClient, newCaller } from '#test/support/runner';
import { isReal } from '#test/support/temporal/server';

/** Calls of the operations and of the blocks below, by what they are called with. */
interface Calls {
  readonly begun: string[];
  readonly aborted: string[];
  failures: number;
  /** How long a block or a run takes. */
  takesMs: number;
}

onEachEngine('jobs', (environment, engine) => {
  const newFolder = temporaryFolders();
  const never = new AbortController().signal;
  const stopping = new AbortController();
  const calls: Calls = { begun: [], aborted: [], failures: 0, takesMs: 5 };
  let store: Store;
  let book: JobBook;
  let openBook: (kept: Store, most?: { own: number; all: number }, registry?: Registry) => Promise<JobBook>;
  const registry = new Registry();
  let stopWorkers: () => Promise<unknown>;
  /** Address of the server of Temporal. */
  let address: string | undefined;

  /** Lasts a while, unless it is aborted. */
  async function last(name: string, signal: AbortSignal | undefined): Promise<void> {
    calls.begun.push(name);
    if (calls.failures-- > 0) throw new Busy('the service has too much to do', 0);
    await pause(calls.takesMs, undefined, signal && { signal }).catch((error) => {
      calls.aborted.push(name);
      throw error;
    });
  }

  const request = z.strictObject({ name: z.string(), size: z.int().default(0) });
  const operations = [
    operation({
      ...{ id: 'alone', method: 'POST', path: '/alone', tag: 'Jobs', scope: 'price', costClass: 'simulation', summary: 'Runs as one' },
      ...{ request, response: z.object({ name: z.string(), filler: z.string() }) },
      handle: async ({ body, call }) => {
        await last(body.name, call.signal);
        return { data: { name: body.name, filler: 'x'.repeat(body.size) } };
      },
    }),
    operation({
      ...{ id: 'shared', method: 'POST', path: '/shared', tag: 'Jobs', scope: 'price', costClass: 'simulation', summary: 'In blocks' },
      ...{ request, response: z.object({ parts: z.string() }) },
      handle: async ({ body, call }, dependencies) => computation('risk.calculateXva', body, call, dependencies),
    }),
  ];
  /** A computation of as many units as the request says, three to a block. */
  const risk = {
    calculateXva: async () => expect.fail('the computation is shared in blocks'),
    planBlocks: async ({ bodyJson }: { bodyJson: string }) => ({ units: JSON.parse(bodyJson).size, unitsPerBlock: 3, backend: '' }),
    runBlock: async ({ bodyJson, first, units }: { bodyJson: string; first: number; units: number }, call: ClientCall) => {
      await last(`${JSON.parse(bodyJson).name}/${first}`, call.signal);
      return { part: Buffer.from(`${first}+${units} `), arithmetic: first < 6 ? 'webasm' : 'cpu' };
    },
    combineBlocks: async ({ blocks }: { blocks: { part: Buffer }[] }) => ({
      resultJson: JSON.stringify({ parts: Buffer.concat(blocks.map(({ part }) => part)).toString() }),
      manifest: null,
    }),
  };

  before(async () => {
    ({ TEMPORAL_ADDRESS: address } = await environment());
    store = await openSqlite({ folder: newFolder(), resources });
    const settings = { address: address!, namespace: 'default', taskQueue: randomUUID() };
    const clocks = { now: Date.now, steady: () => performance.now() };
    openBook = async (bookStore, most, metrics) => {
      const external = engine === 'embedded' ? undefined : (await import('#services/jobs/temporal-client')).temporalEngine(settings);
      return jobBook(bookStore, clocks, { engine: external, ...(most && { most }), ...(metrics && { registry: metrics }) });
    };
    book = await openBook(store, undefined, registry);
    const client = asClient(referenceHandlers(store, { jobs: book }));
    // The wire carries an absent message as null and an absent text as an empty one.
    const decoded = { jobId: '', block: null, split: null };
    const jobs: Partial<typeof client> = {
      ...client,
      claimJob: async (...args) => ({ ...decoded, ...(await client.claimJob(...args)) }),
      beginJob: async (begin, call) => ({ ...decoded, ...(await client.beginJob({ block: null, ...begin }, call)) }),
    };
    const dependencies = {
      ...roomsOf(client),
      jobs,
      ...{ risk, pricing: {}, operations, desk: [], now: () => new Date(), deadlines: { simulation: 60_000 } },
    } as unknown as Dependencies;
    const log = pino({ level: 'silent' });
    const sweeping = setInterval(() => void book.sweep(), 100);
    if (engine === 'embedded') {
      const lane = {
        worker: 'worker',
        dependencies,
        blockMs: 1,
        log,
        ready: () => true,
        stopping: stopping.signal,
        ending: stopping.signal,
        ran: () => undefined,
      };
      const lanes = [1, 2, 3, 4].map(() => runLane(lane));
      stopWorkers = () => {
        stopping.abort();
        return Promise.all(lanes);
      };
    } else {
      const { installTemporal, temporalWorker } = await import('#services/jobs/temporal-worker');
      installTemporal(() => undefined);
      const work = temporalWork('worker', { dependencies, blockMs: 1, log }, () => undefined);
      const options = { work, lanes: 2, graceMs: 100, notRenewed: () => undefined };
      const workers = [await temporalWorker(settings, options), await temporalWorker(settings, options)];
      stopWorkers = () => Promise.all(workers.map((worker) => worker.stop()));
    }
    const stop = stopWorkers;
    stopWorkers = async () => {
      clearInterval(sweeping);
      await stop();
    };
  });
  after(async () => {
    await stopWorkers();
    await book.close();
    await store.close();
  });
  beforeEach(() => {
    Object.assign(calls, { failures: 0, takesMs: 5 });
    for (const list of [calls.begun, calls.aborted]) list.length = 0;
  });

  const caller = newCaller();
  const submission = (operationId: string, body: object, fields: Partial<Submission> = {}): Submission => ({
    ...{ requestId: uuid(), operation: operationId, body: Buffer.from(JSON.stringify(body)), params: {}, label: '' },
    ...{ priority: 4, notBefore: 0, expiresAt: 0, maxAttempts: 3, ...fields },
  });
  const submit = async (operationId: string, body: object, fields: Partial<Submission> = {}) =>
    (await book.submit(caller, submission(operationId, body, fields))).job.id;
  async function ended(id: string): Promise<Job> {
    for (;;) {
      const { job } = await book.get(caller, id, 20_000, never);
      if (job.state !== 'queued' && job.state !== 'running') return job;
    }
  }
  async function until(condition: () => boolean): Promise<void> {
    while (!condition()) await pause(10);
  }

  it('run, and have one result, however often they are submitted', async () => {
    const same = submission('alone', { name: 'once' });
    await Promise.all([book.submit(caller, same), book.submit(caller, same)]);
    const { job } = await book.submit(caller, same);
    expect((await ended(job.id)).resultJson).to.equal('{"name":"once","filler":""}');
    await book.submit(caller, same);
    await pause(200);
    expect(calls.begun).to.deep.equal(['once']);
  });

  it('are shared in blocks, whose parts are put together in order', async () => {
    const id = await submit('shared', { name: 'many', size: 200 });
    const lengths = new Set<number>();
    let over = false;
    const watch = async () => {
      for (; !over; await pause(20)) lengths.add((await book.get(caller, id, 0, never)).progress);
    };
    const watching = watch();
    const job = await ended(id);
    over = true;
    await watching;
    const parts = Array.from({ length: 67 }, (_, block) => `${3 * block}+${block < 66 ? 3 : 2} `).join('');
    expect(JSON.parse(job.resultJson ?? '')).to.deep.equal({ parts });
    expect(job).to.include({ state: 'succeeded', attempts: 1 });
    expect(calls.begun.length).to.equal(67);
    expect([...lengths]).to.deep.equal([...lengths].sort((a, b) => a - b));
  });

  it('stop within a second when they are cancelled, in a run and in blocks', async () => {
    calls.takesMs = 60_000;
    for (const [operationId, name] of [
      ['alone', 'run'],
      ['shared', 'blocks/0'],
    ]) {
      const id = await submit(operationId!, { name: name!.split('/')[0], size: 6 });
      await until(() => calls.begun.includes(name!));
      const start = performance.now();
      expect((await book.cancel(caller, id)).job.state).to.equal('cancelled');
      await until(() => calls.aborted.includes(name!));
      // Within a second; the rest is for a machine that does other things meanwhile.
      expect(performance.now() - start).to.be.below(10_000);
    }
  });

  it('are tried again with a growing delay where the failure may pass, in a run and in blocks', async () => {
    for (const [operationId, attempts] of [
      ['alone', 3],
      ['shared', 1],
    ] as const) {
      calls.failures = 2;
      const start = performance.now();
      const job = await ended(await submit(operationId, { name: 'again', size: 6 }));
      expect(job).to.include({ state: 'succeeded', attempts });
      // Of two blocks each fails once, and waits for a second; a run fails twice, and waits for one and for two.
      expect(performance.now() - start).to.be.at.least(operationId === 'alone' ? 2_900 : 950);
    }
  });

  it('fail with the last error when every attempt has failed', async () => {
    for (const operationId of ['alone', 'shared']) {
      calls.failures = 100;
      const job = await ended(await submit(operationId, { name: 'never', size: 6 }, { maxAttempts: 2 }));
      expect(job.state).to.equal('failed');
      expect(job.error).to.deep.equal({ code: 'SVC-SYS-002', message: 'the service is busy: the service has too much to do' });
      calls.failures = 0;
    }
  });

  if (engine === 'temporal')
    it('of the most blocks have a history well below the bounds of the server', async () => {
      calls.takesMs = 1;
      const id = await submit('shared', { name: 'most', size: 3 * MAX_BLOCKS });
      expect((await ended(id)).state).to.equal('succeeded');
      expect(calls.begun.length).to.equal(MAX_BLOCKS);
      const { Client, Connection } = await import('@temporalio/client');
      const connection = await Connection.connect({ address: defined(address, 'the address of the server') });
      const { historyLength, historySize = 0 } = await new Client({ connection }).workflow.getHandle(`ten_one/${id}`).describe();
      await connection.close();
      // A server ends a workflow at 51 200 events or 50 MiB.
      expect(historyLength).to.be.below(5_120);
      expect(historySize).to.be.below(5 * 2 ** 20);
    });

  // The test server of Temporal counts nothing.
  if (engine === 'embedded' || isReal)
    it('are counted while they wait for a worker', async () => {
      const due = async () => Number(/^svc_job_units\{state="due"\} (\d+)$/m.exec(await registry.metrics())?.[1]);
      calls.takesMs = 60_000;
      const ids = await Promise.all(Array.from({ length: 30 }, (_, index) => submit('alone', { name: `waiting ${index}` })));
      // Four run, and Temporal's workers have asked for a few more.
      while (!((await due()) >= 20)) await pause(100);
      for (const id of ids) await book.cancel(caller, id);
      while ((await due()) !== 0) await pause(100);
    });

  // The test server of Temporal gives out work in the order in which it came.
  if (engine === 'embedded' || isReal)
    it('of one tenant leave room for those of another', async () => {
      calls.takesMs = 200;
      const many = Array.from({ length: 40 }, (_, index) => submission('alone', { name: `of one ${index}` }));
      for (const each of many) await book.submit(caller, each);
      const other = { ...newCaller(), tenantId: 'ten_other' };
      const few = ['of another 1', 'of another 2', 'of another 3'];
      for (const name of few) await book.submit(other, submission('alone', { name }));
      await until(() => calls.begun.length === many.length + few.length);
      const places = few.map((name) => calls.begun.indexOf(name));
      // In the order of their submission they would be the last three of 43.
      expect(Math.max(...places), places.join()).to.be.below(30);
    });

  it('begin at their time and end at their deadline', async () => {
    const notBefore = Date.now() + 1_500;
    expect((await ended(await submit('alone', { name: 'later' }, { notBefore }))).startedAt).to.be.at.least(notBefore);
    calls.takesMs = 60_000;
    // On a busy machine one may expire before it has begun.
    for (let lifetimeMs = 4_000; !calls.begun.includes('expiring'); lifetimeMs *= 2) {
      const expiring = await submit('alone', { name: 'expiring' }, { expiresAt: Date.now() + lifetimeMs });
      expect((await ended(expiring)).state).to.equal('expired');
    }
    await until(() => calls.aborted.includes('expiring'));
  });

  it('are refused with the name of the variable that is missing where the installation has no engine', async () => {
    const none = asClient(referenceHandlers(store));
    const failure = await none.getJob({ id: 'job_one', waitMs: 0 }, { caller }).catch((error: unknown) => error);
    expect(failure).to.have.property('code', status.FAILED_PRECONDITION);
    expect((failure as Error).message).to.include('TEMPORAL_ADDRESS');
  });

  it('are refused where a tenant, or all together, have as many unfinished as they may', async () => {
    const later = { notBefore: Date.now() + 3_600_000 };
    const boundedStore = await openSqlite({ folder: newFolder(), resources });
    const bounded = await openBook(boundedStore, { own: 2, all: 3 });
    const other = newCaller();
    const ids: [typeof caller, string][] = [];
    const submitAs = async (submitter: typeof caller) =>
      ids.push([submitter, (await bounded.submit(submitter, submission('alone', { name: 'later' }, later))).job.id]);
    const refusal = (submitter: typeof caller) => submitAs(submitter).catch(({ kind, message }) => `${kind}: ${message}`);
    await submitAs(caller);
    await submitAs(caller);
    expect(await refusal(caller)).to.equal('full: a tenant may have 2 jobs that have not ended');
    await submitAs({ ...other, tenantId: 'ten_other' });
    expect(await refusal({ ...other, tenantId: 'ten_third' })).to.equal('full: the installation may have 3 jobs that have not ended');
    const [submitter, id] = ids[0]!;
    await bounded.cancel(submitter, id);
    await submitAs(caller);
    for (const [each, job] of ids) await bounded.cancel(each, job);
    await bounded.close();
    await boundedStore.close();
  });

  it('keep a large result as an artifact', async () => {
    const job = await ended(await submit('alone', { name: 'large', size: 2 ** 21 }));
    expect(job.artifactId).to.match(/^art_/);
  });
});
