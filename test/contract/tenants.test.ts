import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { operations } from '#gateway/operations/index';
import { expectFailure, expectSuccess } from '../support/envelope.js';
import { type Body, get, post, send } from '../support/http.js';
import { pathOf, titleOf } from '../support/operations.js';
import { type SharedService, sharedService } from '../support/service.js';

describe('another tenant’s receipt', () => {
  const option = { spot: 100, strike: 105, rate: 0.05, volatility: 0.2, time: 1 };
  let runId: string;
  let path: string;
  let service: SharedService;
  let other: { url: string; key: string };
  const runIds = async (caller: typeof other): Promise<string[]> =>
    expectSuccess(await get(caller, '/api/v1/governance/receipts?limit=500')).items.map((item: Body) => item.runId);

  before(async function () {
    this.timeout(30_000);
    service = await sharedService();
    other = { url: service.url, key: service.keys.otherTenant };
    const { body } = await post(service, '/api/v1/price', option);
    runId = body.correlationId;
    path = `/api/v1/governance/receipts/${runId}`;
  });

  it('is visible to its own tenant', async () => {
    expectSuccess(await get(service, path));
    expect(await runIds(service)).to.include(runId);
  });

  it('does not exist for others, in the same words as one that nobody has', async () => {
    const { message } = expectFailure(await get(other, path), 'SVC-RES-001');
    const nobodys = randomUUID();
    expect(expectFailure(await get(other, path.replace(runId, nobodys)), 'SVC-RES-001').message.replace(nobodys, runId)).to.equal(message);
    expectFailure(await post(other, `${path}/replay`, undefined), 'SVC-RES-001');
    expect(await runIds(other)).not.to.include(runId);
  });

  it('may have the same trace id', async () => {
    const headers = { 'X-Correlation-Id': randomUUID() };
    for (const [caller, strike] of [
      [service, 105],
      [other, 95],
    ] as const) {
      const answer = await send(caller, 'POST', '/api/v1/price', { body: { ...option, strike }, headers });
      expectSuccess(answer);
      const receipt = expectSuccess(await get(caller, `/api/v1/governance/receipts/${answer.body.correlationId}`));
      expect(receipt.request.strike).to.equal(strike);
      expect(receipt.traceId).to.equal(headers['X-Correlation-Id']);
    }
  });
});

describe('every operation on one resource', () => {
  /** Operations whose path names something that belongs to no tenant. */
  const SHARED_BY_TENANTS = ['getPricer'];
  const onOne = operations.filter(({ params, id }) => params !== undefined && !SHARED_BY_TENANTS.includes(id));
  let service: SharedService;

  before(async function () {
    this.timeout(30_000);
    service = await sharedService();
    // Makes a receipt, so that the list is not empty.
    expectSuccess(await post(service, '/api/v1/price', { spot: 100, strike: 105, rate: 0.05, volatility: 0.2, time: 1 }));
  });

  for (const operation of onOne) {
    it(`finds nothing of another tenant: ${titleOf(operation)}`, async () => {
      const path = await pathOf(service, operation);
      const other = { url: service.url, key: service.keys.otherTenant };
      const answer = await send(other, operation.method, path, { body: operation.example, headers: { 'If-Match': '"1"' } });
      expectFailure(answer, 'SVC-RES-001');
      // Its owner still has it.
      const read = operations.find((each) => each.path === operation.path && each.method === 'GET');
      if (read !== undefined) expect((await get(service, path)).status).to.equal(200);
    });
  }
});
