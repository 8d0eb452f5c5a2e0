import { expect } from 'chai';
import { decayIntegral, decayIntegralSlope } from '#engine-gpu/math/decay';

describe('the integral of a decay', () => {
  it('is the time where the reversion is next to nothing', () => {
    for (const a of [Number.MIN_VALUE, -1e-323, 1e-310, 1e-307, -1e-300, 1e-20])
      for (const t of [0.01, 0.2, 30]) expect(decayIntegral(a, t) / t, `a ${a}, t ${t}`).to.be.closeTo(1, 1e-15);
  });

  it('has the slope of its differences, where the reversion is small or 0 too', () => {
    for (const t of [0.1, 1, 30])
      for (const a of [0, 1e-9, 1e-4, 0.0199 / t, 0.0201 / t, 0.05, 0.7, 5, -0.3]) {
        const step = 1e-4 / t;
        const differences = [1, 2].map((n) => (decayIntegral(a + n * step, t) - decayIntegral(a - n * step, t)) / (2 * n * step));
        // Richardson's extrapolation leaves the rounding of the differences.
        const slope = (4 * differences[0]! - differences[1]!) / 3;
        expect(decayIntegralSlope(a, t) / slope, `a ${a}, t ${t}`).to.be.closeTo(1, 1e-9);
      }
  });
});
