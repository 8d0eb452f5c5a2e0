import { expect } from 'chai';
import pino from 'pino';
import client from 'prom-client';
import { type OperationsPort, openOperationsPort } from '#services/runtime/operations-port';

describe('the operations port', () => {
  let port: OperationsPort;
  let waiting: string[];
  before(async () => {
    const registry = new client.Registry();
    let collections = 0;
    new client.Gauge({
      name: 'svc_test',
      help: 'Cannot be collected the first time.',
      registers: [registry],
      collect() {
        if (collections++ === 0) throw new Error('not now');
        this.set(7);
      },
    });
    port = await openOperationsPort({ host: '127.0.0.1', port: 0, registry, unready: () => waiting, log: pino({ level: 'silent' }) });
  });
  after(() => port.close());
  const get = (path: string, method = 'GET') => fetch(`http://127.0.0.1:${port.port}${path}`, { method });

  it('answers 500 where the metrics cannot be collected, and goes on', async () => {
    expect((await get('/metrics')).status).to.equal(500);
    expect(await (await get('/metrics')).text()).to.include('svc_test 7');
  });

  it('names what the process waits for', async () => {
    waiting = ['reference'];
    const unready = await get('/ready');
    expect([unready.status, await unready.json()]).to.deep.equal([503, { ready: false, waitingFor: ['reference'] }]);
    waiting = [];
    expect((await get('/ready')).status).to.equal(200);
  });

  it('keeps a connection open for longer than its scrapers wait', async () => {
    expect((await get('/ready')).headers.get('keep-alive')).to.equal('timeout=65');
  });

  it('has no other path and no other method', async () => {
    expect((await get('/')).status).to.equal(404);
    expect((await get('/metrics', 'POST')).status).to.equal(405);
  });
});
