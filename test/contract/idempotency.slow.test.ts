import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { expectFailure, expectFault, expectSuccess } from '../support/envelope.js';
import { type RunningGateway, startGateway } from '../support/gateway.js';
import { type Answer, get, send } from '../support/http.js';
import { dropDatabase, leftOut, mongoUri } from '../support/mongo/server.js';
import { pause, type RunningService, startService } from '../support/service.js';

const option = { spot: 100, strike: 105, rate: 0.05, volatility: 0.2, time: 1 };
/** Long enough that the requests of a test meet while it runs. The market is new each time, so that no cached result is used. */
const simulation = () => ({
  contract: {
    type: 'conditional',
    contract: { type: 'vanilla_call', underlying: 'SPX', strike: 105, expiry: '2027-01-05' },
    condition: { type: 'barrier_condition', level: 80, direction: 'down', style: 'knock_out', monitoring: 'daily' },
  },
  market: { spot: 100 + Math.random(), rate: 0.05, volatility: 0.2, valuationDate: '2026-01-05' },
  pricer: { numPaths: 2 ** 19 },
});

function suite(start: () => Promise<RunningService>): void {
  let service: RunningService;
  let second: RunningGateway;

  before(async function () {
    this.timeout(60_000);
    service = await start();
    second = await startGateway(service);
  });
  after(async () => {
    await second?.stop();
    await service?.stop();
  });

  const post = (path: string, body: unknown, key: string, gateway = 0, signal?: AbortSignal): Promise<Answer> =>
    send({ url: gateway === 0 ? service.url : second.url, key: service.key }, 'POST', path, {
      body,
      headers: { 'Idempotency-Key': key },
      ...(signal && { signal }),
    });

  /** The first success under the key, whose request may still be in flight. */
  async function eventually(path: string, body: unknown, key: string): Promise<Answer> {
    for (;;) {
      const answer = await post(path, body, key);
      if (answer.status !== 409) return answer;
      expectFailure(answer, 'SVC-RES-002');
      expect(answer.headers.get('retry-after')).to.equal('1');
      await pause(50);
    }
  }

  it('is priced once for concurrent requests at two gateways, and leaves one receipt', async function () {
    this.timeout(60_000);
    const body = simulation();
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => post('/api/v1/contract/price', body, key, index % 2)));
    const priced = answers.filter(({ status }) => status === 200);
    const first = priced.filter(({ headers }) => !headers.has('idempotent-replayed'));
    expect(first).to.have.length(1);
    for (const answer of answers.filter(({ status }) => status !== 200)) expectFailure(answer, 'SVC-RES-002');
    const again = await eventually('/api/v1/contract/price', body, key);
    for (const answer of [...priced, again]) {
      expectSuccess(answer);
      expect({ ...answer.body, timestamp: '' }).to.deep.equal({ ...first[0]?.body, timestamp: '' });
    }
    expect(again.headers.get('idempotent-replayed')).to.equal('true');
    const { items } = expectSuccess(await get(service, '/api/v1/governance/receipts?operation=priceContract'));
    expect(items.filter(({ runId }: { runId: string }) => runId === again.body.correlationId)).to.have.length(1);
  });

  it('is another request with another body or at another operation, and then refused', async () => {
    const key = randomUUID();
    expectSuccess(await post('/api/v1/price', option, key));
    expectFailure(await post('/api/v1/price', { ...option, strike: 95 }, key, 1), 'SVC-RES-005');
    expectFailure(await post('/api/v1/greeks', option, key, 1), 'SVC-RES-005');
    expectFault(await post('/api/v1/price', option, 'two keys'), '/headers/idempotency-key');
  });

  it('may be sent again at once after it failed', async () => {
    const key = randomUUID();
    const impossible = { marketPrice: 1000, spot: 100, strike: 105, rate: 0.05, time: 1 };
    for (let sent = 0; sent < 2; sent++) expectFailure(await post('/api/v1/implied-vol', impossible, key), 'SVC-REQ-001');
    expectSuccess(await post('/api/v1/implied-vol', { ...impossible, marketPrice: 8 }, key));
  });

  it('may be sent again after its caller hung up while it ran', async function () {
    this.timeout(60_000);
    const body = simulation();
    const key = randomUUID();
    const gone = await post('/api/v1/contract/price', body, key, 0, AbortSignal.timeout(100)).catch(() => undefined);
    expect(gone).to.equal(undefined);
    expectSuccess(await eventually('/api/v1/contract/price', body, key));
  });

  it('is answered to the last character again where it is a batch of 100 000', async function () {
    this.timeout(60_000);
    const key = randomUUID();
    const body = { options: Array.from({ length: 100_000 }, (_, index) => ({ ...option, strike: 50 + index / 1000 })) };
    const first = await post('/api/v1/batch/price', body, key);
    expect(expectSuccess(first).summary).to.include({ succeeded: 100_000 });
    const again = await post('/api/v1/batch/price', body, key, 1);
    expectSuccess(again);
    expect(again.headers.get('idempotent-replayed')).to.equal('true');
    const withoutTime = ({ text }: Answer) => text.replace(/"timestamp":"[^"]*"/, '');
    expect(withoutTime(again) === withoutTime(first)).to.equal(true);
  });
}

describe('a request with an Idempotency-Key, on the embedded store', () => suite(() => startService()));

if (leftOut === undefined) {
  describe('a request with an Idempotency-Key, on MongoDB', () => {
    const database = `svc_test_${randomUUID()}`;
    after(() => dropDatabase(database));
    suite(async () => startService({ environment: { MONGODB_URI: new URL(`/${database}`, await mongoUri()).href } }));
  });
}
