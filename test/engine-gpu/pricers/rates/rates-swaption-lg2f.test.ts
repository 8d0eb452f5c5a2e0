import { expect } from 'chai';
import { type Lg2fInputs, lg2f } from '#test/reference/engine-requests';
import { table } from '#test/reference/table';
import { priceOf, refusalOf, requireCases } from '#test/support/price';

const ID = 'rates_swaption_lg2f';

table<Lg2fInputs, Record<string, number>>('lg2f', async (row) => {
  await requireCases(lg2f(row), row.tolerance);
  await requireCases(lg2f(row), { abs: 1e-10, why: 'the accuracy that the method states; the table is integrated in two dimensions' });
});

describe('a swaption under G2++', () => {
  const market = { rate: 0.03 };
  const params = { meanReversion1: 0.1, volatility1: 0.01, meanReversion2: 0.3, volatility2: 0.008, correlation: -0.6 };
  const instrument = { optionType: 'payer', strike: 0.03, expiry: 2, tenor: 5, paymentsPerYear: 2 };
  const price = (changes: object, model: object = params) =>
    priceOf(ID, { instrument: { ...instrument, ...changes }, market, params: model });
  const times = Array.from({ length: 10 }, (_, i) => 2 + (i + 1) / 2);
  const annuity = times.reduce((sum, time) => sum + 0.5 * Math.exp(-0.03 * time), 0);

  it('satisfies payer-receiver parity, also for negative strikes', async () => {
    for (const strike of [-0.02, 0, 0.01, 0.03, 0.2]) {
      const swap = Math.exp(-0.06) - Math.exp(-0.21) - strike * annuity;
      const receiver = await price({ optionType: 'receiver', strike });
      expect((await price({ strike })) - receiver, `strike ${strike}`).to.be.closeTo(swap, 1e-12);
      expect(receiver).to.be.at.least(0);
    }
  });

  it('equals one-factor Hull-White when one factor has no volatility or both factors coincide', async () => {
    // A payer swaption is a put, struck at 1, on the coupon bond of the fixed leg.
    const cashflows = times.map((time, i) => ({ time, amount: 0.015 + (i === 9 ? 1 : 0) }));
    const oneFactor = (volatility: number) =>
      priceOf('rates_bond_option_hull_white', {
        instrument: { optionType: 'put', strike: 1, optionExpiry: 2, cashflows },
        market,
        params: { meanReversion: 0.1, volatility },
      });
    const first = await oneFactor(0.01);
    expect(await price({}, { ...params, volatility2: 0 })).to.be.closeTo(first, 1e-12);
    const swapped = { ...params, meanReversion2: 0.1, volatility2: 0.01, volatility1: 0 };
    expect(await price({}, swapped)).to.be.closeTo(first, 1e-12);
    const same = { meanReversion1: 0.1, volatility1: 0.006, meanReversion2: 0.1, volatility2: 0.004, correlation: 1 };
    expect(await price({}, same)).to.be.closeTo(first, 1e-12);
  });

  it('does not depend on the order of the factors', async () => {
    const exchanged = { meanReversion1: 0.3, volatility1: 0.008, meanReversion2: 0.1, volatility2: 0.01, correlation: -0.6 };
    expect(await price({}, exchanged)).to.be.closeTo(await price({}), 1e-14);
  });

  it('agrees with two-dimensional quadrature when short and long bonds move in opposite directions', async () => {
    // Reference: the midpoint rule for the payoff over both factors. 801, 1 601 and 3 201 points per factor agree to 1e-8.
    const opposed = { meanReversion1: 2, volatility1: 0.12, meanReversion2: 0.02, volatility2: 0.01, correlation: -0.95 };
    expect(await price({}, opposed)).to.be.closeTo(0.018326044, 5e-9);
    // With these parameters no direction in the plane of the factors moves all bonds the same way.
    const model = { meanReversion1: 0.025, volatility1: 0.01, meanReversion2: 2.3, volatility2: 0.036, correlation: -0.98 };
    const quarterly = { expiry: 0.88, tenor: 4.75, paymentsPerYear: 4 };
    expect(await price(quarterly, model)).to.be.closeTo(0.0130684915, 5e-9);
  });

  it('is worth its intrinsic value without volatility and at expiry', async () => {
    const calm = { ...params, volatility1: 0, volatility2: 0 };
    const swap = Math.exp(-0.06) - Math.exp(-0.21) - 0.02 * annuity;
    expect(await price({ strike: 0.02 }, calm)).to.be.closeTo(swap, 1e-14);
    expect(await price({ strike: 0.02, optionType: 'receiver' }, calm)).to.equal(0);
    expect(await price({ strike: 0.05, expiry: 0 })).to.equal(0);
  });

  it('refuses a tenor that is not a whole number of periods, and a schedule together with a tenor', async () => {
    const faults = await refusalOf(ID, { instrument: { ...instrument, tenor: 2.25, paymentTimes: [3, 3], accruals: [1] }, market, params });
    expect(faults.map(({ pointer }) => pointer)).to.deep.equal([
      '/instrument',
      '/instrument/tenor',
      '/instrument/paymentTimes/1',
      '/instrument/accruals',
    ]);
    const [fault] = await refusalOf(ID, { instrument: { ...instrument, strike: -1, paymentsPerYear: 1 }, market, params });
    expect(fault!.pointer).to.equal('/instrument/strike');
  });
});
