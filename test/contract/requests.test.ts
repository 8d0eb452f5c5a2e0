import { expect } from 'chai';
import { service } from '#test/support/shared-service';
import { expectFault, expectSuccess } from '../support/envelope.js';
import { type Body, get, post } from '../support/http.js';

describe('the list of pricers', () => {
  const path = '/api/v1/governance/pricers';
  const page = async (query: string): Promise<Body> => expectSuccess(await get(service, `${path}?${query}`));

  it('pages like any list: every pricer once, in one order', async () => {
    const whole = await page('limit=500');
    expect(whole.nextCursor).to.equal(undefined);
    const ids: string[] = [];
    let cursor: string | undefined;
    do {
      const { items, nextCursor } = await page(`limit=4${cursor === undefined ? '' : `&cursor=${cursor}`}`);
      expect(items).to.have.length.within(1, 4);
      ids.push(...items.map(({ pricerId }: Body) => pricerId));
      cursor = nextCursor;
    } while (cursor !== undefined);
    expect(ids).to.deep.equal(whole.items.map(({ pricerId }: Body) => pricerId));
    expect(new Set(ids).size).to.equal(ids.length);
    expect(ids.length).to.be.greaterThan(8);
  });

  it('refuses a cursor of another list, and a limit out of bounds', async () => {
    expectFault(await get(service, `${path}?cursor=nonsense`), '/query/cursor');
    expectFault(await get(service, `${path}?limit=501`), '/query/limit');
  });
});

describe('the model of an American option', () => {
  const model = { type: 'heston', v0: 0.04, kappa: 1.5, theta: 0.04, sigma: 0.3, rho: -0.7 };
  const put = { spot: 100, strike: 100, rate: 0.05, time: 0.25, optionType: 'put', pricer: { numPaths: 1024, numSteps: 4 } };
  const price = (request: object) => post(service, '/api/v1/american/price', request);

  it('may stand in `market`, as in a contract, or beside the other terms: the price is the same', async () => {
    const inMarket = expectSuccess(await price({ ...put, market: { model } }));
    expect(inMarket).to.deep.equal(expectSuccess(await price({ ...put, model })));
  });

  it('stands in one place only, and in either takes the place of the volatility', async () => {
    expectFault(await price({ ...put, model, market: { model } }), '/market/model');
    expectFault(await price({ ...put, volatility: 0.2, market: { model } }), '/volatility');
    expectFault(await price({ ...put, market: {} }), '/market/model');
  });
});

describe('a term that cannot be solved for', () => {
  it('is refused with those that can be', async () => {
    const product = {
      type: 'worst_of_autocall',
      productType: 'phoenix',
      underlyings: ['SPX'],
      observationDates: ['2027-01-05'],
      callBarrier: 1,
      couponBarrier: 0.7,
      protectionBarrier: 0.6,
      couponRate: 0.05,
      memoryCoupon: true,
    };
    const market = { spot: 100, volatility: 0.2, rate: 0.03, valuationDate: '2026-01-05' };
    const answer = await post(service, '/api/v1/structured/solve', { product, market, solveFor: 'strike', targetPrice: 1 });
    expectFault(answer, '/solveFor');
    expect(answer.body.error.message).to.equal(
      'solveFor must be "couponRate" or "callBarrier" or "couponBarrier" or "protectionBarrier"; got "strike"',
    );
  });
});

describe('a time in a query', () => {
  it('may be in UTC or have an offset', async () => {
    for (const from of ['2020-01-01T00:00:00Z', '2020-01-01T00:00:00+02:00'])
      expectSuccess(await get(service, `/api/v1/governance/receipts?limit=1&from=${encodeURIComponent(from)}`));
    expectFault(await get(service, '/api/v1/governance/receipts?from=2020-01-01'), '/query/from');
  });
});
