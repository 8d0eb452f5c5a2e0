import { kill } from 'node:process';
import { expect } from 'chai';
import { defined } from '#services/runtime/defined';
import { dataOf } from '../support/admin.js';
import { expectSuccess } from '../support/envelope.js';
import { type Body, get, post, send } from '../support/http.js';
import { startWorker } from '../support/jobs.js';
import { childrenOf } from '../support/processes.js';
import { pause, type RunningService, startService } from '../support/service.js';

const option = { spot: 100, strike: 105, rate: 0.05, volatility: 0.2, time: 1 };

describe('the report on the system', () => {
  let service: RunningService;
  before(async () => {
    service = await startService();
  });
  after(() => service?.stop());

  it('names every process, what runs in it, and what waits', async () => {
    const system = async (): Promise<Body> => dataOf('getSystem', await get(service, '/admin/v1/system'));
    let report = await system();
    // The worker reports once it is connected.
    for (; report.workers.length === 0; report = await system()) await pause(100);
    const { version, operations, queues, services, workers } = report;
    expect(operations).to.equal(140);
    expect(services.map(({ name }: Body) => name)).to.deep.equal(['pricing', 'calibration', 'risk', 'reference']);
    for (const { name, replicas } of services) {
      expect(replicas, name).to.have.length(1);
      expect(replicas[0]).to.include({ state: 'fit', version, node: process.version });
    }
    expect(workers).to.have.length(1);
    expect(workers[0]).to.include({ version, node: process.version, queue: 'embedded', lanes: 2 });
    expect(queues).to.have.all.keys('unfinishedJobs', 'unfinishedValidationRuns');
    const later = { operation: 'priceOption', request: option, notBefore: new Date(Date.now() + 86_400_000).toISOString() };
    const { id } = expectSuccess(await post(service, '/api/v1/jobs', later), 202);
    expect((await system()).queues.unfinishedJobs).to.be.above(0);
    expectSuccess(await send(service, 'DELETE', `/api/v1/jobs/${id}`));

    // A worker that ends says so, and another one is another process.
    const other = await startWorker(service.environment);
    while ((await system()).workers.length !== 2) await pause(100);
    await other.stop();
    expect((await system()).workers.map(({ id: each }: Body) => each)).to.deep.equal([workers[0].id]);
    // A service that stops answering is not called fit, and is back when it has been started again.
    kill(defined(childrenOf(defined(service.supervisor.pid, 'the supervisor')).get('risk'), 'risk'), 'SIGKILL');
    const risk = async () => (await system()).services.find(({ name }: Body) => name === 'risk').replicas[0];
    while ((await risk()).state === 'fit' && (await risk()).uptimeSeconds > 5) await pause(20);
    for (let status = await risk(); status.state !== 'fit' || status.version === undefined; status = await risk()) await pause(100);
  }).timeout(60_000);
});
