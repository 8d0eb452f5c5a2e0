import { expect } from 'chai';
import { type SabrExpected, type SabrInputs, sabr } from '#test/reference/engine-requests';
import { table } from '#test/reference/table';
import { priceOf, refusalOf, requireCases, resultOf } from '#test/support/price';

table<SabrInputs, SabrExpected>('sabr', (row) => requireCases(sabr(row), row.tolerance));

describe('a European option under SABR', () => {
  const option = { instrument: { strike: 110, time: 1 }, market: { spot: 100, rate: 0.03, dividend: 0.01 } };
  const price = (params: object, changes: object = {}) => resultOf('equity_vanilla_sabr_hagan', { ...option, ...changes, params });

  it('is Black-Scholes where beta is 1 and nu is 0', async () => {
    const params = { alpha: 0.25, beta: 1, rho: 0, nu: 0 };
    const { price: value, impliedVolatility } = await price(params);
    expect(impliedVolatility).to.equal(0.25);
    const plain = { ...option, market: { ...option.market, volatility: 0.25 } };
    expect(value).to.be.closeTo(await priceOf('equity_vanilla_bs', plain), 1e-13);
  });

  it('is worth its intrinsic value at expiry', async () => {
    const params = { alpha: 0.25, beta: 1, rho: -0.5, nu: 0.4 };
    expect((await price(params, { instrument: { strike: 90, time: 0 } })).price).to.equal(10);
    expect((await price(params, { instrument: { strike: 90, time: 0, optionType: 'put' } })).price).to.equal(0);
  });

  it('refuses where the expansion gives no volatility above zero, saying where', async () => {
    const [fault, ...others] = await refusalOf('equity_vanilla_sabr_hagan', {
      instrument: { strike: 110, time: 50 },
      market: { spot: 100, rate: 0 },
      params: { alpha: 0.2, beta: 1, rho: -0.99, nu: 1 },
    });
    expect(others).to.be.empty;
    expect(fault!.pointer).to.equal('/params');
    expect(fault!.reason).to.match(/at strike 110 on a forward of 100 it gives -/);
  });

  it('refuses a correlation of one and a beta above it', async () => {
    const faults = await refusalOf('equity_vanilla_sabr_hagan', { ...option, params: { alpha: 0, beta: 1.1, rho: 1, nu: -1 } });
    expect(faults.map(({ pointer }) => pointer)).to.deep.equal(['/params/alpha', '/params/beta', '/params/rho', '/params/nu']);
  });
});
