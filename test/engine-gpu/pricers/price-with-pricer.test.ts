import { expect } from 'chai';
import { pricers, priceWithPricer } from '#engine';
import { noTools, refusalOf, TODAY } from '#test/support/price';

const request = { instrument: { strike: 100, time: 1 }, market: { spot: 100, rate: 0.05, volatility: 0.2 } };

describe('the engine entry point', () => {
  it('refuses an unknown pricer, naming those that it knows', async () => {
    const [fault] = await refusalOf('equity_vanilla_bs2', request);
    expect(fault!.pointer).to.equal('/pricerId');
    for (const { id } of pricers) expect(fault!.reason).to.include(id);
    expect(fault!.reason).to.include('got "equity_vanilla_bs2"');
  });

  it('dates a price by its market, or by today', async () => {
    expect((await priceWithPricer({ ...request, pricerId: 'equity_vanilla_bs', today: TODAY }, noTools)).marketDataAsOf).to.equal(TODAY);
    const market = { ...request.market, valuationDate: '2025-06-30' };
    expect((await priceWithPricer({ ...request, market, pricerId: 'equity_vanilla_bs', today: TODAY }, noTools)).marketDataAsOf).to.equal(
      '2025-06-30',
    );
  });

  it('takes a curve in place of a rate, and neither both nor none', async () => {
    const on = async (rates: object) => {
      const market = { spot: 100, volatility: 0.2, ...rates };
      return (await priceWithPricer({ ...request, market, pricerId: 'equity_vanilla_bs', today: TODAY }, noTools)).result.price;
    };
    const flat = await on({ rate: 0.05 });
    expect(await on({ curve: { times: [1], zeroRates: [0.05] } })).to.equal(flat);
    // A year of ACT/365F and its discount factor.
    const curve = { dates: ['2027-01-02'], discountFactors: [Math.exp(-0.05)] };
    expect(await on({ curve })).to.be.closeTo(flat, 1e-13);
    for (const rates of [{}, { rate: 0.05, curve: { times: [1], zeroRates: [0.05] } }]) {
      const faults = await refusalOf('equity_vanilla_bs', { ...request, market: { spot: 100, volatility: 0.2, ...rates } });
      expect(faults.map(({ pointer }) => pointer)).to.deep.equal(['/market']);
    }
  });

  it('refuses a curve that ends before the valuation date, at its place', async () => {
    const market = { spot: 100, volatility: 0.2, curve: { dates: ['2020-01-01'], discountFactors: [0.9] } };
    const faults = await refusalOf('equity_vanilla_bs', { ...request, market });
    expect(faults.map(({ pointer }) => pointer)).to.include('/market/curve/dates/0');
  });

  it('fails as pricing, and not as NaN, where a number overflows', async () => {
    const market = { spot: 1e300, rate: -10, volatility: 0.2 };
    const instrument = { strike: 1e300, time: 1000, optionType: 'put' };
    const attempt = priceWithPricer({ pricerId: 'equity_vanilla_bs', instrument, market, today: TODAY }, noTools);
    expect(await attempt.catch((error) => error)).to.have.property('kind', 'pricing');
  });
});
