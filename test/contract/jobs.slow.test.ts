import { kill } from 'node:process';
import { expect } from 'chai';
import { defined } from '#services/runtime/defined';
import { expectFailure, expectFault, expectSuccess } from '../support/envelope.js';
import { get, post, send } from '../support/http.js';
import { type Caller, countedAt, ended, jobOf, onEachEngine, submit, submitted } from '../support/jobs.js';
import { childrenOf } from '../support/processes.js';
import { pause, type RunningService, type SharedService, sharedService, startService } from '../support/service.js';
import { isReal } from '../support/temporal/server.js';

const OPTION = { spot: 100, strike: 105, rate: 0.05, volatility: 0.2, time: 1 };
/** Some seconds of work, which no result cache holds. */
const simulation = (seed: number, numPaths = 2 ** 22) => ({
  contract: { type: 'asian_call', underlying: 'SPX', strike: 105, expiry: '2027-01-05', monitoring: 'daily' },
  market: { spot: 100, rate: 0.05, volatility: 0.2, valuationDate: '2026-01-05' },
  pricer: { numPaths, numSteps: 200, seed },
});
/** Work that is not over before it is stopped, on a fast machine either. */
const endless = (seed: number) => simulation(seed, 2 ** 23);

describe('jobs', () => {
  let service: SharedService;
  before(async () => {
    service = await sharedService();
  });
  const withKey = (key: string): Caller => ({ url: service.url, key });

  it('give the result of the operation to the last bit, with its manifest and a receipt that can be replayed', async () => {
    const answer = await submit(service, 'priceOption', OPTION, { label: 'one price' });
    const { id } = expectSuccess(answer, 202);
    expect(answer.headers.get('location')).to.equal(`/api/v1/jobs/${id}`);
    expect(answer.headers.get('retry-after')).to.equal('1');
    const job = await ended(service, id);
    expect(job).to.deep.include({ state: 'succeeded', progress: 1, attempts: 1, label: 'one price' });
    expect(job.result).to.deep.equal(expectSuccess(await post(service, '/api/v1/price', OPTION)));
    const replay = expectSuccess(await post(service, `/api/v1/governance/receipts/${job.manifest.runId}/replay`, {}));
    expect(replay.identical).to.equal(true);
  });

  it('take names of stored data, as the operation itself does', async () => {
    const curve = { name: 'for a job', currency: 'USD', kind: 'discount', valuationDate: '2026-01-05' };
    const nodes = [{ time: 1, zeroRate: 0.05 }];
    const { id: curveId } = expectSuccess(await post(service, '/api/v1/market-data/curves', { ...curve, nodes }), 201);
    const request = (id: string) => ({
      contract: { type: 'vanilla_call', underlying: 'SPX', strike: 105, expiry: '2027-01-05' },
      market: { spot: 100, curve: { curveId: id }, volatility: 0.2, valuationDate: '2026-01-05' },
    });
    const job = await ended(service, await submitted(service, 'priceContract', request(curveId)));
    const priced = expectSuccess(await post(service, '/api/v1/contract/price', request(curveId)));
    expect(job.result.price).to.equal(priced.price);
    expectFailure(await submit(service, 'priceContract', request('crv_none')), 'SVC-RES-001');
  });

  it('are refused when they are submitted where the operation would refuse them', async () => {
    expectFault(await submit(service, 'priceOption', { ...OPTION, spot: -1 }), '/request/spot');
    expectFault(await submit(service, 'priceOption', { ...OPTION, spots: 1 }), '/request/spots');
    expectFailure(await submit(service, 'priceOption', { ...OPTION, padding: ' '.repeat(2 ** 20) }), 'SVC-REQ-003');
    expectFault(await submit(service, 'getCounterparty', {}), '/operation');
    expectFault(await submit(service, 'submitJob', {}), '/operation');
    expectFault(await submit(service, 'replayReceipt', {}, { params: { runId: 'x' } }), '/params/runId');
    expectFault(await submit(service, 'priceOption', OPTION, { expiresAt: '2020-01-01T00:00:00Z' }), '/expiresAt');
    expectFailure(await submit(withKey(service.keys.only.jobs), 'priceOption', OPTION), 'SVC-AUTH-004');
    expectFailure(await submit(withKey(service.keys.pro), 'replayReceipt', {}, { params: { runId: crypto.randomUUID() } }), 'SVC-AUTH-005');
  });

  it('fail as the operation fails, with its code and message', async () => {
    const id = await submitted(service, 'replayReceipt', {}, { params: { runId: '01a2026c-0000-7000-8000-000000000000' } });
    const job = await ended(service, id);
    expect(job).to.deep.include({ state: 'failed', attempts: 1 });
    expect(job.error.code).to.equal('SVC-RES-001');
  });

  it('are one job for one Idempotency-Key', async () => {
    const send1 = () =>
      send(service, 'POST', '/api/v1/jobs', {
        body: { operation: 'priceOption', request: OPTION },
        headers: { 'Idempotency-Key': 'job-of-the-day' },
      });
    expect(expectSuccess(await send1(), 202).id).to.equal(expectSuccess(await send1(), 202).id);
  });

  it('belong to their tenant, and so do their artifacts', async () => {
    const id = await submitted(service, 'priceOption', OPTION);
    const other = withKey(service.keys.otherTenant);
    expectFailure(await get(other, `/api/v1/jobs/${id}`), 'SVC-RES-001');
    expectFailure(await send(other, 'DELETE', `/api/v1/jobs/${id}`), 'SVC-RES-001');
    expect((await ended(service, id)).state).to.equal('succeeded');
    const [artifact] = expectSuccess(await get(withKey(service.keys.only.jobs), '/api/v1/artifacts')).items;
    for (const path of ['', '/content']) expectFailure(await get(other, `/api/v1/artifacts/${artifact.id}${path}`), 'SVC-RES-001');
    expectFailure(await send(other, 'DELETE', `/api/v1/artifacts/${artifact.id}`), 'SVC-RES-001');
  });

  it('fail where their tenant has used up its compute seconds before they begin, and end where it has while they run', async () => {
    const caller = withKey(service.keys.oneComputeSecondOfJobs);
    // Some seconds of thread time, which is counted while the job runs and written once a second.
    // Two, so that both lanes of the worker are busy until one second is used up, however slow the machine is.
    const [first, second] = [
      await submitted(caller, 'priceContract', simulation(10, 2 ** 21), { priority: 9 }),
      await submitted(caller, 'priceContract', simulation(11, 2 ** 21), { priority: 9 }),
    ];
    const later = await submitted(caller, 'priceOption', OPTION, { priority: 0, notBefore: new Date(Date.now() + 8_000).toISOString() });
    expect(await ended(caller, first)).to.include({ state: 'succeeded' });
    await ended(caller, second);
    const job = await ended(caller, later);
    expect(job).to.include({ state: 'failed', attempts: 1 });
    expect(job.error).to.deep.equal({
      code: 'SVC-LIMIT-002',
      message: 'the monthly quota of 1 compute seconds was used up before the job began',
    });
  }).timeout(120_000);

  it('stop within a second when they are cancelled', async () => {
    const id = await submitted(service, 'priceContract', endless(1), { priority: 9 });
    while ((await jobOf(service, id)).state !== 'running') await pause(20);
    await pause(300);
    expect(expectSuccess(await send(service, 'DELETE', `/api/v1/jobs/${id}`)).state).to.equal('cancelled');
    const start = performance.now();
    // The run ends between two launches; the machine that runs the tests may be busy, and the promise is of one that is not.
    while ((await countedAt(service.metricsPorts[5]!, 'lost')) === 0) {
      expect(performance.now() - start, 'milliseconds since the job was cancelled').to.be.below(10_000);
      await pause(20);
    }
    expect((await jobOf(service, id)).state).to.equal('cancelled');
  });

  it('keep a large result as an artifact that is read whole or in ranges', async () => {
    const options = Array.from({ length: 20_000 }, (_, index) => ({ ...OPTION, strike: 50 + index / 200 }));
    const job = await ended(service, await submitted(service, 'batchGreeks', { options }));
    expect(job).to.include({ state: 'succeeded' });
    expect(job).not.to.have.property('result');
    const path = `/api/v1/artifacts/${job.artifactId}`;
    const { size, jobId } = expectSuccess(await get(service, path));
    expect(jobId).to.equal(job.id);
    expect(expectSuccess(await get(service, `/api/v1/artifacts?jobId=${job.id}`)).items).to.have.length(1);
    const whole = await get(service, `${path}/content`);
    expect(whole.text).to.have.length(size);
    expect(whole.body.data.results).to.have.length(20_000);
    expect(whole.body.meta.manifest).to.have.property('runId');
    const etag = whole.headers.get('etag') ?? '';
    const range = async (value: string, headers: Record<string, string> = {}) => {
      const response = await fetch(`${service.url}${path}/content`, { headers: { 'X-API-Key': service.key, Range: value, ...headers } });
      return [response.status, await response.text(), response.headers.get('content-range')];
    };
    const offset = 2 ** 20;
    expect(await range(`bytes=${offset - 5}-${offset + 5}`)).to.deep.equal([
      206,
      whole.text.slice(offset - 5, offset + 6),
      `bytes ${offset - 5}-${offset + 5}/${size}`,
    ]);
    expect(await range('bytes=-10')).to.deep.equal([206, whole.text.slice(-10), `bytes ${size - 10}-${size - 1}/${size}`]);
    expect((await range(`bytes=${size - 1}-`))[1]).to.equal(whole.text.slice(-1));
    expect((await range('bytes=0-3', { 'If-Range': etag }))[0]).to.equal(206);
    for (const beyond of [`bytes=${size}-`, `bytes=${size + 7}-${size + 9}`, 'bytes=-0'])
      expect(await range(beyond), beyond).to.deep.equal([416, '', `bytes */${size}`]);
    expect(await range('bytes=0-3', { 'If-None-Match': `"other", W/${etag}` })).to.deep.equal([304, '', null]);
    expect((await range('bytes=0-3', { 'If-None-Match': '"other"' }))[0]).to.equal(206);
    for (const ignored of ['bytes=5-2', 'bytes=0-1,4-5', 'lines=1-2', 'bytes=-']) expect((await range(ignored))[0], ignored).to.equal(200);
    expect((await range('bytes=0-3', { 'If-Range': '"another"' }))[0]).to.equal(200);
    expectSuccess(await send(service, 'DELETE', path));
    expectFailure(await get(service, `${path}/content`), 'SVC-RES-001');
  });
});

