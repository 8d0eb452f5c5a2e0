import { expect } from 'chai';
import fc from 'fast-check';
import { defined } from '#services/runtime/defined';
import { closeTo, table } from '#test/reference/table';
import { priceOf, refusalOf, resultOf } from '#test/support/price';

interface Inputs {
  readonly paymentTimes: readonly number[];
  readonly accruals: readonly number[];
  readonly accrued?: number;
  readonly spread: number;
  readonly recoveryRate: number;
  readonly rate: number;
  readonly hazardTimes: readonly number[];
  readonly hazardRates: readonly number[];
}

interface Expected {
  readonly price: number;
  readonly parSpread?: number;
  readonly protectionLeg?: number;
}

table<Inputs, Expected>('cds', async ({ inputs, expected, tolerance }) => {
  const { paymentTimes, accruals, accrued = 0, spread, recoveryRate, rate, hazardTimes, hazardRates } = inputs;
  const market = { rate, recoveryRate, hazardCurve: { times: hazardTimes, hazardRates } };
  const instrument = { side: 'buyer', paymentTimes, accruals, accrued, spread };
  const result = await resultOf('credit_default_swap', { instrument, market });
  closeTo(result.price, expected.price, tolerance);
  if (expected.parSpread !== undefined) closeTo(defined(result.parSpread, 'result.parSpread'), expected.parSpread, tolerance, 'par spread');
  if (expected.protectionLeg === undefined) return;
  const protection = await priceOf('credit_default_swap', { instrument: { ...instrument, spread: 0 }, market });
  closeTo(protection, expected.protectionLeg, { abs: 1e-13, why: 'this leg QuantLib integrates exactly' }, 'protection leg');
});

const swap = { side: 'buyer', spread: 0.01, maturity: 5, paymentsPerYear: 4 };
const market = { rate: 0.03, hazardRate: 0.02, recoveryRate: 0.4 };
/** Absolute tolerance for prices so small that they have lost relative precision. */
const UNDERFLOW_TOLERANCE = 1e-300;
const number = (min: number, max: number) => fc.double({ min, max, noNaN: true });

describe('the credit default swap', () => {
  it('has value zero at its par spread, and opposite values for buyer and seller', async () => {
    await fc.assert(
      fc.asyncProperty(number(0, 10), number(0, 1), number(-10, 10), number(0.01, 5), fc.constantFrom(1, 2, 4, 12), async (...drawn) => {
        const [hazardRate, recoveryRate, rate, maturity, paymentsPerYear] = drawn;
        const instrument = { ...swap, maturity, paymentsPerYear, spread: 0 };
        const inMarket = { rate, hazardRate, recoveryRate };
        const { price, parSpread } = await resultOf('credit_default_swap', { instrument, market: inMarket });
        const spread = Math.min(defined(parSpread, 'parSpread'), 10);
        if (spread === parSpread)
          expect(await priceOf('credit_default_swap', { instrument: { ...instrument, spread }, market: inMarket })).to.be.closeTo(
            0,
            4 * Number.EPSILON * price + UNDERFLOW_TOLERANCE,
          );
        expect(await priceOf('credit_default_swap', { instrument: { ...instrument, side: 'seller' }, market: inMarket })).to.equal(-price);
      }),
      { seed: 1 },
    );
  });

  it('has a par spread of about (1 − R)λ', async () => {
    // Exact for continuous coupons. Quarterly coupons are paid on average an eighth of a year later, hence the correction of r/8.
    const { parSpread } = await resultOf('credit_default_swap', { instrument: swap, market });
    expect(defined(parSpread, 'parSpread') / 0.012).to.be.closeTo(1 + 0.03 / 8, 1e-4);
  });

  it('has the same price on flat curves as with a constant hazard rate and interest rate', async () => {
    const flat = await priceOf('credit_default_swap', { instrument: swap, market });
    const curves = { hazardCurve: { times: [1, 3], hazardRates: [0.02, 0.02] }, curve: { times: [1, 3], zeroRates: [0.03, 0.03] } };
    const byCurves = await priceOf('credit_default_swap', { instrument: swap, market: { ...curves, recoveryRate: 0.4 } });
    expect(byCurves).to.be.closeTo(flat, 1e-15);
  });

  it('generates coupon dates backwards from the maturity, with a short first period', async () => {
    const times = [0.1, 0.6, 1.1];
    const instrument = { side: 'buyer', spread: 0.01, paymentTimes: times, accruals: [0.1, 0.5, 0.5] };
    const counted = { ...swap, maturity: 1.1, paymentsPerYear: 2 };
    expect(await priceOf('credit_default_swap', { instrument: counted, market })).to.be.closeTo(
      await priceOf('credit_default_swap', { instrument, market }),
      1e-15,
    );
  });

  it('that started before today charges the accrued premium with the next coupon, or on an earlier default', async () => {
    const spread = 0.01;
    const accrued = 0.2;
    const resultAt = (instrument: object, hazardRate: number) =>
      resultOf('credit_default_swap', { instrument: { ...swap, spread, ...instrument }, market: { ...market, hazardRate } });
    const [fresh, seasoned] = [await resultAt({}, 0), await resultAt({ accrued }, 0)];
    // Without default risk the accrued premium is paid with the first coupon, in a quarter of a year.
    expect(fresh.price - seasoned.price).to.be.closeTo(accrued * spread * Math.exp(-0.03 / 4), 1e-16);
    // With default risk it is paid between today and then, so its value lies between the two bounds. The par spread hardly changes.
    const [risky, riskySeasoned] = [await resultAt({}, 0.5), await resultAt({ accrued }, 0.5)];
    expect(risky.price - riskySeasoned.price).to.be.within(accrued * spread * Math.exp(-0.03 / 4), accrued * spread);
    expect(defined(riskySeasoned.parSpread, 'riskySeasoned.parSpread') / defined(risky.parSpread, 'risky.parSpread')).to.be.closeTo(
      1,
      1e-3,
    );
  });

  it('has a finite price or fails with a pricing error at the extremes of rate and hazard rate', async () => {
    for (const rate of [-10, 10])
      for (const hazardRate of [0, 10]) {
        const long = { ...swap, maturity: 100, paymentsPerYear: 12 };
        const outcome = await resultOf('credit_default_swap', { instrument: long, market: { rate, hazardRate, recoveryRate: 0 } }).catch(
          ({ kind }) => kind,
        );
        if (rate + hazardRate < 0) expect(outcome).to.equal('pricing');
        else expect(outcome.price).to.be.finite;
      }
  });

  it('refuses values outside the domain and names the field', async () => {
    const faults = async (instrument: object, inMarket: object) =>
      (await refusalOf('credit_default_swap', { instrument, market: inMarket })).map(({ pointer, reason }) => `${pointer} ${reason}`);
    expect(await faults(swap, { ...market, recoveryRate: 1.4 })).to.deep.equal(['/market/recoveryRate must be at most 1; got 1.4']);
    expect(await faults(swap, { ...market, hazardRate: undefined })).to.deep.equal(['/market must have hazardRate or hazardCurve']);
    expect(await faults({ side: 'buyer', spread: 0.01, paymentTimes: [1], accruals: [1], accrued: 2 }, market)).to.deep.equal([
      '/instrument/accrued must be at most 1, the first coupon; got 2',
    ]);
    expect(await faults({ side: 'buyer', spread: 0.01, paymentTimes: [1, 2], accruals: [1] }, market)).to.deep.equal([
      '/instrument/accruals must have one entry per payment, 2; got 1',
    ]);
  });
});
