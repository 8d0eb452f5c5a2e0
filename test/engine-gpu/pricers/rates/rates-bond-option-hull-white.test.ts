import { expect } from 'chai';
import { type HullWhiteInputs, hullWhite } from '#test/reference/engine-requests';
import { table } from '#test/reference/table';
import { priceOf, refusalOf, requireCases } from '#test/support/price';

const ID = 'rates_bond_option_hull_white';

table<HullWhiteInputs, Record<string, number>>('hull_white', (row) => requireCases(hullWhite(row), row.tolerance));

describe('a bond option under Hull and White', () => {
  const market = { rate: 0.04 };
  const params = { meanReversion: 0.05, volatility: 0.01 };
  const coupons = [2, 3, 4, 5].map((time) => ({ time, amount: time === 5 ? 1.05 : 0.05 }));
  const instrument = { strike: 1, optionExpiry: 1, cashflows: coupons };

  it('has the same price for a single cash flow as for a zero-coupon bond', async () => {
    const zero = await priceOf(ID, { instrument: { strike: 0.85, optionExpiry: 1, bondMaturity: 5 }, market, params });
    const one = await priceOf(ID, { instrument: { strike: 0.85, optionExpiry: 1, cashflows: [{ time: 5, amount: 1 }] }, market, params });
    expect(one).to.be.closeTo(zero, 1e-15);
  });

  it('satisfies put-call parity on a coupon bond', async () => {
    const bond = coupons.reduce((sum, { time, amount }) => sum + amount * Math.exp(-0.04 * time), 0);
    for (const strike of [0.2, 0.9, 1, 1.3, 5]) {
      const call = await priceOf(ID, { instrument: { ...instrument, strike }, market, params });
      const put = await priceOf(ID, { instrument: { ...instrument, strike, optionType: 'put' }, market, params });
      expect(call - put).to.be.closeTo(bond - strike * Math.exp(-0.04), 1e-14);
    }
  });

  it('is continuous in mean reversion at 0 and accepts a negative one', async () => {
    const priceAt = (meanReversion: number) => priceOf(ID, { instrument, market, params: { ...params, meanReversion } });
    const zero = await priceAt(0);
    // The derivative with respect to mean reversion is about −0.06.
    for (const tiny of [1e-9, -1e-9]) expect(await priceAt(tiny)).to.be.closeTo(zero, 1e-9);
    expect(await priceAt(-0.05)).to.be.greaterThan(zero);
  });

  it('is worth its intrinsic value without volatility and at expiry', async () => {
    const bond = coupons.reduce((sum, { time, amount }) => sum + amount * Math.exp(-0.04 * time), 0);
    const certain = { meanReversion: 0.05, volatility: 0 };
    expect(await priceOf(ID, { instrument: { ...instrument, strike: 0.9 }, market, params: certain })).to.be.closeTo(
      bond - 0.9 * Math.exp(-0.04),
      1e-14,
    );
    expect(await priceOf(ID, { instrument: { ...instrument, strike: 0.9, optionExpiry: 0 }, market, params })).to.be.closeTo(
      bond - 0.9,
      1e-14,
    );
  });

  it('is all of the bond, or of the strike, where the bond may be worth anything at expiry', async () => {
    // The standard deviation of ln P(T, T_i) is 78: the state that is worth the strike is beyond the range of exp.
    const [wide, still] = [{ meanReversion: -0.1, volatility: 0.0438 }, { rate: 0.01 }];
    for (const terms of [{ bondMaturity: 46 }, { cashflows: [40, 46].map((time) => ({ time, amount: 0.5 })) }]) {
      const priceAs = (optionType: string) =>
        priceOf(ID, { instrument: { ...terms, strike: 2, optionExpiry: 30, optionType }, market: still, params: wide });
      const bond = 'bondMaturity' in terms ? Math.exp(-0.46) : 0.5 * (Math.exp(-0.4) + Math.exp(-0.46));
      expect(await priceAs('call')).to.be.closeTo(bond, 1e-14);
      expect(await priceAs('put')).to.be.closeTo(2 * Math.exp(-0.3), 1e-13);
    }
  });

  it('refuses cash flows before its expiry, and a bond maturity together with cash flows', async () => {
    const early = { strike: 1, optionExpiry: 3, bondMaturity: 5, cashflows: coupons };
    expect((await refusalOf(ID, { instrument: early, market, params })).map(({ pointer }) => pointer)).to.deep.equal([
      '/instrument',
      '/instrument/cashflows/0/time',
      '/instrument/cashflows/1/time',
    ]);
  });
});
