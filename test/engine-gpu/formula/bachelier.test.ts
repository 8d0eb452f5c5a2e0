import { expect } from 'chai';
import fc from 'fast-check';
import { bachelier, impliedNormalVolatility } from '#engine-gpu/formula/bachelier';
import { closeTo, table } from '#test/reference/table';

interface Inputs {
  readonly forward: number;
  readonly strike: number;
  readonly stdDev: number;
  readonly optionType: 'call' | 'put';
}

table<Inputs, { price: number }>('bachelier', ({ inputs: { forward, strike, stdDev, optionType }, expected, tolerance }) => {
  closeTo(bachelier(forward, strike, stdDev, optionType === 'put' ? -1 : 1), expected.price, tolerance);
});

const between = (min: number, max: number) => fc.double({ min, max, noNaN: true });

describe("Bachelier's formula", () => {
  it('obeys put-call parity', () => {
    fc.assert(
      fc.property(between(-1e3, 1e3), between(-1e3, 1e3), between(0, 1e3), (forward, strike, stdDev) => {
        const gap = bachelier(forward, strike, stdDev, 1) - bachelier(forward, strike, stdDev, -1);
        expect(gap).to.be.closeTo(forward - strike, 4 * Number.EPSILON * (Math.abs(forward - strike) + stdDev));
      }),
    );
  });

  it('is the intrinsic value without volatility', () => {
    for (const stdDev of [0, 1e-320]) {
      expect(bachelier(3, 1, stdDev, 1)).to.equal(2);
      expect(bachelier(3, 1, stdDev, -1)).to.equal(0);
      expect(bachelier(1, 1, stdDev, 1)).to.be.at.most(1e-320);
    }
  });
});

describe('the implied normal volatility', () => {
  it('is recovered from the price of an out-of-the-money option to the last digits', () => {
    fc.assert(
      fc.property(between(-37, 0), between(-8, 8), between(0.01, 30), fc.constantFrom<1 | -1>(1, -1), (d, logSize, time, sign) => {
        const stdDev = 10 ** logSize;
        const volatility = stdDev / Math.sqrt(time);
        const strike = -sign * d * stdDev;
        const price = bachelier(0, strike, stdDev, sign);
        // The relative error of the price, (1 + d²) ulp, divided by ∂ln V/∂ln σ, about 1 + d².
        expect(impliedNormalVolatility(price, 0, strike, time, sign) / volatility).to.be.closeTo(1, 4e-15);
      }),
      { seed: 1, numRuns: 3000 },
    );
  });

  it('is recovered in the money as accurately as the price determines the time value', () => {
    fc.assert(
      fc.property(between(0, 5), between(0.1, 10), (d, stdDev) => {
        const price = bachelier(d * stdDev, 0, stdDev, 1);
        const timeValue = price - d * stdDev;
        const loss = (4 * Number.EPSILON * price) / timeValue;
        expect(impliedNormalVolatility(price, d * stdDev, 0, 1, 1) / stdDev).to.be.closeTo(1, 4e-15 + loss);
      }),
      { seed: 2 },
    );
  });

  it('is 0 at the intrinsic value and NaN below it', () => {
    expect(impliedNormalVolatility(2, 3, 1, 1, 1)).to.equal(0);
    expect(impliedNormalVolatility(0, 3, 1, 1, -1)).to.equal(0);
    expect(impliedNormalVolatility(0, 1, 1, 1, 1)).to.equal(0);
    expect(impliedNormalVolatility(1.9, 3, 1, 1, 1)).to.be.NaN;
    expect(impliedNormalVolatility(-1e-9, 1, 1, 1, 1)).to.be.NaN;
  });
});
