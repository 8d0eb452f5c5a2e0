import { expect } from 'chai';
import fc from 'fast-check';
import { discount, forward, zeroRate } from '#engine-gpu/market/curve';
import type { Curve } from '#engine-gpu/market/market';

const linearZero: Curve = { times: [1, 3], zeroRates: [0.02, 0.04], interpolation: 'linear_zero' };
const logLinear: Curve = { times: [1, 3], zeroRates: [0.02, 0.04], interpolation: 'log_linear' };
/** Two or three roundings of a rate or of an exponent. */
const ROUNDING = 1e-16;

describe('a curve', () => {
  it('of zero rates is linear in the zero rate between its points', () => {
    expect(zeroRate(linearZero, 2)).to.be.closeTo(0.03, ROUNDING);
    expect(discount(linearZero, 2)).to.be.closeTo(Math.exp(-0.06), ROUNDING);
  });

  it('of zero rates keeps the first and the last rate beyond its ends', () => {
    expect([0, 0.5, 1].map((t) => zeroRate(linearZero, t))).to.deep.equal([0.02, 0.02, 0.02]);
    expect(zeroRate(linearZero, 10)).to.be.closeTo(0.04, ROUNDING);
  });

  it('of discount factors is linear in their logarithm between its points', () => {
    // −ln P is 0.02 at 1 and 0.12 at 3, so 0.07 at 2.
    expect(discount(logLinear, 2)).to.be.closeTo(Math.exp(-0.07), ROUNDING);
    expect(zeroRate(logLinear, 2)).to.be.closeTo(0.035, ROUNDING);
  });

  it('of discount factors keeps the forward rate beyond its ends: 2% before the first date, 5% after the last', () => {
    expect(zeroRate(logLinear, 0)).to.equal(0.02);
    expect(zeroRate(logLinear, 0.25)).to.be.closeTo(0.02, ROUNDING);
    expect(discount(logLinear, 5)).to.be.closeTo(Math.exp(-0.22), ROUNDING);
  });

  it('of one discount factor is flat', () => {
    const curve: Curve = { times: [2], zeroRates: [0.03], interpolation: 'log_linear' };
    expect([0, 1, 2, 7].map((t) => zeroRate(curve, t)).map((z) => Math.abs(z - 0.03) < ROUNDING)).to.deep.equal([true, true, true, true]);
  });

  it('has a discount factor of exactly 1 today and goes through its points', () => {
    for (const curve of [linearZero, logLinear]) {
      expect(discount(curve, 0)).to.equal(1);
      expect(discount(curve, 1)).to.be.closeTo(Math.exp(-0.02), ROUNDING);
      expect(discount(curve, 3)).to.be.closeTo(Math.exp(-0.12), ROUNDING);
    }
  });

  it('is the same in zero rates and in discount factors where it is flat', () => {
    fc.assert(
      fc.property(fc.double({ min: -0.05, max: 0.2, noNaN: true }), fc.double({ min: 0, max: 30, noNaN: true }), (rate, t) => {
        const [a, b] = (['linear_zero', 'log_linear'] as const).map((interpolation) =>
          discount({ times: [1, 2, 5], zeroRates: [rate, rate, rate], interpolation }, t),
        );
        // Exponents up to 6 round to 1e-15, and their exponential grows with them.
        expect(a! / b!).to.be.closeTo(1, 1e-14);
      }),
    );
  });

  it('carries an asset to its forward price at rate less dividend', () => {
    const market = {
      valuationDate: '2026-07-01',
      curve: linearZero,
      assets: [{ name: 'SPX', spot: 100, volatility: 0.2, dividend: 0.01 }],
      correlation: [[1]],
    };
    expect(forward(market, 0, 0)).to.equal(100);
    // One rounding of 100.
    expect(forward(market, 0, 3)).to.be.closeTo(100 * Math.exp(0.09), 2e-14);
  });
});
