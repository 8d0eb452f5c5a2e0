import { expect } from 'chai';
import { expectFault, expectSuccess } from '#test/support/envelope';
import { post } from '#test/support/http';
import { service } from '#test/support/shared-service';

const heston = { v0: 0.04, kappa: 2, theta: 0.05, sigma: 0.5, rho: -0.7 };
const quotes = {
  strikes: [80, 100, 120],
  expiries: [1, 2],
  volatilities: [
    [0.25, 0.2, 0.18],
    [0.24, 0.21, 0.19],
  ],
};
const bare = { spot: 100, rate: 0.03, dividend: 0.01, valuationDate: '2026-01-05' };
const call = { type: 'vanilla_call', underlying: 'A', strike: 105, expiry: '2027-01-05' };
const note = {
  type: 'worst_of_autocall',
  underlyings: ['A', 'B'],
  observationDates: ['2026-07-06', '2027-01-05'],
  callBarrier: 1,
  couponBarrier: 0.7,
  protectionBarrier: 0.6,
  couponRate: 0.05,
  productType: 'phoenix',
  memoryCoupon: true,
};
const several = {
  rate: 0.03,
  valuationDate: '2026-01-05',
  assets: { A: { spot: 100, model: { type: 'heston', ...heston } }, B: { spot: 50, volatility: 0.25 } },
  correlations: [{ asset1: 'A', asset2: 'B', correlation: 0.5 }],
};
const pricer = { numPaths: 16_384 };

describe('over HTTP, a contract under a model', () => {
  const price = (model: object, contract: object = call) =>
    post(service, '/api/v1/contract/price', { contract, market: { ...bare, model }, pricer });
  const byName = async (pricerId: string, params: object) =>
    expectSuccess(await post(service, '/api/v1/engine/price', { pricerId, instrument: { strike: 105, time: 1 }, market: bare, params }))
      .price;

  it('agrees with the transform or the finite differences of its model, and names its pricer', async () => {
    for (const [model, exact] of [
      [{ type: 'heston', ...heston }, await byName('equity_vanilla_heston_fft', heston)],
      [{ type: 'local_vol', ...quotes }, await byName('equity_local_vol_dupire', { ...quotes, timeSteps: 200, spotSteps: 400 })],
    ] as const) {
      const answer = await price(model);
      const data = expectSuccess(answer);
      // Four standard errors, and 1e-5 of the spot for the error of time steps and grids.
      expect(data.price).to.be.closeTo(exact, 4 * data.standardError + 1e-3);
      expect(answer.body.meta.manifest).to.include({ pricerId: 'contract_model_mc', capabilityStatus: 'experimental' });
    }
  });

  it('warns under rough models of the bias from the time steps, whatever the option', async () => {
    const params = { hurst: 0.1, v0: 0.04, kappa: 1, theta: 0.06, nu: 0.3, rho: -0.7 };
    const model = { type: 'rough_heston', ...params };
    const answer = await price(model);
    const data = expectSuccess(answer);
    // Four standard errors, and the bias of 104 steps.
    expect(data.price).to.be.closeTo(await byName('equity_rough_heston_cf', params), 4 * data.standardError + 0.02);
    const american = { spot: 100, strike: 105, rate: 0.03, time: 1, optionType: 'put', model, pricer: { numPaths: 1024 } };
    for (const { body } of [answer, await post(service, '/api/v1/american/price', american)])
      expect(body.meta.manifest.warnings.join()).to.match(/bias from its 10[04] time steps/);
  });

  it('has the same price at every operation that takes it', async () => {
    const model = { type: 'heston', ...heston };
    const { price: expected } = expectSuccess(
      await price(model, { type: 'strategy', strategy: 'straddle', underlying: 'A', strike: 100, expiry: '2027-01-05' }),
    );
    const strategy = { strategy: 'straddle', underlying: 'A', strike: 100, expiry: '2027-01-05' };
    const market = { ...bare, model };
    expect(expectSuccess(await post(service, '/api/v1/strategy/price', { strategy, market, pricer })).price).to.equal(expected);
    const instrument = { type: 'strategy', ...strategy };
    const engine = { pricerId: 'contract_model_mc', instrument, market, pricer };
    expect(expectSuccess(await post(service, '/api/v1/engine/price', engine)).price).to.equal(expected);
    expectFault(await post(service, '/api/v1/engine/price', { ...engine, pricerId: 'contract_gbm_mc' }), '/market/model');

    const unit = expectSuccess(await post(service, '/api/v1/contract/price', { contract: note, market: several, pricer }));
    const priced = await post(service, '/api/v1/structured/price', { product: note, market: several, pricer });
    expect(expectSuccess(priced).price).to.equal(unit.price);
    expect(priced.body.meta.manifest.pricerId).to.equal('contract_model_mc');
  });

  it('has Greeks; vega bumps the initial and the long-run volatility', async () => {
    const data = expectSuccess(
      await post(service, '/api/v1/contract/greeks', { contract: call, market: { ...bare, model: { type: 'heston', ...heston } }, pricer }),
    );
    const bumped = { ...heston, v0: (Math.sqrt(heston.v0) + 0.01) ** 2, theta: (Math.sqrt(heston.theta) + 0.01) ** 2 };
    const vega = ((await byName('equity_vanilla_heston_fft', bumped)) - (await byName('equity_vanilla_heston_fft', heston))) / 0.01;
    expect(data.vega).to.be.closeTo(vega, 4 * data.standardErrors.vega + 0.1);
    expect(data.standardErrors.vega).to.be.below(1);
  });

  it('is refused with the name of the invalid field', async () => {
    expectFault(await price({ type: 'heston', ...heston, rho: -1.3 }), '/market/model/rho');
    expectFault(await price({ type: 'local_vol', ...quotes, volatilities: [[0.2, 0.2, 0.2]] }), '/market/model/volatilities');
    const falling = [
      [0.3, 0.3, 0.3],
      [0.1, 0.1, 0.1],
    ];
    expectFault(await price({ type: 'local_vol', ...quotes, volatilities: falling }), '/market/model/volatilities/1/1');
    expectFault(await price({ type: 'local_vol', ...quotes }, { ...call, expiry: '2030-01-05' }), '/market');
    const both = { contract: call, market: { ...bare, volatility: 0.2, model: { type: 'heston', ...heston } } };
    expectFault(await post(service, '/api/v1/contract/price', both), '/market/volatility');
  });
});
