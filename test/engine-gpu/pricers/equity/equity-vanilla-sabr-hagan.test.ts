import { expect } from 'chai';
import { defined } from '#services/runtime/defined';
import { type SabrExpected, type SabrInputs, sabr } from '#test/reference/engine-requests';
import { table } from '#test/reference/table';
import { priceOf, refusalOf, requireCases, resultOf } from '#test/support/price';

table<SabrInputs, SabrExpected>('sabr', (row) => requireCases(sabr(row), row.tolerance));

describe('a European option under SABR', () => {
  const option = { instrument: { strike: 110, time: 1 }, market: { spot: 100, rate: 0.03, dividend: 0.01 } };
  const price = (params: object, changes: object = {}) => resultOf('equity_vanilla_sabr_hagan', { ...option, ...changes, params });

  it('equals Black-Scholes when beta is 1 and nu is 0', async () => {
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

  it('refuses params for which the expansion gives a negative volatility, and states the strike and forward', async () => {
    const [fault, ...furtherFaults] = await refusalOf('equity_vanilla_sabr_hagan', {
      instrument: { strike: 110, time: 50 },
      market: { spot: 100, rate: 0 },
      params: { alpha: 0.2, beta: 1, rho: -0.99, nu: 1 },
    });
    expect(furtherFaults).to.be.empty;
    expect(fault!.pointer).to.equal('/params');
    expect(fault!.reason).to.match(/at strike 110 on a forward of 100 it gives -/);
  });

  it('with a shift has the price of an unshifted option whose forward and strike are higher by the shift', async () => {
    const params = { alpha: 0.006, beta: 0.25, rho: -0.3, nu: 0.45 };
    // The dividend yield that equals the rate keeps the forward at the spot.
    const carry = { rate: 0.01, dividend: 0.01 };
    for (const [spot, strike] of [
      [-0.004, -0.004],
      [-0.004, 0.003],
      [0.002, -0.008],
    ] as const) {
      const shifted = await price({ ...params, shift: 0.03 }, { instrument: { strike, time: 5 }, market: { spot, ...carry } });
      const moved = await price(params, { instrument: { strike: strike + 0.03, time: 5 }, market: { spot: spot + 0.03, ...carry } });
      // The addition of 0.03 rounds both prices by a few ulp of 0.03.
      expect(shifted.price).to.be.closeTo(moved.price, 1e-16);
      expect(shifted.impliedVolatility).to.be.closeTo(defined(moved.impliedVolatility, 'moved.impliedVolatility'), 1e-13);
    }
  });

  it('refuses a strike and a forward that are not above minus the shift, which is 0 by default', async () => {
    const params = { alpha: 0.006, beta: 0.25, rho: -0.3, nu: 0.45 };
    const refused = (shift?: number) =>
      refusalOf('equity_vanilla_sabr_hagan', {
        instrument: { strike: -0.03, time: 5 },
        market: { spot: -0.05, rate: 0 },
        params: { ...params, ...(shift !== undefined && { shift }) },
      });
    expect(await refused(0.03)).to.deep.equal([
      { pointer: '/instrument/strike', reason: 'must be above -0.03; got -0.03' },
      { pointer: '/market/spot', reason: 'must give a forward above -0.03; got -0.05, whose forward is -0.05' },
    ]);
    expect((await refused()).map(({ reason }) => reason)).to.deep.equal([
      'must be above 0; got -0.03',
      'must give a forward above 0; got -0.05, whose forward is -0.05',
    ]);
  });

  it('refuses alpha = 0, beta above 1, rho = 1 and negative nu', async () => {
    const faults = await refusalOf('equity_vanilla_sabr_hagan', { ...option, params: { alpha: 0, beta: 1.1, rho: 1, nu: -1 } });
    expect(faults.map(({ pointer }) => pointer)).to.deep.equal(['/params/alpha', '/params/beta', '/params/rho', '/params/nu']);
  });
});