onEachEngine('jobs, when processes are killed', (environment, engine) => {
  let service: RunningService;
  before(async () => {
    service = await startService({ environment: { JOB_LANES: '1', ...(await environment()) } });
  });
  after(() => service.stop());

  it('lose nothing that was acknowledged, and have one result each', async () => {
    const quick = await Promise.all(Array.from({ length: 20 }, () => submitted(service, 'priceOption', OPTION)));
    const long = await submitted(service, 'priceContract', simulation(2), { priority: 9 });
    while ((await jobOf(service, long)).state !== 'running') await pause(20);
    const children = childrenOf(defined(service.supervisor.pid, 'the supervisor'));
    for (const name of ['worker', 'reference']) kill(defined(children.get(name), name), 'SIGKILL');
    await pause(1_000);
    const deadline = performance.now() + 90_000;
    for (const id of [...quick, long]) {
      for (;;) {
        const { status, body } = await get(service, `/api/v1/jobs/${id}?wait=5`);
        if (status === 200 && body.data.state === 'succeeded') break;
        if (status === 200) expect(body.data.state, id).to.be.oneOf(['queued', 'running']);
        expect(performance.now(), `${id} has not ended`).to.be.below(deadline);
        await pause(200);
      }
    }
    // The killed attempt counts. So would one more that finds a service not yet connected to the new worker.
    expect((await jobOf(service, long)).attempts).to.be.within(2, 3);
  }).timeout(120_000);

  it('are cancelled, expire, start at their time and are tried again, whoever makes them run', async () => {
    const expiring = await submitted(service, 'priceContract', endless(3), { expiresAt: new Date(Date.now() + 2_500).toISOString() });
    const notBefore = new Date(Date.now() + 2_000).toISOString();
    const later = await submitted(service, 'priceOption', OPTION, { notBefore });
    const { state } = await jobOf(service, later);
    if (Date.now() < Date.parse(notBefore)) expect(state).to.equal('queued');
    expect((await ended(service, expiring)).state).to.equal('expired');
    const started = await ended(service, later);
    expect(started.state).to.equal('succeeded');
    expect(Date.parse(started.startedAt)).to.be.at.least(Date.parse(started.notBefore));

    const cancelled = await submitted(service, 'priceContract', endless(4));
    while ((await jobOf(service, cancelled)).state !== 'running') await pause(20);
    expect(expectSuccess(await send(service, 'DELETE', `/api/v1/jobs/${cancelled}`)).state).to.equal('cancelled');

    const children = childrenOf(defined(service.supervisor.pid, 'the supervisor'));
    // Stopped, it answers nobody: the attempt fails with SVC-SYS-002 and may succeed later.
    kill(defined(children.get('pricing'), 'pricing'), 'SIGKILL');
    // A busy machine takes longer to start it again than the default number of attempts lasts.
    const again = await ended(service, await submitted(service, 'priceContract', simulation(5), { maxAttempts: 5 }));
    expect(again.error).to.equal(undefined);
    expect(again.state).to.equal('succeeded');
  }).timeout(120_000);

  if (engine === 'embedded' || isReal)
    it('begin in the order of their priorities', async () => {
      const priorities = [0, 6, 2, 8, 4];
      const ids = new Map<number, string>();
      // All wait while the only lane is busy; where it was free before all had been submitted, the order says nothing.
      for (let seed = 20, isBusy = false; !isBusy; seed++) {
        const busy = await submitted(service, 'priceContract', endless(seed), { priority: 9 });
        while ((await jobOf(service, busy)).state === 'queued') await pause(20);
        for (const priority of priorities) ids.set(priority, await submitted(service, 'priceOption', OPTION, { priority }));
        // The server of Temporal learns of a run after its job has been accepted.
        await pause(500);
        isBusy = (await jobOf(service, busy)).state === 'running';
        if (isBusy) await send(service, 'DELETE', `/api/v1/jobs/${busy}`);
        else for (const id of ids.values()) await ended(service, id);
      }
      const started = await Promise.all([...ids].map(async ([priority, id]) => ({ priority, at: (await ended(service, id)).startedAt })));
      const order = started.sort((one, other) => Date.parse(one.at) - Date.parse(other.at)).map(({ priority }) => priority);
      expect(order).to.deep.equal([8, 6, 4, 2, 0]);
    }).timeout(120_000);
});
