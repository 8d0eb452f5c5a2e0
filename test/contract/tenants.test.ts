import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { expectFailure, expectSuccess } from '../support/envelope.js';
import { type Body, get, post, send } from '../support/http.js';
import { type SharedService, sharedService } from '../support/service.js';

describe('another tenant’s receipt', () => {
  const option = { spot: 100, strike: 105, rate: 0.05, volatility: 0.2, time: 1 };
  const runId = randomUUID();
  const path = `/api/v1/governance/receipts/${runId}`;
  let service: SharedService;
  let other: { url: string; key: string };
  const runIds = async (caller: typeof other): Promise<string[]> =>
    expectSuccess(await get(caller, '/api/v1/governance/receipts?limit=500')).items.map((item: Body) => item.runId);

  before(async function () {
    this.timeout(30_000);
    service = await sharedService();
    other = { url: service.url, key: service.keys.otherTenant };
    expectSuccess(await send(service, 'POST', '/api/v1/price', { body: option, headers: { 'X-Correlation-Id': runId } }));
  });

  it('is there for its own', async () => {
    expectSuccess(await get(service, path));
    expect(await runIds(service)).to.include(runId);
  });

  it('is not there, in the same words as one that nobody has', async () => {
    const { message } = expectFailure(await get(other, path), 'SVC-RES-001');
    const nobodys = randomUUID();
    expect(expectFailure(await get(other, path.replace(runId, nobodys)), 'SVC-RES-001').message.replace(nobodys, runId)).to.equal(message);
    expectFailure(await post(other, `${path}/replay`, undefined), 'SVC-RES-001');
    expect(await runIds(other)).not.to.include(runId);
  });

  it('stands in nobody’s way: the same correlation id is free for a run of one’s own', async () => {
    const mine = await send(other, 'POST', '/api/v1/price', { body: { ...option, strike: 95 }, headers: { 'X-Correlation-Id': runId } });
    expectSuccess(mine);
    expect(expectSuccess(await get(other, path)).request.strike).to.equal(95);
    expect(expectSuccess(await get(service, path)).request.strike).to.equal(105);
  });
});
