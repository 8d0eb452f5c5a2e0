/** The price, delta and exercise boundary of an American option; the tables hold the price by its pricer. */
import { expect } from 'chai';
import fc from 'fast-check';
import { americanOption, hasOneBoundary } from '#engine-gpu/formula/american';
import { curveOf } from '#engine-gpu/market/curve-input';
import { lognormalAmerican } from '#engine-gpu/method/american-differences';
import { numCases } from '#test/support/effort';

const put = { spot: 100, strike: 105, rate: 0.05, volatility: 0.2, time: 1, dividend: 0.04, sign: -1 } as const;

/** Rates: nearer to 0 than a basis point and with a negative dividend the boundary may not be found, which is a failure. */
const basisPoints = (min: number, max: number) => fc.integer({ min: min * 1e4, max: max * 1e4 }).map((count) => count / 1e4);

const draws = fc
  .record({
    spot: fc.constant(100),
    strike: fc.double({ min: 40, max: 220, noNaN: true }),
    rate: basisPoints(-0.02, 0.1),
    volatility: fc.double({ min: 0.05, max: 0.8, noNaN: true }),
    time: fc.double({ min: 0.02, max: 5, noNaN: true }),
    dividend: basisPoints(-0.01, 0.1),
    sign: fc.constantFrom<1 | -1>(1, -1),
  })
  .filter(hasOneBoundary);

describe('an American option by its exercise boundary', () => {
  it('has the derivative of its price by the spot as delta, and is never worth less than the European or exercise', () => {
    const bump = 1e-3;
    fc.assert(
      fc.property(draws, (terms) => {
        const { price, europeanPrice, delta } = americanOption(terms);
        // Deep in the money without interest all three agree but for rounding.
        const rounding = 1e-13 * (terms.spot + terms.strike);
        expect(price).to.be.at.least(europeanPrice - rounding);
        expect(price).to.be.at.least(terms.sign * (terms.spot - terms.strike) - rounding);
        const priceAt = (spot: number) => americanOption({ ...terms, spot }).price;
        const slope = (priceAt(100 + bump) - priceAt(100 - bump)) / (2 * bump);
        // Rounding of the two prices over their distance, and the third derivative; at the boundary gamma jumps.
        const isAtBoundary = price - terms.sign * (terms.spot - terms.strike) < 1e-4;
        expect(delta).to.be.closeTo(slope, isAtBoundary ? bump : 1e-6);
      }),
      { numRuns: numCases(2_000, 200), seed: 20_261_127 },
    );
  });

  it('is exercised at its boundary of today, and worth more than exercise beyond', () => {
    for (const terms of [put, { ...put, sign: 1 } as const]) {
      const { boundary } = americanOption(terms);
      const [first] = boundary;
      expect(first!.time).to.equal(0);
      expect(boundary.every(({ time }, i) => i === 0 || time > boundary[i - 1]!.time)).to.equal(true);
      const exercised = americanOption({ ...terms, spot: first!.spot * (1 + terms.sign * 1e-9) });
      expect(exercised.price).to.be.closeTo(terms.sign * (first!.spot - terms.strike), 1e-6);
      expect(exercised.delta).to.equal(terms.sign);
      const open = americanOption({ ...terms, spot: first!.spot * (1 - terms.sign * 0.02) });
      expect(open.price).to.be.above(terms.sign * (first!.spot * (1 - terms.sign * 0.02) - terms.strike));
      // The nearer expiry, the less an option is worth that is not exercised.
      const last = boundary.at(-1)!;
      expect(Math.sign(first!.spot - last.spot)).to.equal(terms.sign);
    }
  });

  it('agrees with finite differences within their error, boundary and delta included', () => {
    for (const terms of [put, { ...put, sign: 1 } as const, { ...put, dividend: 0, strike: 95 }]) {
      const { spot, strike, time, sign, rate, dividend, volatility } = terms;
      const market = {
        curve: curveOf({ rate }, '2026-01-05', '/curve'),
        terms: { spot, dividend },
        volatility: { times: [1], volatilities: [volatility] },
      };
      const grid = lognormalAmerican({ spot, strike, time, sign }, market);
      const exact = americanOption(terms);
      expect(grid.price).to.be.closeTo(exact.price, grid.errorBound + exact.errorBound);
      // A grid of a thousandth of the spot.
      expect(grid.delta).to.be.closeTo(exact.delta, 1e-3);
      expect(grid.boundary[0]!.spot / exact.boundary[0]!.spot).to.be.closeTo(1, 5e-3);
    }
  });

  it('has its limits without time, volatility or interest', () => {
    expect(americanOption({ ...put, time: 0 })).to.deep.include({ price: 5, europeanPrice: 5, delta: -1, boundary: [] });
    expect(americanOption({ ...put, volatility: 0 })).to.deep.include({ price: 5, delta: -1, boundary: [] });
    const withoutInterest = americanOption({ ...put, rate: 0, dividend: 0 });
    expect(withoutInterest).to.include({ price: withoutInterest.europeanPrice });
    expect(withoutInterest.delta).to.be.within(-1, -0.5);
    const call = americanOption({ ...put, dividend: 0, sign: 1 });
    expect(call).to.include({ price: call.europeanPrice });
  });
});
