import { expect } from 'chai';
import { expectFailure, expectSuccess } from '#test/support/envelope';
import { get, post } from '#test/support/http';
import { service } from '#test/support/shared-service';

const CHALLENGES = '/desk/v1/validation/challenges';

describe('a challenge of the service’s own receipts', () => {
  it('is run, stored, and part of the validation report', async () => {
    expectSuccess(
      await post(service, '/api/v1/price', { spot: 100, strike: 90, rate: 0.02, volatility: 0.3, time: 0.5, optionType: 'put' }),
    );
    const created = await post(service, CHALLENGES, { sample: 200 });
    const challenge = expectSuccess(created, 201);
    expect(challenge.receipts).to.be.above(0);
    const ofOptions = challenge.results.find((each: { pricerId: string }) => each.pricerId === 'equity_vanilla_bs');
    expect(ofOptions).to.deep.include({ challengerId: 'binomial_tree', drifted: 0 });
    for (const { drifted, pricerId } of challenge.results) expect(drifted, pricerId).to.equal(0);
    expect(created.headers.get('location')).to.equal(`${CHALLENGES}/${challenge.id}`);
    expect(expectSuccess(await get(service, `${CHALLENGES}/${challenge.id}`))).to.deep.equal(challenge);
    expect(expectSuccess(await get(service, CHALLENGES)).items[0].id).to.equal(challenge.id);
  });

  it('lowers a status only for keys that may ask for it', async () => {
    expectFailure(await post({ url: service.url, key: service.keys.only.validate }, CHALLENGES, { lowerStatus: true }), 'SVC-AUTH-004');
    expectSuccess(await post({ url: service.url, key: service.keys.only.validate }, CHALLENGES, { sample: 1 }), 201);
  });
});
