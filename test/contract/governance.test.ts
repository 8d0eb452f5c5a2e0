import { expect } from 'chai';
import { expectSuccess } from '#test/support/envelope';
import { type Body, get, post } from '#test/support/http';
import { pause, type SharedService, sharedService } from '#test/support/service';

describe('the receipts of a tenant', () => {
  let service: SharedService;
  before(async () => {
    service = await sharedService();
  });

  it('stand in an intact hash chain a few seconds after their runs, and are found by operation and tag', async function () {
    this.timeout(60_000);
    const priced = await post(service, '/api/v1/price', { spot: 100, strike: 105, rate: 0.05, volatility: 0.2, time: 1 });
    expectSuccess(priced);
    const verified = async (): Promise<Body> =>
      expectSuccess(await get(service, '/api/v1/governance/receipts?verify=true&limit=1')).chain as Body;
    let chain = await verified();
    for (const deadline = Date.now() + 30_000; chain.receipts === 0 && Date.now() < deadline; chain = await verified()) await pause(200);
    expect(chain).to.include({ intact: true, complete: true });
    expect(chain.receipts).to.be.greaterThan(0);
    expect(chain.head.hash).to.match(/^[0-9a-f]{64}$/);

    const listed = async (query: string): Promise<Body[]> =>
      expectSuccess(await get(service, `/api/v1/governance/receipts?${query}`)).items as Body[];
    expect((await listed('operation=priceOption&tag=Vanilla')).map(({ tag }) => tag)).to.include('Vanilla');
    expect(await listed('operation=priceOption&tag=American')).to.deep.equal([]);
    expect((await get(service, '/api/v1/governance/receipts')).body.data).not.to.have.property('chain');
  });
});
